use super::*;

fn key(text: &str) -> (Vec<Modifier>, &'static str, Option<&'static str>) {
    let KeyPress { modifiers, key } = KeyPress::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (modifiers, key.name, key.text)
}

#[test]
fn keys_and_modifiers_are_known_by_their_names() {
    assert_eq!(key("Enter"), (vec![], "Enter", Some("\r")));
    assert_eq!(key("a"), (vec![], "a", Some("a")));
    assert_eq!(key("A"), (vec![], "A", Some("A")));
    assert_eq!(key("Control+A"), (vec![Modifier::Control], "A", Some("A")));
    assert_eq!(key("Shift+a"), (vec![Modifier::Shift], "A", Some("A")));
    assert_eq!(key("Control+Shift+ArrowLeft").0, vec![Modifier::Control, Modifier::Shift]);
    assert_eq!(key("+").1, "+");
    assert_eq!(key("Control++"), (vec![Modifier::Control], "+", Some("+")));
    assert_eq!(key("Shift+1").1, "!");
    assert_eq!(key("Space").1, " ");
    assert_eq!(key("Shift").1, "Shift");
}

#[test]
fn what_is_no_key_is_refused() {
    for text in ["", "Entr", "enter", "ab", "Hyper+A", "Control+", "Control+Control2+A", "é", "F13", "A+B"] {
        assert_eq!(KeyPress::parse(text), Err(KeyError::Unknown), "{text}");
    }
}

/// The clipboard is the person's: no agent reads or replaces it.
#[test]
fn clipboard_keys_are_refused() {
    for text in
        ["Control+C", "Control+v", "Meta+X", "Control+Shift+V", "Shift+Insert", "Control+Insert", "Shift+Delete"]
    {
        assert_eq!(KeyPress::parse(text), Err(KeyError::Clipboard), "{text}");
    }
}

#[test]
fn only_plain_keys_type() {
    let types = |text| KeyPress::parse(text).expect("a key").types_text();
    assert!(types("a") && types("Shift+a") && types("Enter"));
    assert!(!types("Control+a") && !types("Tab") && !types("Alt+Shift+a"));
    let edits = |text| KeyPress::parse(text).expect("a key").edits();
    assert!(edits("a") && edits("Backspace") && edits("Delete"));
    assert!(!edits("Enter") && !edits("Tab") && !edits("Control+a"));
}

#[test]
fn enter_is_the_one_of_the_table() {
    assert_eq!(KeyPress::parse("Enter"), Ok(KeyPress::enter()));
}
