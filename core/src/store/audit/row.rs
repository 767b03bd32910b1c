//! One audit entry as the database keeps it, and the bytes of it that are hashed.

#[cfg(test)]
mod tests;

use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use nexus_policy::Code;
use rusqlite::{Connection, Row, named_params};
use sha2::{Digest, Sha256};

use super::{AuditEntry, AuditHead, AuditNumber, AuditOutcome, Seal, StoreError};

/// Distinguishes these hashes from all others; a change of the encoding below changes it too.
const ENCODING: &[u8] = b"nexus audit 1";

/// The columns that say what happened. What is hashed is what is stored, so an entry can be checked even if its values
/// no longer mean anything.
#[derive(Debug)]
pub(super) struct AuditRow {
    at_millis: i64,
    agent: Option<String>,
    session: Option<String>,
    window: Option<String>,
    page: Option<String>,
    what: String,
    address: Option<String>,
    outcome: String,
    code: Option<String>,
}

/// Which entry a row is. A number below 1, which NEXUS never writes, reads as 0.
pub(super) fn number(row: &Row<'_>) -> rusqlite::Result<AuditNumber> {
    row.get("number").map(|number: i64| AuditNumber(u64::try_from(number).unwrap_or(0)))
}

impl AuditRow {
    pub(super) fn from_entry(entry: &AuditEntry) -> Self {
        let AuditEntry { at, agent, session, window, page, what, address, outcome } = entry;
        let (outcome, code) = outcome_columns(*outcome);
        Self {
            at_millis: millis_since_epoch(*at),
            agent: agent.as_ref().map(ToString::to_string),
            session: session.as_ref().map(ToString::to_string),
            window: window.as_ref().map(ToString::to_string),
            page: page.as_ref().map(ToString::to_string),
            what: what.clone(),
            address: address.clone(),
            outcome: outcome.to_owned(),
            code: code.map(|code| code.as_str().to_owned()),
        }
    }

    pub(super) fn into_entry(self, number: AuditNumber) -> Result<AuditEntry, StoreError> {
        let Self { at_millis, agent, session, window, page, what, address, outcome, code } = self;
        Ok(AuditEntry {
            at: time_at(at_millis).ok_or_else(|| unreadable(number, "at_millis"))?,
            agent: parsed(agent, number, "agent")?,
            session: parsed(session, number, "session_id")?,
            window: parsed(window, number, "window_id")?,
            page: parsed(page, number, "page_id")?,
            what,
            address,
            outcome: outcome_from(&outcome, code.as_deref()).ok_or_else(|| unreadable(number, "outcome"))?,
        })
    }

    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            at_millis: row.get("at_millis")?,
            agent: row.get("agent")?,
            session: row.get("session_id")?,
            window: row.get("window_id")?,
            page: row.get("page_id")?,
            what: row.get("what")?,
            address: row.get("address")?,
            outcome: row.get("outcome")?,
            code: row.get("code")?,
        })
    }

    pub(super) fn insert(&self, into: &Connection, head: &AuditHead, seal: Option<&Seal>) -> rusqlite::Result<()> {
        let Self { at_millis, agent, session, window, page, what, address, outcome, code } = self;
        let mut insert = into.prepare_cached(
            "INSERT INTO audit (number, at_millis, agent, session_id, window_id, page_id, what, address, outcome, code,
                 hash, sealed_by, seal)
             VALUES (:number, :at_millis, :agent, :session, :window, :page, :what, :address, :outcome, :code,
                 :hash, :sealed_by, :seal)",
        )?;
        insert.execute(named_params! {
            ":number": head.number().0.cast_signed(), ":hash": head.hash(), ":at_millis": at_millis, ":agent": agent,
            ":session": session, ":window": window, ":page": page, ":what": what, ":address": address,
            ":outcome": outcome, ":code": code,
            ":sealed_by": seal.map(|seal| seal.key_id), ":seal": seal.map(|seal| seal.code),
        })?;
        Ok(())
    }

    /// The hash of the entry with this number that follows an entry with that hash.
    pub(super) fn hash_after(&self, previous: &[u8; 32], number: AuditNumber) -> [u8; 32] {
        let Self { at_millis, agent, session, window, page, what, address, outcome, code } = self;
        let mut hasher = Sha256::new_with_prefix(ENCODING);
        let mut absorb = |field: Option<&[u8]>| absorb_into(&mut hasher, field);
        absorb(Some(previous));
        absorb(Some(&number.0.to_be_bytes()));
        absorb(Some(&at_millis.to_be_bytes()));
        let texts = [agent.as_ref(), session.as_ref(), window.as_ref(), page.as_ref(), Some(what), address.as_ref()];
        for text in texts.into_iter().chain([Some(outcome), code.as_ref()]) {
            absorb(text.map(String::as_bytes));
        }
        hasher.finalize().into()
    }
}

/// Absent is 0; present is 1, the length, the bytes. So no two rows have the same encoding.
fn absorb_into(hasher: &mut Sha256, field: Option<&[u8]>) {
    let Some(bytes) = field else { return hasher.update([0]) };
    hasher.update([1]);
    hasher.update((bytes.len() as u64).to_be_bytes());
    hasher.update(bytes);
}

fn outcome_columns(outcome: AuditOutcome) -> (&'static str, Option<Code>) {
    match outcome {
        AuditOutcome::Started => ("started", None),
        AuditOutcome::Done => ("done", None),
        AuditOutcome::Refused(code) => ("refused", Some(code)),
        AuditOutcome::Failed(code) => ("failed", Some(code)),
    }
}

fn outcome_from(outcome: &str, code: Option<&str>) -> Option<AuditOutcome> {
    let known = |text: &str| Code::ALL.iter().copied().find(|code| code.as_str() == text);
    match (outcome, code) {
        ("started", None) => Some(AuditOutcome::Started),
        ("done", None) => Some(AuditOutcome::Done),
        ("refused", Some(code)) => known(code).map(AuditOutcome::Refused),
        ("failed", Some(code)) => known(code).map(AuditOutcome::Failed),
        _ => None,
    }
}

fn parsed<T: FromStr>(text: Option<String>, number: AuditNumber, column: &str) -> Result<Option<T>, StoreError> {
    text.map(|text| text.parse().map_err(|_| unreadable(number, column))).transpose()
}

fn unreadable(number: AuditNumber, column: &str) -> StoreError {
    StoreError::unreadable(format!("audit entry {number}, {column}"))
}

/// Negative before 1970: a wrong clock is no reason to lose an entry.
fn millis_since_epoch(at: SystemTime) -> i64 {
    let millis = |span: Duration| i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
    match at.duration_since(UNIX_EPOCH) {
        Ok(since) => millis(since),
        Err(before) => -millis(before.duration()),
    }
}

fn time_at(millis: i64) -> Option<SystemTime> {
    let span = Duration::from_millis(millis.unsigned_abs());
    if millis < 0 { UNIX_EPOCH.checked_sub(span) } else { UNIX_EPOCH.checked_add(span) }
}
