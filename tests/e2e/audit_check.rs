//! `nexus audit verify`: what it checks with the key and without, and that it says which (I13).

use std::path::Path;

use nexus_core::store::{AuditEntry, AuditHead, AuditKey, Store, Vault};
use rusqlite::Connection;

use crate::bare::{Bare, Ended};

/// A log of five entries in NEXUS's own directory; with a key in the private file if the person chose one.
fn log(data: &Path, with_key: bool) -> AuditHead {
    let mut store = Store::open(data).expect("a database");
    let vault = Vault::without_keychain(data);
    if with_key {
        vault.choose_file().expect("a private file");
        store = store.with_audit_key(AuditKey::of_vault(&vault).expect("a key"));
    }
    for number in 1..=5 {
        store.append(&AuditEntry::of_nexus(format!("act {number}"))).expect("an entry");
    }
    let head = store.audit_head().expect("a head");
    if with_key {
        head.keep_in(&vault).expect("it is kept");
    }
    head
}

/// Changes the log as somebody can who has the file but not the key.
fn tamper(data: &Path, change: &str) {
    let other = Connection::open(data.join("nexus.db")).expect("the database");
    other
        .execute_batch("DROP TRIGGER IF EXISTS audit_is_never_changed; DROP TRIGGER IF EXISTS audit_is_never_shortened")
        .expect("no guards");
    other.execute_batch(change).expect("it is changed");
}

#[track_caller]
fn expect(ended: &Ended, code: i32, parts: &[&str]) {
    assert_eq!(ended.code, Some(code), "{}{}", ended.stdout, ended.stderr);
    for part in parts {
        assert!(ended.stdout.contains(part), "no {part:?} in {}", ended.stdout);
    }
}

/// Without a key the chain alone is checked: that the end is missing isn't noticed, and this is said.
#[test]
fn without_the_key_the_chain_alone_is_checked_and_that_is_said() {
    let bare = Bare::new();
    log(&bare.data(), false);
    let said = ["the chain is whole, 5 entries", "Seals weren't checked", "A cut-off end would not be noticed"];
    expect(&bare.run(&["audit", "verify"]), 0, &said);
    tamper(&bare.data(), "DELETE FROM audit WHERE number = 5");
    expect(&bare.run(&["audit", "verify"]), 0, &["the chain is whole, 4 entries", "would not be noticed"]);
    tamper(&bare.data(), "UPDATE audit SET what = 'nothing' WHERE number = 2");
    expect(&bare.run(&["audit", "verify"]), 1, &["broken at entry 2: it was changed"]);
}

/// With the key in the private file, forged entries and a cut-off end are found.
#[test]
fn with_the_key_seals_and_the_end_are_checked() {
    let bare = Bare::new();
    let head = log(&bare.data(), true);
    let end = format!("Its end was checked against entry {}, kept in the private file.", head.number());
    expect(&bare.run(&["audit", "verify"]), 0, &["5 entries, each sealed with the key in the private file", &end]);
    // Entries added since the end was kept are fine, and one without a seal is told.
    Store::open(&bare.data())
        .and_then(|store| store.append(&AuditEntry::of_nexus("act 6".to_owned())))
        .expect("an entry");
    expect(&bare.run(&["audit", "verify"]), 0, &["vouches for 5 of them", &end]);
    tamper(&bare.data(), "DELETE FROM audit WHERE number > 4");
    expect(&bare.run(&["audit", "verify"]), 1, &["broken at entry 5: the log was cut off before it"]);
    tamper(&bare.data(), "UPDATE audit SET seal = zeroblob(32) WHERE number = 3");
    expect(&bare.run(&["audit", "verify"]), 1, &["broken at entry 3: its seal wasn't made with the audit key"]);
}

/// A copy elsewhere is checked with NEXUS's own key, and nothing that tells the key comes out.
#[test]
fn a_copy_is_checked_with_nexus_s_own_key() {
    let bare = Bare::new();
    log(&bare.data(), true);
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    std::fs::copy(bare.data().join("nexus.db"), &copy).expect("a copy");
    let ended = bare.run(&["audit", "verify", copy.to_str().expect("a path")]);
    expect(&ended, 0, &["each sealed with the key in the private file"]);
    let secrets = std::fs::read_to_string(bare.data().join("secrets.json")).expect("the secrets");
    let secrets: serde_json::Value = serde_json::from_str(&secrets).expect("JSON");
    let key = secrets.to_string();
    assert!(key.len() > 40 && !ended.stdout.contains(&key[key.len() - 30..key.len() - 4]));
    assert_eq!(bare.run(&["audit", "verify", "/nowhere.db"]).code, Some(1));
}

/// V20: a database that can't be opened ends the program with a sentence and a code, and stays as it is.
#[test]
fn a_database_that_cannot_be_opened_is_told_with_a_code() {
    let bare = Bare::new();
    log(&bare.data(), false);
    let path = bare.data().join("nexus.db");
    let other = Connection::open(&path).expect("the database");
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE").expect("the lock");
    let ended = bare.run(&[]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("Another program holds the database") && ended.stderr.contains("(database_locked)"));
    other.execute_batch("ROLLBACK; PRAGMA locking_mode = NORMAL").expect("no lock");
    other.pragma_update(None, "user_version", 999).expect("a newer one");
    drop(other);
    let before = std::fs::read(&path).expect("the database");
    let ended = bare.run(&[]);
    assert!(ended.stderr.contains("newer NEXUS") && ended.stderr.contains("(database_newer)"), "{}", ended.stderr);
    assert_eq!(std::fs::read(&path).expect("the database"), before);
}
