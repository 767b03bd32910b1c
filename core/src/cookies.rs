//! Cookies of the person's own browsers, brought into a Window when the person says so (A07): which browsers there are, which
//! domains have cookies there, and the cookies of those that the person names. Values go on to the Window's Chromium and
//! nowhere else.

mod chromium;
mod copy;
mod domain;
mod error;
mod firefox;
mod report;
mod source;
mod value;

use std::time::SystemTime;

pub(crate) use copy::COPY_PREFIX;
pub use domain::{BadCookieDomain, CookieDomain, DomainCookies};
pub use error::CookieError;
pub use report::{CookieSkip, DomainReport, ImportReport};
pub use source::CookieSource;
pub(crate) use value::CookieValue;

/// A cookie that can be brought over.
#[derive(Debug)]
pub(crate) struct Cookie {
    pub(crate) name: String,
    pub(crate) value: CookieValue,
    /// With a dot in front if the hosts below it get the cookie as well, as browsers store it.
    pub(crate) host: String,
    pub(crate) path: String,
    pub(crate) is_secure: bool,
    pub(crate) is_http_only: bool,
    /// None where the site didn't say.
    pub(crate) same_site: Option<SameSite>,
    /// None if it is gone with the browser.
    pub(crate) expires: Option<SystemTime>,
}

/// Whether requests from other sites carry a cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SameSite {
    /// They do.
    None,
    /// Links from them do.
    Lax,
    /// They don't.
    Strict,
}

impl SameSite {
    /// Of the number by which both kinds of store have it; none where the site didn't say. Chromium takes 0 of a secure cookie
    /// alone, and Firefox once meant by it that nothing was said.
    fn stored(number: i64, is_secure: bool) -> Option<Self> {
        match number {
            0 if is_secure => Some(Self::None),
            1 => Some(Self::Lax),
            2 => Some(Self::Strict),
            _ => None,
        }
    }
}

/// What a store holds of the domains that were named: each cookie, or why it can't be brought over.
pub(crate) type CookiesRead = Vec<(CookieDomain, Result<Cookie, CookieSkip>)>;

#[cfg(test)]
mod tests;
