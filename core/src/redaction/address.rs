//! Addresses as agents may see them: origin and path (N26).

use std::fmt;

use url::Url;

use super::secrets::{MASK, Secrets};
use super::token::without_tokens;
use crate::destination::decoded;

/// Origin and path of an address. Can only be made by dropping user-info, query, fragment and what looks like a token.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PublicAddress(String);

impl PublicAddress {
    /// Drops everything but origin and path. What has no origin to show keeps its scheme alone: the rest of a
    /// `data:` or `blob:` address is content.
    pub fn from_page(address: &str) -> Self {
        let Ok(url) = Url::parse(address) else { return Self(String::new()) };
        match url.scheme() {
            "http" | "https" | "ws" | "wss" => {
                Self(format!("{}{}", url.origin().ascii_serialization(), without_tokens(url.path())))
            }
            "about" => Self(format!("about:{}", url.path())),
            scheme => Self(format!("{scheme}:")),
        }
    }

    /// The same with what repeats a secret of the page taken out of its path.
    pub(super) fn without(self, secrets: &Secrets) -> Self {
        let path = self.origin().len();
        let (origin, path) = self.0.split_at(path);
        let is_secret = |segment: &&str| secrets.are_in(&decoded(segment));
        let kept = path.split('/').map(|segment| Some(segment).filter(|s| !is_secret(s)).unwrap_or(MASK));
        Self(format!("{origin}{}", kept.collect::<Vec<_>>().join("/")))
    }

    /// The origin alone; the whole where there is none.
    pub fn origin(&self) -> &str {
        let path = self.0.find("://").and_then(|scheme| self.0[scheme + 3..].find('/').map(|slash| scheme + 3 + slash));
        path.map_or(self.0.as_str(), |path| &self.0[..path])
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PublicAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
