//! A database that is damaged is set aside, whole, and a fresh one begun. Nothing of it is deleted or read.

#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::private::{self, PrivateError};
use super::{DATABASE, Store, StoreError};

/// Chromium's folders are named by numbers that only this database explains, so they go with it: a fresh one would give
/// the same numbers to other profiles.
const PROFILES: &str = "profiles";

impl Store {
    /// Opens the database; one that is damaged is first set aside with the profiles it explains, and where to is told.
    /// Only for whoever alone uses this directory. Any other trouble is returned: it may pass.
    pub fn open_or_set_aside(data_dir: &Path) -> Result<(Self, Option<PathBuf>), StoreError> {
        match Self::open(data_dir) {
            Err(error) if error.is_damage() => {
                tracing::error!(code = error.code(), %error, "the database is set aside");
                let folder = set_aside(data_dir)?;
                Ok((Self::open(data_dir)?, Some(folder)))
            }
            opened => Ok((opened?, None)),
        }
    }
}

fn set_aside(data_dir: &Path) -> Result<PathBuf, PrivateError> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let free = (now..).map(|name| data_dir.join(format!("damaged-{name}"))).find(|folder| !folder.exists());
    let folder = free.unwrap_or_else(|| data_dir.join("damaged"));
    private::ensure_directory(&folder)?;
    // The log first: without the database it says nothing, but the other way round it would be taken for the new one's.
    for name in [format!("{DATABASE}-wal"), format!("{DATABASE}-shm"), DATABASE.to_owned(), PROFILES.to_owned()] {
        let from = data_dir.join(&name);
        match fs::rename(&from, folder.join(&name)) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(PrivateError::Io(from, error)),
        }
    }
    Ok(folder)
}
