//! The directory that a Chromium has open: NEXUS's own, private, and gone with its Window unless the profile is kept (N18,
//! N19).

use std::io;
use std::path::{Path, PathBuf};

use nexus_policy::ProfileId;

use super::preferences;
use crate::private;
use crate::profiles::register::{Registered, remove_singleton};
use crate::profiles::{Beginning, ProfileError, ProfileFolders, check_sound, clean_state};

/// How the names of isolated profiles' directories begin.
pub(crate) const ISOLATED_PREFIX: &str = "isolated-";

/// Which profile a Chromium is to have, and how that is when it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// A fresh one, discarded with its Chromium.
    Isolated,
    /// One that outlives it.
    Kept(ProfileId, Beginning),
}

/// The directory of one Chromium's profile.
#[derive(Debug)]
pub(crate) struct ProfileDirectory {
    path: PathBuf,
    held: Held,
}

#[derive(Debug)]
enum Held {
    /// Removes it when dropped.
    Isolated(#[expect(dead_code, reason = "held for its drop")] tempfile::TempDir),
    /// Gives it back when dropped.
    Kept(#[expect(dead_code, reason = "held for its drop")] Registered),
}

impl ProfileDirectory {
    /// Makes a fresh directory, or opens a kept profile's if nobody else has it (N20). Waits while a Chromium of this NEXUS
    /// that is still ending has it.
    pub(crate) fn open(folders: &ProfileFolders, opening: Opening) -> Result<Self, ProfileError> {
        match opening {
            Opening::Isolated => Self::isolated(folders.root()).map_err(ProfileError::Unusable),
            Opening::Kept(profile, beginning) => {
                let path = folders.ready(profile, beginning)?;
                let held = Registered::enter(&path)?;
                if beginning == Beginning::Clean {
                    clean_state::reset(folders, profile)?;
                }
                check_sound(&path)?;
                preferences::set(&path).map_err(ProfileError::Unusable)?;
                Ok(Self { path, held: Held::Kept(held) })
            }
        }
    }

    /// The same beside everything else.
    pub(crate) async fn open_beside(folders: ProfileFolders, opening: Opening) -> Result<Self, ProfileError> {
        let opened = tokio::task::spawn_blocking(move || Self::open(&folders, opening)).await;
        opened.map_err(|error| ProfileError::Unusable(io::Error::other(error))).flatten()
    }

    fn isolated(root: &Path) -> io::Result<Self> {
        let directory = private::temporary_in(root, ISOLATED_PREFIX)?;
        preferences::set(directory.path())?;
        Ok(Self { path: directory.path().to_path_buf(), held: Held::Isolated(directory) })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is gone with its Chromium.
    pub(crate) fn is_isolated(&self) -> bool {
        matches!(self.held, Held::Isolated(_))
    }
}

impl Drop for ProfileDirectory {
    fn drop(&mut self) {
        remove_singleton(&self.path);
    }
}

#[cfg(test)]
mod tests;
