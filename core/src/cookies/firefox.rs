//! Firefox's `cookies.sqlite`, whose values are plain.

use std::time::{Duration, SystemTime};

use rusqlite::{Connection, Row};

use super::{Cookie, CookieError, CookieSkip, CookieValue, SameSite};

/// The store in a profile's folder.
pub(super) const STORE: &str = "cookies.sqlite";

/// The latest form of the table that is known: what a later one means by its columns isn't.
const KNOWN: i64 = 17;
/// From here on, times are milliseconds.
const MILLIS_SINCE: i64 = 16;

pub(super) const HOSTS: &str = "SELECT host, count(*) FROM moz_cookies GROUP BY host";

/// The form of the table.
pub(super) fn version(connection: &Connection) -> Result<i64, CookieError> {
    let found = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found > KNOWN { Err(CookieError::Newer { found, known: KNOWN }) } else { Ok(found) }
}

/// What is read of each cookie of a host, in the order in which [`cookie`] takes it.
pub(super) const COOKIES: &str = "SELECT name, CAST(value AS BLOB), path, expiry, isSecure, isHttpOnly, sameSite, \
                                  originAttributes FROM moz_cookies WHERE host = ?1";

pub(super) fn cookie(row: &Row<'_>, version: i64, host: &str) -> rusqlite::Result<Result<Cookie, CookieSkip>> {
    // Of a container, a private window, or a part of another site.
    if !row.get_ref(7)?.as_str().is_ok_and(str::is_empty) {
        return Ok(Err(CookieSkip::KeptApart));
    }
    let is_secure = row.get::<_, i64>(4)? != 0;
    let Some(value) = CookieValue::of_bytes(row.get(1)?) else { return Ok(Err(CookieSkip::Damaged)) };
    Ok(Ok(Cookie {
        name: row.get(0)?,
        value,
        host: host.to_owned(),
        path: row.get(2)?,
        is_secure,
        is_http_only: row.get::<_, i64>(5)? != 0,
        same_site: SameSite::stored(row.get(6)?, is_secure),
        expires: Some(expiry(row.get(3)?, version)),
    }))
}

fn expiry(stored: i64, version: i64) -> SystemTime {
    let stored = u64::try_from(stored).unwrap_or_default();
    let since_epoch = if version >= MILLIS_SINCE { Duration::from_millis(stored) } else { Duration::from_secs(stored) };
    SystemTime::UNIX_EPOCH.checked_add(since_epoch).unwrap_or(SystemTime::UNIX_EPOCH)
}
