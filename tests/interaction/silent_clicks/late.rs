//! Pages that are too busy to come to an act in time: it is tried again, and done once.

use nexus_test_support::ToolResult;
use serde_json::json;

use crate::Case;
use crate::ground::Put;
use crate::widgets::fill;

const BUSY_AFTER_FOCUS: &str = "<label>Name <input id=n data-busy-after=focus></label>";
const BUSY_AFTER_TEXT: &str = "<label>Name <input id=n data-busy-after=input></label>";
const BUSY_UNDER_POINTER: &str = "<button id=b data-busy=300>Press</button>";
/// So that the press begins in time and ends too late, if it begins.
const BUSY_AROUND_PRESS: &str = "<button id=b data-busy=75>Press</button>";
/// Works for a while when what an agent sends next is on its way, and counts what comes.
const WORK: &str = "const counts = {}, field = $('n'), button = $('b'); \
    const count = (kind) => { counts[kind] = (counts[kind] ?? 0) + 1; tell('counts', Object.entries(counts).sort().join('; ')); }; \
    const work = (ms) => { count('work'); const end = performance.now() + ms; while (performance.now() < end); }; \
    if (field) { \
      field.oninput = () => count('input'); field.onkeydown = () => count('keydown'); \
      field.addEventListener(field.dataset.busyAfter, () => setTimeout(work, 0, 300), {once: true}); \
    } else { \
      button.onclick = () => count('click'); \
      button.addEventListener('mousemove', () => work(Number(button.dataset.busy)), {once: true}); \
      button.addEventListener('mousedown', () => work(40), {once: true}); \
    }";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::on_page("a busy page gets a text once", BUSY_AFTER_FOCUS, WORK, |put| {
            let typed = type_name(put, false);
            // Without its answer, for which the harness would play it again.
            assert!(typed.is_ok(), "it was tried only once");
            assert_eq!(typed.structured["verified"], true, "{}", typed.raw);
            put.expect_told("counts", "input,1; work,1");
        }),
        Case::on_page("a busy page gets a text with Enter once", BUSY_AFTER_TEXT, WORK, |put| {
            let typed = type_name(put, true);
            assert!(typed.is_ok(), "it was tried only once, or the key's own input was taken for a late text");
            put.expect_told("counts", "input,1; keydown,1; work,1");
        }),
        Case::on_page("a busy page gets a press once", BUSY_UNDER_POINTER, WORK, |put| {
            put.click("button", "Press").expect_ok();
            put.expect_told("counts", "click,1; work,2");
        }),
        Case::on_page("a page that is busy before and in a press gets it once", BUSY_AROUND_PRESS, WORK, |put| {
            let pressed = put.click("button", "Press");
            assert!(pressed.is_ok(), "half of it came");
            put.expect_told("counts", "click,1; work,2");
        }),
        Case::on_page("a busy page gets a form filled once", BUSY_AFTER_FOCUS, WORK, |put| {
            let name = put.find("textbox", "Name");
            fill(put, json!([{"ref": name, "value": "Ada"}]));
            put.expect_told("counts", "input,1; work,1");
        }),
    ]
}

fn type_name(put: &Put<'_>, submit: bool) -> ToolResult {
    let name = put.find("textbox", "Name");
    put.call("browser_type", json!({"ref": name, "text": "Ada", "submit": submit}))
}
