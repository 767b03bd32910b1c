//! A press does what a person's press does, once, and its answer says what followed (A12).

use nexus_test_support::deadline::wait_until;
use serde_json::json;

use nexus_test_support::stage::{Page, SOON, Stage};

const PAGE: &str = r#"<!doctype html><title>Clicks</title>
<button id=b>Press</button><button id=none>Nothing</button><button id=fetches>Fetch</button><button id=gone>Vanishes</button>
<label for=t>Terms</label><input id=t type=checkbox><a href="/next?q=1">Go next</a><a href="/next" target=_blank>New page</a>
<button id=pop>Popup</button><label>Wrapped <input type=checkbox id=w style="position:absolute;opacity:0"></label>
<div style="height:100px;overflow:auto"><div style="height:3000px"></div><button id=inside>Inside scroller</button></div>
<div style="height:3000px"></div><button id=low>Low down</button>
<script>window.seen = [];
for (const kind of ['pointerdown', 'mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'auxclick'])
  addEventListener(kind, (e) => { if (e.isTrusted) seen.push(`${kind} ${e.target.id} ${e.button} ${e.detail} ${+e.ctrlKey}${+e.shiftKey}${+e.altKey}${+e.metaKey}`); }, true);
b.onclick = low.onclick = inside.onclick = (e) => { e.target.dataset.n = +(e.target.dataset.n || 0) + 1; };
fetches.onclick = () => { fetch('/log/sent'); };
gone.onmousedown = () => gone.remove();
pop.onclick = () => { open('/next'); };
</script>"#;

fn open(stage: &Stage) -> Page<'_> {
    stage.open("/")
}

fn stage() -> Stage {
    Stage::with([("/", PAGE), ("/next", "<!doctype html><title>Next</title><h1>Next</h1>")])
}

/// A04, A12: one press is one click, with the button, count and keys asked for.
#[test]
fn a_click_happens_exactly_as_asked_and_once() {
    let stage = stage();
    let page = open(&stage);
    let button = page.find("button", "Press");
    let clicked = page.click_ref(&button).expect_ok();
    assert_eq!(clicked.structured["effect"], "changed", "{}", clicked.raw);
    assert_eq!(page.eval("b.dataset.n"), "1");
    assert_eq!(page.eval("seen.filter(s => s.startsWith('click')).join()"), "click b 0 1 0000");
    page.eval("seen = [], 0");
    page.call("browser_click", json!({"ref": button, "count": 2})).expect_ok();
    assert_eq!(
        page.eval("seen.filter(s => /click/.test(s)).join()"),
        "click b 0 1 0000,click b 0 2 0000,dblclick b 0 2 0000"
    );
    page.eval("seen = [], 0");
    page.call("browser_click", json!({"ref": button, "button": "right"})).expect_ok();
    assert_eq!(page.eval("seen.filter(s => /contextmenu|^click/.test(s)).join()"), "contextmenu b 2 0 0000");
    page.eval("seen = [], 0");
    page.call("browser_click", json!({"ref": button, "button": "middle"})).expect_ok();
    assert_eq!(page.eval("seen.filter(s => /auxclick|^click/.test(s)).join()"), "auxclick b 1 1 0000");
    page.eval("seen = [], 0");
    page.call("browser_click", json!({"ref": button, "modifiers": ["Control", "Shift"]})).expect_ok();
    assert_eq!(page.eval("seen.filter(s => s.startsWith('click')).join()"), "click b 0 1 1100");
    // Out of view: at the foot of the page, and inside a part that scrolls.
    for (name, id) in [("Low down", "low"), ("Inside scroller", "inside")] {
        page.click("button", name).expect_ok();
        assert_eq!(page.eval(&format!("{id}.dataset.n")), "1", "{name}");
    }
    stage.close();
}

/// A12: the answer says whether anything changed, was sent, or only arrived.
#[test]
fn the_effect_says_what_followed() {
    let stage = stage();
    let page = open(&stage);
    assert_eq!(page.click("button", "Nothing").expect_ok().structured["effect"], "delivered");
    // The button has the focus now, so pressing it again changes nothing at all.
    assert_eq!(page.click("button", "Nothing").expect_ok().structured["effect"], "delivered");
    page.eval("fetches.focus(), 0");
    assert_eq!(page.click("button", "Fetch").expect_ok().structured["effect"], "request");
    stage.site.wait_logged("sent", SOON).expect("it was sent");
    let vanished = page.click("button", "Vanishes").expect_ok();
    assert_eq!(vanished.structured["effect"], "changed", "what goes away on the press has got it: {}", vanished.raw);
    page.click("checkbox", "Terms").expect_ok();
    assert_eq!(page.eval("t.checked"), true);
    page.click("checkbox", "Wrapped").expect_ok();
    assert_eq!(page.eval("w.checked"), true);
    stage.close();
}

/// N26, A12: a link's new address is told, and so are pages that open.
#[test]
fn links_tell_where_they_led() {
    let stage = stage();
    let page = open(&stage);
    // Several times: a page that opens late mustn't be missed.
    for name in ["New page", "Popup"].repeat(4) {
        let role = if name == "Popup" { "button" } else { "link" };
        let clicked = page.click(role, name).expect_ok();
        let new = clicked.structured["new_pages"].as_array().cloned().unwrap_or_default();
        assert_eq!(new.len(), 1, "{name}: {}", clicked.raw);
        assert_eq!(clicked.fact("address"), stage.site.url("/"));
        // N06: a Window lease covers pages that come later.
        let popup = Page { id: new[0].as_str().expect("an id").to_owned(), ..page.clone() };
        popup.call("browser_wait", json!({"text": "Next"})).expect_ok();
        popup.click("heading", "Next").expect_ok();
        popup.call("browser_page_close", json!({})).expect_ok();
        wait_until("the popup's end", SOON, || {
            (popup.call("browser_text", json!({})).code == "unknown_page").then_some(())
        })
        .expect("closed");
    }
    let clicked = page.click("link", "Go next").expect_ok();
    assert_eq!(clicked.fact("address"), stage.site.url("/next"), "{}", clicked.raw);
    assert_eq!(clicked.structured["effect"], "changed");
    stage.close();
}
