//! Profile directories: NEXUS's own, private, and gone with their Window (N18, N19).

use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// How the names of isolated profiles' directories begin.
pub(crate) const ISOLATED_PREFIX: &str = "isolated-";

/// A fresh directory for one isolated Window, removed when dropped.
#[derive(Debug)]
pub(crate) struct IsolatedProfile {
    directory: tempfile::TempDir,
}

impl IsolatedProfile {
    /// Makes the directory below `profiles`, readable by its owner alone.
    pub(crate) fn create(profiles: &Path) -> io::Result<Self> {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(profiles)?;
        let private = std::fs::Permissions::from_mode(0o700);
        let directory = tempfile::Builder::new().prefix(ISOLATED_PREFIX).permissions(private).tempdir_in(profiles)?;
        Ok(Self { directory })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().to_path_buf()
    }
}

impl Drop for IsolatedProfile {
    fn drop(&mut self) {
        remove_singleton(&self.path());
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
