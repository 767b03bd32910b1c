//! What agents typed into a Window's pages, and whether an address gives it to somebody else. In memory alone, and bounded.

use std::collections::VecDeque;

use url::Url;

/// Texts that are remembered.
const MOST: usize = 64;
/// Characters from which on a text counts wherever it is in an address; a shorter one has to be a whole value.
const TELLING: usize = 4;

/// What is as good as where a text was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The same origin.
    Origin,
    /// The same site: what a page loads often comes from another host of its owner.
    Site,
}

/// The texts with the origins into which they were typed.
#[derive(Default)]
pub(super) struct TypedTexts(VecDeque<(String, String)>);

impl std::fmt::Debug for TypedTexts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TypedTexts({})", self.0.len())
    }
}

impl TypedTexts {
    pub(super) fn note(&mut self, text: &str, origin: &str) {
        let text = folded(text);
        if text.is_empty() {
            return;
        }
        self.0.push_back((text, origin.to_owned()));
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }

    /// Whether an address holds something that was typed elsewhere.
    pub(super) fn are_given_away_by(&self, url: &Url, place: Place) -> bool {
        let origin = url.origin().ascii_serialization();
        let is_elsewhere = |typed_at: &str| match place {
            Place::Origin => *typed_at != origin,
            Place::Site => *typed_at != origin && site(typed_at) != site(&origin),
        };
        let mut elsewhere = self.0.iter().filter(|(_, at)| is_elsewhere(at)).peekable();
        if elsewhere.peek().is_none() {
            return false;
        }
        let values: Vec<String> = url.query_pairs().map(|(_, value)| folded(&value)).collect();
        let whole = folded(&crate::destination::decoded(&url[url::Position::BeforePath..]));
        elsewhere.any(|(text, _)| {
            let is_telling = text.chars().count() >= TELLING;
            values.iter().any(|value| value == text || is_telling && value.contains(text))
                || is_telling && whole.contains(text)
        })
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// What one owner has: scheme and registered domain; the host itself where it has none.
fn site(origin: &str) -> Option<String> {
    let url = Url::parse(origin).ok()?;
    let host = url.host()?;
    let domain = match &host {
        url::Host::Domain(name) => psl::domain_str(name).unwrap_or(name).to_owned(),
        url::Host::Ipv4(_) | url::Host::Ipv6(_) => host.to_string(),
    };
    Some(format!("{}://{domain}", url.scheme()))
}
