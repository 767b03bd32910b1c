//! What a program may have left in its folders.

use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// Every socket in a folder and the folders below it. Symbolic links are not followed.
pub fn sockets_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder) {
        let Ok(data) = path.symlink_metadata() else { continue };
        if data.file_type().is_socket() {
            found.push(path);
        } else if data.is_dir() {
            found.extend(sockets_below(&path));
        }
    }
    found
}

/// Every ordinary file in a folder and the folders below it.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder) {
        let Ok(data) = path.symlink_metadata() else { continue };
        if data.is_file() {
            found.push(path);
        } else if data.is_dir() {
            found.extend(files_below(&path));
        }
    }
    found
}

/// What is in a folder; nothing if there is none.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}
