//! What a page repeats of a password-like field outside the document that holds it: titles, dialogs, names of files, paths,
//! frames, popups and the next document (L07, L11, L17).

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::site::Content;
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::json;

use crate::fields::KINDS;
use crate::reads::{search, search_all};

/// Says what it is sent, as text, cut into nodes, and as its title.
const MIRROR: &str = "<!doctype html><title>Mirror</title><p>Mirror</p><script>const show = (v) => { document.title = v; \
    document.body.insertAdjacentHTML('beforeend', `<p>${v}</p><button>${v}</button><ul>${[...v].map((c) => `<li>${c}`).join('')}</ul>`) }; \
    onmessage = ({data}) => show(data); if (name.startsWith('CANARY')) show(name)</script>";

fn canaries() -> Vec<String> {
    let kinds = KINDS.iter().filter(|kind| kind.is_secret);
    kinds.map(|kind| format!("CANARY-{}-Outside7", kind.name)).collect()
}

/// A page with a field of each password-like kind, a button that repeats their values, and frames of both sites.
fn stage() -> Stage {
    let options = HostOptions::default().asking_little().environment([("RUST_LOG", "debug")]);
    let stage = Stage::with_options::<Content>(options, [("/mirror", MIRROR.into()), ("/calm", "<p>calm</p>".into())]);
    let secrets = KINDS.iter().filter(|kind| kind.is_secret);
    let fields: String = secrets.map(|kind| kind.html(&format!("data-name={0} aria-label={0}", kind.name))).collect();
    let page = format!(
        "<!doctype html><title>Outside</title><button id=echo>Echo</button>{fields}<iframe src='{}/mirror'></iframe>\
         <iframe src='{}/mirror'></iframe><script>const fields = [...document.querySelectorAll('[data-name]')]; \
         const values = () => fields.map((field) => field.isContentEditable ? field.textContent : field.value); \
         const fill = () => {{ for (const field of fields) {{ const v = `CANARY-${{field.dataset.name}}-Outside7`; \
         if (field.isContentEditable) field.textContent = v; else field.value = v; \
         field.dispatchEvent(new Event('input', {{bubbles: true}})); }} return values().length; }}; \
         window.loaded = new Promise((resolve) => addEventListener('load', () => resolve(0)));</script>",
        stage.site.origin(),
        stage.site.other_origin()
    );
    stage.site.set("/", page);
    stage
}

fn open(stage: &Stage) -> Page<'_> {
    let page = stage.open("/");
    page.eval("loaded");
    assert_eq!(page.eval("fill()"), canaries().len());
    page
}

/// Waits until the overview gives a page's title, which NEXUS looks at when the address changes, and searches it.
#[track_caller]
fn search_title(page: &Page<'_>, has: &str) {
    let told = wait_until("the title", SOON, || {
        let windows = page.stage.call("browser_windows", json!({}));
        search(&windows, &canaries());
        windows.text.contains(has).then_some(())
    });
    assert!(told.is_ok(), "no title with {has}: {}", page.stage.call("browser_windows", json!({})).text);
}

/// L07: by the overview and by what an act answers, also before anyone has read the page.
#[test]
fn no_title_repeats_a_secret() {
    let stage = stage();
    let page = open(&stage);
    for (number, way) in ["v", "v.toUpperCase()", "[...v].join(' ')", "'glued' + v + 'together'"].iter().enumerate() {
        for field in 0..canaries().len() {
            let mark = format!("n{number}f{field}");
            page.eval(&format!(
                "{{ const v = values()[{field}]; document.title = '{mark} ' + {way}; history.replaceState(0, ''); }} 0"
            ));
            search_title(&page, &mark);
            page.eval(&format!(
                "echo.onclick = () => {{ const v = values()[{field}]; document.title = {way} + ' by an act'; }}; 0"
            ));
            let clicked = page.click("button", "Echo").expect_ok();
            assert!(clicked.text.contains("title: ") && clicked.text.contains("by an act"), "{}", clicked.text);
            search(&clicked, &canaries());
        }
    }
    stage.close();
}

