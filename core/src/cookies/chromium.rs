//! The `Cookies` of Chromium and of browsers made from it, with values that are encrypted.

mod encryption;

use std::time::{Duration, SystemTime};

use rusqlite::{Connection, Row};

use super::{Cookie, CookieError, CookieSkip, CookieValue, SameSite};

/// Where the store is in a profile's folder: the second place is that of some versions.
pub(super) const STORES: [&str; 2] = ["Cookies", "Network/Cookies"];

/// The latest form of the table that is known.
const KNOWN: i64 = 24;

/// From 1601, as Chromium counts, to 1970.
const EPOCH_MICROS: i64 = 11_644_473_600_000_000;

pub(super) const HOSTS: &str = "SELECT host_key, count(*) FROM cookies GROUP BY host_key";

/// The form of the table. A store says itself down to which form it can be read as.
pub(super) fn version(connection: &Connection) -> Result<i64, CookieError> {
    let number = |key: &str| {
        let sql = "SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?1";
        connection.query_row(sql, [key], |row| row.get::<_, i64>(0))
    };
    let (found, least) = (number("version")?, number("last_compatible_version")?);
    if least > KNOWN { Err(CookieError::Newer { found, known: KNOWN }) } else { Ok(found) }
}

/// What is read of each cookie of a host, in the order in which [`cookie`] takes it.
pub(super) const COOKIES: &str = "SELECT name, CAST(value AS BLOB), encrypted_value, path, has_expires, expires_utc, \
                                  is_secure, is_httponly, samesite, top_frame_site_key FROM cookies WHERE host_key = ?1";

pub(super) fn cookie(row: &Row<'_>, version: i64, host: &str) -> rusqlite::Result<Result<Cookie, CookieSkip>> {
    if !row.get_ref(9)?.as_str().is_ok_and(str::is_empty) {
        return Ok(Err(CookieSkip::KeptApart));
    }
    let (plain, encrypted): (Vec<u8>, Vec<u8>) = (row.get(1)?, row.get(2)?);
    let bytes = if encrypted.is_empty() { Ok(plain) } else { encryption::decrypt(encrypted, host, version) };
    let value = match bytes.map(CookieValue::of_bytes) {
        Ok(Some(value)) => value,
        Ok(None) => return Ok(Err(CookieSkip::Damaged)),
        Err(why) => return Ok(Err(why)),
    };
    let is_secure = row.get::<_, i64>(6)? != 0;
    let has_expires = row.get::<_, i64>(4)? != 0;
    Ok(Ok(Cookie {
        name: row.get(0)?,
        value,
        host: host.to_owned(),
        path: row.get(3)?,
        is_secure,
        is_http_only: row.get::<_, i64>(7)? != 0,
        same_site: SameSite::stored(row.get(8)?, is_secure),
        expires: if has_expires { Some(time(row.get(5)?)) } else { None },
    }))
}

fn time(stored: i64) -> SystemTime {
    let since_epoch = u64::try_from(stored.saturating_sub(EPOCH_MICROS)).unwrap_or_default();
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_micros(since_epoch)).unwrap_or(SystemTime::UNIX_EPOCH)
}
