//! Copying what was opened into NEXUS's own folder, under its own name, with a hash over what was copied.

use std::fs::{DirBuilder, File};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use nexus_policy::{Digest, GivenFile};
use sha2::{Digest as _, Sha256};

use super::folder::Place;
use super::{BadPath, COPIES_PREFIX, CopiedFile, UploadError};
use crate::private;

const CHUNK: usize = 64 << 10;

/// A new folder for copies, open to its owner only.
pub(super) fn home(run: &Path) -> Result<tempfile::TempDir, UploadError> {
    private::temporary_in(run, COPIES_PREFIX).map_err(|error| {
        tracing::warn!(%error, "there is no folder for copies of files");
        UploadError::NoCopy
    })
}

/// Copies at most so many bytes into a folder of its own.
pub(super) fn copy(mut from: File, place: &Place<'_>, into: &Path, most: u64) -> Result<CopiedFile, BadPath> {
    let size = from.metadata().map_err(|_| BadPath::Unreadable)?.len();
    if size > most {
        return Err(BadPath::TooLarge);
    }
    DirBuilder::new().mode(0o700).create(into).map_err(|error| no_copy(&error))?;
    let at = into.join(place.name);
    let to = File::options().write(true).create_new(true).mode(0o600).open(&at).map_err(|error| no_copy(&error))?;
    // It may grow while it is read.
    let (bytes, content) = pour(&mut from, to, most)?;
    let name = place.name.to_string_lossy().into_owned();
    Ok(CopiedFile { given: GivenFile { name, folder: place.folder(), bytes, content }, at })
}

fn pour(from: &mut File, mut to: File, most: u64) -> Result<(u64, Digest), BadPath> {
    let (mut bytes, mut hash, mut chunk) = (0, Sha256::new(), vec![0; CHUNK]);
    loop {
        let read = match from.read(&mut chunk) {
            Ok(0) => return Ok((bytes, Digest(hash.finalize().into()))),
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return Err(BadPath::Unreadable),
        };
        bytes += read as u64;
        if bytes > most {
            return Err(BadPath::TooLarge);
        }
        hash.update(&chunk[..read]);
        to.write_all(&chunk[..read]).map_err(|error| no_copy(&error))?;
    }
}

fn no_copy(error: &std::io::Error) -> BadPath {
    tracing::warn!(%error, "a file could not be copied");
    BadPath::NoCopy
}
