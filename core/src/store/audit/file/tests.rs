use super::*;
use crate::store::tests::{Tested, entry, store_in, temp_dir};

/// An act that was begun and has no outcome, since NEXUS ended before it, shows; one that ended doesn't.
#[test]
fn act_without_an_outcome_is_told() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let started = |what| AuditEntry { outcome: AuditOutcome::Started, ..entry(what) };
    store.append(&started("click"))?;
    store.append(&entry("click"))?;
    store.append(&started("type"))?;
    // After a relaunch, the same session number in the same place.
    store.append(&started("type"))?;
    store.append(&AuditEntry { outcome: AuditOutcome::Refused(nexus_policy::Code::PausedByUser), ..entry("type") })?;
    let file = AuditFile::open(&dir.path().join("nexus.db"))?;
    assert_eq!(file.unfinished()?, [(AuditNumber(3), started("type"))]);
    assert_eq!(file.verify(None, None)?, ChainStatus::Intact { entries: 5, unsealed: 5 });
    Ok(())
}

#[test]
fn what_is_no_database_is_said_to_be_damaged() -> Tested {
    let dir = temp_dir();
    let path = dir.path().join("nexus.db");
    std::fs::write(&path, "not a database, but long enough to look like one".repeat(100))?;
    let code = AuditFile::open(&path).and_then(|file| file.verify(None, None)).expect_err("nonsense").code();
    assert_eq!(code, "database_corrupt");
    Ok(())
}
