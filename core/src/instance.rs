//! One NEXUS per data directory: the lock that says so, and what the one who holds it may clean up.

use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::browser::{ARRIVING_PREFIX, ISOLATED_PREFIX};
use crate::cookies::COPY_PREFIX;
use crate::engine::ENGINE_PREFIX;
use crate::private;
use crate::profiles::DELETED_PREFIX;
use crate::profiles::register::remove_singleton;
use crate::uploads::COPIES_PREFIX;

/// Where agents connect.
pub fn agent_socket(data_dir: &Path) -> PathBuf {
    data_dir.join("run").join("nexus.sock")
}

/// Held while a NEXUS uses its data directory. The system releases it, however the process ends.
#[derive(Debug)]
pub struct InstanceLock {
    _file: File,
}

impl InstanceLock {
    /// Takes the lock; `None` if another process holds it. Then sweeps what a killed NEXUS left behind: isolated profiles,
    /// which are discarded with their Window (N19), what was being deleted, copies of uploaded files and of other browsers'
    /// cookies, and downloads that weren't complete.
    pub fn acquire(data_dir: &Path) -> io::Result<Option<Self>> {
        let run = data_dir.join("run");
        private::directory(&run)?;
        let file = File::options().create(true).truncate(false).write(true).mode(0o600).open(run.join("lock"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        leftovers(data_dir).for_each(|folder| remove(&folder));
        Ok(Some(Self { _file: file }))
    }
}

/// What an earlier run has left, if no NEXUS holds the lock now.
pub(crate) fn leftovers(data_dir: &Path) -> impl Iterator<Item = PathBuf> {
    let (profiles, run) = (data_dir.join("profiles"), data_dir.join("run"));
    let places = [
        (&profiles, ISOLATED_PREFIX),
        (&profiles, DELETED_PREFIX),
        (&run, COPIES_PREFIX),
        (&run, ARRIVING_PREFIX),
        (&run, COPY_PREFIX),
        (&run, ENGINE_PREFIX),
    ];
    places.map(|(folder, prefix)| beginning_with(folder, prefix)).into_iter().flatten()
}

fn beginning_with(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let left = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix));
    left.map(|entry| entry.path()).collect()
}

fn remove(folder: &Path) {
    // A Chromium that was killed with its profile has a socket elsewhere.
    remove_singleton(folder);
    if let Err(error) = std::fs::remove_dir_all(folder) {
        tracing::warn!(%error, "what an earlier run left behind could not be removed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_lock_on_the_same_directory_is_not_given() {
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let first = InstanceLock::acquire(scratch.path()).expect("it can be locked");
        assert!(first.is_some());
        assert!(InstanceLock::acquire(scratch.path()).expect("it can be asked for").is_none());
        drop(first);
        assert!(InstanceLock::acquire(scratch.path()).expect("it can be locked").is_some());
    }

    /// N19: an isolated profile doesn't outlive its Window, also when NEXUS was killed.
    #[test]
    fn leftover_isolated_profiles_are_swept_and_others_are_not() {
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let names = ["profiles/isolated-x", "run/uploads-x/0", "run/cookies-x", "profiles/persistent-pr1"];
        let [leftover, copies, cookies, other] = names.map(|name| scratch.path().join(name));
        for directory in [&leftover, &copies, &cookies, &other] {
            std::fs::create_dir_all(directory).expect("a directory");
        }
        let _lock = InstanceLock::acquire(scratch.path()).expect("it can be locked");
        assert!(!leftover.exists() && !copies.exists() && !cookies.exists() && other.exists());
    }
}
