use std::os::unix::fs::symlink;
use std::process::Command;

use super::*;

fn code(profile: &Path) -> Result<(), &'static str> {
    Registered::enter(profile).map(drop).map_err(|error| error.code())
}

fn lock_says(profile: &Path, text: &str) {
    drop(std::fs::remove_file(profile.join("SingletonLock")));
    symlink(text, profile.join("SingletonLock")).expect("a link");
}

/// N20: a profile that this or another process has open isn't opened a second time; one that was left is.
#[test]
fn a_profile_is_entered_once() {
    let profile = tempfile::tempdir().expect("a folder");
    let entry = profile.path().join(ENTRY);
    let held = Registered::enter(profile.path()).expect("it is free");
    assert!(std::fs::read_to_string(&entry).expect("an entry").ends_with(&format!("{}\n", std::process::id())));
    drop(held);
    assert_eq!(std::fs::read_to_string(&entry).expect("an entry"), "");
    let here = Holder::here();
    // Another process holds the lock, and says who it is.
    let other = File::options().read(true).write(true).open(&entry).expect("an entry");
    other.lock().expect("it is free");
    Holder { pid: 1, ..Holder::here() }.write(&mut other.try_clone().expect("a handle")).expect("written");
    assert_eq!(code(profile.path()), Err("profile_in_use"));
    drop(other);
    assert_eq!(code(profile.path()), Ok(()), "it was left over by a process that is dead");
    std::fs::write(&entry, format!("another-machine attic {}\n", here.pid)).expect("written");
    assert_eq!(code(profile.path()), Err("profile_locked"));
}

/// N20: Chromium's own lock counts: held here, left over by a process that is dead or another by now, or on another host.
#[test]
fn chromium_s_own_lock_counts() {
    let profile = tempfile::tempdir().expect("a folder");
    let host = host_name();
    lock_says(profile.path(), "attic-77");
    assert_eq!(code(profile.path()), Err("profile_locked"));
    let mut child = Command::new("sleep").arg("600").spawn().expect("sleep starts");
    lock_says(profile.path(), &format!("{host}-{}", child.id()));
    assert_eq!(code(profile.path()), Ok(()), "the number is another program's by now");
    assert!(std::fs::read_link(profile.path().join("SingletonLock")).is_err(), "it is taken over");
    lock_says(profile.path(), &format!("{host}-{}", child.id()));
    let socket = std::os::unix::net::UnixListener::bind(profile.path().join("SingletonSocket")).expect("a socket");
    assert_eq!(code(profile.path()), Err("profile_locked"), "somebody listens there");
    drop(socket);
    child.kill().and_then(|()| child.wait()).expect("it ends");
    assert_eq!(code(profile.path()), Ok(()), "it is dead");
}
