//! How much of the disk a profile takes.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The bytes that a folder and everything below it take on the disk. Links aren't followed; what goes meanwhile isn't
/// counted.
pub(crate) fn on_disk(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let size = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() => on_disk(&entry.path()),
        // In units of 512 bytes, whatever the file system's are.
        Ok(data) => data.blocks() * 512,
        Err(_) => 0,
    };
    entries.map(size).sum()
}
