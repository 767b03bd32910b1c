//! What became of an import, domain by domain.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::domain::CookieDomain;

/// Why a cookie wasn't brought over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CookieSkip {
    /// Its value is encrypted with a secret that the other browser keeps in the desktop's keychain.
    EncryptedKey,
    /// Its value can't be made sense of.
    Damaged,
    /// It counts no more.
    Expired,
    /// It counts only in a container, or inside one other site.
    KeptApart,
    /// The Window's Chromium doesn't take it.
    Refused,
}

impl CookieSkip {
    /// A stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::EncryptedKey => "encrypted_key",
            Self::Damaged => "damaged",
            Self::Expired => "expired",
            Self::KeptApart => "kept_apart",
            Self::Refused => "refused",
        }
    }
}

impl fmt::Display for CookieSkip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EncryptedKey => "encrypted with a key that NEXUS can't have",
            Self::Damaged => "damaged",
            Self::Expired => "expired",
            Self::KeptApart => "of a container, or of a part of another site",
            Self::Refused => "not taken by Chromium",
        })
    }
}

/// What became of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportReport {
    /// The source's name.
    pub source: String,
    /// Each domain that was named.
    pub domains: Vec<DomainReport>,
}

/// What became of one domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DomainReport {
    /// The domain.
    pub domain: CookieDomain,
    /// How many cookies were brought over.
    pub imported: u32,
    /// How many weren't, and why.
    pub skipped: BTreeMap<CookieSkip, u32>,
}

impl ImportReport {
    /// A report in which nothing has happened yet.
    pub(crate) fn begin(source: String, domains: BTreeSet<CookieDomain>) -> Self {
        let nothing = |domain| DomainReport { domain, imported: 0, skipped: BTreeMap::new() };
        Self { source, domains: domains.into_iter().map(nothing).collect() }
    }

    /// Counts one cookie of a domain.
    pub(crate) fn count(&mut self, domain: &CookieDomain, became: Result<(), CookieSkip>) {
        let Some(report) = self.domains.iter_mut().find(|report| report.domain == *domain) else { return };
        match became {
            Ok(()) => report.imported += 1,
            Err(why) => *report.skipped.entry(why).or_default() += 1,
        }
    }
}
