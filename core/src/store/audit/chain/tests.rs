//! Each test tampers as somebody with the file could: with triggers and checks out of the way.

use std::fs;

use rusqlite::Connection;
use tempfile::TempDir;

use super::*;
use crate::store::tests::{Tested, entry, store_in, temp_dir};
use crate::store::{Setting, Store};

const KEY: [u8; 32] = [7; 32];

fn log_of(entries: u64) -> (TempDir, Store) {
    let dir = temp_dir();
    let store = store_in(&dir);
    append(&store, (1..=entries).map(|number| format!("act {number}")));
    (dir, store)
}

fn sealed_log_of(entries: u64) -> (TempDir, Store) {
    let dir = temp_dir();
    let store = store_in(&dir).with_audit_key(AuditKey::from_bytes(KEY));
    append(&store, (1..=entries).map(|number| format!("act {number}")));
    (dir, store)
}

fn append(store: &Store, acts: impl Iterator<Item = String>) {
    for act in acts {
        store.append(&entry(&act)).expect("an entry");
    }
}

fn tamper(dir: &TempDir, sql: &str) -> Tested {
    let connection = Connection::open(dir.path().join("nexus.db"))?;
    connection.execute_batch(
        "PRAGMA ignore_check_constraints = 1; DROP TRIGGER IF EXISTS audit_is_never_changed;
         DROP TRIGGER IF EXISTS audit_is_never_shortened; DROP TRIGGER IF EXISTS audit_only_grows_at_its_end;",
    )?;
    Ok(connection.execute_batch(sql)?)
}

fn intact(entries: u64, unsealed: u64) -> ChainStatus {
    ChainStatus::Intact { entries, unsealed }
}

fn broken(at: u64, why: ChainFault) -> ChainStatus {
    ChainStatus::Broken { at: AuditNumber(at), why }
}

#[test]
fn untouched_chain_is_intact() -> Tested {
    assert_eq!(log_of(0).1.verify()?, intact(0, 0));
    assert_eq!(log_of(3).1.verify()?, intact(3, 3));
    assert_eq!(sealed_log_of(3).1.verify()?, intact(3, 0));
    Ok(())
}

#[test]
fn change_of_any_column_is_found() -> Tested {
    for change in [
        "at_millis = at_millis + 1",
        "agent = 'codex'",
        "agent = NULL",
        "session_id = 's5'",
        "window_id = 'w2'",
        "page_id = 'p8'",
        "what = what || ' '",
        "what = CAST(x'ff' AS TEXT)",
        "address = 'https://example.org/'",
        "outcome = 'started'",
        "code = 'cancelled'",
        "hash = zeroblob(32)",
        "hash = zeroblob(31)",
    ] {
        let (dir, store) = log_of(3);
        tamper(&dir, &format!("UPDATE audit SET {change} WHERE number = 2"))?;
        assert_eq!(store.verify()?, broken(2, ChainFault::Altered), "{change}");
    }
    Ok(())
}

#[test]
fn flipped_byte_in_the_file_is_found() -> Tested {
    let (dir, store) = log_of(3);
    drop(store);
    let path = dir.path().join("nexus.db");
    let mut bytes = fs::read(&path)?;
    let place = bytes.windows(5).position(|part| part == b"act 2").expect("the second entry");
    bytes[place] ^= 0b10;
    fs::write(&path, bytes)?;
    assert_eq!(store_in(&dir).verify()?, broken(2, ChainFault::Altered));
    Ok(())
}

#[test]
fn deleted_entry_is_found() -> Tested {
    for number in [1, 2] {
        let (dir, store) = log_of(3);
        tamper(&dir, &format!("DELETE FROM audit WHERE number = {number}"))?;
        assert_eq!(store.verify()?, broken(number, ChainFault::Missing));
    }
    Ok(())
}

#[test]
fn deleted_entry_is_found_when_later_ones_are_renumbered() -> Tested {
    let (dir, store) = log_of(3);
    tamper(&dir, "DELETE FROM audit WHERE number = 2; UPDATE audit SET number = 2 WHERE number = 3")?;
    assert_eq!(store.verify()?, broken(2, ChainFault::Altered));
    Ok(())
}

