//! Forms of which one field can't be filled.

use nexus_test_support::ToolResult;
use serde_json::json;

use crate::Case;
use crate::ground::Put;

const FORM: &str = "<label>Name <input id=name></label><label>Code <input id=code autocomplete=one-time-code></label>\
    <label>Word <input id=word type=password></label><label>Town <input id=town></label><label>Kind <select id=kind><option>Apple<option>Pear</select></label>\
    <label><input type=checkbox id=fresh> Fresh</label>";
const TELLS: &str = "root.addEventListener('input', ({target}) => tell(target.id, true));";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::on_page("a form with a password or a code is asked about, and none of it filled", FORM, TELLS, |put| {
            let snapshot = put.page.snapshot();
            for secret in ["Code", "Word"] {
                let fields = json!([
                    {"ref": snapshot.reference("textbox", "Name"), "value": "Ada"},
                    {"ref": snapshot.reference_of_name(secret), "value": "harmless"},
                ]);
                put.call("browser_fill_form", json!({"fields": fields})).expect_code("approval_pending");
            }
            expect_untouched(put);
        }),
        Case::on_page("a form with a stale reference isn't filled", FORM, TELLS, |put| {
            let snapshot = put.page.snapshot();
            let fields = json!([
                {"ref": snapshot.reference("textbox", "Name"), "value": "Ada"},
                {"ref": snapshot.reference("textbox", "Town"), "value": "Bern"},
            ]);
            put.eval("document.getElementById('town').remove(), 0");
            put.call("browser_fill_form", json!({"fields": fields})).expect_code("stale_reference");
            expect_untouched(put);
        }),
        Case::on_page("a form with a value of the wrong kind isn't filled", FORM, TELLS, |put| {
            let snapshot = put.page.snapshot();
            let name = json!({"ref": snapshot.reference("textbox", "Name"), "value": "Ada"});
            for wrong in [
                json!({"ref": snapshot.reference("checkbox", "Fresh"), "value": "perhaps"}),
                json!({"ref": snapshot.reference("textbox", "Town"), "value": true}),
                name.clone(),
            ] {
                let refused = put.call("browser_fill_form", json!({"fields": [name, wrong]}));
                refused.expect_code("invalid_arguments");
            }
            put.call("browser_fill_form", json!({"fields": []})).expect_code("invalid_arguments");
            expect_untouched(put);
        }),
        Case::on_page(
            "a form of which one field is put back says exactly which",
            FORM,
            "$('town').oninput = () => { $('town').value = 'Elsewhere'; };",
            |put| {
                let ([name, town, kind], answer) = fill_three(put);
                let said = answer.expect_code("not_actionable").text;
                assert!(said.contains("2 of 3 fields are filled") && said.contains(&format!("not: {town} ")), "{said}");
                assert!(!said.contains(&format!("{name} ")) && !said.contains(&format!("{kind} ")), "{said}");
                let values = "['name', 'town', 'kind'].map((id) => document.getElementById(id).value).join()";
                assert_eq!(put.eval(values), "Ada,Elsewhere,Pear");
            },
        ),
        Case::on_page(
            "a form that opens a dialog in the middle says how far it is filled",
            FORM,
            "$('name').oninput = () => { $('name').value = 'Elsewhere'; }; $('town').onfocus = () => alert('wait');",
            |put| {
                let ([name, town, kind], answer) = fill_three(put);
                let said = answer.expect_code("dialog_open").text;
                let not = format!("0 of 3 fields are filled; not: {name} holds something else now; {town}; {kind}.");
                assert!(said.contains(&not) && !said.contains("Nothing was done"), "{said}");
                put.call("browser_dialog", json!({"accept": true})).expect_ok();
            },
        ),
    ]
}

/// Fills name, town and kind; answers their references and what was said.
fn fill_three(put: &Put<'_>) -> ([String; 3], ToolResult) {
    let snapshot = put.page.snapshot();
    let [name, town, kind] = [("textbox", "Name"), ("textbox", "Town"), ("combobox", "Kind")]
        .map(|(role, name)| snapshot.reference(role, name).to_owned());
    let fields = json!([{"ref": name, "value": "Ada"}, {"ref": town, "value": "Bern"}, {"ref": kind, "value": "Pear"}]);
    let answer = put.call("browser_fill_form", json!({"fields": fields}));
    ([name, town, kind], answer)
}

fn expect_untouched(put: &Put<'_>) {
    assert_eq!(put.eval("Object.keys(told).join()"), "");
    assert_eq!(put.eval("[...document.querySelectorAll('input')].map((field) => field.value).join('')"), "on");
}
