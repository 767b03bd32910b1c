mod damage;
mod power_loss;

use std::error::Error;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use nexus_policy::AgentName;
use rusqlite::Connection;
use tempfile::TempDir;

use super::*;

pub(super) type Tested = Result<(), Box<dyn Error>>;

pub(super) fn temp_dir() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

pub(super) fn store_in(dir: &TempDir) -> Store {
    Store::open(dir.path()).expect("a store in a fresh directory")
}

pub(super) fn agent(name: &str) -> AgentName {
    name.parse().expect("an agent name")
}

/// Damages a database but for its first page, where SQLite looks whether it is one at all. Answers what is there now.
pub(crate) fn damage(path: &Path) -> Vec<u8> {
    let mut bytes = fs::read(path).expect("a database");
    bytes.iter_mut().skip(4096).for_each(|byte| *byte = 0xA5);
    fs::write(path, &bytes).expect("it can be written");
    bytes
}

pub(super) fn entry(what: &str) -> AuditEntry {
    AuditEntry {
        at: UNIX_EPOCH + Duration::from_millis(1_790_000_000_123),
        agent: Some(agent("claude")),
        session: Some("s4".parse().expect("a session")),
        window: Some("w1".parse().expect("a Window")),
        page: Some("p7".parse().expect("a page")),
        what: what.to_owned(),
        address: Some("https://example.org/inbox".to_owned()),
        outcome: AuditOutcome::Done,
    }
}

pub(super) fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).expect("a file").mode() & 0o777
}

fn refusal(data_dir: &Path) -> &'static str {
    Store::open(data_dir).expect_err("a refusal").code()
}

#[test]
fn directory_and_database_are_the_owners_alone() -> Tested {
    let dir = temp_dir();
    let data_dir = dir.path().join("share/nexus");
    let store = Store::open(&data_dir)?;
    store.append(&entry("click"))?;
    assert_eq!(mode(&data_dir), 0o700);
    for file in ["nexus.db", "nexus.db-wal", "nexus.db-shm"] {
        assert_eq!(mode(&data_dir.join(file)), 0o600, "{file}");
    }
    Ok(())
}

#[test]
fn loose_modes_of_directory_and_database_are_tightened() -> Tested {
    let dir = temp_dir();
    drop(store_in(&dir));
    let database = dir.path().join("nexus.db");
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755))?;
    fs::set_permissions(&database, fs::Permissions::from_mode(0o644))?;
    drop(store_in(&dir));
    assert_eq!((mode(dir.path()), mode(&database)), (0o700, 0o600));
    Ok(())
}

#[test]
fn symlinked_data_directory_is_refused() -> Tested {
    let dir = temp_dir();
    let link = dir.path().join("link");
    fs::create_dir(dir.path().join("real"))?;
    symlink("real", &link)?;
    assert_eq!(refusal(&link), "path_is_symlink");
    assert_eq!(refusal(&dir.path().join("link/")), "path_is_symlink");
    assert_eq!(fs::read_dir(dir.path().join("real"))?.count(), 0);
    Ok(())
}

#[test]
fn symlinked_database_is_refused() -> Tested {
    let dir = temp_dir();
    symlink("elsewhere", dir.path().join("nexus.db"))?;
    assert_eq!(refusal(dir.path()), "path_is_symlink");
    assert!(!dir.path().join("elsewhere").exists());
    Ok(())
}

#[test]
fn file_in_place_of_the_data_directory_is_refused() -> Tested {
    let dir = temp_dir();
    let file = dir.path().join("file");
    fs::write(&file, "mine")?;
    assert_eq!(refusal(&file), "path_wrong_kind");
    Ok(())
}

#[test]
fn newer_database_is_refused_and_left_as_it_was() -> Tested {
    let dir = temp_dir();
    let path = dir.path().join("nexus.db");
    Connection::open(&path)?.pragma_update(None, "user_version", 999)?;
    let before = fs::read(&path)?;
    let error = Store::open(dir.path()).expect_err("a newer database");
    assert_eq!(error.code(), "database_newer");
    assert!(error.to_string().contains("format 999"), "{error}");
    assert_eq!(fs::read(&path)?, before);
    Ok(())
}

