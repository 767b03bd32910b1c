//! Elements that are somewhere else: out of view, under bars, late, replaced, odd in shape.

use serde_json::json;

use crate::Case;
use crate::ground::Put;

const PRESSED: &str = "$('b').onclick = (event) => tell('pressed', event.isTrusted);";

pub(super) fn cases() -> Vec<Case> {
    vec![
        pressed(
            "in a part that scrolls within one that scrolls",
            "<div style='height:200px;overflow:auto'><div style='height:900px'></div><div style='height:150px;overflow:auto'>\
             <div style='height:900px'></div><button id=b>Press</button><div style='height:900px'></div></div><div style='height:900px'></div></div>",
        ),
        pressed(
            "far to the right and far down",
            "<div style='height:4000px;width:6000px'></div><button id=b style='position:absolute;left:5000px;top:3500px'>Press</button>",
        ),
        Case::on_page(
            "an element under a sticky header is scrolled from under it and pressed",
            "<header style='position:sticky;top:0;height:120px;background:#cce'>Bar</header><div style='height:600px'></div>\
             <button id=b style='display:block'>Press</button><div style='height:3000px'></div>",
            PRESSED,
            |put| {
                put.eval("scrollTo(0, document.getElementById('b').offsetTop - 40), 0");
                put.click("button", "Press").expect_ok();
                put.expect_told("pressed", true);
            },
        ),
        pressed(
            "beneath a bar about cookies",
            "<div style='height:2000px'></div><button id=b>Press</button><div style='height:500px'></div>\
             <div style='position:fixed;bottom:0;left:0;right:0;height:150px;background:#fec'>We use cookies <button>Fine</button></div>",
        ),
        Case::on_page(
            "areas of an image map are links, pressed in the middle of their shapes",
            "<img usemap='#map' alt=Map width=200 height=100 style='border:7px solid;padding:9px' \
             src='data:image/svg+xml,%3Csvg xmlns=\"http://www.w3.org/2000/svg\"/%3E'><div style='height:3000px'></div><map name=map> \
             <area shape=rect coords='10,10,60,60' href='#a' alt=Box><area shape=circle coords='90,30,15' href='#b' alt=Disc> \
             <area shape=poly coords='150,10,190,10,170,60' href='#c' title=Corner><area shape=default href='#d' alt=Rest></map>",
            "for (const area of document.querySelectorAll('area')) area.onclick = (event) => { \
             event.preventDefault(); tell('pressed', event.isTrusted && area.hash); };",
            |put| {
                put.eval("scrollTo(0, 2000), 0");
                for (name, hash) in [("Box", "#a"), ("Disc", "#b"), ("Corner", "#c"), ("Rest", "#d")] {
                    put.click("link", name).expect_ok();
                    put.expect_told("pressed", hash);
                }
                let found = put.call("browser_find", json!({"role": "link", "name": "disc"})).expect_ok();
                let disc = found.reference("link", "Disc");
                assert!(put.call("browser_screenshot", json!({"ref": disc})).expect_ok().picture_size().is_some());
            },
        ),
        Case::on_page(
            "elements without a box of their own are pressed where what is in them is",
            "<div style='height:2500px'></div><p><button id=b style='display:contents'>Press</button></p>\
             <a id=l href='#l' style='display:contents'><div style='height:30px'>Go on</div></a>\
             <div style='display:none'><button style='display:contents'>Unseen</button></div><div style='height:2500px'></div>",
            "$('b').onclick = (event) => tell('pressed', event.isTrusted); $('l').onclick = (event) => tell('followed', event.isTrusted);",
            |put| {
                put.click("button", "Press").expect_ok();
                put.expect_told("pressed", true);
                put.click("link", "Go on").expect_ok();
                put.expect_told("followed", true);
                let snapshot = put.page.snapshot();
                assert!(!snapshot.mentions("Unseen"), "{}", snapshot.text);
            },
        ),
        Case::on_page(
            "parts of a drawing are told and pressed",
            "<svg width=200 height=100><title>Drawing</title><defs><text id=t>Defined</text></defs><g id=b role=button tabindex=0 \
             aria-label=Press><rect width=60 height=60 /></g><path d='M90 0h20v20z'/><a href='#a'><text x=120 y=40>Go on</text></a></svg>\
             <svg role=img aria-label=Closed><g role=button aria-label=Inner><rect width=9 height=9 /></g></svg>",
            PRESSED,
            |put| {
                put.click("button", "Press").expect_ok();
                put.expect_told("pressed", true);
                put.click("link", "Go on").expect_ok();
                assert_eq!(put.eval("location.hash"), "#a");
                let snapshot = put.page.snapshot();
                assert!(!snapshot.mentions("Inner") && !snapshot.mentions("symbol"), "{}", snapshot.text);
                let text = put.page.text();
                assert!(text.contains("Go on") && !text.contains("Drawing") && !text.contains("Defined"), "{text}");
            },
        ),
        Case::on_page(
            "an element that slides in is waited for and pressed",
            "<style>@keyframes in{from{transform:translateX(600px)}}</style><button id=b>Press</button>",
            // A machine that draws fewer than four frames a second can't tell that something moves.
            "let last = performance.now(), stood = 0; \
             const each = (now) => { stood = Math.max(stood, now - last); last = now; requestAnimationFrame(each); }; \
             $('b').onclick = () => tell('pressed', stood > 250 ? 0 : $('b').getAnimations().length); \
             $('b').onanimationstart = () => { last = performance.now(); each(last); };",
            |put| {
                let button = put.find("button", "Press");
                put.eval("document.getElementById('b').style.animation = 'in 700ms linear', 0");
                put.call("browser_click", json!({"ref": button})).expect_ok();
                put.expect_told("pressed", 0);
            },
        ),
        Case::on_page(
            "an element that is shown a moment later is waited for and pressed",
            "<button id=b>Press</button>",
            PRESSED,
            |put| {
                let button = put.find("button", "Press");
                put.eval("const b = document.getElementById('b'); b.style.display = 'none'; setTimeout(() => { b.style.display = ''; }, 500); 0");
                put.call("browser_click", json!({"ref": button})).expect_ok();
                put.expect_told("pressed", true);
            },
        ),
        Case::on_page(
            "an element that was drawn anew is stale, and the new one isn't pressed for it",
            "<div id=box><button id=b>Press</button></div>",
            "root.addEventListener('click', () => tell('pressed', true));",
            |put| {
                let button = put.find("button", "Press");
                put.eval("document.getElementById('box').innerHTML = '<button id=b>Press</button>', 0");
                put.call("browser_click", json!({"ref": button})).expect_code("stale_reference");
                put.expect_not_told("pressed");
                put.click("button", "Press").expect_ok();
                put.expect_told("pressed", true);
            },
        ),
        Case::new("a reference from before a navigation is stale", |ground| {
            let put = ground.show("<button onclick='document.title=`pressed`'>Press</button>");
            let button = put.find("button", "Press");
            put.page.navigate("/").expect_ok();
            put.call("browser_click", json!({"ref": button})).expect_code("stale_reference");
            put.page.snapshot();
            put.call("browser_click", json!({"ref": button})).expect_code("stale_reference");
            assert_eq!(put.eval("document.title"), "Case");
        }),
        Case::on_page(
            "a link that goes on in the next line is pressed where it is, not between",
            "<p style='width:170px'>Some words before it <a id=b href='#there'>and then a link that goes on</a> and more</p>",
            PRESSED,
            |put| {
                put.click("link", "and then a link that goes on").expect_ok();
                put.expect_told("pressed", true);
            },
        ),
        pressed(
            "without a size of its own around something that has one",
            "<div style='height:2000px'></div><a id=b role=button tabindex=0 aria-label=Press style='display:block;width:0;height:0'>\
             <span style='position:absolute;width:90px;height:30px;background:#cde'>Picture</span></a><div style='height:900px'></div>",
        ),
        pressed(
            "drawn as a picture of lines",
            "<svg id=b role=button tabindex=0 aria-label=Press width=40 height=40><path d='M0 0h40v40h-40z'/></svg>",
        ),
        Case::on_page(
            "a part of a drawing is pressed",
            "<svg role=group aria-label=Map width=200 height=80><g id=b role=button tabindex=0 aria-label=Press><circle cx=150 cy=40 r=30 /></g></svg>",
            PRESSED,
            expect_pressed,
        ),
        pressed(
            "turned and made smaller",
            "<div style='height:100px'></div><button id=b style='transform:rotate(50deg) scale(0.6) translate(80px, 20px)'>Press</button>",
        ),
        pressed(
            "in a box that is made three times as large",
            "<div style='transform:scale(3);transform-origin:0 0'><div style='height:300px'></div><button id=b>Press</button></div>",
        ),
        pressed("fully transparent", "<button id=b style='opacity:0'>Press</button>"),
        pressed(
            "in a wrapper without a box",
            "<div style='display:contents' onclick=''><button id=b>Press</button></div>",
        ),
        Case::on_page(
            "a label that was found by its text checks its box",
            "<input id=b type=checkbox> <label for=b>I have read it</label>",
            "$('b').onchange = () => tell('checked', $('b').checked);",
            |put| {
                let found = put.call("browser_find", json!({"text": "I have read it"})).expect_ok();
                let label = found.reference_of_name("I have read it").to_owned();
                put.call("browser_click", json!({"ref": label})).expect_ok();
                put.expect_told("checked", true);
            },
        ),
    ]
}

fn pressed(what: &str, html: &'static str) -> Case {
    Case::on_page(&format!("an element {what} is pressed"), html, PRESSED, expect_pressed)
}

fn expect_pressed(put: &Put<'_>) {
    let clicked = put.click("button", "Press");
    assert!(clicked.is_ok(), "{}", clicked.raw);
    put.expect_told("pressed", true);
}
