//! `nexus doctor`, as a person runs it.

use crate::bare::Bare;

/// On a computer without a display it says so, what to do, and fails; it makes no directory of NEXUS's.
#[test]
fn the_doctor_says_what_is_missing_and_what_to_do() {
    let bare = Bare::new();
    let ended = bare.run(&["doctor"]);
    assert_eq!(ended.code, Some(1), "{}{}", ended.stdout, ended.stderr);
    for part in [
        "PROBLEM  display    There is no display",
        "Start NEXUS in a desktop session",
        "ok       browser",
        "1 problem keeps",
    ] {
        assert!(ended.stdout.contains(part), "no {part:?} in {}", ended.stdout);
    }
    assert!(!bare.data().exists());
    std::fs::create_dir_all(bare.data().join("profiles/isolated-x")).expect("a folder");
    let ended = bare.run(&["doctor"]);
    assert!(
        ended.stdout.contains("limited  leftovers  What a run left that didn't end in order: 1"),
        "{}",
        ended.stdout
    );
}
