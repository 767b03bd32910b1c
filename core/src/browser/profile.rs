//! Profile directories: NEXUS's own, private, and gone with their Window (N18, N19).

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use nexus_policy::Profile;

use crate::private;

/// How the names of isolated profiles' directories begin.
pub(crate) const ISOLATED_PREFIX: &str = "isolated-";

/// How the names of persistent profiles' directories begin.
const PERSISTENT_PREFIX: &str = "persistent-";

/// The directory of one Chromium's profile. An isolated one is removed when dropped.
#[derive(Debug)]
pub(crate) struct ProfileDirectory {
    path: PathBuf,
    /// Removes it when dropped.
    isolated: Option<tempfile::TempDir>,
    /// Held as long as a Chromium has the profile open.
    _lock: Option<File>,
}

/// Lies in a persistent profile's directory.
const LOCK: &str = "nexus.lock";

impl ProfileDirectory {
    /// Makes the directory below `profiles`, readable by its owner alone; a persistent profile's may be there already.
    /// Waits while a Chromium that is still ending has it open (N20).
    pub(crate) fn open(profiles: &Path, profile: Profile) -> io::Result<Self> {
        match profile {
            Profile::Isolated => {
                let directory = private::temporary_in(profiles, ISOLATED_PREFIX)?;
                Ok(Self { path: directory.path().to_path_buf(), isolated: Some(directory), _lock: None })
            }
            Profile::Persistent(id) => {
                let path = profiles.join(format!("{PERSISTENT_PREFIX}{id}"));
                private::directory(&path)?;
                let lock = File::options().write(true).create(true).truncate(false).open(path.join(LOCK))?;
                lock.lock()?;
                Ok(Self { path, isolated: None, _lock: Some(lock) })
            }
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is gone with its Chromium.
    pub(crate) fn is_isolated(&self) -> bool {
        self.isolated.is_some()
    }
}

impl Drop for ProfileDirectory {
    fn drop(&mut self) {
        remove_singleton(&self.path);
    }
}

/// A Chromium that was killed leaves its singleton's socket, to which a link in its profile leads.
fn remove_singleton(profile: &Path) {
    let Ok(socket) = std::fs::read_link(profile.join("SingletonSocket")) else { return };
    let Some(folder) = socket.parent().filter(|folder| is_singleton_folder(folder)) else { return };
    for name in ["SingletonSocket", "SingletonCookie"] {
        drop(std::fs::remove_file(folder.join(name)));
    }
    if let Err(error) = std::fs::remove_dir(folder) {
        tracing::debug!(%error, "Chromium has removed its socket itself");
    }
}

/// Nothing else is touched, wherever the link leads.
fn is_singleton_folder(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.contains("org.chromium.Chromium.") || name.contains("com.google.Chrome.")
}

#[cfg(test)]
mod tests;
