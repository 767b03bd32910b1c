//! Which headers of a request an agent may see: those that say what kind of content it is and how long it keeps, and none that
//! says who somebody is or where else something leads (N25, N26).

use std::collections::BTreeMap;

use serde_json::Value;

use crate::redaction::{Secrets, Untrusted};

/// Characters that are told of one.
const TOLD: usize = 200;

const ALLOWED: [&str; 23] = [
    "accept",
    "access-control-allow-credentials",
    "access-control-allow-headers",
    "access-control-allow-methods",
    "access-control-allow-origin",
    "age",
    "allow",
    "cache-control",
    "content-disposition",
    "content-encoding",
    "content-language",
    "content-length",
    "content-type",
    "cross-origin-embedder-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "date",
    "last-modified",
    "retry-after",
    "strict-transport-security",
    "vary",
    "x-content-type-options",
    "x-frame-options",
];

/// The allowed ones, in the order of their names.
#[derive(Default)]
pub(super) struct Headers {
    shown: Vec<(&'static str, Untrusted<String>)>,
    left: usize,
}

impl Headers {
    pub(super) fn of(all: BTreeMap<String, Value>, secrets: &Secrets) -> Self {
        let mut headers = Self::default();
        for (name, value) in all {
            let name = name.to_ascii_lowercase();
            match (ALLOWED.binary_search(&name.as_str()), value) {
                (Ok(at), Value::String(value)) => {
                    headers.shown.push((ALLOWED[at], Untrusted::new(value).kept(secrets)));
                }
                _ => headers.left += 1,
            }
        }
        headers.shown.sort_by_key(|(name, _)| *name);
        headers
    }

    /// A line for each, and how many aren't told.
    pub(super) fn lines(&self, whose: &'static str, secrets: &Secrets) -> Vec<Untrusted<String>> {
        let shown = self.shown.iter();
        let mut lines: Vec<_> = shown
            .map(|(name, value)| value.shortened(secrets, TOLD).indented(&format!("{whose} header {name}: ")))
            .collect();
        if self.left > 0 {
            lines.push(Untrusted::new(format!("{} more {whose} headers aren't told", self.left)));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::ALLOWED;

    /// They are searched for by halves.
    #[test]
    fn allowed_headers_are_in_order() {
        assert!(ALLOWED.is_sorted());
    }
}
