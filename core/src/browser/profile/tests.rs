use std::os::unix::fs::PermissionsExt;

use super::*;

/// N18, L28: nobody else can read a profile, and an isolated one is discarded with its Window (N19).
#[test]
fn an_isolated_profile_is_private_and_temporary() {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let profiles = scratch.path().join("profiles");
    let profile = ProfileDirectory::open(&ProfileFolders::of(scratch.path()), Opening::Isolated).expect("a profile");
    let path = profile.path().to_path_buf();
    for directory in [&profiles, &path] {
        let mode = directory.metadata().expect("it exists").permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{}", directory.display());
    }
    drop(profile);
    assert!(!path.exists());
}

/// N22: what Chromium keeps of a sign-in is there when the profile is opened again.
#[test]
fn a_persistent_profile_is_private_and_stays() {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let folders = ProfileFolders::of(scratch.path());
    let open = || ProfileDirectory::open(&folders, Opening::Kept(ProfileId(3), Beginning::New)).expect("a profile");
    let profile = open();
    let path = profile.path().to_path_buf();
    assert_eq!(path.metadata().expect("it exists").permissions().mode() & 0o777, 0o700);
    std::fs::write(path.join("Cookies"), "kept").expect("a file");
    // N20: while one Chromium has it open, the next one waits.
    let opened = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            drop(open());
            opened.store(true, std::sync::atomic::Ordering::Release);
        });
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert!(!opened.load(std::sync::atomic::Ordering::Acquire), "two have it open");
        drop(profile);
    });
    assert_eq!(std::fs::read_to_string(open().path().join("Cookies")).expect("it is still there"), "kept");
}
