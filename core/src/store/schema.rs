//! The tables, and how an older database gets them. A step that was ever released is never edited, only followed by another.

#[cfg(test)]
mod tests;

use rusqlite::{Connection, TransactionBehavior};

use super::error::StoreError;

/// In order. The database's `user_version` says how many it has been through.
const STEPS: &[&str] = &[
    include_str!("schema/0001_agents_settings_audit.sql"),
    include_str!("schema/0002_profiles.sql"),
    include_str!("schema/0003_approvals.sql"),
    include_str!("schema/0004_profile_kinds.sql"),
];

/// A database that went through more steps than this program knows is left alone.
pub(super) fn refuse_newer(connection: &Connection) -> Result<(), StoreError> {
    let (found, known) = (version(connection)?, STEPS.len() as i64);
    if found > known { Err(StoreError::Newer { found, known }) } else { Ok(()) }
}

/// Whether it has been through every step. An older one is when NEXUS opens it next.
pub(super) fn is_up_to_date(connection: &Connection) -> Result<bool, StoreError> {
    Ok(version(connection)? == STEPS.len() as i64)
}

/// Takes the steps that are missing: all of them or, if one fails, none.
pub(super) fn bring_up_to_date(connection: &mut Connection) -> Result<(), StoreError> {
    take(STEPS, connection)
}

fn take(steps: &[&str], connection: &mut Connection) -> Result<(), StoreError> {
    let known = steps.len() as i64;
    if version(connection)? == known {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again under the lock: another process, of whatever version, may have been first.
    let found = version(&transaction)?;
    let done = usize::try_from(found).map_err(|_| StoreError::unreadable("user_version"))?;
    for step in steps.get(done..).ok_or(StoreError::Newer { found, known })? {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", known)?;
    Ok(transaction.commit()?)
}

fn version(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}
