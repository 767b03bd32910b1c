//! What typing into a field may do.

use super::super::fold::Folded;
use super::super::lexicon::{FieldKind, Words};
use super::super::{Reason, names};
use crate::Element;

/// Types of `input` that take text.
const TEXT_TYPES: [&str; 14] = [
    "",
    "text",
    "search",
    "email",
    "url",
    "tel",
    "number",
    "password",
    "date",
    "time",
    "datetime-local",
    "month",
    "week",
    "hidden",
];

/// Whether what is typed while it has the focus goes into it.
pub(super) fn takes_text(element: &Element) -> bool {
    match element.tag.as_str() {
        "input" => {
            TEXT_TYPES.contains(&element.input_type.as_str()) || !super::press::is_input_type(&element.input_type)
        }
        "textarea" => true,
        _ => element.field.editable || matches!(element.role.as_str(), "textbox" | "searchbox"),
    }
}

/// Typing. A field's label is read only for whether the field is an ordinary one.
pub(super) fn typing(element: &Element, words: &Words, reasons: &mut Vec<Reason>) {
    if element.tag == "input" && element.input_type == "file" {
        reasons.push(Reason::Uploads);
    }
    let kinds = kinds(element);
    let by_words = match words {
        Words::Absent | Words::Broken => {
            reasons.push(Reason::NoWords);
            Vec::new()
        }
        Words::Loaded(lexicon) => hints(element)
            .flat_map(|hint| {
                let (label, identifier) = (Folded::text(hint), Folded::identifier(hint));
                lexicon.read_field(&label).into_iter().chain(lexicon.read_field(&identifier))
            })
            .collect(),
    };
    for kind in kinds.into_iter().chain(by_words) {
        reasons.push(match kind {
            FieldKind::Password => Reason::Password,
            FieldKind::OneTimeCode => Reason::OneTimeCode,
            FieldKind::Payment => Reason::PaymentField,
        });
    }
    if !takes_text(element) && !super::press::is_choice(element) {
        reasons.push(Reason::Scripted);
        names::judge(element, names::Reading::Act, words, reasons);
    }
}

fn hints(element: &Element) -> impl Iterator<Item = &str> {
    let names = [&element.names.accessible, &element.names.title];
    names.into_iter().chain(&element.field.hints).map(String::as_str)
}

/// What the field says itself.
fn kinds(element: &Element) -> Vec<FieldKind> {
    let mut kinds = Vec::new();
    if element.input_type == "password" || element.field.masked {
        kinds.push(FieldKind::Password);
    }
    for token in element.field.autocomplete.split_ascii_whitespace().map(str::to_ascii_lowercase) {
        match token.as_str() {
            "current-password" | "new-password" => kinds.push(FieldKind::Password),
            "one-time-code" => kinds.push(FieldKind::OneTimeCode),
            token if token.starts_with("cc-") => kinds.push(FieldKind::Payment),
            _ => {}
        }
    }
    kinds
}
