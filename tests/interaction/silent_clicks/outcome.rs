//! What follows an act is said as it is: what went through, what led elsewhere, and what the page made undone.

use serde_json::json;

use crate::Case;
use nexus_test_support::stage::{Page, fenced};

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::on_page(
            "a button that goes away as soon as it is pressed was pressed",
            "<button id=b>Press</button>",
            "$('b').onmousedown = () => { $('b').remove(); tell('pressed', true); };",
            |put| {
                assert_eq!(put.click("button", "Press").expect_ok().structured["effect"], "changed");
                put.expect_told("pressed", true);
            },
        ),
        Case::on_page(
            "a press that the page takes at the window is not called missed",
            "<button id=b>Press</button>",
            "for (const kind of ['pointerdown', 'mousedown', 'click']) addEventListener(kind, (event) => { event.preventDefault(); event.stopImmediatePropagation(); tell(kind, event.target.id); }, true);",
            |put| {
                let clicked = put.click("button", "Press");
                put.expect_told("click", "b");
                assert_eq!(clicked.expect_ok().structured["effect"], "delivered");
            },
        ),
        Case::on_page(
            "a key that the page takes at the window is not called missed",
            "<label>Box <input id=box></label>",
            "addEventListener('keydown', (event) => { event.preventDefault(); event.stopImmediatePropagation(); tell('key', event.key); }, true);",
            |put| {
                put.click("textbox", "Box").expect_ok();
                let pressed = put.call("browser_press_key", json!({"key": "k"}));
                put.expect_told("key", "k");
                pressed.expect_ok();
            },
        ),
        Case::new("a press that opens a page tells the page", |ground| {
            let put = ground.show("<button onclick='window.open(`/`)'>Press</button>");
            let clicked = put.click("button", "Press").expect_ok();
            let new = clicked.structured["new_pages"].as_array().cloned().unwrap_or_default();
            assert_eq!(new.len(), 1, "{}", clicked.raw);
            let popup = Page { id: new[0].as_str().expect("an id").to_owned(), ..put.page.clone() };
            popup.call("browser_wait", json!({"text": "Press"})).expect_ok();
        }),
        Case::new("a press that leads elsewhere tells the address", |ground| {
            ground.stage().site.set("/there", "<!doctype html><title>There</title><h1>There</h1>");
            let put = ground.show("<a href='/there?secret=1#part'>Go</a><button onclick='setTimeout(() => { location = `/there`; }, 0)'>Press</button>");
            let there = ground.stage().site.url("/there");
            assert_eq!(put.click("link", "Go").expect_ok().fact("address"), there);
            put.page.navigate("/").expect_ok();
            put.click("button", "Press").expect_ok();
            put.call("browser_wait", json!({"text": "There", "timeout_s": 5})).expect_ok();
            assert_eq!(put.page.snapshot().fact("address"), there);
        }),
        Case::on_page(
            "a press that opens a dialog tells its kind and message",
            "<button id=a>Alert</button><button id=c>Confirm</button>",
            "$('a').onclick = () => { alert('Careful'); tell('alerted', true); }; $('c').onclick = () => tell('sure', confirm('Really?'));",
            |put| {
                for (name, kind, message, key) in
                    [("Alert", "alert", "Careful", "alerted"), ("Confirm", "confirm", "Really?", "sure")]
                {
                    let clicked = put.click("button", name).expect_ok();
                    assert_eq!(clicked.structured["dialog"], kind, "{}", clicked.raw);
                    assert!(fenced(&clicked).contains(message), "{}", clicked.text);
                    put.call("browser_dialog", json!({"accept": true})).expect_ok();
                    put.expect_told(key, true);
                }
            },
        ),
        Case::on_page(
            "a choice that the page takes back is not verified",
            "<label>Kind <select id=kind><option>Apple<option>Pear</select></label>",
            "$('kind').onchange = () => { $('kind').selectedIndex = 0; tell('kind', $('kind').value); };",
            |put| {
                let kind = put.find("combobox", "Kind");
                let chosen = put.call("browser_select", json!({"ref": kind, "values": ["Pear"]})).expect_ok();
                put.expect_told("kind", "Apple");
                assert_eq!(chosen.structured["verified"], false, "{}", chosen.raw);
            },
        ),
        Case::on_page(
            "text that a field refuses is not verified",
            "<label>None <input id=none></label><label>Short <input id=short maxlength=3></label><label>Count <input id=count type=number></label>\
             <label>Emptied <input id=emptied></label>",
            "$('none').addEventListener('beforeinput', (event) => event.preventDefault()); $('emptied').oninput = () => { $('emptied').value = ''; };",
            |put| {
                let snapshot = put.page.snapshot();
                for (name, left) in [("None", ""), ("Short", "wor"), ("Count", ""), ("Emptied", "")] {
                    let field = snapshot.reference_of_name(name);
                    let typed = put.call("browser_type", json!({"ref": field, "text": "words"})).expect_ok();
                    assert_eq!(typed.structured["verified"], false, "{name}: {}", typed.raw);
                    assert_eq!(
                        put.eval(&format!("document.getElementById('{}').value", name.to_lowercase())),
                        left,
                        "{name}"
                    );
                }
            },
        ),
        Case::on_page(
            "a key with nothing focused reaches the page",
            "<p>Press ? for help</p>",
            "root.addEventListener('keydown', (event) => tell('key', event.isTrusted && event.key));",
            |put| {
                put.call("browser_press_key", json!({"key": "?"})).expect_ok();
                put.expect_told("key", "?");
            },
        ),
        Case::on_page(
            "a press is one press, however the page draws itself anew meanwhile",
            "<div id=box></div>",
            "let n = 0; const draw = () => { $('box').innerHTML = '<button>More</button><p></p>'; $('box').lastChild.textContent = `${n} so far`; \
             $('box').firstChild.onclick = () => { n += 1; tell('n', n); draw(); }; }; draw();",
            |put| {
                let clicked = put.click("button", "More").expect_ok();
                put.expect_told("n", 1);
                assert!(clicked.text.contains("1 so far"), "{}", clicked.text);
                // The answer gives the new button's reference.
                put.call("browser_click", json!({"ref": clicked.reference("button", "More")})).expect_ok();
                put.expect_told("n", 2);
            },
        ),
    ]
}
