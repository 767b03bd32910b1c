//! What only its owner can read: directories, and whatever a process writes.

use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;

use rustix::fs::Mode;
use rustix::process::{Resource, Rlimit, setrlimit, umask};
use tempfile::TempDir;

/// Makes a directory and those above it; it may be there already.
pub(crate) fn directory(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Makes a new one in another, which is made as well if it isn't there. It is removed when dropped.
pub(crate) fn temporary_in(parent: &Path, prefix: &str) -> io::Result<TempDir> {
    directory(parent)?;
    tempfile::Builder::new().prefix(prefix).permissions(Permissions::from_mode(0o700)).tempdir_in(parent)
}

/// Keeps whatever this process and those it starts will write to its owner alone, and has a crash leave no picture of the
/// memory, which may hold what was typed. To be called before anything else.
pub fn confine_process() -> io::Result<()> {
    umask(Mode::RWXG | Mode::RWXO);
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    Ok(())
}
