//! Values that a field, a list or a key doesn't take.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::Case;
use nexus_test_support::stage::fenced;

const SELECT: &str = "<label>Kind <select id=kind><option>Apple<option>Pear</select></label>";
const CHOSEN: &str = "$('kind').onchange = () => tell('chosen', true);";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::on_page("an option that isn't there is refused with those that are", SELECT, CHOSEN, |put| {
            let kind = put.find("combobox", "Kind");
            let refused =
                put.call("browser_select", json!({"ref": kind, "values": ["Plum"]})).expect_code("invalid_arguments");
            assert!(fenced(&refused).contains("Apple\nPear"), "{}", refused.text);
            put.expect_not_told("chosen");
            assert_eq!(put.eval("document.getElementById('kind').value"), "Apple");
        }),
        Case::on_page("several values for a single choice are refused", SELECT, CHOSEN, |put| {
            let kind = put.find("combobox", "Kind");
            for values in [json!(["Pear", "Apple"]), json!([])] {
                put.call("browser_select", json!({"ref": kind, "values": values})).expect_code("invalid_arguments");
            }
            put.expect_not_told("chosen");
        }),
        Case::on_page(
            "a date in another form is refused with the form it takes, and the field keeps its value",
            "<label>Day <input type=date value=2030-01-01></label><label>Time <input type=time value=10:00></label>\
             <label>Month <input type=month value=2030-01></label><label>Colour <input type=color value='#112233'></label>\
             <label>Loud <input type=range min=1 max=7 value=2></label>",
            "root.addEventListener('input', () => tell('input', true));",
            |put| {
                let values = "[...document.querySelectorAll('input')].map((field) => field.value).join()";
                let before = put.eval(values);
                let snapshot = put.page.snapshot();
                for (name, wrong, form) in [
                    ("Day", "31.01.2030", "2026-01-31"),
                    ("Day", "2030-02-31", "2026-01-31"),
                    ("Time", "7 pm", "14:30"),
                    ("Month", "January", "2026-01"),
                    ("Colour", "red", "#1a2b3c"),
                    ("Loud", "9", "from 1 to 7"),
                    ("Loud", "loud", "a number"),
                ] {
                    let field = snapshot.reference_of_name(name);
                    for refused in [
                        put.call("browser_type", json!({"ref": field, "text": wrong})).expect_code("invalid_arguments"),
                        put.call("browser_fill_form", json!({"fields": [{"ref": field, "value": wrong}]})),
                    ] {
                        assert!(!refused.is_ok() && refused.text.contains(form), "{name}: {}", refused.raw);
                    }
                }
                put.expect_not_told("input");
                assert_eq!(put.eval(values), before);
            },
        ),
        Case::on_page(
            "keys that don't exist and those of the clipboard are refused",
            "<label>Box <input id=box></label>",
            "addEventListener('keydown', () => tell('key', true), true);",
            |put| {
                put.click("textbox", "Box").expect_ok();
                for key in [
                    "",
                    "Entr",
                    "Control+",
                    "Hyper+A",
                    "ab",
                    "Control+C",
                    "Control+Shift+V",
                    "Meta+X",
                    "Shift+Insert",
                    "Shift+Delete",
                ] {
                    put.call("browser_press_key", json!({"key": key})).expect_code("invalid_arguments");
                }
                put.expect_not_told("key");
            },
        ),
        Case::on_page(
            "a text of a megabyte is refused soon, and none of it typed",
            "<label>Notes <textarea id=notes></textarea></label>",
            "$('notes').oninput = () => tell('typed', true);",
            |put| {
                let notes = put.find("textbox", "Notes");
                let started = Instant::now();
                let text = "words ".repeat(170_000);
                put.call("browser_type", json!({"ref": notes, "text": text})).expect_code("invalid_arguments");
                put.call("browser_fill_form", json!({"fields": [{"ref": notes, "value": text}]}))
                    .expect_code("invalid_arguments");
                assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
                put.expect_not_told("typed");
                // As much as is allowed is typed whole.
                let text = "words ".repeat(16_000);
                let typed = put.call("browser_type", json!({"ref": notes, "text": text})).expect_ok();
                assert_eq!(typed.structured["verified"], true, "{}", typed.raw);
                assert_eq!(put.eval("document.getElementById('notes').value.length"), text.len());
            },
        ),
        Case::on_page(
            "a letter for a password field is asked about",
            "<label>Password <input id=p type=password></label>",
            "$('p').oninput = () => tell('typed', true);",
            |put| {
                put.eval("document.getElementById('p').focus(), 0");
                for key in ["a", "Shift+A", "Backspace"] {
                    put.call("browser_press_key", json!({"key": key})).expect_code("approval_pending");
                }
                put.expect_not_told("typed");
                assert_eq!(put.eval("document.getElementById('p').value"), "");
            },
        ),
    ]
}
