//! The clean state of an automation-only profile: what each of its Windows begins with.

use std::fs;
use std::io;
use std::path::Path;

use nexus_policy::ProfileId;

use super::register::Registered;
use super::{ProfileError, ProfileFolders};
use crate::private;
use crate::store::StoreError;

/// What a Chromium leaves beside its profile's content: its locks, and NEXUS's entry.
const NOT_CONTENT: &[&str] = &["SingletonLock", "SingletonSocket", "SingletonCookie", "nexus.lock"];

/// Has a profile begin with its clean state: empty unless one was saved. NEXUS's entry stays, for it says who has it open.
pub(crate) fn reset(folders: &ProfileFolders, profile: ProfileId) -> Result<(), ProfileError> {
    let (kept, clean) = (folders.kept(profile), folders.clean(profile));
    let reset = || {
        private::directory(&kept)?;
        for entry in fs::read_dir(&kept)? {
            let entry = entry?;
            if !NOT_CONTENT.iter().any(|name| entry.file_name() == *name) {
                remove(&entry.path(), &entry.file_type()?)?;
            }
        }
        if clean.is_dir() { copy(&clean, &kept) } else { Ok(()) }
    };
    reset().map_err(ProfileError::Unusable)
}

/// Saves what a profile holds now as its clean state, in one step. Nothing may have the profile open.
pub(crate) fn save(folders: &ProfileFolders, profile: ProfileId) -> io::Result<()> {
    let (kept, clean) = (folders.kept(profile), folders.clean(profile));
    let fresh = private::temporary_in(folders.root(), super::DELETED_PREFIX)?;
    copy(&kept, fresh.path())?;
    let old = folders.deleted(&format!("clean-{profile}"));
    if clean.exists() {
        fs::rename(&clean, &old)?;
    }
    fs::rename(fresh.path(), &clean)?;
    // What is left to drop is not there any more under that name.
    drop(fresh.keep());
    if old.exists() { fs::remove_dir_all(&old) } else { Ok(()) }
}

/// Saves it, and has its kind written down first where that grows stricter: a state that may hold a sign-in is never taken
/// for a plain one.
pub(crate) fn save_kept(
    folders: &ProfileFolders,
    profile: ProfileId,
    write_down: impl FnOnce() -> Result<(), StoreError>,
) -> Result<(), String> {
    let held = Registered::enter(&folders.kept(profile)).map_err(|error| error.to_string())?;
    write_down().map_err(|error| error.to_string())?;
    let saved = save(folders, profile).map_err(|error| format!("The clean state could not be saved: {error}"));
    drop(held);
    saved
}

fn remove(path: &Path, kind: &fs::FileType) -> io::Result<()> {
    if kind.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

/// Copies folders and ordinary files; links and sockets are Chromium's own and of one run only.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    private::directory(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if NOT_CONTENT.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if kind.is_dir() {
            copy(&entry.path(), &target)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
