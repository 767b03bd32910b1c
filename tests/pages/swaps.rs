//! Pages that swap what is pressed while it is pressed (P01 to P06): the wrong element never gets it, and what got nothing is
//! never said to be done.

use std::time::Duration;

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::json;

/// Two buttons of which one can come in the other's place.
const PAGE: &str = r"<!doctype html><title>Swap</title><style>button{position:absolute;left:50px;top:60px;width:140px;height:44px}</style>
<button id=d style='left:420px'>Delete all</button><button id=c>Next</button>
<script>const DELAY = %DELAY%, say = (what) => fetch('/log/' + what, {method: 'POST', keepalive: true});
d.onclick = () => say('DELETE'); c.onclick = () => say('next');
const swap = () => { d.style.left = '50px'; c.style.left = '420px'; };
const relabel = () => { c.textContent = 'Delete all'; c.onclick = () => say('DELETE'); };
const cover = (over) => { over.style.cssText = 'position:fixed;inset:0;opacity:0;z-index:9'; document.body.append(over); };
const made = (name, more) => Object.assign(document.createElement(name), more);
const later = (what) => (DELAY ? setTimeout(what, DELAY) : what());
%SCRIPT%</script>";

const VARIANTS: [(&str, &str); 17] = [
    ("quiet", ""),
    ("on move", "c.onmousemove = () => later(swap)"),
    ("on enter", "c.onmouseenter = () => later(swap)"),
    ("on pointer over", "c.onpointerover = () => later(swap)"),
    ("on pointer down", "c.onpointerdown = () => later(swap)"),
    ("on mouse down", "c.onmousedown = () => later(swap)"),
    ("on pointer up", "c.onpointerup = () => later(swap)"),
    ("on focus", "c.onfocus = () => later(swap)"),
    ("by a timer", "setTimeout(swap, 100 + DELAY * 3)"),
    (
        "back and forth",
        "setInterval(() => (c.style.left === '50px' ? swap() : (c.style.left = '50px', d.style.left = '420px')), 7 + DELAY)",
    ),
    ("covered on hover", "c.onmouseenter = () => later(() => cover(made('div', {onclick: () => say('DELETE')})))"),
    (
        "covered by a frame on hover",
        "c.onmouseenter = () => later(() => cover(made('iframe', {srcdoc: `<body onclick=\"parent.say('DELETE')\" style=height:100vh>`})))",
    ),
    ("relabelled on hover", "c.onmouseenter = () => later(relabel)"),
    (
        "relabelled back and forth",
        "setInterval(() => { c.textContent = c.textContent === 'Next' ? 'Delete all' : 'Next'; }, 5 + DELAY); \
         c.onclick = () => say(c.textContent === 'Next' ? 'next' : 'DELETE')",
    ),
    ("relabelled on pointer down", "c.onpointerdown = relabel"),
    (
        "turned into a submit on mouse down",
        "const it = c; it.onmousedown = () => { it.onclick = null; it.type = 'submit'; \
      const form = made('form', {method: 'post', action: '/log/DELETE'}); it.replaceWith(form); form.append(it); }",
    ),
    (
        "wrapped in a link on pointer down",
        "const it = c; it.onpointerdown = () => { const link = made('a', {href: '/log/DELETE'}); \
      it.replaceWith(link); link.append(it); it.onclick = null; }",
    ),
];

/// Rounds of each variant, with delays of their own.
fn rounds() -> usize {
    std::env::var("NEXUS_RACES").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(3)
}

