//! A database that can't be opened, or was damaged, on a screen.

use std::process::Stdio;

use nexus_core::store::{AuditEntry, AuditHead, AuditNumber, Store, Vault};
use nexus_test_support::person::{FAILURE, TOLERANCE};
use nexus_test_support::process::OwnedChild;
use rusqlite::Connection;

use crate::stage::{START, Stage};

/// V20: a damaged database is set aside: NEXUS starts all the same, says so in its hub, and begins with a fresh one.
#[test]
fn a_damaged_database_is_set_aside_and_the_person_is_told() {
    let stage = Stage::set();
    let data = stage.data();
    std::fs::create_dir_all(&data).expect("a folder");
    std::fs::write(data.join("nexus.db"), b"not a database, and nobody's to overwrite ".repeat(200)).expect("a file");
    let app = stage.start_app();
    let notice = stage.screen.wait_for_color(FAILURE, TOLERANCE, 300, START);
    notice.expect("a notice in the hub");
    let aside: Vec<_> = std::fs::read_dir(&data).expect("a folder").flatten().map(|entry| entry.path()).collect();
    let aside =
        aside.iter().find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("damaged-")));
    let kept = std::fs::read(aside.expect("a folder for it").join("nexus.db")).expect("it is kept");
    assert!(kept.starts_with(b"not a database"));
    let fresh = Connection::open(data.join("nexus.db")).expect("a fresh one");
    let noted: String =
        fresh.query_row("SELECT what FROM audit WHERE number = 1", [], |row| row.get(0)).expect("a first entry");
    assert_eq!(noted, "NEXUS set a damaged database aside");
    drop(fresh);
    app.stop(&stage);
}

/// I13: at its end NEXUS keeps the end of its log with its secrets; when that has been cut off since, the next start says so,
/// on the screen and in the log.
#[test]
fn a_log_whose_end_was_cut_off_is_told_at_the_next_start() {
    let stage = Stage::set();
    let data = stage.data();
    let store = Store::open(&data).expect("a database");
    let vault = Vault::without_keychain(&data);
    vault.choose_file().expect("a private file");
    for number in 1..=3 {
        store.append(&AuditEntry::of_nexus(format!("act {number}"))).expect("an entry");
    }
    drop(store);
    stage.start_app().stop(&stage);
    let kept = AuditHead::kept_in(&vault).expect("the private file").expect("it is kept at the end");
    assert_eq!(kept.number(), AuditNumber(3));
    let other = Connection::open(data.join("nexus.db")).expect("the database");
    other
        .execute_batch("DROP TRIGGER audit_is_never_shortened; DELETE FROM audit WHERE number > 1")
        .expect("it is cut off");
    drop(other);
    let app = stage.start_app();
    stage.screen.wait_for_color(FAILURE, TOLERANCE, 300, START).expect("a notice in the hub");
    let noted = Store::open(&data).and_then(|store| store.entries(1)).expect("the log");
    assert_eq!(noted[0].1.what, "NEXUS found the audit log changed at entry 2: the log was cut off before it");
    app.stop(&stage);
}

/// V20: a NEXUS that can't start shows why in a window, for whoever started it without a terminal, and leaves the database
/// as it is.
#[test]
fn a_nexus_that_cannot_start_shows_why_in_a_window() {
    let stage = Stage::set();
    std::fs::create_dir_all(stage.data()).expect("a folder");
    let path = stage.data().join("nexus.db");
    let newer = Connection::open(&path).expect("a database");
    newer.pragma_update(None, "user_version", 999).expect("a newer one");
    drop(newer);
    let before = std::fs::read(&path).expect("the database");
    let mut command = stage.nexus();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut nexus = OwnedChild::spawn(command).expect("the program can be started");
    let window = stage.screen.wait_for_window("NEXUS can't start", START).expect("a window that says why");
    stage.screen.close_window(&window).expect("it can be closed");
    let status = nexus.wait(START).expect("it ends with that");
    assert_eq!(status.code(), Some(1));
    assert_eq!(std::fs::read(&path).expect("the database"), before);
}