/// L07: a value that a script has put into a field without a word is looked at before a title is told.
#[test]
fn no_title_repeats_what_a_script_filled_in() {
    let stage = stage();
    let page = stage.open("/");
    page.eval("loaded");
    page.eval("fields.forEach((field) => { const v = `CANARY-${field.dataset.name}-Outside7`; if (field.isContentEditable) field.textContent = v; else field.value = v; }); document.title = 'filled ' + values().join(' '); history.replaceState(0, ''); 0");
    search_title(&page, "filled");
    stage.close();
}

/// L17: what a dialog says and offers.
#[test]
fn no_dialog_repeats_a_secret() {
    let stage = stage();
    let page = open(&stage);
    for way in ["alert('It is ' + v)", "confirm(v)", "prompt([...v].join(' '), v)"] {
        for field in 0..canaries().len() {
            page.eval(&format!("echo.onclick = () => {{ const v = values()[{field}]; {way} }}; 0"));
            let clicked = page.click("button", "Echo").expect_ok();
            assert!(clicked.text.contains("dialog: "), "{}", clicked.text);
            search(&clicked, &canaries());
            search(&page.call("browser_text", json!({})).expect_code("dialog_open"), &canaries());
            search(&page.call("browser_dialog", json!({"accept": true})).expect_ok(), &canaries());
        }
    }
    stage.close();
}

/// L07: under what name a page offers a file.
#[test]
fn no_download_s_name_repeats_a_secret() {
    let stage = stage();
    let page = open(&stage);
    page.eval("echo.onclick = () => { const link = document.createElement('a'); link.href = URL.createObjectURL(new Blob(['x'])); link.download = values()[0] + '.txt'; link.click() }; 0");
    search(&page.click("button", "Echo").expect_ok(), &canaries());
    let listed = wait_until("the download", SOON, || {
        let listed = page.stage.call("browser_downloads", json!({"window": page.window}));
        listed.text.contains(".txt").then_some(listed)
    });
    search(&listed.expect("it is listed"), &canaries());
    stage.close();
}

/// L07, L11: a part of the path, also with its escapes.
#[test]
fn no_path_repeats_a_secret() {
    let stage = stage();
    let page = open(&stage);
    for way in [
        "v",
        "encodeURIComponent(v + ' ?')",
        "v.toLowerCase()",
        "[...v].map((c) => '%' + c.charCodeAt(0).toString(16)).join('')",
    ] {
        page.eval(&format!("{{ const v = values()[0]; history.pushState(0, '', '/hello/' + {way} + '/there'); }} 0"));
        let snapshot = page.snapshot();
        assert_eq!(snapshot.fact("address"), stage.site.url("/hello/•••/there"), "{way}");
        search_all(&page, &canaries());
        search(&page.click("button", "Echo"), &canaries());
    }
    stage.close();
}

/// L07: frames of the same and another site that are told a secret, and a page that is told one by its frame.
#[test]
fn no_other_document_repeats_a_secret() {
    let stage = stage();
    let page = open(&stage);
    page.eval("for (const v of values()) for (let i = 0; i < 2; i++) frames[i].postMessage(v, '*'); 0");
    let said = || page.text().matches("•••").nth(2 * canaries().len() - 1).is_some().then_some(());
    wait_until("the frames", SOON, said).expect("both say it");
    search_all(&page, &canaries());
    stage.close();
}

/// L07: the popup that a page opens, and the next document of the same site.
#[test]
fn neither_popup_nor_next_document_repeats_a_secret() {
    let stage = stage();
    let page = open(&stage);
    page.eval("echo.onclick = () => open('/mirror', values()[0]); 0");
    let clicked = page.click("button", "Echo").expect_ok();
    let opened = clicked.structured["new_pages"][0].as_str().expect("a popup").to_owned();
    let popup = Page { id: opened, ..page.clone() };
    wait_until("the popup", SOON, || popup.call("browser_text", json!({})).text.contains("Mirror").then_some(()))
        .expect("it comes");
    search_all(&popup, &canaries());
    search_title(&popup, "•••");
    page.eval("name = values()[1]; 0");
    search(&page.navigate("/mirror").expect_ok(), &canaries());
    search_all(&page, &canaries());
    search_title(&page, "•••");
    stage.close();
}