/// N17: of every variant and delay, nothing wrong is pressed, nothing is claimed for nothing, and a quiet page is pressed.
#[test]
fn what_was_looked_at_is_what_is_pressed() {
    let stage = Stage::with([("/", "<!doctype html><title>Start</title>")]);
    let page = stage.open("/");
    let (mut runs, mut pressed) = (0, 0);
    for (variant, script) in VARIANTS {
        for round in 0..rounds() {
            let delay = [0, 10, 30, 60, 20, 80, 40, 0].get(round % 8).copied().unwrap_or_default();
            let html = PAGE.replace("%DELAY%", &delay.to_string()).replace("%SCRIPT%", script);
            stage.site.set("/swap", html);
            let before = stage.site.log().len();
            page.navigate("/swap").expect_ok();
            // What changes back and forth may be seen as the other thing.
            let mut seen = (0..10).map(|_| page.snapshot().find_reference("button", "Next").map(str::to_owned));
            let Some(next) = seen.find_map(|next| next) else { continue };
            let clicked = page.click_ref(&next);
            let claimed = clicked.is_ok() && clicked.structured["effect"] != "none";
            page.call("browser_wait", json!({"seconds": 0.1}));
            if claimed {
                let logged = wait_until("what was claimed", SOON, || (stage.site.log().len() > before).then_some(()));
                logged.unwrap_or_else(|_| panic!("{variant}, {delay} ms: claimed for nothing: {}", clicked.raw));
            }
            let log: Vec<String> = stage.site.log().into_iter().skip(before).map(|entry| entry.text).collect();
            assert!(
                !log.iter().any(|entry| entry.contains("DELETE")),
                "{variant}, {delay} ms: {log:?} {}",
                clicked.raw
            );
            assert!(variant != "quiet" || claimed, "a quiet page was refused: {}", clicked.raw);
            runs += 1;
            pressed += usize::from(claimed);
        }
    }
    println!("{runs} runs, {pressed} pressed, 0 wrong, 0 claimed for nothing");
    assert!(runs * 10 >= VARIANTS.len() * rounds() * 9, "only {runs} runs");
    stage.close();
}

const FORM: &str = "<!doctype html><title>Form</title><form id=f method=post action=/log/good><input id=i aria-label=Word><button id=b>Save</button></form>";

fn sent(stage: &Stage) -> Vec<String> {
    stage.site.log().into_iter().map(|entry| entry.text.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect()
}

fn anew(page: &Page<'_>, script: &str) {
    page.navigate("/").expect_ok();
    page.eval(&format!("{{ {script} }} 0"));
}

/// P03: a form that is turned elsewhere between the look and the submit isn't sent, by a press or by Enter.
#[test]
fn a_form_that_is_turned_elsewhere_is_not_sent() {
    let stage = Stage::with_options(
        HostOptions::default().asking_little(),
        [("/", FORM), ("/log/good", "sent"), ("/log/evil", "sent")],
    );
    let page = stage.open("/");
    for script in [
        "b.onpointerdown = () => { f.action = '/log/evil'; };",
        "b.onclick = () => { f.action = '/log/evil'; };",
        "b.onclick = () => b.setAttribute('formaction', '/log/evil');",
        "f.addEventListener('formdata', () => 0); b.onmousedown = () => { f.method = 'get'; f.action = '/log/evil'; };",
    ] {
        anew(&page, script);
        page.click("button", "Save").expect_code("target_changed");
    }
    for script in ["i.onkeydown = () => { f.action = '/log/evil'; };", "b.onclick = () => { f.action = '/log/evil'; };"]
    {
        anew(&page, script);
        page.call("browser_type", json!({"ref": page.find("textbox", "Word"), "text": "a", "submit": true}))
            .expect_code("target_changed");
    }
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(sent(&stage), Vec::<String>::new());
    anew(&page, "");
    page.click("button", "Save").expect_ok();
    wait_until("the form", SOON, || (sent(&stage) == ["POST good"]).then_some(())).expect("an honest form is sent");
    stage.close();
}

/// A page that moves the focus on with the key down doesn't get the key elsewhere.
#[test]
fn a_key_goes_to_what_had_the_focus() {
    let html = "<!doctype html><title>Keys</title><button id=good>Next</button><button id=bad>Delete</button>";
    let stage = Stage::with([("/", html)]);
    let page = stage.open("/");
    page.eval(
        "window.said = []; for (const b of [good, bad]) b.onclick = () => said.push(b.id); good.focus(); \
      addEventListener('keydown', () => bad.focus(), true); 0",
    );
    page.call("browser_press_key", json!({"key": "Enter"}));
    assert_eq!(page.eval("said.join()"), "", "Enter was let through to another button");
    page.eval("good.focus(); 0");
    page.call("browser_press_key", json!({"key": "Space"}));
    assert_eq!(page.eval("said.join()"), "", "Space was let through to another button");
    stage.close();
}
