//! Whether what Chromium keeps in a profile can be what it wrote. Chromium itself begins anew, without a word, what it can't
//! read; a sign-in is lost with that. Nothing of its content is looked at (N22).

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use serde::de::IgnoredAny;

use super::ProfileError;

/// Chromium's databases that hold what a person would miss, and where versions of it put them.
const DATABASES: &[&str] = &["Default/Cookies", "Default/Network/Cookies", "Default/Login Data", "Default/Web Data"];
/// How an SQLite database begins.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// Chromium's files that hold its settings.
const SETTINGS: &[&str] = &["Local State", "Default/Preferences"];

/// Looks at how the files begin, and whether the settings are JSON. A file that isn't there is no damage.
pub(crate) fn check_sound(profile: &Path) -> Result<(), ProfileError> {
    if !DATABASES.iter().all(|name| is_database(&profile.join(name))) {
        return Err(ProfileError::Corrupt("a database in it, such as the one of its sign-ins, can't be read"));
    }
    if !SETTINGS.iter().all(|name| is_json(&profile.join(name))) {
        return Err(ProfileError::Corrupt("its settings can't be read"));
    }
    Ok(())
}

fn is_database(path: &Path) -> bool {
    let Ok(mut file) = File::open(path) else { return true };
    let mut beginning = Vec::new();
    let read = file.by_ref().take(SQLITE.len() as u64).read_to_end(&mut beginning);
    read.is_ok() && (beginning.is_empty() || beginning == SQLITE)
}

fn is_json(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return true };
    serde_json::from_reader::<_, IgnoredAny>(BufReader::new(file)).is_ok()
}
