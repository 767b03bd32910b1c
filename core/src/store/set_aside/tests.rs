use std::fs;

use super::*;
use crate::store::tests::{Tested, agent, damage, entry, mode, store_in, temp_dir};
use crate::store::{ChainStatus, Token};

/// V20: a damaged database starts clean, lets nobody in that it knew, and is kept as it was with all that belongs to it.
#[test]
fn a_damaged_database_is_set_aside_whole() -> Tested {
    let dir = temp_dir();
    let token = Token::random();
    let store = store_in(&dir);
    store.pair_agent(&agent("claude"), &token)?;
    store.append(&entry("click"))?;
    drop(store);
    fs::create_dir_all(dir.path().join("profiles/1"))?;
    fs::write(dir.path().join("profiles/1/Cookies"), "kept")?;
    fs::write(dir.path().join("nexus.db-wal"), "left over")?;
    let damaged = damage(&dir.path().join("nexus.db"));
    let (store, aside) = Store::open_or_set_aside(dir.path())?;
    let aside = aside.expect("it is set aside");
    assert_eq!(fs::read(aside.join("nexus.db"))?, damaged);
    assert_eq!(fs::read_to_string(aside.join("profiles/1/Cookies"))?, "kept");
    assert_eq!((mode(&aside), mode(&aside.join("nexus.db"))), (0o700, 0o600));
    assert!(!dir.path().join("profiles").exists(), "a fresh database gives its numbers to other profiles");
    assert!(!store.token_matches(&agent("claude"), &token)?);
    assert_eq!(store.verify()?, ChainStatus::Intact { entries: 0, unsealed: 0 });
    drop(store);
    damage(&dir.path().join("nexus.db"));
    let (_, again) = Store::open_or_set_aside(dir.path())?;
    assert_ne!(again.expect("it is set aside, too"), aside);
    Ok(())
}

/// What may pass, or is someone else's to decide, is told and left alone.
#[test]
fn a_database_that_is_whole_newer_or_locked_stays_where_it_is() -> Tested {
    let dir = temp_dir();
    store_in(&dir).append(&entry("click"))?;
    let (store, aside) = Store::open_or_set_aside(dir.path())?;
    assert_eq!((aside, store.entries(9)?.len()), (None, 1));
    drop(store);
    let other = rusqlite::Connection::open(dir.path().join("nexus.db"))?;
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")?;
    assert_eq!(Store::open_or_set_aside(dir.path()).expect_err("a lock").code(), "database_locked");
    other.execute_batch("ROLLBACK; PRAGMA locking_mode = NORMAL")?;
    other.pragma_update(None, "user_version", 999)?;
    drop(other);
    assert_eq!(Store::open_or_set_aside(dir.path()).expect_err("a newer one").code(), "database_newer");
    let left: Vec<_> = fs::read_dir(dir.path())?.map(|entry| entry.map(|entry| entry.file_name())).collect();
    assert!(left.iter().flatten().all(|name| !name.to_string_lossy().starts_with("damaged")), "{left:?}");
    Ok(())
}