#[test]
fn entries_that_changed_places_are_found() -> Tested {
    let (dir, store) = log_of(3);
    tamper(
        &dir,
        "UPDATE audit SET number = 9 WHERE number = 1; UPDATE audit SET number = 1 WHERE number = 2;
         UPDATE audit SET number = 2 WHERE number = 9",
    )?;
    assert_eq!(store.verify()?, broken(1, ChainFault::Altered));
    Ok(())
}

#[test]
fn entry_before_the_first_is_found() -> Tested {
    let (dir, store) = log_of(1);
    tamper(&dir, "UPDATE audit SET number = -1")?;
    assert_eq!(store.verify()?, broken(1, ChainFault::Altered));
    Ok(())
}

#[test]
fn cut_off_end_is_found_by_the_kept_head_only() -> Tested {
    let (dir, store) = log_of(3);
    let kept = store.audit_head()?;
    tamper(&dir, "DELETE FROM audit WHERE number > 1")?;
    assert_eq!(store.verify()?, intact(1, 1));
    assert_eq!(store.verify_with_head(&kept)?, broken(2, ChainFault::CutOff));
    Ok(())
}

#[test]
fn log_written_anew_is_found_by_the_kept_head() -> Tested {
    let (dir, store) = log_of(3);
    let kept = store.audit_head()?;
    tamper(&dir, "DELETE FROM audit WHERE number > 1")?;
    append(&store, (2..=4).map(|number| format!("harmless {number}")));
    assert_eq!(store.verify()?, intact(4, 4));
    assert_eq!(store.verify_with_head(&kept)?, broken(3, ChainFault::Rewritten));
    Ok(())
}

#[test]
fn entries_after_the_kept_head_are_fine() -> Tested {
    let (_dir, store) = log_of(2);
    let kept = store.audit_head()?;
    assert_eq!(store.verify_with_head(&kept)?, intact(2, 2));
    store.append(&entry("later"))?;
    assert_eq!(store.verify_with_head(&kept)?, intact(3, 3));
    assert_eq!(store.verify_with_head(&log_of(0).1.audit_head()?)?, intact(3, 3));
    Ok(())
}

#[test]
fn entry_added_without_the_key_is_counted() -> Tested {
    let (dir, store) = sealed_log_of(2);
    store_in(&dir).append(&entry("forged"))?;
    assert_eq!(store.verify()?, intact(3, 1));
    Ok(())
}

#[test]
fn seal_of_another_entry_is_found() -> Tested {
    let (dir, store) = sealed_log_of(2);
    store_in(&dir).append(&entry("forged"))?;
    tamper(
        &dir,
        "UPDATE audit SET (sealed_by, seal) = (SELECT sealed_by, seal FROM audit WHERE number = 2) WHERE number = 3",
    )?;
    assert_eq!(store.verify()?, broken(3, ChainFault::Forged));
    Ok(())
}

#[test]
fn chain_under_a_lost_key_is_intact_and_unsealed() -> Tested {
    let (dir, store) = sealed_log_of(2);
    let after_loss = store_in(&dir).with_audit_key(AuditKey::from_bytes([8; 32]));
    after_loss.append(&entry("later"))?;
    assert_eq!(after_loss.verify()?, intact(3, 2));
    assert_eq!(store.verify()?, intact(3, 1));
    assert_eq!(store_in(&dir).verify()?, intact(3, 3));
    Ok(())
}

#[test]
fn checking_makes_no_writer_wait() -> Tested {
    let (_dir, store) = log_of(3);
    let reader = store.reader()?;
    let mut select = reader.prepare("SELECT * FROM audit")?;
    let mut rows = select.query([])?;
    assert!(rows.next()?.is_some());
    store.connection().busy_timeout(std::time::Duration::ZERO)?;
    store.set_setting(Setting::BrowserPath, "/usr/bin/chromium")?;
    Ok(())
}

#[test]
fn head_survives_as_text_and_nothing_else_is_one() -> Tested {
    let (_dir, store) = log_of(2);
    let head = store.audit_head()?;
    assert_eq!(AuditHead::from_text(&head.to_text()), Some(head.clone()));
    for bad in ["", "2", "2 ", "2 AAAA", &format!("-{}", head.to_text()), &format!("{} ", head.to_text())] {
        assert_eq!(AuditHead::from_text(bad), None, "{bad:?}");
    }
    Ok(())
}
