use std::os::unix::fs::symlink;
use std::path::Path;

use super::clean_state;
use super::*;
use crate::browser::{Opening, ProfileDirectory};

const PROFILE: ProfileId = ProfileId(3);

fn open(folders: &ProfileFolders, beginning: Beginning) -> Result<ProfileDirectory, ProfileError> {
    ProfileDirectory::open(folders, Opening::Kept(PROFILE, beginning))
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

/// N19: an automation-only profile begins each time with what was saved, and with nothing else.
#[test]
fn clean_state_is_what_each_window_begins_with() {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let folders = ProfileFolders::of(scratch.path());
    let [one, other] = ["Default/one", "Default/other"].map(|name| folders.kept(PROFILE).join(name));
    drop(open(&folders, Beginning::Clean).expect("it opens"));
    write(&one, "first");
    clean_state::save(&folders, PROFILE).expect("it can be saved");
    write(&one, "changed");
    write(&other, "more");
    drop(open(&folders, Beginning::Clean).expect("it opens"));
    assert_eq!((std::fs::read_to_string(&one).expect("it is there"), other.exists()), ("first".to_owned(), false));
    write(&one, "second");
    clean_state::save(&folders, PROFILE).expect("it can be saved anew");
    drop(open(&folders, Beginning::Clean).expect("it opens"));
    assert_eq!(std::fs::read_to_string(&one).expect("it is there"), "second");
    assert_eq!(std::fs::read_dir(folders.root()).expect("a folder").count(), 2, "nothing is left over");
}

/// N20: a folder that is gone, is somebody else's, or holds what Chromium can't have written, isn't opened as if it were fresh.
#[test]
fn a_folder_that_is_not_what_it_was_is_not_opened() {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let folders = ProfileFolders::of(scratch.path());
    let code = || open(&folders, Beginning::AsLeft).map(drop).map_err(|error| error.code());
    assert_eq!(code(), Err("profile_missing"));
    drop(open(&folders, Beginning::New).expect("it opens"));
    let kept = folders.kept(PROFILE);
    for (name, bad, good) in [
        ("Default/Cookies", "not a database", "SQLite format 3\0…"),
        ("Default/Login Data", "\0\0\0\0", ""),
        ("Default/Preferences", "{\"a\":", "{\"a\": 1}"),
        ("Local State", "", "{}"),
    ] {
        write(&kept.join(name), bad);
        assert_eq!(code(), Err("profile_corrupt"), "{name}");
        write(&kept.join(name), good);
        assert_eq!(code(), Ok(()), "{name}");
    }
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(&kept, Some(65_534), None).expect("it can be given away");
        assert_eq!(code(), Err("profile_unusable"));
    }
    std::fs::remove_dir_all(&kept).expect("it can be removed");
    symlink(scratch.path(), &kept).expect("a link");
    assert_eq!(code(), Err("profile_corrupt"));
}
