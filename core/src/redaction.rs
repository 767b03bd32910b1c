//! The one way out for page data: what enters core as [`Untrusted`] leaves as [`PublicText`], [`PublicAddress`] or a
//! painted picture. No other crate can name the raw type (N24):
//!
//! ```
//! use nexus_core::redaction::PublicText;
//! ```
//!
//! ```compile_fail
//! use nexus_core::redaction::Untrusted;
//! ```

mod address;
mod credentials;
mod picture;
mod secrets;
#[cfg(test)]
mod tests;
mod text;
mod token;

pub use address::PublicAddress;
use credentials::without_credentials;
pub(crate) use picture::{Area, Mask, close_up, paint_over};
pub(crate) use secrets::{Noted, Secrets, key as key_of_secrets};
pub use text::PublicText;
pub use text::is_plain;

/// Characters of a text that is kept to be told later.
const KEPT: usize = 10_000;
/// Characters of the longest secret.
const LONGEST_SECRET: usize = 1_000;

/// Something a page wrote or chose: text, a title, an address. Only this module can look inside.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Untrusted<T>(T);

impl<T> Untrusted<T> {
    /// Marks a value as the page's.
    pub(crate) fn new(value: T) -> Self {
        Self(value)
    }
}

impl Untrusted<String> {
    /// A page's title. Chromium shows the address of a page that has none, with its escapes undone: it may hold spaces, so
    /// it doesn't end where an address in a text does (N26).
    pub(crate) fn title(title: String) -> Self {
        let before_path = title.split_once('/').map_or("", |(before, _)| before);
        let is_address = before_path.contains(['.', ':']) || before_path == "localhost";
        let end = title.find(['?', '#']).filter(|_| is_address).unwrap_or(title.len());
        Self(title[..end].to_owned())
    }

    /// The text without the page's secrets (N27), without queries, fragments and user-info of any address in it (N26), and
    /// without control characters that could reorder or hide what a reader sees.
    pub(crate) fn redact(&self, secrets: &Secrets) -> PublicText {
        PublicText::from_page(&secrets.scrub(&self.0))
    }

    /// What was told may be remembered, for when the page holds the secret no more.
    pub(crate) fn without(&self, secrets: &Secrets) -> Self {
        Self(secrets.scrub(&self.0).into_owned())
    }

    /// An address to be kept: origin and path alone, without the secrets that are known now.
    pub(crate) fn address_of(address: &str, secrets: &Secrets) -> Self {
        Self(PublicAddress::from_page(address).without(secrets).as_str().to_owned())
    }

    /// The text to be kept, without the secrets that are known now, and not longer than can be of use.
    pub(crate) fn kept(self, secrets: &Secrets) -> Self {
        let text = self.without(secrets).0;
        match text.char_indices().nth(KEPT) {
            Some((end, _)) => Self(text[..end].to_owned()),
            None => Self(text),
        }
    }

    /// What of a kept text is told: redacted first, so that nothing secret is cut into pieces that aren't known as such. The
    /// end of one that was cut as it was kept may hold such a piece.
    pub(crate) fn shortened(&self, secrets: &Secrets, most: usize) -> Self {
        let public = PublicText::from_page(&without_credentials(&secrets.scrub(&self.0)));
        let length = public.as_str().chars().count();
        let was_cut = self.0.chars().count() >= KEPT;
        let told = if was_cut { most.min(length.saturating_sub(LONGEST_SECRET)) } else { most };
        if length <= told {
            return Self(public.as_str().to_owned());
        }
        let kept: String = public.as_str().chars().take(told).collect();
        Self(format!("{kept}… ({} more characters)", length - told))
    }

    /// The text after a label of NEXUS's own; its further lines can't pass for lines of NEXUS's.
    pub(crate) fn indented(&self, label: &str) -> Self {
        Self(format!("{label}{}", self.0.replace('\n', "\n    ")))
    }

    /// Several texts, each on lines of its own.
    pub(crate) fn lines(texts: &[Self]) -> Self {
        let texts: Vec<&str> = texts.iter().map(|text| text.0.as_str()).collect();
        Self(texts.join("\n"))
    }

    /// The same with a label of NEXUS's own before it.
    pub(crate) fn labelled(&self, label: &'static str) -> Self {
        Self(format!("{label}{}", self.0))
    }

    /// This and something else that the page wrote, on lines of their own.
    pub(crate) fn followed_by(&self, other: &Self) -> Self {
        Self(format!("{}\n{}", self.0, other.0))
    }

    /// Origin and path of the address the text is (N26), without the page's secrets.
    pub(crate) fn address(&self, secrets: &Secrets) -> PublicAddress {
        PublicAddress::from_page(&self.0).without(secrets)
    }
}

impl Untrusted<Box<serde_json::value::RawValue>> {
    /// What Chromium gave out and takes back. It goes nowhere else.
    pub(crate) fn for_chromium(self) -> Box<serde_json::value::RawValue> {
        self.0
    }
}

impl Untrusted<String> {
    /// What policy judges. It goes nowhere else.
    pub(crate) fn for_policy(self) -> String {
        self.0
    }
}

impl<T> std::fmt::Debug for Untrusted<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Untrusted(…)")
    }
}
