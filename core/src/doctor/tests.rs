use std::os::unix::fs::symlink;
use std::time::SystemTime;

use nexus_policy::{KeptKind, ProfileId};

use super::*;
use crate::store::Store;

/// A data directory with a profile that was open once, and the profile's folder.
fn with_profile() -> (tempfile::TempDir, ProfileId, std::path::PathBuf) {
    let data = tempfile::tempdir().expect("a folder");
    let store = Store::open(data.path()).expect("a database");
    let name = "Mail".parse().expect("a name");
    let profile = store.add_profile(&name, &KeptKind::Persistent).expect("kept").expect("a new name");
    store.set_profile_open(profile, SystemTime::now()).expect("kept");
    let folder = data.path().join(format!("profiles/persistent-{profile}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    (data, profile, folder)
}

/// What is said of profiles and leftovers.
fn said(data: &Path) -> Vec<(Verdict, String)> {
    let (findings, _) = records::examine(data);
    let kept = findings.into_iter().filter(|finding| matches!(finding.about, "profile" | "leftovers"));
    kept.map(|finding| (finding.verdict, finding.text)).collect()
}

#[track_caller]
fn expect_one(data: &Path, verdict: Verdict, part: &str) {
    let said = said(data);
    assert!(matches!(&said[..], [(found, text)] if *found == verdict && text.contains(part)), "{part:?}: {said:?}");
}

/// N20: who has a profile is told, with what to do; how to go on when the other computer is gone, too.
#[test]
fn profiles_that_are_in_trouble_are_told() {
    let (data, _, folder) = with_profile();
    assert_eq!(said(data.path()), []);
    symlink("attic-77", folder.join("SingletonLock")).expect("a link");
    expect_one(
        data.path(),
        Verdict::Bad,
        "was open on another computer (attic). Close it there. If that computer is gone, delete",
    );
    expect_one(data.path(), Verdict::Bad, "SingletonLock.");
    std::fs::remove_file(folder.join("SingletonLock")).expect("it is there");
    std::fs::write(folder.join("nexus.lock"), "another-machine cellar 12\n").expect("written");
    expect_one(data.path(), Verdict::Bad, "nexus.lock.");
    std::fs::remove_file(folder.join("nexus.lock")).expect("it is there");
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    symlink(format!("{host}-4194304"), folder.join("SingletonLock")).expect("a link");
    expect_one(data.path(), Verdict::Limited, "wasn't closed in order");
    std::fs::remove_file(folder.join("SingletonLock")).expect("it is there");
    std::fs::create_dir(folder.join("Default")).expect("a folder");
    std::fs::write(folder.join("Default/Preferences"), "{").expect("written");
    expect_one(data.path(), Verdict::Bad, "damaged");
    std::fs::remove_dir_all(&folder).expect("it is there");
    expect_one(data.path(), Verdict::Bad, "is gone");
}

/// N23: what a killed run has left is told, and left where it is.
#[test]
fn leftovers_are_told_and_not_touched() {
    let (data, _, _) = with_profile();
    let left = ["profiles/isolated-x", "profiles/deleted-y", "run/uploads-z"].map(|name| data.path().join(name));
    for folder in &left {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    expect_one(data.path(), Verdict::Limited, "in order: 3");
    assert!(left.iter().all(|folder| folder.is_dir()));
}

/// A database that is damaged, and a computer without a browser, are problems; a directory that isn't there is none.
#[test]
fn what_keeps_nexus_from_working_is_a_problem() {
    let nowhere = tempfile::tempdir().expect("a folder");
    let (findings, _) = records::examine(&nowhere.path().join("none"));
    assert!(findings.iter().all(|finding| finding.verdict == Verdict::Good), "{findings:?}");
    assert!(!nowhere.path().join("none").exists());
    let (data, _, _) = with_profile();
    std::fs::write(data.path().join("nexus.db"), "not a database, and longer than a header of one hundred bytes has to be, which is what SQLite reads first of all").expect("written");
    let (findings, _) = records::examine(data.path());
    let database = findings.iter().find(|finding| finding.about == "database").expect("it is looked at");
    assert_eq!(database.verdict, Verdict::Bad, "{database:?}");
    let browser = machine::browser(Some(Path::new("/nonexistent/chromium")));
    assert!(browser.verdict == Verdict::Bad && browser.text.contains("Correct the browser path"), "{browser:?}");
}