#[test]
fn corrupt_file_is_refused_and_left_as_it_was() -> Tested {
    let dir = temp_dir();
    let path = dir.path().join("nexus.db");
    let garbage = b"not a database, and nobody's to overwrite ".repeat(200);
    fs::write(&path, &garbage)?;
    assert_eq!(refusal(dir.path()), "database_corrupt");
    assert_eq!(fs::read(&path)?, garbage);
    Ok(())
}

#[test]
fn damage_further_in_is_told_at_the_start() -> Tested {
    let dir = temp_dir();
    store_in(&dir).append(&entry("click"))?;
    let path = dir.path().join("nexus.db");
    damage(&path);
    assert_eq!(refusal(dir.path()), "database_corrupt");
    Ok(())
}

#[test]
fn locked_database_says_so() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    store.connection().busy_timeout(Duration::ZERO)?;
    let other = Connection::open(dir.path().join("nexus.db"))?;
    other.execute_batch("BEGIN IMMEDIATE")?;
    assert_eq!(store.append(&entry("click")).expect_err("a lock").code(), "database_locked");
    other.execute_batch("ROLLBACK")?;
    store.append(&entry("click"))?;
    Ok(())
}

#[test]
fn full_disk_says_so_and_loses_nothing() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    store.append(&entry("click"))?;
    store.connection().pragma_update_and_check(None, "max_page_count", 1, |_| Ok(()))?;
    assert_eq!(store.append(&entry(&"x".repeat(100_000))).expect_err("no room").code(), "database_full");
    assert_eq!(store.entries(9)?.len(), 1);
    Ok(())
}

#[test]
fn read_only_database_says_so() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    store.connection().pragma_update(None, "query_only", true)?;
    assert_eq!(store.append(&entry("click")).expect_err("read-only").code(), "database_read_only");
    Ok(())
}

#[test]
fn everything_is_there_after_reopening() -> Tested {
    let dir = temp_dir();
    let token = Token::random();
    let store = store_in(&dir);
    store.pair_agent(&agent("claude"), &token)?;
    store.set_setting(Setting::BrowserPath, "/usr/bin/chromium")?;
    store.append(&entry("click"))?;
    drop(store);
    let store = store_in(&dir);
    assert!(store.token_matches(&agent("claude"), &token)?);
    assert_eq!(store.setting(Setting::BrowserPath)?.as_deref(), Some("/usr/bin/chromium"));
    assert_eq!(store.append(&entry("type"))?, AuditNumber(2));
    assert_eq!(store.verify()?, ChainStatus::Intact { entries: 2, unsealed: 2 });
    Ok(())
}

#[test]
fn several_that_open_a_fresh_directory_at_once_all_get_in() {
    for _ in 0..10 {
        let dir = temp_dir();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| store_in(&dir).agents().expect("an empty list"));
            }
        });
    }
}

/// N23: there is no table for leases, approvals, pages or handoffs, so none can come back.
#[test]
fn only_agents_profiles_settings_and_the_audit_log_are_kept() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let connection = store.connection();
    let mut select = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")?;
    let tables: Vec<String> = select.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let kept = ["agents", "audit", "profile_drivers", "profiles", "settings", "sqlite_sequence"];
    assert_eq!(tables, kept);
    Ok(())
}

#[test]
fn store_and_vault_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Store>();
    shared::<Vault>();
}

#[test]
fn panic_while_the_store_is_used_leaves_it_usable() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let panicked = std::thread::scope(|scope| {
        scope
            .spawn(|| {
                store.connection().query_row("SELECT 1", [], |_| -> rusqlite::Result<()> { panic!("on purpose") })
            })
            .join()
    });
    assert!(panicked.is_err());
    assert_eq!(store.append(&entry("click"))?, AuditNumber(1));
    Ok(())
}
