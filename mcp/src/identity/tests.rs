//! What is made of /proc.

use super::{MAX_NAME_CHARS, parent_in, presentable};

#[test]
fn a_process_name_with_brackets_does_not_shift_the_fields() {
    assert_eq!(parent_in("123 (a) b (c)) S 45 123 123 0"), Some(45));
    assert_eq!(parent_in("123 (python3) S 1 123"), Some(1));
    assert_eq!(parent_in("garbage"), None);
}

/// I01: a program's name can't mislead the person who reads it.
#[test]
fn a_program_name_shows_only_what_cannot_mislead() {
    assert_eq!(presentable("claude-desktop"), Some("claude-desktop".to_owned()));
    assert_eq!(presentable("evil\n\u{202e}name<b>"), Some("evilnameb".to_owned()));
    assert_eq!(presentable("\u{200b}"), None);
    assert_eq!(presentable(&"x".repeat(500)).map(|name| name.len()), Some(MAX_NAME_CHARS));
}
