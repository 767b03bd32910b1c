//! Directories and files that are this person's alone. No link is followed, and nothing of another user's is used.

#[cfg(test)]
mod tests;

use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

const DIRECTORY_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;
const ANYONE_ELSE: u32 = 0o077;

/// Why a path can't be used as a private one.
#[derive(Debug, thiserror::Error)]
pub enum PrivateError {
    /// It is a symbolic link.
    #[error("{0} is a symbolic link. NEXUS follows none there: replace it by a real directory or file.")]
    Symlink(PathBuf),
    /// It is another user's.
    #[error("{0} belongs to another user. Give NEXUS a data directory of your own.")]
    NotOurs(PathBuf),
    /// It is a file where a directory is wanted, or something that is no plain file.
    #[error("{0} isn't a {1}. Move it away.")]
    WrongKind(PathBuf, &'static str),
    /// Others could read what must stay secret.
    #[error("{0} can be read by other users, so what it holds may be known to them. Delete it and choose again.")]
    Loose(PathBuf),
    /// The system refused.
    #[error("{0} can't be used: {1}")]
    Io(PathBuf, #[source] io::Error),
}

impl PrivateError {
    /// A stable name for logs, the doctor and tests.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Symlink(_) => "path_is_symlink",
            Self::NotOurs(_) => "path_of_another_user",
            Self::WrongKind(..) => "path_wrong_kind",
            Self::Loose(_) => "path_readable_by_others",
            Self::Io(..) => "path_unusable",
        }
    }
}

/// Makes the directory if there is none, and leaves it open to its owner only.
pub(super) fn ensure_directory(path: &Path) -> Result<(), PrivateError> {
    // Without the trailing slash, with which even O_NOFOLLOW follows a link.
    let path: &Path = &path.components().collect::<PathBuf>();
    if path.symlink_metadata().is_err() {
        let made = DirBuilder::new().recursive(true).mode(DIRECTORY_MODE).create(path);
        made.map_err(|error| PrivateError::Io(path.to_owned(), error))?;
    }
    let (directory, metadata) = open(path, OpenOptions::new().read(true))?;
    if !metadata.is_dir() {
        return Err(PrivateError::WrongKind(path.to_owned(), "directory"));
    }
    if metadata.mode() & ANYONE_ELSE != 0 {
        let tightened = directory.set_permissions(Permissions::from_mode(DIRECTORY_MODE));
        tightened.map_err(|error| PrivateError::Io(path.to_owned(), error))?;
    }
    Ok(())
}

/// Makes the file, empty, if there is none, and leaves it open to its owner only.
///
/// One that exists isn't opened: closing it again would drop the locks that SQLite has on it elsewhere in this process.
pub(super) fn ensure_file(path: &Path) -> Result<(), PrivateError> {
    let unusable = |error| PrivateError::Io(path.to_owned(), error);
    match OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(path) {
        Ok(_made) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(unusable(error)),
    }
    let metadata = path.symlink_metadata().map_err(unusable)?;
    if metadata.is_symlink() {
        return Err(PrivateError::Symlink(path.to_owned()));
    }
    ours(path, &metadata)?;
    plain_file(path, &metadata)?;
    if metadata.mode() & ANYONE_ELSE != 0 {
        std::fs::set_permissions(path, Permissions::from_mode(FILE_MODE)).map_err(unusable)?;
    }
    Ok(())
}

/// Opens a file of secrets for reading, if there is one. One that others could read is refused, not repaired: what it
/// holds may be known already.
pub(super) fn open_secrets(path: &Path) -> Result<Option<File>, PrivateError> {
    let (file, metadata) = match open(path, OpenOptions::new().read(true)) {
        Err(PrivateError::Io(_, error)) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    plain_file(path, &metadata)?;
    if metadata.mode() & ANYONE_ELSE != 0 {
        return Err(PrivateError::Loose(path.to_owned()));
    }
    Ok(Some(file))
}

/// Opens without following a link and without waiting for the other end of a pipe, and checks the owner.
fn open(path: &Path, options: &mut OpenOptions) -> Result<(File, Metadata), PrivateError> {
    let unusable = |error| PrivateError::Io(path.to_owned(), error);
    let file = options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path).map_err(|error| {
        if error.raw_os_error() == Some(libc::ELOOP) { PrivateError::Symlink(path.to_owned()) } else { unusable(error) }
    })?;
    let metadata = file.metadata().map_err(unusable)?;
    ours(path, &metadata)?;
    Ok((file, metadata))
}

fn ours(path: &Path, metadata: &Metadata) -> Result<(), PrivateError> {
    let ours = metadata.uid() == rustix::process::geteuid().as_raw();
    if ours { Ok(()) } else { Err(PrivateError::NotOurs(path.to_owned())) }
}

fn plain_file(path: &Path, metadata: &Metadata) -> Result<(), PrivateError> {
    if metadata.is_file() { Ok(()) } else { Err(PrivateError::WrongKind(path.to_owned(), "plain file")) }
}
