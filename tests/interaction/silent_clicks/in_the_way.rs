//! What keeps a press from its element: then nothing is pressed, and the answer says why.

use serde_json::json;

use crate::Case;
use crate::ground::Put;

const PRESSED: &str = "$('b').onclick = () => tell('pressed', true); addEventListener('pointerdown', () => tell('anything', true), true);";
const COVERED: &str = "<button id=b>Press</button><div id=over role=alert style='position:fixed;inset:0;background:#0008'>Please wait</div>";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::on_page("a covered element is not pressed, nor what covers it", COVERED, PRESSED, |put| {
            expect_refused(put, "covered by another element (alert");
        }),
        Case::on_page("an element is pressed once what covers it goes away", COVERED, PRESSED, |put| {
            let button = put.find("button", "Press");
            put.eval("setTimeout(() => document.getElementById('over').remove(), 500), 0");
            put.call("browser_click", json!({"ref": button})).expect_ok();
            put.expect_told("pressed", true);
        }),
        Case::on_page(
            "an element is pointed at once what covers it goes away",
            COVERED,
            "$('b').onmouseenter = () => tell('over', true);",
            |put| {
                let button = put.find("button", "Press");
                put.eval("setTimeout(() => document.getElementById('over').remove(), 500), 0");
                put.call("browser_hover", json!({"ref": button})).expect_ok();
                put.expect_told("over", true);
            },
        ),
        Case::on_page(
            "a covered element is not pointed at",
            COVERED,
            "$('b').onmouseenter = () => tell('over', true);",
            |put| {
                let refused = put.call("browser_hover", json!({"ref": put.find("button", "Press")}));
                assert!(refused.text.contains("covered by another element (alert"), "{}", refused.raw);
                refused.expect_code("not_actionable");
                put.expect_not_told("over");
            },
        ),
        Case::on_page(
            "an element that lets the pointer through is not pressed",
            "<div style='width:300px;height:100px'><button id=b style='pointer-events:none'>Press</button></div>",
            PRESSED,
            |put| expect_refused(put, "pointer-events"),
        ),
        Case::on_page(
            "an inert element is not pressed",
            "<div id=box><button id=b>Press</button></div>",
            PRESSED,
            |put| made("document.getElementById('box').inert = true", put, "disabled"),
        ),
        Case::on_page(
            "an element in a disabled group is not pressed, its legend's is",
            "<fieldset disabled><legend><button id=legend>Legend</button></legend><button id=b>Press</button></fieldset>",
            "$('b').onclick = () => tell('pressed', true); $('legend').onclick = () => tell('legend', true);",
            |put| {
                expect_refused(put, "disabled");
                put.click("button", "Legend").expect_ok();
                put.expect_told("legend", true);
            },
        ),
        Case::on_page(
            "an element that has become invisible is not pressed",
            "<button id=b>Press</button>",
            PRESSED,
            |put| {
                made("document.getElementById('b').style.visibility = 'hidden'", put, "hidden");
            },
        ),
        Case::on_page(
            "an element that has lost its size is not pressed",
            "<button id=b>Press</button>",
            PRESSED,
            |put| {
                made(
                    "document.getElementById('b').style = 'width:0;height:0;padding:0;border:0;overflow:hidden'",
                    put,
                    "",
                );
            },
        ),
        Case::on_page("an element inside a frame in a smaller scale is pressed", SCALED, "", in_frame),
        Case::on_page("an element inside a frame that is partly out of view is pressed", PARTLY_OUT, "", in_frame),
        Case::on_page("an element inside a frame that the page covers is not pressed", FRAME_COVERED, "", |put| {
            expect_refused(put, "covered by another element (status");
        }),
        Case::on_page(
            "an element inside a frame is pressed once what covers the frame goes away",
            FRAME_COVERED,
            "",
            |put| {
                let button = put.find("button", "Press");
                put.eval("setTimeout(() => document.getElementById('over').remove(), 500), 0");
                put.call("browser_click", json!({"ref": button})).expect_ok();
                put.expect_told("pressed", true);
            },
        ),
        Case::on_page(
            "an element that moves away under the pointer is pressed where it went, and what came in its place is not",
            "<style>button{position:absolute;left:40px;top:40px;width:160px;height:50px}</style><button id=b>Press</button>",
            "$('b').onclick = () => tell('pressed', true); $('b').onpointerenter = () => { $('b').style.left = '400px'; \
             const bad = document.createElement('button'); bad.textContent = 'Delete'; bad.onpointerdown = bad.onclick = () => tell('deleted', true); root.body.append(bad); };",
            |put| {
                put.click("button", "Press").expect_ok();
                put.expect_told("pressed", true);
                put.expect_not_told("deleted");
            },
        ),
        Case::on_page(
            "an element that flees the pointer is given up, and nothing is pressed",
            "<style>button{position:absolute;left:40px;top:40px;width:160px;height:50px}</style><button id=b>Press</button>",
            "$('b').onclick = () => tell('pressed', true); \
             $('b').onpointerenter = () => { $('b').style.left = $('b').offsetLeft > 300 ? '40px' : '400px'; };",
            |put| {
                let refused = put.click("button", "Press").expect_code("not_actionable");
                assert!(refused.text.contains("is moving"), "{}", refused.text);
                put.expect_not_told("pressed");
            },
        ),
    ]
}

const SCALED: &str = "<div style='height:100px'></div><iframe title=Frame width=600 height=300 style='transform:scale(0.5);transform-origin:20px 30px;border:7px solid;padding:11px' \
    srcdoc='<div style=height:150px></div><button onclick=\"parent.tell(`pressed`, event.isTrusted)\">Press</button>'></iframe>";
const PARTLY_OUT: &str = "<iframe title=Frame width=600 height=1500 style='position:absolute;top:-200px' \
    srcdoc='<div style=height:1400px></div><button onclick=\"parent.tell(`pressed`, event.isTrusted)\">Press</button>'></iframe><div style='height:3000px'></div>";
const FRAME_COVERED: &str = "<iframe title=Frame width=600 height=300 srcdoc='<button onclick=\"parent.tell(`pressed`, event.isTrusted)\">Press</button>'></iframe>\
    <div id=over role=status style='position:fixed;inset:0;background:#0008'>Please wait</div>";

fn in_frame(put: &Put<'_>) {
    put.click("button", "Press").expect_ok();
    put.expect_told("pressed", true);
}

/// The snapshot is from before, the press from after.
fn made(what: &str, put: &Put<'_>, why: &str) {
    let button = put.find("button", "Press");
    put.eval(&format!("{what}, 0"));
    let refused = put.call("browser_click", json!({"ref": button}));
    assert!(refused.text.contains(why) && refused.text.contains("Nothing was done"), "{}", refused.raw);
    refused.expect_code("not_actionable");
    put.expect_not_told("pressed");
    put.expect_not_told("anything");
}

fn expect_refused(put: &Put<'_>, why: &str) {
    made("0", put, why);
}
