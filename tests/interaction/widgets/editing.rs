//! Editors of rich text.

use serde_json::json;

use super::press;
use crate::Case;
use crate::ground::Put;

const EDITOR: &str = "<div id=bar role=toolbar aria-label=Format><button id=bold>Bold</button></div>\
    <div id=ed contenteditable role=textbox aria-label=Text aria-multiline=true style='min-height:60px;border:1px solid'></div>";
const PLAIN: &str = "$('ed').oninput = () => { tell('text', $('ed').innerText); tell('html', $('ed').innerHTML); }; \
    $('bold').onmousedown = (event) => event.preventDefault(); $('bold').onclick = () => root.execCommand('bold');";
/// Lets nothing be edited but by itself, from its own model, in paragraphs: as Lexical, Slate and ProseMirror do.
const OWN_MODEL: &str = "let model = ['First']; \
    const draw = () => { $('ed').replaceChildren(...model.map((text) => { const p = document.createElement('p'); if (text) p.textContent = text; else p.append(document.createElement('br')); return p; })); \
      const range = document.createRange(); range.selectNodeContents($('ed').lastChild); range.collapse(false); getSelection().removeAllRanges(); getSelection().addRange(range); \
      tell('model', model.join('|')); }; \
    $('ed').addEventListener('beforeinput', (event) => { event.preventDefault(); \
      if (!getSelection().isCollapsed) model = ['']; \
      if (event.inputType === 'insertParagraph' || event.inputType === 'insertLineBreak') model.push(''); \
      if (event.inputType === 'insertText') { const [first, ...more] = event.data.split('\\n'); model[model.length - 1] += first; model.push(...more); } \
      draw(); }); \
    $('ed').innerHTML = '<p>First</p>';";
/// Makes its paragraphs of what the browser did to them, as ProseMirror does with what isn't a key.
const READS_BACK: &str = "$('ed').innerHTML = '<p>First</p><p>Second</p>'; \
    new MutationObserver(() => { tell('text', [...$('ed').childNodes].map((node) => node.textContent).join('|')); }) \
      .observe($('ed'), {subtree: true, childList: true, characterData: true});";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::on_page("an editor takes text, more of it, and other text", EDITOR, PLAIN, |put| {
            expect_typed(put, "One", false);
            put.expect_told("text", "One");
            expect_typed(put, " and two", true);
            put.expect_told("text", "One and two");
            expect_typed(put, "Three", false);
            put.expect_told("text", "Three");
            expect_typed(put, "", false);
            put.eval("tell('left', document.getElementById('ed').innerText.trim()), 0");
            put.expect_told("left", "");
        }),
        Case::on_page("an editor takes several lines", EDITOR, PLAIN, |put| {
            expect_typed(put, "One\nTwo", false);
            put.eval("tell('lines', document.getElementById('ed').innerText.split(/\\n+/).join('|')), 0");
            put.expect_told("lines", "One|Two");
        }),
        Case::on_page("an editor that owns its text takes text, more of it, and lines", EDITOR, OWN_MODEL, |put| {
            expect_typed(put, "Hello", false);
            put.expect_told("model", "Hello");
            expect_typed(put, " you", true);
            put.expect_told("model", "Hello you");
            expect_typed(put, "A\nB", false);
            put.expect_told("model", "A|B");
        }),
        Case::on_page("an editor with paragraphs takes text in place of all of them", EDITOR, READS_BACK, |put| {
            expect_typed(put, "Third", true);
            put.expect_told("text", "First|SecondThird");
            expect_typed(put, "Only", false);
            put.expect_told("text", "Only");
        }),
        Case::on_page("Control+B makes bold what is selected", EDITOR, PLAIN, |put| {
            expect_typed(put, "Strong", false);
            press(put, "Control+A");
            press(put, "Control+B");
            put.expect_told("html", "<b>Strong</b>");
        }),
        Case::on_page("a toolbar's button keeps the selection", EDITOR, PLAIN, |put| {
            expect_typed(put, "Strong", false);
            press(put, "Control+A");
            put.click("button", "Bold").expect_ok();
            put.expect_told("html", "<b>Strong</b>");
        }),
        Case::on_page(
            "Enter sends what a chat's editor holds",
            EDITOR,
            "$('ed').onkeydown = (event) => { if (event.key === 'Enter') { event.preventDefault(); tell('sent', $('ed').innerText); $('ed').textContent = ''; } };",
            |put| {
                let text = put.find("textbox", "Text");
                put.call("browser_type", json!({"ref": text, "text": "Good day", "submit": true})).expect_ok();
                put.expect_told("sent", "Good day");
            },
        ),
    ]
}

#[track_caller]
fn expect_typed(put: &Put<'_>, text: &str, append: bool) {
    let editor = put.find("textbox", "Text");
    let typed = put.call("browser_type", json!({"ref": editor, "text": text, "append": append})).expect_ok();
    assert_eq!(typed.structured["verified"], true, "{text:?}: {} {}", typed.text, put.eval("told"));
}
