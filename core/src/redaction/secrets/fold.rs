//! Text as secrets are looked for in it: without letter case and what comes between the parts of a value without making
//! another of it. `secrets.js` folds values in the same way.

/// What a text is folded to, and where in the text each of its units comes from.
pub(super) struct Folded {
    pub(super) units: Vec<u16>,
    /// Byte positions.
    pub(super) at: Vec<usize>,
}

impl Folded {
    /// Of any text.
    pub(super) fn text(text: &str) -> Self {
        Self::of(text, |_, _| 0)
    }

    /// Of the lines of a list: what they add to the page's words is passed over.
    pub(super) fn list(text: &str) -> Self {
        Self::of(text, added)
    }

    fn of(text: &str, added: fn(&str, usize) -> usize) -> Self {
        let mut folded = Self { units: Vec::with_capacity(text.len()), at: Vec::with_capacity(text.len()) };
        let mut passed = 0;
        for (at, c) in text.char_indices() {
            if at < passed {
                continue;
            }
            passed = at + added(text, at);
            if at < passed || is_between(c) {
                continue;
            }
            // As JavaScript, which folds unit by unit: what takes two units stays as it is.
            if c.len_utf16() == 1 {
                c.to_lowercase().for_each(|lower| folded.push(lower, at));
            } else {
                folded.push(c, at);
            }
        }
        folded
    }

    fn push(&mut self, c: char, at: usize) {
        self.units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        self.at.resize(self.units.len(), at);
    }
}

/// Spaces, what nobody sees, and what JSON adds.
pub(super) fn is_between(c: char) -> bool {
    let is_unseen = matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    c.is_whitespace() || is_unseen || matches!(c, '"' | '\\')
}

/// How many bytes from here on a list has added: the mark and role at the beginning of a line, or a state or reference.
fn added(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let begins_line = at == 0 || text.as_bytes()[at - 1] == b'\n';
    let taken = if begins_line { item(rest) } else { bracket(rest) };
    taken.unwrap_or(0)
}

/// `    - text:`
fn item(line: &str) -> Option<usize> {
    let role = line.trim_start_matches(' ').strip_prefix("- ")?;
    let rest = role.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let rest_after = rest.strip_prefix(':').unwrap_or(rest);
    let is_item = rest.len() < role.len() && (rest_after.is_empty() || rest_after.starts_with([' ', '\n']));
    is_item.then(|| line.len() - rest_after.len())
}

/// ` [ref=e12]:`
fn bracket(text: &str) -> Option<usize> {
    let inner = text.strip_prefix(" [")?;
    let rest = inner.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let value = rest.strip_prefix('=').map(|value| value.trim_start_matches(|c: char| c.is_ascii_alphanumeric()));
    let rest_after = value.unwrap_or(rest).strip_prefix(']')?;
    let rest_after = rest_after.strip_prefix(':').unwrap_or(rest_after);
    (rest.len() < inner.len()).then(|| text.len() - rest_after.len())
}
