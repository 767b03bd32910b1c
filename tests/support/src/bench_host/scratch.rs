//! A host's temporary directory: sockets, log, private folders, and what is left in it at the end.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::leftovers::{entries, sockets_below};
use crate::surroundings::Surroundings;

/// Removed when dropped. Its path is short, because a unix socket's must be.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: TempDir,
    surroundings: Surroundings,
}

impl Scratch {
    pub(super) fn new() -> io::Result<Self> {
        // A socket is only served where no other user can enter.
        let private = std::fs::Permissions::from_mode(0o700);
        let folder = tempfile::Builder::new().prefix("nexus-test-").permissions(private).tempdir()?;
        let surroundings = Surroundings::create(folder.path())?;
        Ok(Self { folder, surroundings })
    }

    pub(super) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    pub(super) fn human(&self) -> PathBuf {
        self.path("human.sock")
    }

    pub(super) fn socket(&self) -> PathBuf {
        self.path("agents.sock")
    }

    pub(super) fn stderr(&self) -> String {
        std::fs::read_to_string(self.path("stderr.log")).unwrap_or_else(|error| format!("(no log: {error})"))
    }

    pub(super) fn apply_to(&self, command: &mut Command) {
        self.surroundings.apply_to(command);
    }

    /// Sockets anywhere, and whatever is left in the folder for temporary files.
    pub(super) fn leftovers(&self, data_dir: &Path) -> Vec<PathBuf> {
        let mut left = sockets_below(self.root());
        left.extend(sockets_below(data_dir));
        left.extend(entries(&self.surroundings.temporary()));
        left.sort();
        left.dedup();
        left
    }

    pub(super) fn remove(self) -> io::Result<()> {
        self.folder.close()
    }
}
