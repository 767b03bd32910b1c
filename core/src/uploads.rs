//! Files that agents may give to pages: found below folders that the person allows, opened once, and copied, so that what the
//! person says yes to is what a page gets, whatever becomes of the file meanwhile (N13).
//!
//! Nothing outside those folders is looked at, so no refusal tells whether it is there.

mod accept;
mod copy;
mod folder;
mod open;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use nexus_policy::{Digest, GivenFile};
use sha2::{Digest as _, Sha256};

use crate::broker::UploadPath;

pub(crate) use accept::accepts;
pub use folder::{BadUploadFolder, UploadFolder};

/// How the names of the folders begin in which copies wait.
pub(crate) const COPIES_PREFIX: &str = "uploads-";

/// The most bytes that one call gives to a page.
const MAX_BYTES: u64 = 256 << 20;

/// Where agents may take files from, and where copies of them wait.
#[derive(Debug, Clone, Default)]
pub(crate) struct Uploads {
    pub(crate) folders: Vec<UploadFolder>,
    /// NEXUS's own folder for what lives as long as a run.
    pub(crate) run: PathBuf,
}

/// Copies of files, in an order, which are gone with this.
#[derive(Debug)]
pub(crate) struct CopiedFiles {
    files: Vec<CopiedFile>,
    _home: tempfile::TempDir,
}

/// One of them.
#[derive(Debug)]
struct CopiedFile {
    given: GivenFile,
    at: PathBuf,
}

impl Uploads {
    /// Copies files that an agent names.
    pub(crate) async fn copy(self, paths: Vec<UploadPath>) -> Result<CopiedFiles, UploadError> {
        let copied = tokio::task::spawn_blocking(move || self.copy_now(&paths)).await;
        copied.unwrap_or_else(|_| Err(UploadError::NoCopy))
    }

    fn copy_now(&self, paths: &[UploadPath]) -> Result<CopiedFiles, UploadError> {
        // Every path is judged before any file is touched.
        let places: Vec<folder::Place<'_>> = paths
            .iter()
            .enumerate()
            .map(|(at, path)| self.place(path).map_err(|why| why.of(at)))
            .collect::<Result<_, _>>()?;
        let home = copy::home(&self.run)?;
        let (mut files, mut left) = (Vec::new(), MAX_BYTES);
        for (at, place) in places.iter().enumerate() {
            let source = open::open(place).map_err(|why| why.of(at))?;
            let copied =
                copy::copy(source, place, &home.path().join(at.to_string()), left).map_err(|why| why.of(at))?;
            left -= copied.given.bytes;
            files.push(copied);
        }
        Ok(CopiedFiles { files, _home: home })
    }

    fn place<'a>(&'a self, path: &'a UploadPath) -> Result<folder::Place<'a>, BadPath> {
        folder::check_plain(path.as_path())?;
        self.folders.iter().find_map(|folder| folder.place(path.as_path())).ok_or(BadPath::Outside)
    }
}

impl CopiedFiles {
    /// What the person is shown of them.
    pub(crate) fn given(&self) -> Vec<GivenFile> {
        self.files.iter().map(|file| file.given.clone()).collect()
    }

    /// Where the copies are.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.iter().map(|file| &file.at)
    }

    /// A hash over all of it: what a permit to give them holds for.
    pub(crate) fn digest(&self) -> Digest {
        let mut hash = Sha256::new_with_prefix("files");
        for GivenFile { name, folder, bytes, content } in self.files.iter().map(|file| &file.given) {
            for text in [name, folder] {
                hash.update((text.len() as u64).to_le_bytes());
                hash.update(text);
            }
            hash.update(bytes.to_le_bytes());
            hash.update(content.0);
        }
        Digest(hash.finalize().into())
    }
}

/// Why a path isn't taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BadPath {
    NotPlain,
    Outside,
    Missing,
    Link,
    Folder,
    NotAFile,
    Unreadable,
    TooLarge,
    NoCopy,
}

impl BadPath {
    fn of(self, at: usize) -> UploadError {
        match self {
            Self::NoCopy => UploadError::NoCopy,
            why => UploadError::Path { nth: at + 1, why },
        }
    }
}

/// Why nothing was copied, in words that an agent may read: no path, and nothing about what isn't allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UploadError {
    Path {
        /// Counted from one.
        nth: usize,
        why: BadPath,
    },
    /// There is no room for copies, or no right to make any.
    NoCopy,
}

impl std::fmt::Display for UploadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const NO_COPY: &str = "NEXUS could not make a private copy of the files.";
        let Self::Path { nth, why } = self else { return f.write_str(NO_COPY) };
        let most = MAX_BYTES >> 20;
        match why {
            BadPath::NotPlain => write!(f, "`paths` takes absolute paths without `..`; the one at place {nth} isn't."),
            BadPath::Outside => write!(
                f,
                "The path at place {nth} of `paths` isn't in a folder that the person allows uploads from. Ask them to add \
                 the folder in NEXUS, under Settings."
            ),
            BadPath::Missing => write!(f, "The person's folder has no file for the path at place {nth} of `paths`."),
            BadPath::Link => {
                write!(
                    f,
                    "The path at place {nth} of `paths` goes over a symbolic link or through no folder; NEXUS follows no links."
                )
            }
            BadPath::Folder => write!(f, "The path at place {nth} of `paths` is a folder; name its files one by one."),
            BadPath::NotAFile => write!(f, "The path at place {nth} of `paths` isn't a regular file."),
            BadPath::Unreadable => write!(f, "The file at place {nth} of `paths` can't be read."),
            BadPath::TooLarge => {
                write!(
                    f,
                    "The files are too large: one call gives at most {most} MB, and place {nth} of `paths` is over it."
                )
            }
            BadPath::NoCopy => f.write_str(NO_COPY),
        }
    }
}
