//! Where cookies can be brought from: the profiles of the browsers on this computer, or of a folder that the person chooses.

mod folders;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rusqlite::{Connection, Row};

use super::copy::StoreCopy;
use super::domain::{CookieDomain, DomainCookies};
use super::report::CookieSkip;
use super::{Cookie, CookieError, CookiesRead, chromium, firefox};

/// One profile of a browser of the person's.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CookieSource {
    name: String,
    form: Form,
    store: PathBuf,
}

/// How a store is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Firefox,
    Chromium,
}

impl CookieSource {
    /// Those of the browsers on this computer, by name. Waits for the disk.
    pub fn on_this_computer() -> Vec<Self> {
        let mut found = folders::on_this_computer();
        found.sort();
        found
    }

    /// Those in a folder: it is a profile's, or a browser's with several. Waits for the disk.
    pub fn in_folder(folder: &Path) -> Result<Vec<Self>, CookieError> {
        let mut found = folders::below(folder);
        found.sort();
        if found.is_empty() { Err(CookieError::NoStore) } else { Ok(found) }
    }

    /// What the person and the record call it: "Firefox, profile default-release".
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The domains that have cookies there, by name. Only the names of hosts are read. Waits for the disk.
    pub fn domains(&self, run: &Path) -> Result<Vec<DomainCookies>, CookieError> {
        let copy = StoreCopy::make(&self.store, run)?;
        self.form.version(&copy.connection)?;
        let mut counted: BTreeMap<CookieDomain, u32> = BTreeMap::new();
        for (_, domain, cookies) in self.form.hosts(&copy.connection)? {
            *counted.entry(domain).or_default() += cookies;
        }
        Ok(counted.into_iter().map(|(domain, cookies)| DomainCookies { domain, cookies }).collect())
    }

    /// The cookies of these domains; of no other one anything but the host's name is read. Waits for the disk.
    pub(crate) fn read(
        &self,
        run: &Path,
        named: &BTreeSet<CookieDomain>,
        now: SystemTime,
    ) -> Result<CookiesRead, CookieError> {
        let copy = StoreCopy::make(&self.store, run)?;
        let version = self.form.version(&copy.connection)?;
        let mut read = CookiesRead::new();
        for (host, domain, _) in self.form.hosts(&copy.connection)? {
            if !named.contains(&domain) {
                continue;
            }
            let cookies = self.form.cookies(&copy.connection, version, &host)?;
            read.extend(
                cookies.into_iter().map(|cookie| (domain.clone(), cookie.and_then(|cookie| cookie.still(now)))),
            );
        }
        Ok(read)
    }
}

impl Cookie {
    fn still(self, now: SystemTime) -> Result<Self, CookieSkip> {
        if self.expires.is_some_and(|expires| expires <= now) { Err(CookieSkip::Expired) } else { Ok(self) }
    }
}

/// Reads a row of a table in this form as a cookie of a host.
type ReadCookie = fn(&Row<'_>, i64, &str) -> rusqlite::Result<Result<Cookie, CookieSkip>>;

impl Form {
    fn version(self, connection: &Connection) -> Result<i64, CookieError> {
        match self {
            Self::Firefox => firefox::version(connection),
            Self::Chromium => chromium::version(connection),
        }
    }

    /// Each host with its domain and the number of its cookies. What can't be a host's name isn't among them.
    fn hosts(self, connection: &Connection) -> Result<Vec<(String, CookieDomain, u32)>, CookieError> {
        let mut hosts = connection.prepare(match self {
            Self::Firefox => firefox::HOSTS,
            Self::Chromium => chromium::HOSTS,
        })?;
        let rows = hosts.query_map([], |row| Ok((row.get_ref(0)?.as_str().map(str::to_owned).ok(), row.get(1)?)))?;
        let mut found = Vec::new();
        for row in rows {
            let (host, cookies): (Option<String>, u32) = row?;
            if let Some((domain, host)) = host.and_then(|host| Some((CookieDomain::of_host(&host)?, host))) {
                found.push((host, domain, cookies));
            }
        }
        Ok(found)
    }

    fn cookies(
        self,
        connection: &Connection,
        version: i64,
        host: &str,
    ) -> Result<Vec<Result<Cookie, CookieSkip>>, CookieError> {
        let (all, cookie): (_, ReadCookie) = match self {
            Self::Firefox => (firefox::COOKIES, firefox::cookie),
            Self::Chromium => (chromium::COOKIES, chromium::cookie),
        };
        let mut of_host = connection.prepare(all)?;
        // A row that isn't as it should be doesn't lose the others.
        let rows =
            of_host.query_map([host], |row| Ok(cookie(row, version, host).unwrap_or(Err(CookieSkip::Damaged))))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
