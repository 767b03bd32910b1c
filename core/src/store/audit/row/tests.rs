use super::*;
use crate::store::tests::entry;

fn hash(row: &AuditRow) -> [u8; 32] {
    row.hash_after(&[0; 32], AuditNumber(1))
}

/// Worked out with another program from the description of the encoding. If this fails, every chain out there breaks.
#[test]
fn encoding_is_what_it_always_was() {
    let hex: String = hash(&AuditRow::from_entry(&entry("click"))).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "2d4049f6a6b6dff874b18e65e55f78251fc635d88d7982488a57f6c64f814332");
}

#[test]
fn nothing_and_empty_text_are_hashed_differently() {
    let some = AuditRow::from_entry(&AuditEntry { address: Some(String::new()), ..entry("click") });
    let none = AuditRow::from_entry(&AuditEntry { address: None, ..entry("click") });
    assert_ne!(hash(&some), hash(&none));
}

#[test]
fn text_that_moves_to_the_next_field_is_hashed_differently() {
    let row = |what: &str, address: &str| {
        AuditRow::from_entry(&AuditEntry { address: Some(address.to_owned()), ..entry(what) })
    };
    assert_ne!(hash(&row("ab", "c")), hash(&row("a", "bc")));
    // Also where the text looks like the mark between two fields.
    assert_ne!(hash(&row("a\u{1}b", "c")), hash(&row("a", "b\u{1}c")));
}

#[test]
fn hash_covers_number_and_predecessor() {
    let row = AuditRow::from_entry(&entry("click"));
    assert_ne!(row.hash_after(&[0; 32], AuditNumber(1)), row.hash_after(&[0; 32], AuditNumber(2)));
    assert_ne!(row.hash_after(&[0; 32], AuditNumber(1)), row.hash_after(&[1; 32], AuditNumber(1)));
}
