//! Putting the person's cookies into a Window's Chromium (A07). None is read back from there.

use std::time::SystemTime;

use chromiumoxide::cdp::browser_protocol::network::{CookieParam, CookieSameSite, TimeSinceEpoch};
use chromiumoxide::cdp::browser_protocol::storage::SetCookiesParams;

use super::cdp::{CdpError, CdpSession};
use super::window::{BROWSER_DEADLINE, Browser};
use crate::cookies::{Cookie, SameSite};

/// Why a cookie isn't there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CookieNotSet {
    /// Chromium doesn't take it.
    Refused,
    /// Chromium doesn't answer, or is gone.
    NoAnswer,
}

impl Browser {
    /// Sets one cookie. Several in one command would fail together.
    pub(crate) async fn set_cookie(&self, cookie: Cookie) -> Result<(), CookieNotSet> {
        let set = SetCookiesParams::new(vec![param(cookie)]);
        match self.connection.call(&CdpSession::Root, set, BROWSER_DEADLINE).await {
            Ok(_) => Ok(()),
            Err(CdpError::Refused(_)) => Err(CookieNotSet::Refused),
            Err(CdpError::Gone | CdpError::TimedOut | CdpError::Stale | CdpError::Malformed) => {
                Err(CookieNotSet::NoAnswer)
            }
        }
    }
}

fn param(cookie: Cookie) -> CookieParam {
    let Cookie { name, value, host, path, is_secure, is_http_only, same_site, expires } = cookie;
    let mut param = CookieParam::new(name, value.into_text());
    if host.starts_with('.') {
        param.domain = Some(host);
    } else {
        // By a domain it would be for the hosts below as well.
        let scheme = if is_secure { "https" } else { "http" };
        param.url = Some(format!("{scheme}://{host}/"));
    }
    param.path = Some(path);
    param.secure = Some(is_secure);
    param.http_only = Some(is_http_only);
    param.same_site = same_site.map(|same_site| match same_site {
        SameSite::None => CookieSameSite::None,
        SameSite::Lax => CookieSameSite::Lax,
        SameSite::Strict => CookieSameSite::Strict,
    });
    let seconds = expires.and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok()).map(|at| at.as_secs_f64());
    param.expires = seconds.map(TimeSinceEpoch::new);
    param
}
