//! Deleting a profile's folder: what Chromium can make anew goes first, so that a person who changes their mind meanwhile
//! keeps a whole profile; then the rest is put out of the way in one step, and removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use nexus_policy::ProfileId;

use super::{ProfileFolders, size};

/// Folders that hold nothing but what Chromium has got or worked out, anywhere in a profile.
const CACHES: &[&str] = &[
    "Cache",
    "Code Cache",
    "GPUCache",
    "GrShaderCache",
    "ShaderCache",
    "GraphiteDawnCache",
    "DawnCache",
    "DawnGraphiteCache",
    "DawnWebGPUCache",
    "Crashpad",
    "component_crx_cache",
    "extensions_crx_cache",
];

/// How far a deletion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// What is removed.
    pub removed_bytes: u64,
    /// Of how much.
    pub of_bytes: u64,
}

/// How a deletion ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Nothing of the profile is there any more.
    Gone,
    /// The person changed their mind; the profile is whole.
    Cancelled,
}

/// A deletion under way.
pub(crate) struct Removal<'a> {
    pub(crate) folders: &'a ProfileFolders,
    pub(crate) profile: ProfileId,
    /// Set when the person changes their mind.
    pub(crate) cancelled: &'a AtomicBool,
    /// Told how far it is.
    pub(crate) told: &'a mut dyn FnMut(Progress),
}

impl Removal<'_> {
    /// Deletes the profile. `forget` takes it out of the records, and is called when there is no way back any more.
    pub(crate) fn run<E: From<io::Error>>(mut self, forget: impl FnOnce() -> Result<(), E>) -> Result<Ending, E> {
        let (kept, clean) = (self.folders.kept(self.profile), self.folders.clean(self.profile));
        let mut progress = Progress { removed_bytes: 0, of_bytes: size::on_disk(&kept) + size::on_disk(&clean) };
        (self.told)(progress);
        for cache in caches_below(&kept) {
            if !self.remove_below(&cache, &mut progress)? {
                return Ok(Ending::Cancelled);
            }
        }
        if self.cancelled.load(Ordering::Acquire) {
            return Ok(Ending::Cancelled);
        }
        let away = [kept, clean].into_iter().filter(|folder| folder.symlink_metadata().is_ok());
        let away: Vec<PathBuf> = away.map(|folder| self.put_away(&folder)).collect::<io::Result<_>>()?;
        forget()?;
        for folder in away {
            remove(&folder)?;
        }
        (self.told)(Progress { removed_bytes: progress.of_bytes, ..progress });
        Ok(Ending::Gone)
    }

    fn put_away(&self, folder: &Path) -> io::Result<PathBuf> {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let away = self.folders.deleted(name);
        fs::rename(folder, &away)?;
        Ok(away)
    }

    /// Removes what is in a folder, file by file; `false` if the person changed their mind meanwhile.
    fn remove_below(&mut self, folder: &Path, progress: &mut Progress) -> io::Result<bool> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if self.cancelled.load(Ordering::Acquire) {
                return Ok(false);
            }
            if entry.file_type()?.is_dir() {
                if !self.remove_below(&entry.path(), progress)? {
                    return Ok(false);
                }
                fs::remove_dir(entry.path())?;
            } else {
                let bytes = entry.metadata().map_or(0, |data| std::os::unix::fs::MetadataExt::blocks(&data) * 512);
                fs::remove_file(entry.path())?;
                progress.removed_bytes += bytes;
                (self.told)(*progress);
            }
        }
        Ok(true)
    }
}

fn remove(folder: &Path) -> io::Result<()> {
    if folder.symlink_metadata()?.is_dir() { fs::remove_dir_all(folder) } else { fs::remove_file(folder) }
}

fn caches_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        if CACHES.iter().any(|name| entry.file_name() == *name) {
            found.push(entry.path());
        } else {
            found.extend(caches_below(&entry.path()));
        }
    }
    found
}
