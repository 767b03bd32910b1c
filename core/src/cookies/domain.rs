//! The domains by which a person names cookies: each is what one owner registers, with all hosts below it.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// A domain such as `example.co.uk`; where there is none, a host by itself, such as `localhost`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CookieDomain(String);

/// How many cookies of a domain a source has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DomainCookies {
    /// The domain.
    pub domain: CookieDomain,
    /// How many.
    pub cookies: u32,
}

/// A text that names no domain whose cookies could be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Name a domain itself, such as example.com, not a host or an address of it.")]
pub struct BadCookieDomain;

impl CookieDomain {
    /// The domain of a host as browsers store it; none if that isn't a host's name.
    pub(super) fn of_host(stored: &str) -> Option<Self> {
        let host = stored.strip_prefix('.').unwrap_or(stored).to_ascii_lowercase();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']');
        if host.is_empty() || !host.chars().all(is_plain) {
            return None;
        }
        let is_address = host.starts_with('[') || host.parse::<IpAddr>().is_ok();
        // What many owners share, such as `github.io`, is no domain of one of them.
        let registered = psl::domain_str(&host).filter(|_| !is_address).map(str::to_owned);
        Some(Self(registered.unwrap_or(host)))
    }

    /// The domain as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CookieDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for CookieDomain {
    type Err = BadCookieDomain;

    /// A host below a domain doesn't stand for all of it.
    fn from_str(text: &str) -> Result<Self, BadCookieDomain> {
        let text = text.trim().to_ascii_lowercase();
        Self::of_host(&text).filter(|domain| domain.0 == text).ok_or(BadCookieDomain)
    }
}
