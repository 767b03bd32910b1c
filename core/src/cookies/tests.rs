//! Stores as the browsers write them, made here by their own tables. The values are canaries.

mod copies;
mod domains;
mod folders;
mod reading;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use aes::Aes128;
use cbc::Encryptor;
use cbc::cipher::block_padding::Pkcs7;
use cbc::cipher::{BlockModeEncrypt, KeyIvInit};
use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::*;

/// Firefox's table since form 17.
const FIREFOX_TABLE: &str = "CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, originAttributes TEXT NOT NULL DEFAULT '', \
    name TEXT, value TEXT, host TEXT, path TEXT, expiry INTEGER, lastAccessed INTEGER, creationTime INTEGER, \
    isSecure INTEGER, isHttpOnly INTEGER, inBrowserElement INTEGER DEFAULT 0, sameSite INTEGER DEFAULT 0, \
    schemeMap INTEGER DEFAULT 0, isPartitionedAttributeSet INTEGER DEFAULT 0, updateTime INTEGER, \
    CONSTRAINT moz_uniqueid UNIQUE (name, host, path, originAttributes))";

/// Chromium's tables of form 24.
const CHROMIUM_TABLES: &str = "CREATE TABLE meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR); \
    CREATE TABLE cookies(creation_utc INTEGER NOT NULL,host_key TEXT NOT NULL,top_frame_site_key TEXT NOT NULL,\
    name TEXT NOT NULL,value TEXT NOT NULL,encrypted_value BLOB NOT NULL,path TEXT NOT NULL,expires_utc INTEGER NOT NULL,\
    is_secure INTEGER NOT NULL,is_httponly INTEGER NOT NULL,last_access_utc INTEGER NOT NULL,has_expires INTEGER NOT NULL,\
    is_persistent INTEGER NOT NULL,priority INTEGER NOT NULL,samesite INTEGER NOT NULL,source_scheme INTEGER NOT NULL,\
    source_port INTEGER NOT NULL,last_update_utc INTEGER NOT NULL,source_type INTEGER NOT NULL,\
    has_cross_site_ancestor INTEGER NOT NULL); \
    CREATE UNIQUE INDEX cookies_unique_index ON cookies(host_key, top_frame_site_key, has_cross_site_ancestor, name, path, \
    source_scheme, source_port)";

/// A folder with a profile in it, and one for copies.
struct Ground {
    scratch: TempDir,
}

impl Ground {
    fn new() -> Self {
        Self { scratch: tempfile::tempdir().expect("a scratch directory") }
    }

    fn profile(&self) -> PathBuf {
        self.scratch.path().join("profile")
    }

    fn run(&self) -> PathBuf {
        self.scratch.path().join("run")
    }

    fn firefox(&self, version: i64) -> Connection {
        let store = make(&self.profile().join("cookies.sqlite"));
        store.pragma_update(None, "journal_mode", "wal").expect("a log");
        store.execute_batch(FIREFOX_TABLE).expect("a table");
        store.pragma_update(None, "user_version", version).expect("a form");
        store
    }

    fn chromium(&self, version: i64, compatible: i64) -> Connection {
        let store = make(&self.profile().join("Cookies"));
        store.execute_batch(CHROMIUM_TABLES).expect("tables");
        for (key, value) in [("version", version), ("last_compatible_version", compatible)] {
            store.execute("INSERT INTO meta VALUES (?1, ?2)", params![key, value.to_string()]).expect("a row");
        }
        store
    }

    fn source(&self) -> CookieSource {
        let [source] = CookieSource::in_folder(&self.profile()).expect("a store").try_into().expect("one");
        source
    }

    /// What is read of these domains now.
    fn read(&self, domains: &[&str]) -> Result<CookiesRead, CookieError> {
        let named = domains.iter().map(|domain| domain.parse().expect("a domain")).collect();
        self.source().read(&self.run(), &named, SystemTime::now())
    }

    #[track_caller]
    fn keeps_no_copy(&self) {
        let left: Vec<_> = std::fs::read_dir(self.run()).into_iter().flatten().flatten().collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

fn make(store: &Path) -> Connection {
    std::fs::create_dir_all(store.parent().expect("a folder")).expect("a folder");
    Connection::open(store).expect("a store")
}

fn in_an_hour() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a clock") + Duration::from_secs(3600)
}

/// A row of Firefox's with a value that counts for another hour.
fn add_firefox(store: &Connection, host: &str, name: &str, value: &str) {
    store
        .execute(
            "INSERT INTO moz_cookies (name, value, host, path, expiry, isSecure, isHttpOnly, sameSite) \
             VALUES (?1, ?2, ?3, '/', ?4, 0, 0, 256)",
            params![name, value, host, i64::try_from(in_an_hour().as_millis()).expect("a time")],
        )
        .expect("a row");
}

/// A row of Chromium's with what it encrypts, for another hour.
fn add_chromium(store: &Connection, host: &str, name: &str, encrypted: &[u8]) {
    let expires = i64::try_from(in_an_hour().as_micros()).expect("a time") + 11_644_473_600_000_000;
    store
        .execute(
            "INSERT INTO cookies VALUES (1, ?1, '', ?2, '', ?3, '/', ?4, 0, 1, 1, 1, 1, 1, 1, 1, 80, 1, 1, 0)",
            params![host, name, encrypted, expires],
        )
        .expect("a row");
}

/// As Chromium does it without a keychain, with the hash of a host before the value.
fn encrypted(host: &str, value: &str) -> Vec<u8> {
    encrypt(&[Sha256::digest(host).as_slice(), value.as_bytes()].concat())
}

fn encrypt(plain: &[u8]) -> Vec<u8> {
    let key = 0xfd62_1fe5_a2b4_0253_9dfa_147c_a927_2778_u128.to_be_bytes();
    let blocks = Encryptor::<Aes128>::new(&key.into(), &[b' '; 16].into()).encrypt_padded_vec::<Pkcs7>(plain);
    [b"v10".as_slice(), &blocks].concat()
}

/// Each cookie by its name, with its value or why there is none.
fn told(read: CookiesRead) -> Vec<String> {
    let tell = |(domain, cookie): (CookieDomain, Result<Cookie, CookieSkip>)| match cookie {
        Ok(cookie) => format!("{domain} {}={} at {}", cookie.name, cookie.value.into_text(), cookie.host),
        Err(why) => format!("{domain} {}", why.as_str()),
    };
    let mut told: Vec<String> = read.into_iter().map(tell).collect();
    told.sort();
    told
}
