//! The log itself. What checking the chain finds is in `chain/tests.rs`.

use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use super::*;
use crate::store::tests::{Tested, entry, store_in, temp_dir};

#[test]
fn entries_come_back_as_written_newest_first() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let bare = AuditEntry {
        at: UNIX_EPOCH - Duration::from_millis(1),
        agent: None,
        session: None,
        window: None,
        page: None,
        what: String::new(),
        address: None,
        outcome: AuditOutcome::Started,
    };
    assert_eq!(store.append(&entry("click"))?, AuditNumber(1));
    assert_eq!(store.append(&bare)?, AuditNumber(2));
    assert_eq!(store.entries(9)?, [(AuditNumber(2), bare.clone()), (AuditNumber(1), entry("click"))]);
    assert_eq!(store.entries(1)?, [(AuditNumber(2), bare)]);
    Ok(())
}

#[test]
fn every_outcome_comes_back() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let coded = Code::ALL.iter().flat_map(|&code| [AuditOutcome::Refused(code), AuditOutcome::Failed(code)]);
    for outcome in coded.chain([AuditOutcome::Started, AuditOutcome::Done]) {
        store.append(&AuditEntry { outcome, ..entry("click") })?;
        let (_, newest) = store.entries(1)?.remove(0);
        assert_eq!(newest.outcome, outcome);
    }
    Ok(())
}

#[test]
fn greatest_ids_and_farthest_times_are_kept() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let far = AuditEntry {
        at: UNIX_EPOCH + Duration::from_millis(i64::MAX.unsigned_abs()),
        window: Some(WindowId(u64::MAX)),
        ..entry("click")
    };
    store.append(&far)?;
    assert_eq!(store.entries(1)?, [(AuditNumber(1), far)]);
    Ok(())
}

#[test]
fn entries_cannot_be_changed_deleted_replaced_or_put_elsewhere() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    store.append(&entry("click"))?;
    store.append(&entry("type"))?;
    for (sql, rule) in [
        ("UPDATE audit SET what = 'nothing' WHERE number = 1", "never changed"),
        ("DELETE FROM audit WHERE number = 2", "never deleted"),
        ("INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE number = 2", "only added at the end"),
        ("INSERT INTO audit SELECT 9, * FROM (SELECT at_millis, agent, session_id, window_id, page_id, what, address,
          outcome, code, hash, sealed_by, seal FROM audit WHERE number = 2)", "only added at the end"),
    ] {
        let error = store.connection().execute(sql, []).expect_err(sql);
        assert!(error.to_string().contains(rule), "{sql}: {error}");
    }
    assert_eq!(store.verify()?, ChainStatus::Intact { entries: 2, unsealed: 2 });
    Ok(())
}

#[test]
fn stores_of_several_threads_write_one_chain_without_gaps() -> Tested {
    let dir = temp_dir();
    let stores = [store_in(&dir), store_in(&dir)];
    for store in &stores {
        // However slow the disk: this is not about who gives up first.
        store.connection().busy_timeout(Duration::from_secs(60))?;
    }
    thread::scope(|scope| {
        for store in stores.iter().chain(&stores) {
            scope.spawn(|| {
                for _ in 0..25 {
                    store.append(&entry("click")).expect("an entry");
                }
            });
        }
    });
    assert_eq!(stores[0].verify()?, ChainStatus::Intact { entries: 100, unsealed: 100 });
    Ok(())
}

#[test]
fn entry_that_means_nothing_to_this_nexus_is_told() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    store.connection().execute(
        "INSERT INTO audit (number, at_millis, what, outcome, code, hash) VALUES (1, 0, '', 'failed', 'odd', zeroblob(32))",
        [],
    )?;
    let error = store.entries(1).expect_err("an unknown code");
    assert_eq!(error.code(), "database_unreadable_value");
    assert!(error.to_string().contains("audit entry 1, outcome"), "{error}");
    Ok(())
}
