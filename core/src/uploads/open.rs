//! Opening a file below an allowed folder: step by step from the folder on, over no link, and never what isn't a regular file.

use std::fs::File;
use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, fstat, openat, statat};
use rustix::io::Errno;

use super::BadPath;
use super::folder::Place;

/// Opens it once: whoever reads from the answer reads what was found here.
pub(super) fn open(place: &Place<'_>) -> Result<File, BadPath> {
    let mut folder = enter(CWD, place.root)?;
    for name in &place.folders {
        folder = enter(&folder, *name)?;
    }
    // To open a device may do something already.
    check_kind(statat(&folder, place.name, AtFlags::SYMLINK_NOFOLLOW).map_err(why)?.st_mode)?;
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = openat(&folder, place.name, flags, Mode::empty()).map_err(why)?;
    // It may have been put there in between.
    check_kind(fstat(&file).map_err(why)?.st_mode)?;
    Ok(File::from(file))
}

fn enter(from: impl std::os::fd::AsFd, name: impl rustix::path::Arg) -> Result<OwnedFd, BadPath> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(from, name, flags, Mode::empty()).map_err(why_not_entered)
}

fn check_kind(mode: rustix::fs::RawMode) -> Result<(), BadPath> {
    match FileType::from_raw_mode(mode) {
        FileType::RegularFile => Ok(()),
        FileType::Symlink => Err(BadPath::Link),
        FileType::Directory => Err(BadPath::Folder),
        _ => Err(BadPath::NotAFile),
    }
}

/// With `DIRECTORY`, a link is answered like a file.
fn why_not_entered(error: Errno) -> BadPath {
    match error {
        Errno::NOTDIR => BadPath::Link,
        error => why(error),
    }
}

fn why(error: Errno) -> BadPath {
    match error {
        Errno::NOENT | Errno::NAMETOOLONG => BadPath::Missing,
        Errno::LOOP => BadPath::Link,
        Errno::NOTDIR => BadPath::Missing,
        _ => BadPath::Unreadable,
    }
}
