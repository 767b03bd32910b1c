//! The folders of the profiles that outlive their Window: where they are, who has one open, how large it is, and its end.
//! Paths come from numbers alone, never from a name or an agent (N18).

pub(crate) mod clean_state;
mod error;
pub(crate) mod register;
pub(crate) mod removal;
pub(crate) mod size;
mod soundness;

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use nexus_policy::ProfileId;

pub(crate) use error::ProfileError;
pub use removal::Progress;
pub(crate) use soundness::check_sound;

use crate::private;

/// How the names of kept profiles' folders begin.
const KEPT_PREFIX: &str = "persistent-";
/// How the names of saved clean states begin.
const CLEAN_PREFIX: &str = "clean-";
/// How the names of folders begin that are about to be deleted.
pub(crate) const DELETED_PREFIX: &str = "deleted-";

/// How a kept profile's folder is when its Chromium starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// It was never opened, so it may not be there yet.
    New,
    /// As it was left.
    AsLeft,
    /// In its saved clean state, whatever happened since.
    Clean,
}

/// The folder in which all profiles are.
#[derive(Debug, Clone)]
pub(crate) struct ProfileFolders {
    root: PathBuf,
}

impl ProfileFolders {
    pub(crate) fn of(data_dir: &Path) -> Self {
        Self { root: data_dir.join("profiles") }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Chromium's own directory.
    pub(crate) fn kept(&self, profile: ProfileId) -> PathBuf {
        self.root.join(format!("{KEPT_PREFIX}{profile}"))
    }

    /// What an automation-only profile is reset to.
    pub(crate) fn clean(&self, profile: ProfileId) -> PathBuf {
        self.root.join(format!("{CLEAN_PREFIX}{profile}"))
    }

    /// What is deleted goes here first, in one step.
    pub(crate) fn deleted(&self, name: &str) -> PathBuf {
        self.root.join(format!("{DELETED_PREFIX}{name}"))
    }

    /// Sees that a profile's folder is there and this person's alone.
    pub(crate) fn ready(&self, profile: ProfileId, beginning: Beginning) -> Result<PathBuf, ProfileError> {
        let path = self.kept(profile);
        match beginning {
            Beginning::New | Beginning::Clean => private::directory(&path).map_err(ProfileError::Unusable)?,
            Beginning::AsLeft => {}
        }
        let data = match path.symlink_metadata() {
            Ok(data) => data,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(ProfileError::Missing),
            Err(error) => return Err(ProfileError::Unusable(error)),
        };
        if !data.is_dir() {
            return Err(ProfileError::Corrupt("its folder isn't one"));
        }
        if data.uid() != rustix::process::geteuid().as_raw() {
            return Err(ProfileError::SomebodyElses);
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests;
