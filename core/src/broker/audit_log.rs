//! The way into the audit log: entries are written one after another by a task of their own, so that nobody waits for
//! the disk but an act for the record of its own beginning.

mod head;
#[cfg(test)]
mod tests;
mod trouble;
mod writer;

use std::sync::Arc;
use std::time::Duration;

use nexus_policy::Code;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::inside::Inside;
use super::person::PersonError;
use crate::engine::Failure;
use crate::store::{AuditEntry, AuditNumber, ChainStatus, Store, StoreError, Vault};
pub(super) use head::HeadKeeper;
pub(super) use trouble::LogTrouble;
use trouble::Trouble;
use writer::Writer;

/// Audit entries on their way to the disk.
const ON_THE_WAY: usize = 4096;

/// How long an act waits for the record of its beginning: longer than the store waits for another process that writes.
const RECORD_DEADLINE: Duration = Duration::from_secs(5);

/// The log. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct AuditLog {
    messages: mpsc::Sender<Message>,
    trouble: Trouble,
    /// Told when something has been written.
    written: Arc<Notify>,
    store: Arc<Store>,
}

#[derive(Debug)]
enum Message {
    /// Something that happened.
    Entry(AuditEntry),
    /// An act is about to begin. Answered when that is on the disk, or dropped when it can't be.
    Beginning(AuditEntry, oneshot::Sender<()>),
    /// Answered when everything before it is on the disk, or can't be.
    Flush(oneshot::Sender<()>),
    End,
}

/// The record of an act's beginning, on its way to the disk.
#[derive(Debug)]
pub(super) struct Recorded(oneshot::Receiver<()>);

impl Recorded {
    /// Returns when it is there. If it can't be, the log's trouble is known by then and agents can't act any more.
    pub(super) async fn wait(self) {
        if !matches!(tokio::time::timeout(RECORD_DEADLINE, self.0).await, Ok(Ok(()))) {
            tracing::warn!("the beginning of an act that was carried out isn't in the audit log");
        }
    }
}

/// What the audit log holds, newest first, and whether its chain is whole.
#[derive(Debug, Clone)]
pub struct AuditExtract {
    /// The entries.
    pub entries: Vec<(AuditNumber, AuditEntry)>,
    /// Whether nothing in it was changed.
    pub chain: ChainStatus,
}

impl AuditLog {
    /// Starts the task that writes. The broker is told when the log can't be written, and when it can again.
    pub(super) fn start(store: Arc<Store>, inside: mpsc::UnboundedSender<Inside>) -> (Self, JoinHandle<()>) {
        let (messages, incoming) = mpsc::channel(ON_THE_WAY);
        let trouble = Trouble::none_yet(inside);
        let written = Arc::new(Notify::new());
        // What an earlier run wrote may not be kept yet.
        written.notify_one();
        let log = Self { messages, trouble: trouble.clone(), written: Arc::clone(&written), store: Arc::clone(&store) };
        let writer = Writer::new(store, incoming, trouble, written);
        (log, tokio::task::spawn_blocking(move || writer.run()))
    }

    /// What keeps its end in this vault.
    pub(super) fn head_keeper(&self, vault: Arc<Vault>) -> HeadKeeper {
        HeadKeeper::new(Arc::clone(&self.store), vault, Arc::clone(&self.written), head::AFTER)
    }

    /// Why the log can't be written. Nothing is done then that should be in it.
    pub(super) fn trouble(&self) -> Option<LogTrouble> {
        self.trouble.told()
    }

    /// The database couldn't be read or written elsewhere: the same database that holds the log.
    pub(super) fn note_failure(&self, error: &StoreError) {
        self.trouble.tell(Some(LogTrouble::of(error)));
    }

    /// Hands an entry in without waiting.
    pub(super) fn record(&self, entry: AuditEntry) {
        if self.messages.try_send(Message::Entry(entry)).is_err() {
            self.trouble.tell(Some(LogTrouble::lost()));
            tracing::error!("the audit log can't keep up; agents can't act until NEXUS is restarted");
        }
    }

    /// Hands in that an act begins which policy has carried out already: what follows from it waits until that is on the disk.
    pub(super) fn hand_in_start(&self, entry: AuditEntry) -> Recorded {
        let (written, is_written) = oneshot::channel();
        if self.messages.try_send(Message::Beginning(entry, written)).is_err() {
            self.trouble.tell(Some(LogTrouble::lost()));
        }
        Recorded(is_written)
    }

    /// Hands in that an act begins, and waits until that is on the disk. An act that can't be recorded is refused.
    pub(super) async fn record_start(&self, entry: AuditEntry) -> Result<(), Failure> {
        if self.trouble().is_some() {
            return Err(self.unrecorded());
        }
        let (written, is_written) = oneshot::channel();
        let recorded = async {
            self.messages.send(Message::Beginning(entry, written)).await.map_err(drop)?;
            is_written.await.map_err(drop)
        };
        match tokio::time::timeout(RECORD_DEADLINE, recorded).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(())) | Err(_) => Err(self.unrecorded()),
        }
    }

    /// What an agent is told whose act can't be recorded.
    pub(super) fn unrecorded(&self) -> Failure {
        let code = self.trouble().map_or("database_slow", |trouble| trouble.code);
        let sentence = format!(
            "NEXUS can't write its audit log ({code}), so agents can't act. Nothing was done. Ask the person to look at \
             NEXUS's window, which says what to do; then call again."
        );
        Failure::new(Code::Unavailable, sentence)
    }

    /// Everything handed in before is on the disk when this returns, or can't be written.
    async fn flush(&self) {
        let (flushed, done) = oneshot::channel();
        // When the log has ended, everything is on the disk.
        if self.messages.send(Message::Flush(flushed)).await.is_ok() && done.await.is_err() {
            tracing::debug!("the audit log ended while it was flushed");
        }
    }

    /// The newest entries, and whether the chain is whole.
    pub(super) async fn extract(&self, newest: usize) -> Result<AuditExtract, PersonError> {
        self.flush().await;
        let store = Arc::clone(&self.store);
        let read = tokio::task::spawn_blocking(move || {
            Ok(AuditExtract { entries: store.entries(newest)?, chain: store.verify()? })
        });
        let unreadable = |sentence: String| PersonError { code: "unavailable", sentence };
        match read.await {
            Ok(Ok(extract)) => Ok(extract),
            Ok(Err(error)) => Err(unreadable(StoreError::to_string(&error))),
            Err(_) => Err(unreadable("The audit log could not be read.".to_owned())),
        }
    }

    /// Writes what is on its way, and no more.
    pub(super) async fn end(&self) {
        if self.messages.send(Message::End).await.is_err() {
            tracing::debug!("the audit log has ended already");
        }
    }
}
