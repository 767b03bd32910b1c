//! The name under which a download is kept: a plain file's name, whatever its page suggests.

use crate::redaction::is_plain;

/// The longest name, in bytes: file systems take 255, and a number may follow.
const MOST_BYTES: usize = 180;

/// A name without a path, without what hides or reorders its letters, and never that of a hidden file.
pub(crate) fn file_name(suggested: &str) -> String {
    let last = suggested.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = last.chars().map(plain).collect();
    let plain = plain.trim_matches(|c: char| c == '.' || c.is_whitespace());
    let (stem, ending) = match plain.rsplit_once('.') {
        Some((stem, ending)) if ending.len() <= 16 => (stem, format!(".{ending}")),
        Some(_) | None => (plain, String::new()),
    };
    let mut end = stem.len().min(MOST_BYTES - ending.len());
    while !stem.is_char_boundary(end) {
        end -= 1;
    }
    match &stem[..end] {
        "" => format!("download{ending}"),
        stem => format!("{stem}{ending}"),
    }
}

fn plain(c: char) -> char {
    let means_something = matches!(c, ':' | '*' | '?' | '"' | '<' | '>' | '|' | '~' | '$' | '`' | '%');
    if is_plain(c) && !means_something { c } else { '_' }
}

/// The same name with a number, for the next file of that name.
pub(super) fn numbered(name: &str, number: u32) -> String {
    match name.rsplit_once('.') {
        _ if number < 2 => name.to_owned(),
        Some((stem, ending)) => format!("{stem} ({number}).{ending}"),
        None => format!("{name} ({number})"),
    }
}
