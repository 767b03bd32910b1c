//! What passes for a credential wherever a page writes it for itself: the values of certain headers, and tokens that are known by
//! how they begin (N25).

use super::secrets::MASK;
use super::token::is_known_token;

/// What comes before a value that is nobody's business; the rest of the line is.
const HEADERS: [&str; 5] = ["authorization:", "cookie:", "cookies:", "x-api-key:", "x-auth-token:"];
/// What comes before a single such word.
const SCHEMES: [&str; 3] = ["bearer", "basic", "token"];
/// Letters and digits that such a word has at least.
const LENGTH: usize = 8;

/// The text with a mask for each.
pub(super) fn without_credentials(text: &str) -> String {
    text.split('\n').map(without_headers).collect::<Vec<_>>().join("\n")
}

fn without_headers(line: &str) -> String {
    let lower = line.to_ascii_lowercase();
    let end_of_name = HEADERS.iter().filter_map(|name| lower.find(name).map(|at| at + name.len())).min();
    match end_of_name {
        Some(end) if !line[end..].trim().is_empty() => format!("{} {MASK}", without_words(&line[..end])),
        Some(_) | None => without_words(line),
    }
}

/// Word by word: what is after a scheme, and what begins like a token.
fn without_words(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut is_after_scheme = false;
    for piece in line.split_inclusive(ends_word) {
        let word = piece.trim_end_matches(ends_word);
        let is_long = word.chars().filter(|c| c.is_alphanumeric()).count() >= LENGTH;
        if (is_after_scheme && is_long) || is_known_token(word) {
            kept.push_str(MASK);
            kept.push_str(&piece[word.len()..]);
        } else {
            kept.push_str(piece);
        }
        if !word.is_empty() {
            is_after_scheme = SCHEMES.iter().any(|scheme| word.eq_ignore_ascii_case(scheme));
        }
    }
    kept
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// N25: headers that say who somebody is, and tokens by their beginning.
    #[test]
    fn credentials_are_masked_wherever_they_stand() {
        for (text, kept) in [
            ("Authorization: Bearer abcdefgh1", "Authorization: •••"),
            ("{authorization: \"Basic dXNlcjpwYXNz\"}", "{authorization: •••"),
            ("set-cookie: a=b; HttpOnly\nnext", "set-cookie: •••\nnext"),
            ("send Bearer abcdefgh1, please", "send Bearer •••, please"),
            ("the bearer of news", "the bearer of news"),
            ("got eyJhbGciOiJIUzI1NiJ9.eyJzdWIi and \"ghp_16C7e42F292c6912E7\"", "got ••• and \"•••\""),
            ("Cookies: ", "Cookies: "),
            ("a basic idea of it", "a basic idea of it"),
        ] {
            assert_eq!(without_credentials(text), kept);
        }
    }
}
