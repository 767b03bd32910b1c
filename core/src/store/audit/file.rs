//! The log of a database that is only read: a copy, one whose NEXUS isn't running, or one that may have been tampered with.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use nexus_policy::{PageId, SessionId, WindowId};
use rusqlite::{Connection, OpenFlags};

use super::row::{self, AuditRow};
use super::{AuditEntry, AuditHead, AuditKey, AuditNumber, AuditOutcome, ChainStatus, chain};
use crate::store::{StoreError, connect};

/// An audit log as it is on disk. Nothing is written.
#[derive(Debug)]
pub struct AuditFile {
    connection: Connection,
}

/// Acts of one session in one place follow each other, so an outcome belongs to the start before it.
type Act = (Option<SessionId>, Option<WindowId>, Option<PageId>, String);

impl AuditFile {
    /// Opens a database file.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { connection: connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)? })
    }

    /// Walks the whole chain. Without the audit key seals aren't checked, and without a head that was kept elsewhere a
    /// cut-off end isn't noticed.
    pub fn verify(&self, key: Option<&AuditKey>, kept: Option<&AuditHead>) -> Result<ChainStatus, StoreError> {
        chain::check(&self.connection, key, kept)
    }

    /// The acts that were begun and whose outcome is unknown, oldest first: NEXUS ended in between, or they run now.
    pub fn unfinished(&self) -> Result<Vec<(AuditNumber, AuditEntry)>, StoreError> {
        let mut select = self.connection.prepare("SELECT * FROM audit ORDER BY number")?;
        let mut rows = select.query([])?;
        let mut begun: BTreeMap<Act, (AuditNumber, AuditEntry)> = BTreeMap::new();
        let mut unfinished = Vec::new();
        while let Some(row) = rows.next()? {
            let number = row::number(row)?;
            let entry = AuditRow::read(row)?.into_entry(number)?;
            let act = (entry.session, entry.window, entry.page, entry.what.clone());
            match entry.outcome {
                AuditOutcome::Started => unfinished.extend(begun.insert(act, (number, entry))),
                AuditOutcome::Done | AuditOutcome::Refused(_) | AuditOutcome::Failed(_) => drop(begun.remove(&act)),
            }
        }
        unfinished.extend(begun.into_values());
        unfinished.sort_by_key(|(number, _)| *number);
        Ok(unfinished)
    }
}
