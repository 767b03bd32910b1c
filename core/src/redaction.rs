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
mod picture;
mod secrets;
#[cfg(test)]
mod tests;
mod text;
mod token;

pub use address::PublicAddress;
pub(crate) use picture::{Area, Mask, close_up, paint_over};
pub(crate) use secrets::{Noted, Secrets, key as key_of_secrets};
pub use text::PublicText;
pub(crate) use text::is_plain;

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
