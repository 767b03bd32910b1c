//! Page text as agents may see it: no query, fragment or user-info of any address in it, nor tokens of its path (N26).

use super::token::without_tokens;

/// Page text after redaction. Still untrusted in what it says: whoever shows it to an agent fences it (A11).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PublicText(String);

impl PublicText {
    /// Page text, redacted.
    pub fn from_page(text: &str) -> Self {
        let mut public = String::with_capacity(text.len());
        let mut word = String::new();
        for c in text.chars().filter(|c| !is_hidden(*c)) {
            if ends_address(c) {
                push_word(&mut public, &word);
                word.clear();
                public.push(c);
            } else {
                word.push(c);
            }
        }
        push_word(&mut public, &word);
        Self(public)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether it may stand in a name of one line that means what it looks like.
pub fn is_plain(c: char) -> bool {
    !c.is_control() && !is_hidden(c)
}

/// Control characters, and those that reorder or hide what a reader sees.
fn is_hidden(c: char) -> bool {
    let reorders =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let invisible = matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    (c.is_control() && c != '\n' && c != '\t') || reorders || invisible
}

fn ends_address(c: char) -> bool {
    c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '`' | '|' | '(' | ')' | '\\')
}

fn push_word(public: &mut String, word: &str) {
    match word.find("://") {
        Some(scheme) => push_address(public, word, scheme + 3),
        None => push_path(public, without_parameters(word)),
    }
}

/// An address: up to its path, without user-info.
fn push_address(public: &mut String, word: &str, authority: usize) {
    let end = word.find(['?', '#']).unwrap_or(word.len()).max(authority);
    let (scheme, rest) = (&word[..authority], &word[authority..end]);
    let host_end = rest.find('/').unwrap_or(rest.len());
    let host = rest[..host_end].rfind('@').map_or(0, |at| at + 1);
    public.push_str(scheme);
    public.push_str(&without_tokens(&rest[host..]));
}

/// A word that may be an address without its scheme, as in `example.com/path` or `/path`.
fn push_path(public: &mut String, word: &str) {
    match word.split_once('/') {
        Some((host, _)) if host.is_empty() || host.contains(['.', ':']) => public.push_str(&without_tokens(word)),
        _ => public.push_str(word),
    }
}

/// An address without its scheme, as in `example.com/path?code=1`, `/path?code=1` or a bare `?code=1`, is known by its
/// parameters.
fn without_parameters(word: &str) -> &str {
    for (start, mark) in word.match_indices(['?', '#']) {
        let parameters = &word[start + mark.len()..];
        let is_path = word[..start].contains('/');
        if parameters.contains('=') || (is_path && !parameters.is_empty()) {
            return &word[..start];
        }
    }
    word
}
