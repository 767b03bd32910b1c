//! N20: a profile is open in one place at a time, against Chromium's own lock as well; each trouble has its own code.

use std::os::unix::fs::symlink;

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::built;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::process::{OwnedChild, bound_command};
use nexus_test_support::stage::{SOON, Stage};

use serde_json::json;

use crate::{close, create, open, remember, remembers};

const PAGE: &str = "<!doctype html><title>Start</title>";

/// A Chromium that the person started by hand on the profile is noticed; once it is gone, what it left is taken over.
#[test]
fn a_foreign_chromium_keeps_the_profile_until_it_ends() {
    let stage = Stage::with([("/", PAGE)]);
    create(&stage, "Mail", "persistent");
    let (window, page) = open(&stage, "Mail").expect("it opens");
    remember(&stage, &page);
    assert_eq!(open(&stage, "Mail"), Err("profile_in_use".to_owned()));
    close(&stage, &window);
    let folder = stage.host.data_dir().join("profiles/persistent-pr1");
    wait_until("the Chromium to let go", SOON, || {
        std::fs::read_to_string(folder.join("nexus.lock")).is_ok_and(|entry| entry.is_empty()).then_some(())
    })
    .expect("it ends");
    let mut command = bound_command(built::installed("chromium").expect("a Chromium"));
    command.args(["--headless=new", "--no-sandbox", "--no-first-run", "--disable-gpu"]);
    command.arg(format!("--user-data-dir={}", folder.display())).arg("about:blank");
    let mut foreign = OwnedChild::spawn(command).expect("it starts");
    wait_until("Chromium's lock", SOON, || std::fs::read_link(folder.join("SingletonLock")).ok()).expect("a lock");
    assert_eq!(open(&stage, "Mail"), Err("profile_locked".to_owned()));
    foreign.end().expect("it ends");
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    drop(std::fs::remove_file(folder.join("SingletonLock")));
    symlink(format!("{host}-{}", foreign.id()), folder.join("SingletonLock")).expect("a lock left over");
    let (window, page) = open(&stage, "Mail").expect("it is taken over");
    assert!(remembers(&stage, &page));
    close(&stage, &window);
    stage.close();
}

/// Two processes of NEXUS: a second one on the same folder doesn't start, and one that shares the profiles alone is refused.
#[test]
fn two_processes_of_nexus_do_not_share_a_profile() {
    let kept = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| kept.path().join(name));
    for folder in [&one, &two] {
        let stage = Stage::with_options(HostOptions::default().data_dir(folder), [("/", PAGE)]);
        create(&stage, "Mail", "persistent");
        let (window, _) = open(&stage, "Mail").expect("it opens");
        close(&stage, &window);
        stage.close();
    }
    std::fs::remove_dir_all(two.join("profiles")).expect("it is there");
    symlink(one.join("profiles"), two.join("profiles")).expect("a link");
    let first = Stage::with_options(HostOptions::default().data_dir(&one), [("/", PAGE)]);
    // Beside the first's turn: two stages that wait for each other would wait for ever.
    let second = HostOptions::default().data_dir(&two).start();
    let open_second = || second.human.ask("open_window", json!({"profile": "Mail"}));
    let (window, _) = open(&first, "Mail").expect("it opens");
    assert!(open_second().is_err_and(|error| error.code() == Some("profile_in_use")));
    close(&first, &window);
    wait_until("the other one to let go", SOON, || open_second().ok()).expect("it opens");
    second.close();
    first.close();
}

/// What is damaged or gone isn't begun anew without a word; nor is a Chromium that fails, or none, taken for that.
#[test]
fn each_trouble_has_its_own_code() {
    let stage = Stage::with([("/", PAGE)]);
    create(&stage, "Mail", "persistent");
    let (window, _) = open(&stage, "Mail").expect("it opens");
    close(&stage, &window);
    let folder = stage.host.data_dir().join("profiles/persistent-pr1");
    wait_until("the Chromium to let go", SOON, || {
        std::fs::read_to_string(folder.join("nexus.lock")).is_ok_and(|entry| entry.is_empty()).then_some(())
    })
    .expect("it ends");
    std::fs::write(folder.join("Default/Preferences"), "{").expect("written");
    assert_eq!(open(&stage, "Mail"), Err("profile_corrupt".to_owned()));
    std::fs::remove_dir_all(&folder).expect("it is there");
    assert_eq!(open(&stage, "Mail"), Err("profile_missing".to_owned()));
    stage.close();
    for (browser, code) in [("/nonexistent/chromium", "browser_missing"), ("/bin/false", "launch_failed")] {
        let stage = Stage::with_options(HostOptions::default().arguments(["--browser", browser]), [("/", PAGE)]);
        create(&stage, "Mail", "persistent");
        assert_eq!(open(&stage, "Mail"), Err(code.to_owned()));
        stage.close();
    }
}
