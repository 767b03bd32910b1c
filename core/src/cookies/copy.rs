//! A copy of a browser's cookie store, so that nothing of NEXUS's touches the store itself. It is NEXUS's alone, and gone with
//! this.
//!
//! A browser that runs may hold its store locked. The copy is what was last committed there: SQLite finishes or takes back in
//! it what the browser was in the middle of, by the journal that is copied with it.

use std::fs::File;
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use super::error::CookieError;
use crate::private;

/// How the names of the folders begin in which copies are.
pub(crate) const COPY_PREFIX: &str = "cookies-";

/// A browser keeps a few thousand cookies of a few kB each.
const MAX_BYTES: u64 = 256 << 20;
/// How often it is tried to catch a store that doesn't change meanwhile, and how long it is left alone in between.
const TRIES: usize = 5;
const PAUSE: Duration = Duration::from_millis(200);
/// File systems tell times in steps; what was written within one doesn't show. So long a store has to have been left alone.
const REST: Duration = Duration::from_millis(50);

/// What belongs to a store: itself, and what SQLite keeps beside it. The store goes first: what is moved from a log into it
/// meanwhile is in the log as well.
const PARTS: [&str; 3] = ["", "-wal", "-journal"];

/// The copy, opened.
#[derive(Debug)]
pub(super) struct StoreCopy {
    /// Closed before the folder goes.
    pub(super) connection: Connection,
    _folder: TempDir,
}

/// What tells whether a file has changed.
type Stamp = Option<(u64, u64, SystemTime)>;

impl StoreCopy {
    /// Copies a store into a new folder below this one.
    pub(super) fn make(store: &Path, run: &Path) -> Result<Self, CookieError> {
        for _ in 0..TRIES {
            let before = stamps(store)?;
            if !before.iter().all(rests) {
                thread::sleep(PAUSE);
                continue;
            }
            let folder = private::temporary_in(run, COPY_PREFIX).map_err(CookieError::Unreadable)?;
            for (part, _) in PARTS.into_iter().zip(&before).filter(|(_, stamp)| stamp.is_some()) {
                copy(&with(store, part), &with(&folder.path().join("store"), part))?;
            }
            if stamps(store)? == before {
                let connection = open(&folder.path().join("store"))?;
                return Ok(Self { connection, _folder: folder });
            }
            thread::sleep(PAUSE);
        }
        Err(CookieError::Locked)
    }
}

fn with(store: &Path, part: &str) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(part);
    name.into()
}

fn stamps(store: &Path) -> Result<[Stamp; 3], CookieError> {
    let mut stamps = [None; 3];
    for (part, stamp) in PARTS.into_iter().zip(&mut stamps) {
        *stamp = match with(store, part).metadata() {
            Ok(data) => Some((data.ino(), data.size(), data.modified().map_err(CookieError::Unreadable)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound && part.is_empty() => {
                return Err(CookieError::NoStore);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(CookieError::Unreadable(error)),
        };
    }
    Ok(stamps)
}

fn rests(stamp: &Stamp) -> bool {
    // One that says it was changed later than now had a wrong clock.
    !stamp.is_some_and(|(_, _, changed)| changed.elapsed().is_ok_and(|since| since < REST))
}

fn copy(from: &Path, to: &Path) -> Result<(), CookieError> {
    // A pipe that somebody put there isn't waited for.
    let opened = File::options().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(from);
    let mut source = opened.map_err(CookieError::Unreadable)?;
    let data = source.metadata().map_err(CookieError::Unreadable)?;
    if !data.is_file() {
        return Err(CookieError::NoStore);
    }
    if data.size() > MAX_BYTES {
        return Err(CookieError::TooLarge);
    }
    let copied = File::options().write(true).create_new(true).mode(0o600).open(to);
    let copied = copied.and_then(|mut copied| io::copy(&mut source, &mut copied));
    copied.map(drop).map_err(CookieError::Unreadable)
}

/// Opens it and has SQLite look through all of it: a damaged store may answer, with something else than what was in it.
fn open(copy: &Path) -> Result<Connection, CookieError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(copy, flags)?;
    // What a file says of its own tables runs nothing here.
    connection.pragma_update(None, "trusted_schema", false)?;
    let fault: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if fault != "ok" {
        return Err(CookieError::Damaged);
    }
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}
