//! The folders that a person allows, and where in them a path leads, by its text alone.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use super::BadPath;

/// A folder from which agents may take files: where it really is, when the person allowed it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct UploadFolder(PathBuf);

/// Why something isn't such a folder.
#[derive(Debug, thiserror::Error)]
pub enum BadUploadFolder {
    /// It can't be found or opened.
    #[error("{} isn't a folder that can be opened.", .0.display())]
    NotAFolder(PathBuf),
    /// It would be everything there is.
    #[error("That is the whole computer. Choose the folder that agents may take files from.")]
    Everything,
    /// The database keeps text.
    #[error("The folder's name isn't text, so it can't be kept.")]
    NotText,
}

impl UploadFolder {
    /// Finds out where a folder really is. Waits for the disk.
    pub fn find(path: &Path) -> Result<Self, BadUploadFolder> {
        let real = path.canonicalize().ok().filter(|real| real.is_dir());
        let real = real.ok_or_else(|| BadUploadFolder::NotAFolder(path.to_owned()))?;
        match real.to_str() {
            None => Err(BadUploadFolder::NotText),
            Some("/") => Err(BadUploadFolder::Everything),
            Some(_) => Ok(Self(real)),
        }
    }

    /// One that was found before, as the database keeps it.
    pub(crate) fn kept(path: String) -> Option<Self> {
        let path = PathBuf::from(path);
        (path.is_absolute() && path != Path::new("/")).then_some(Self(path))
    }

    /// Where it is.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    /// Where a path leads in it, if it begins with it.
    pub(super) fn place<'a>(&'a self, path: &'a Path) -> Option<Place<'a>> {
        let below = path.strip_prefix(&self.0).ok()?;
        let mut folders: Vec<&OsStr> = below.components().map(Component::as_os_str).collect();
        let name = folders.pop()?;
        Some(Place { root: &self.0, folders, name })
    }
}

/// A file's place below an allowed folder.
#[derive(Debug)]
pub(super) struct Place<'a> {
    pub(super) root: &'a Path,
    /// The folders on the way to it.
    pub(super) folders: Vec<&'a OsStr>,
    pub(super) name: &'a OsStr,
}

impl Place<'_> {
    /// The folder it is in, for the person to read.
    pub(super) fn folder(&self) -> String {
        let folder: PathBuf = std::iter::once(self.root.as_os_str()).chain(self.folders.iter().copied()).collect();
        folder.to_string_lossy().into_owned()
    }
}

/// Absolute, and without steps upwards: what its text says is where it leads.
pub(super) fn check_plain(path: &Path) -> Result<(), BadPath> {
    let is_plain = path.components().all(|part| matches!(part, Component::RootDir | Component::Normal(_)));
    let is_text = !path.as_os_str().as_bytes().contains(&0);
    if path.is_absolute() && is_plain && is_text { Ok(()) } else { Err(BadPath::NotPlain) }
}
