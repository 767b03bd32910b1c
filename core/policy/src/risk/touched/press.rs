//! What pressing an element may do, with the pointer or with a key.

use super::super::names::{self, Reading};
use super::super::{Reason, Words, address};
use crate::{Element, Link, Reach};

/// What kind of thing an element is when it is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It takes files.
    Files,
    /// It gets the focus, or a native choice, check or number.
    Control,
    /// It opens and closes, or clears its form, without any script.
    Native,
    /// It is called as a button, natively or by its role.
    Button,
    /// Anything else that may listen.
    Other,
}

const CHOICES: [&str; 7] = ["checkbox", "radio", "range", "color", "date", "time", "number"];
const BUTTONS: [&str; 5] = ["submit", "image", "button", "reset", "file"];

/// Whether HTML knows this `type` and it takes no text.
pub(super) fn is_input_type(input_type: &str) -> bool {
    matches!(input_type, "checkbox" | "radio" | "range" | "color") || BUTTONS.contains(&input_type)
}

/// Whether it is a native choice, check or the like.
pub(super) fn is_choice(element: &Element) -> bool {
    match element.tag.as_str() {
        "select" | "option" | "optgroup" => true,
        "input" => CHOICES.contains(&element.input_type.as_str()),
        _ => false,
    }
}

/// Whether anything says what it is.
pub(super) fn is_known(element: &Element) -> bool {
    !(element.tag.is_empty() && element.role.is_empty())
}

fn kind(element: &Element) -> Kind {
    match (element.tag.as_str(), element.input_type.as_str()) {
        ("input", "file") => Kind::Files,
        ("input" | "button", "reset") | ("summary" | "details", _) => Kind::Native,
        ("input", input_type) if BUTTONS.contains(&input_type) => Kind::Button,
        ("button", _) => Kind::Button,
        _ if is_choice(element) || super::field::takes_text(element) => Kind::Control,
        _ if matches!(element.role.as_str(), "button" | "menuitem" | "link") => Kind::Button,
        _ => Kind::Other,
    }
}

/// Pressing.
pub(super) fn press(element: &Element, words: &Words, reasons: &mut Vec<Reason>) {
    match kind(element) {
        Kind::Files => reasons.push(Reason::Uploads),
        Kind::Control => {}
        Kind::Native => names::judge(element, Reading::Act, words, reasons),
        kind @ (Kind::Button | Kind::Other) => {
            activate(element, words, reasons);
            let says_nothing = names::is_nameless(&element.names);
            if kind == Kind::Button && says_nothing && element.link.is_none() {
                reasons.push(Reason::Nameless);
            }
        }
    }
}

fn activate(element: &Element, words: &Words, reasons: &mut Vec<Reason>) {
    if let Some(origin) = &element.foreign_frame {
        reasons.push(Reason::ForeignFrame(origin.clone()));
    }
    if let Some(Link { destination, downloads }) = &element.link {
        address::judge(destination, words, reasons);
        if *downloads || address::is_file(destination) {
            reasons.push(Reason::Downloads);
        }
    }
    if let Some(sent) = &element.submits {
        super::submission(sent, words, reasons);
    }
    let reading = match (&element.link, &element.submits) {
        (Some(Link { destination, .. }), None) => match destination.reach {
            Reach::SameOrigin | Reach::OtherOrigin(_) => Reading::Place,
            Reach::SameDocument | Reach::OtherProgram { .. } | Reach::Script | Reach::Opaque | Reach::Unparsable => {
                Reading::Act
            }
        },
        (None, None) => {
            reasons.push(Reason::Scripted);
            Reading::Act
        }
        (_, Some(_)) => Reading::Act,
    };
    names::judge(element, reading, words, reasons);
}

/// Enter in a field: it sends the form, or is the page's.
pub(super) fn enter(element: &Element, words: &Words, reasons: &mut Vec<Reason>) {
    match &element.submits {
        Some(sent) if !takes_lines(element) => super::submission(sent, words, reasons),
        Some(_) | None => {
            reasons.push(Reason::Scripted);
            if matches!(words, Words::Absent | Words::Broken) {
                reasons.push(Reason::NoWords);
            }
        }
    }
}

fn takes_lines(element: &Element) -> bool {
    element.tag == "textarea" || (element.field.editable && element.tag != "input")
}

/// Setting a native choice. Anything else that is chosen from is the page's.
pub(super) fn choose(element: &Element, words: &Words, reasons: &mut Vec<Reason>) {
    match kind(element) {
        Kind::Files => reasons.push(Reason::Uploads),
        Kind::Control => {}
        Kind::Native | Kind::Button | Kind::Other => press(element, words, reasons),
    }
}

/// Dragging it, or dropping something on it.
pub(super) fn drag(element: &Element, words: &Words, reasons: &mut Vec<Reason>) {
    reasons.push(Reason::Scripted);
    names::judge(element, Reading::Act, words, reasons);
}
