//! Where the socket's file lies: in a directory that only its user can enter, never over something NEXUS didn't make.

use std::fs::{DirBuilder, File, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use tokio::net::{UnixListener, UnixStream};
use tokio::time::{sleep, timeout};

use super::ListenError;

/// How long another NEXUS that is just starting is waited for.
const LOCK_ATTEMPTS: u32 = 40;
const LOCK_PAUSE: Duration = Duration::from_millis(50);
/// How long a socket that is there may take to accept before it counts as served all the same.
const PROBE_DEADLINE: Duration = Duration::from_secs(2);

/// A socket's file that is ours, told from a later one at the same path by its inode.
#[derive(Debug)]
pub(super) struct Place {
    path: PathBuf,
    file: (u64, u64),
}

impl Place {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the file, unless another one has taken its place.
    pub(super) fn remove(&self) {
        let ours = std::fs::symlink_metadata(&self.path).is_ok_and(|found| identity(&found) == self.file);
        if ours && let Err(error) = std::fs::remove_file(&self.path) {
            tracing::warn!(kind = ?error.kind(), "the agents' socket can't be removed");
        }
    }
}

fn identity(found: &Metadata) -> (u64, u64) {
    (found.dev(), found.ino())
}

/// Makes the socket, 0600, replacing one that a NEXUS left behind.
pub(super) async fn bind(path: &Path) -> Result<(UnixListener, Place), ListenError> {
    let failed = |source| ListenError::Io { path: path.to_owned(), source };
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    check_directory(directory)?;
    // Two that start at once would both find a stale socket, and one would remove the other's fresh one.
    let _lock = lock(directory).await.map_err(failed)?;
    clear_the_way(path).await?;
    let socket = UnixListener::bind(path).map_err(failed)?;
    // Between these two calls nobody else can reach the file, whatever the umask: its directory is 0700 and ours.
    std::fs::set_permissions(path, Permissions::from_mode(0o600)).map_err(failed)?;
    let file = std::fs::symlink_metadata(path).map_err(failed)?;
    Ok((socket, Place { path: path.to_owned(), file: identity(&file) }))
}

fn check_directory(path: &Path) -> Result<(), ListenError> {
    let unsafe_because = |reason| ListenError::UnsafeDirectory { path: path.to_owned(), reason };
    let failed = |source| ListenError::Io { path: path.to_owned(), source };
    match DirBuilder::new().mode(0o700).create(path) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(failed(error)),
    }
    let found = std::fs::symlink_metadata(path).map_err(failed)?;
    if found.is_symlink() {
        Err(unsafe_because("it is a symbolic link"))
    } else if !found.is_dir() {
        Err(unsafe_because("it isn't a directory"))
    } else if found.uid() != rustix::process::geteuid().as_raw() {
        Err(unsafe_because("it belongs to another user"))
    } else if found.mode() & 0o077 != 0 {
        Err(unsafe_because("other users can enter it; its mode has to be 0700"))
    } else {
        Ok(())
    }
}

/// A lock on the directory itself, so that it leaves no file. Held until it is dropped.
async fn lock(directory: &Path) -> io::Result<File> {
    let file = File::open(directory)?;
    for _ in 0..LOCK_ATTEMPTS {
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(file),
            Err(error) if error == rustix::io::Errno::WOULDBLOCK => sleep(LOCK_PAUSE).await,
            Err(error) => return Err(error.into()),
        }
    }
    Err(io::Error::new(ErrorKind::WouldBlock, "another NEXUS is starting in this directory"))
}

async fn clear_the_way(path: &Path) -> Result<(), ListenError> {
    let failed = |source| ListenError::Io { path: path.to_owned(), source };
    let in_the_way = |reason| ListenError::InTheWay { path: path.to_owned(), reason };
    let found = match std::fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(error)),
    };
    if found.is_symlink() {
        return Err(in_the_way("it is a symbolic link"));
    }
    if !found.file_type().is_socket() {
        return Err(in_the_way("it isn't a socket"));
    }
    if found.uid() != rustix::process::geteuid().as_raw() {
        return Err(in_the_way("it belongs to another user"));
    }
    match timeout(PROBE_DEADLINE, UnixStream::connect(path)).await {
        Ok(Err(error)) if error.kind() == ErrorKind::ConnectionRefused => std::fs::remove_file(path).map_err(failed),
        // Also one that is too busy to accept: somebody holds it.
        Ok(Ok(_) | Err(_)) | Err(_) => Err(ListenError::AlreadyRunning { path: path.to_owned() }),
    }
}
