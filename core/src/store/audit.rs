//! The audit log: what was asked, by whom, where, and what came of it. Entries are only ever added, each chained to the
//! one before it by a hash and, where there is a key, sealed.

mod chain;
mod file;
mod row;
mod seal;
#[cfg(test)]
mod tests;

use std::fmt;
use std::time::SystemTime;

use nexus_policy::{AgentName, Code, PageId, SessionId, WindowId};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use super::{Store, StoreError};
pub use chain::{AuditHead, ChainFault, ChainStatus};
pub use file::AuditFile;
use row::AuditRow;
pub use seal::AuditKey;
use seal::Seal;

/// Entries are numbered from 1, without gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AuditNumber(pub u64);

impl fmt::Display for AuditNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One line of the log. It never holds page text, typed values or full addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// When; kept to the millisecond.
    pub at: SystemTime,
    /// The agent that asked. `None` for what a person or NEXUS itself did.
    pub agent: Option<AgentName>,
    /// Its connection.
    pub session: Option<SessionId>,
    /// The Window it is about.
    pub window: Option<WindowId>,
    /// The page it is about.
    pub page: Option<PageId>,
    /// The act, in words of NEXUS's own.
    pub what: String,
    /// Origin and path of the page, already redacted (N26).
    pub address: Option<String>,
    /// What came of it.
    pub outcome: AuditOutcome,
}

impl AuditEntry {
    /// What NEXUS itself did or found just now, about nothing in particular.
    pub fn of_nexus(what: String) -> Self {
        let (at, outcome) = (SystemTime::now(), AuditOutcome::Done);
        Self { at, agent: None, session: None, window: None, page: None, what, address: None, outcome }
    }
}

/// What came of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AuditOutcome {
    /// It is about to happen; another entry says how it ended.
    Started,
    /// It was done.
    Done,
    /// The rules said no; nothing was done.
    Refused(Code),
    /// It was tried, and broke.
    Failed(Code),
}

impl Store {
    /// Adds an entry. It is on the disk when this returns.
    pub fn append(&self, entry: &AuditEntry) -> Result<AuditNumber, StoreError> {
        self.append_all([entry])
    }

    /// Adds entries in this order: all of them or, if one can't be added, none. They are on the disk when this returns;
    /// waiting for it once is what makes many cost as little as one. The newest one's number is returned.
    pub fn append_all<'a>(&self, entries: impl IntoIterator<Item = &'a AuditEntry>) -> Result<AuditNumber, StoreError> {
        let mut connection = self.connection();
        // Takes the write lock before the head is read: no other process can put an entry in between.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut head = newest(&transaction)?;
        for entry in entries {
            let row = AuditRow::from_entry(entry);
            head = head.followed_by(&row);
            let seal = self.audit_key.as_ref().map(|key| key.seal(head.hash()));
            row.insert(&transaction, &head, seal.as_ref())?;
        }
        transaction.commit()?;
        Ok(head.number())
    }

    /// The newest entries, newest first.
    pub fn entries(&self, newest: usize) -> Result<Vec<(AuditNumber, AuditEntry)>, StoreError> {
        let connection = self.connection();
        let mut select = connection.prepare_cached("SELECT * FROM audit ORDER BY number DESC LIMIT ?1")?;
        let mut rows = select.query([i64::try_from(newest).unwrap_or(i64::MAX)])?;
        let mut entries = Vec::new();
        while let Some(row) = rows.next()? {
            let number = row::number(row)?;
            entries.push((number, AuditRow::read(row)?.into_entry(number)?));
        }
        Ok(entries)
    }

    /// What to keep in the vault after an entry was added, so that a shortened or rewritten log is noticed.
    pub fn audit_head(&self) -> Result<AuditHead, StoreError> {
        newest(&self.connection())
    }

    /// Walks the whole chain.
    pub fn verify(&self) -> Result<ChainStatus, StoreError> {
        chain::check(&self.reader()?, self.audit_key.as_ref(), None)
    }

    /// Walks the whole chain and compares it with a head that was kept elsewhere. Entries added since then are fine.
    pub fn verify_with_head(&self, kept: &AuditHead) -> Result<ChainStatus, StoreError> {
        chain::check(&self.reader()?, self.audit_key.as_ref(), Some(kept))
    }
}

fn newest(connection: &Connection) -> Result<AuditHead, StoreError> {
    let mut select = connection.prepare_cached("SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1")?;
    let head = select.query_row([], |row| Ok(AuditHead::new(row::number(row)?, row.get("hash")?))).optional()?;
    Ok(head.unwrap_or(AuditHead::EMPTY))
}
