use std::time::Instant;

use rusqlite::Connection;
use tempfile::TempDir;
use tokio::sync::mpsc::UnboundedReceiver;

use super::*;
use crate::store::AuditOutcome;
use crate::store::tests::damage;

struct Ground {
    dir: TempDir,
    store: Arc<Store>,
    log: AuditLog,
    writer: JoinHandle<()>,
    told: UnboundedReceiver<Inside>,
}

impl Ground {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let store = Arc::new(Store::open(dir.path()).expect("a store"));
        let (inside, told) = mpsc::unbounded_channel();
        let (log, writer) = AuditLog::start(Arc::clone(&store), inside);
        Self { dir, store, log, writer, told }
    }

    fn whats(&self) -> Vec<String> {
        let mut entries = self.store.entries(99).expect("entries");
        entries.reverse();
        entries.into_iter().map(|(_, entry)| entry.what).collect()
    }

    /// Another process that writes, until it is dropped.
    fn lock(&self) -> Connection {
        let other = Connection::open(self.dir.path().join("nexus.db")).expect("the database");
        other.execute_batch("BEGIN IMMEDIATE").expect("the lock");
        other
    }

    async fn end(self) {
        self.log.end().await;
        self.writer.await.expect("the writer ends");
    }
}

fn entry(what: &str, outcome: AuditOutcome) -> AuditEntry {
    AuditEntry { outcome, ..AuditEntry::of_nexus(what.to_owned()) }
}

fn beginning(what: &str) -> AuditEntry {
    entry(what, AuditOutcome::Started)
}

/// An act goes on only after its beginning is on the disk, behind all that was handed in before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_beginning_is_on_the_disk_before_the_act() {
    let ground = Ground::new();
    for number in 0..20 {
        let what = format!("act {number}");
        ground.log.record_start(beginning(&what)).await.expect("it is recorded");
        assert_eq!(ground.whats().last(), Some(&what));
        ground.log.record(entry("end", AuditOutcome::Done));
    }
    ground.end().await;
}

/// A database that another process keeps locked: the act is refused with a code and what to do, the person is told, and
/// once it is free what happened meanwhile is written, in order, without the act.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_database_refuses_acts_until_it_is_free() {
    let mut ground = Ground::new();
    let lock = ground.lock();
    let asked = Instant::now();
    ground.log.record(entry("take control", AuditOutcome::Done));
    let refused = ground.log.record_start(beginning("click")).await.expect_err("it can't be recorded");
    assert!(asked.elapsed() < RECORD_DEADLINE, "{:?}", asked.elapsed());
    assert_eq!(refused.code, Code::Unavailable);
    for part in ["database_locked", "Nothing was done", "window"] {
        assert!(refused.sentence.contains(part), "{}", refused.sentence);
    }
    assert!(matches!(ground.told.recv().await, Some(Inside::AuditLogChanged)));
    assert_eq!(ground.log.trouble().map(|trouble| (trouble.code, trouble.lasting)), Some(("database_locked", false)));
    let asked = Instant::now();
    ground.log.record_start(beginning("click again")).await.expect_err("it is known by now");
    assert!(asked.elapsed() < Duration::from_millis(100), "{:?}", asked.elapsed());
    drop(lock);
    // Nothing but time brings it back.
    let told = tokio::time::timeout(Duration::from_secs(5), ground.told.recv()).await;
    assert!(matches!(told, Ok(Some(Inside::AuditLogChanged))));
    assert_eq!(ground.log.trouble(), None);
    ground.log.record_start(beginning("type")).await.expect("it is recorded");
    assert_eq!(ground.whats(), ["take control", "type"]);
    ground.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_acts_until_there_is_room() {
    let ground = Ground::new();
    ground.log.record_start(beginning("click")).await.expect("there is room");
    ground.store.limit_pages(1);
    let long = "x".repeat(100_000);
    let refused = ground.log.record_start(beginning(&long)).await.expect_err("there is no room");
    assert!(refused.sentence.contains("database_full"), "{}", refused.sentence);
    ground.store.limit_pages(1_000_000);
    while ground.log.trouble().is_some() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    ground.log.record_start(beginning(&long)).await.expect("there is room again");
    assert_eq!(ground.whats(), ["click", &long]);
    ground.end().await;
}

/// A damaged database isn't written to again, also when it looks well a moment later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damage_in_the_middle_of_a_run_refuses_acts_for_good() {
    let ground = Ground::new();
    ground.log.record_start(beginning("click")).await.expect("it is whole");
    let path = ground.dir.path().join("nexus.db");
    Connection::open(&path).and_then(|other| other.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")).expect("one file");
    let whole = std::fs::read(&path).expect("the database");
    let damaged = damage(&path);
    ground.store.forget_pages();
    let refused = ground.log.record_start(beginning("type")).await.expect_err("it is damaged");
    assert!(refused.sentence.contains("database_corrupt"), "{}", refused.sentence);
    assert_eq!(std::fs::read(&path).expect("the database"), damaged, "nothing is written to it");
    std::fs::write(&path, &whole).expect("it can be written");
    ground.store.forget_pages();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    ground.log.record_start(beginning("type")).await.expect_err("it stays so until a restart");
    ground.end().await;
}

/// An act that is stopped while it waits isn't said to have begun.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_act_that_is_stopped_while_it_waits_does_not_begin() {
    let ground = Ground::new();
    let lock = ground.lock();
    // The writer is busy with the first when the second comes.
    ground.log.record(entry("take control", AuditOutcome::Done));
    tokio::time::sleep(Duration::from_millis(100)).await;
    let stopped = tokio::time::timeout(Duration::from_millis(100), ground.log.record_start(beginning("click"))).await;
    assert!(stopped.is_err(), "it waits");
    drop(lock);
    ground.log.record_start(beginning("type")).await.expect("it is free");
    assert_eq!(ground.whats(), ["take control", "type"]);
    ground.end().await;
}
