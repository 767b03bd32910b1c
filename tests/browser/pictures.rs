//! N27, L16: screenshots count. Pictures of different typed values are the same, pixel for pixel, and still show the page.

use serde_json::{Value, json};

use nexus_test_support::stage::{Page, Stage};

const STYLE: &str = "<!doctype html><style>*{margin:0;border:0;outline:0;caret-color:transparent}\
                     input,textarea,div.e{display:block;width:300px;height:40px;font:30px monospace;overflow:hidden}</style>";

#[track_caller]
fn picture(page: &Page<'_>, arguments: Value) -> Vec<u8> {
    let shot = page.call("browser_screenshot", arguments).expect_ok();
    let image = shot.images.first().unwrap_or_else(|| panic!("no picture in {}", shot.text));
    assert_eq!(image.media_type, "image/png");
    assert!(image.bytes.starts_with(b"\x89PNG"));
    image.bytes.clone()
}

/// Two values give one picture, and another text of the page gives another.
#[track_caller]
fn check(page: &Page<'_>, arguments: &Value, set: impl Fn(&str)) {
    set("MWMWMW");
    let one = picture(page, arguments.clone());
    set("ilililil");
    assert!(one == picture(page, arguments.clone()), "the picture shows what is typed: {arguments}");
    page.eval("n.textContent = 'another text'; 0");
    assert!(one != picture(page, arguments.clone()), "the picture doesn't show the page: {arguments}");
    page.eval("n.textContent = 'one text'; 0");
}

/// Fields of every kind, in shadow roots too; in the viewport, the whole page, and one element of a scrolled page.
#[test]
fn typed_values_are_painted_over_in_every_picture() {
    let html = format!(
        "{STYLE}<title>Picture</title><main aria-label=All><p id=n>one text</p><input id=a><textarea id=b></textarea>\
         <div class=e contenteditable id=c></div><input id=d type=number><div id=opened></div><div id=sealed></div></main>\
         <p style='height:2000px'></p><section aria-label=Low><p id=m>low text</p><input id=low></section>\
         <script>opened.attachShadow({{mode:'open'}}).innerHTML='<input id=x style=\"font:30px monospace\">';\
         const root = sealed.attachShadow({{mode:'closed'}}); root.innerHTML='<input id=x style=\"font:30px monospace\">';\
         window.fill = (v) => {{ for (const e of [a, b, low, opened.shadowRoot.getElementById('x'), root.getElementById('x')]) e.value = v; \
         c.textContent = v; d.value = v.startsWith('M') ? '8888' : '1111'; return 0; }};</script>"
    );
    let stage = Stage::with([("/", html.as_str())]);
    let page = stage.open("/");
    let fill = |value: &str| drop(page.eval(&format!("fill({})", json!(value))));
    check(&page, &json!({}), fill);
    check(&page, &json!({"full_page": true}), fill);
    check(&page, &json!({"ref": page.find("main", "All")}), fill);
    // One element far down, as a picture of that element.
    let low = page.find("region", "Low");
    let before = picture(&page, json!({"ref": low}));
    assert!(page.eval("scrollY > 500").as_bool() == Some(true), "the element is scrolled into view");
    page.eval("m.textContent = 'LOW TEXT'; 0");
    assert!(before != picture(&page, json!({"ref": low})), "the picture shows the element");
    page.eval("n.textContent = 'nobody sees this'; low.value = 'WWW'; 0");
    let after = picture(&page, json!({"ref": low}));
    page.eval("low.value = 'iii'; 0");
    assert!(after == picture(&page, json!({"ref": low})), "the element's field is painted over");
    // What isn't a valid value is shown by the field all the same.
    page.eval("scrollTo(0, 0); fill(''); 0");
    let typed = |text: &str| {
        page.eval("d.value = ''; d.focus(); 0");
        page.eval(&format!("document.execCommand('insertText', false, {}); 0", json!(text)));
        page.eval("d.blur(); d.value");
        picture(&page, json!({}))
    };
    assert!(typed("8e") == typed("1e"), "an unfinished number is painted over");
    page.call("browser_screenshot", json!({"ref": "e99999"})).expect_code("stale_reference");
    stage.close();
}

/// N27: a closed shadow root in a frame within a frame hides nothing typed from the painting, whichever process it is in.
#[test]
fn typed_values_in_closed_roots_of_nested_frames_are_painted_over() {
    let inner = format!(
        "{STYLE}<div id=host></div><script>const root = host.attachShadow({{mode: 'closed'}}); \
         root.innerHTML = '<input id=f>'; window.fill = (value) => {{ root.getElementById('f').value = value; return 0; }}</script>"
    );
    let frame = |path: &str| {
        format!("{STYLE}<title>Nested</title><p id=n>one text</p><iframe width=500 height=300 src='{path}'></iframe>")
    };
    let (outer, middle) = (frame("/middle"), frame("/inner"));
    let stage = Stage::with([("/", outer.as_str()), ("/middle", middle.as_str()), ("/inner", inner.as_str())]);
    let page = stage.open("/");
    page.eval("new Promise((r) => document.readyState === 'complete' ? r(0) : addEventListener('load', () => r(0)))");
    check(&page, &json!({}), |value| drop(page.eval(&format!("frames[0][0].fill({})", json!(value)))));
    stage.close();
}

/// N27: what is typed in a frame is painted over, of the same origin and of another, and in a frame within a frame; the rest
/// of it is shown.
#[test]
fn typed_values_in_frames_are_painted_over() {
    let inner = format!(
        "{STYLE}<p id=t>frame text</p><input id=f><script>onmessage = (e) => {{ const [what, value] = e.data; \
         if (what === 'text') t.textContent = value; else f.value = value; parent.postMessage(1, '*') }}</script>"
    );
    let stage = Stage::with([("/inner", inner.as_str())]);
    let html = format!(
        "{STYLE}<title>Frames</title><p id=n>one text</p><iframe width=320 height=90 src='{}'></iframe><iframe width=320 height=90 src='{}/inner'></iframe>\
         <script>window.tell = (what, v) => {{ let left = frames.length; const done = new Promise((r) => {{ onmessage = () => --left || r(0) }}); \
         for (let i = 0; i < frames.length; i++) frames[i].postMessage([what, v], '*'); return done; }}</script>",
        stage.site.url("/inner"),
        stage.site.other_origin()
    );
    stage.site.set("/", html);
    let page = stage.open("/");
    page.eval("new Promise((r) => document.readyState === 'complete' ? r(0) : addEventListener('load', () => r(0)))");
    let tell = |what: &str, value: &str| drop(page.eval(&format!("tell('{what}', {})", json!(value))));
    check(&page, &json!({}), |value| tell("value", value));
    let before = picture(&page, json!({}));
    tell("text", "something else");
    assert!(before != picture(&page, json!({})), "the picture shows what a frame says");
    let snapshot = page.snapshot();
    assert!(!snapshot.mentions("MWMWMW") && !snapshot.mentions("ilililil"), "{}", snapshot.text);
    stage.close();
}
