//! One element's line of a snapshot: `- role "name" [state]… [ref=e12]`.

#[cfg(test)]
mod tests;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) role: String,
    /// Empty if it has none.
    pub(super) name: String,
    /// What stands in brackets, the reference too.
    states: Vec<String>,
}

impl Line {
    /// `None` for page text and whatever else isn't an element.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let element = line.trim_start().strip_prefix("- ")?;
        let (role, rest) = element.split_once(' ').unwrap_or((element, ""));
        if role.is_empty() || role.ends_with(':') {
            return None;
        }
        let (name, states) = if rest.starts_with('"') { split_name(rest)? } else { (String::new(), rest) };
        let states = states.split('[').filter_map(|state| Some(state.split_once(']')?.0.to_owned())).collect();
        Some(Self { role: role.to_owned(), name, states })
    }

    /// The value of a state such as `level=2`.
    pub(super) fn state(&self, key: &str) -> Option<&str> {
        self.states.iter().find_map(|state| state.strip_prefix(key)?.strip_prefix('='))
    }
}

/// The name is a JSON string; what follows it is left.
fn split_name(rest: &str) -> Option<(String, &str)> {
    let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    let name = strings.next()?.ok()?;
    Some((name, &rest[strings.byte_offset()..]))
}
