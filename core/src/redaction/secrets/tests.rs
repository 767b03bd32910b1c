use super::*;

fn print_of(value: &str) -> Print {
    Print::of(&Folded::text(value).units)
}

fn typed(field: &str, value: &str, instead: bool) -> Noted {
    Noted { field: field.to_owned(), print: print_of(value), instead }
}

fn knowing(values: &[&str]) -> Secrets {
    let secrets = Secrets::default();
    for value in values {
        secrets.note(typed(value, value, false));
    }
    secrets
}

/// N27, L07: verbatim, in another letter case, spaced, and with what nobody sees or JSON adds between.
#[test]
fn a_secret_is_found_however_it_is_written() {
    let secrets = knowing(&["Hunter2 \"x\"", "Straße42", "👍🏽 emoji"]);
    for (text, scrubbed) in [
        ("your Hunter2 \"x\" is wrong", "your •••\" is wrong"),
        ("gluedHUNTER2x!", "glued•••!"),
        ("h u\u{200b}n\u{ad}t e r 2 \\\"x", "•••"),
        ("Hunter2, Hunter2 x", "Hunter2, •••"),
        ("STRAßE42 and straße42", "••• and •••"),
        ("👍🏽emoji", "•••"),
        ("nothing of it", "nothing of it"),
        ("", ""),
    ] {
        assert_eq!(secrets.scrub(text), scrubbed, "{text:?}");
    }
}

/// L07: what the lines of a list add doesn't hide it, and how many lines there were isn't told.
#[test]
fn a_secret_is_found_in_pieces_of_a_list() {
    let secrets = knowing(&["hunter2"]);
    let list = "- heading \"hun\" [level=1] [ref=e1]:\n  - text: t\n  - text: er\n  - button \"2\" [ref=e2]";
    let scrubbed = secrets.scrub(list);
    assert!(!scrubbed.contains("hun") && !scrubbed.contains("er\n") && !scrubbed.contains("\"2\""), "{scrubbed}");
    assert_eq!(scrubbed.matches("- text").count(), 0, "{scrubbed}");
    assert!(scrubbed.contains("[ref=e1]") && scrubbed.contains("[ref=e2]"), "{scrubbed}");
}

/// What is typed letter by letter is one secret: the words it begins with stay.
#[test]
fn what_is_typed_on_replaces_what_was_there() {
    let secrets = Secrets::default();
    for value in ["pass", "passw", "passw0rd"] {
        secrets.note(typed("field", value, true));
    }
    assert_eq!(secrets.scrub("passenger passw0rd"), "passenger •••");
    secrets.note(typed("field", "another", false));
    assert_eq!(secrets.scrub("passw0rd another"), "••• •••");
}

/// N27: the document that a form leads to may repeat it; then it is forgotten, and at once on another origin.
#[test]
fn a_secret_is_remembered_for_the_next_document_of_its_origin() {
    let secrets = Secrets::default();
    secrets.document_changed("https://a.example");
    secrets.note(typed("field", "hunter2", false));
    secrets.document_changed("https://a.example");
    assert_eq!(secrets.scrub("hunter2"), "•••");
    let popup = Secrets::opened_by(&secrets);
    secrets.document_changed("https://a.example");
    assert_eq!(secrets.scrub("hunter2"), "hunter2");
    assert_eq!(popup.scrub("hunter2"), "•••");
    popup.document_changed("https://b.example");
    assert_eq!(popup.scrub("hunter2"), "hunter2");
}

/// The script tells numbers that JavaScript can't hold as text.
#[test]
fn what_the_script_notes_is_understood() {
    let told = r#"{"field":"1-2.3","print":{"length":7,"value":"2305843009213693950"},"instead":true}"#;
    assert!(serde_json::from_str::<Noted>(told).is_ok());
    assert!(serde_json::from_str::<Noted>(&told.replace("\"2305843009213693950\"", "\"-1\"")).is_err());
}
