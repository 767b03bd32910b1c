//! Where downloads lie until they are complete, and the step from there into the folder where they are kept.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

use super::name::numbered;
use crate::private;

/// How the names of such folders begin.
pub(crate) const ARRIVING_PREFIX: &str = "arriving-";

/// How many files may have the same name.
const SAME_NAMES: u32 = 1000;

/// One Window's folder for what isn't complete. Chromium names each file in it by a number of its own, so nothing in it has an
/// ending by which anything would open it.
#[derive(Debug)]
pub(super) struct Arriving(tempfile::TempDir);

impl Arriving {
    pub(super) fn make(run: &Path) -> Option<Self> {
        private::temporary_in(run, ARRIVING_PREFIX)
            .inspect_err(|error| tracing::warn!(%error, "there is no folder for downloads, so none comes"))
            .ok()
            .map(Self)
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes a complete file into a folder, under this name or one like it that isn't taken; answers which.
    pub(super) fn keep(&self, guid: &str, name: &str, folder: &Path) -> io::Result<String> {
        let from = self.at(guid).ok_or(io::ErrorKind::InvalidInput)?;
        std::fs::set_permissions(&from, Permissions::from_mode(0o600))?;
        private::directory(folder)?;
        for number in 1..=SAME_NAMES {
            let name = numbered(name, number);
            match renameat_with(CWD, &from, CWD, folder.join(&name), RenameFlags::NOREPLACE) {
                Ok(()) => return Ok(name),
                Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Removes what isn't wanted, if there is anything.
    pub(super) fn discard(&self, guid: &str) {
        let removed = self.at(guid).map(std::fs::remove_file);
        if let Some(Err(error)) = removed
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "a download that nobody approved could not be removed");
        }
    }

    fn at(&self, guid: &str) -> Option<PathBuf> {
        let is_plain = guid.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_plain.then(|| self.path().join(guid))
    }
}
