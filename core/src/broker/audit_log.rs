//! The way into the audit log: entries are written one after another by a task of their own, so that nobody waits for
//! the disk.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nexus_policy::Code;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::person::PersonError;
use crate::engine::Failure;
use crate::store::{AuditEntry, AuditNumber, ChainStatus, Store};

/// Audit entries on their way to the disk.
const ON_THE_WAY: usize = 4096;

/// The log. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct AuditLog {
    messages: mpsc::Sender<Message>,
    broken: Arc<AtomicBool>,
    store: Arc<Store>,
}

#[derive(Debug)]
enum Message {
    Entry(AuditEntry),
    /// Answered when everything before it is on the disk.
    Flush(oneshot::Sender<()>),
    End,
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
    /// Starts the task that writes.
    pub(super) fn start(store: Arc<Store>) -> (Self, JoinHandle<()>) {
        let (messages, incoming) = mpsc::channel(ON_THE_WAY);
        let broken = Arc::new(AtomicBool::new(false));
        let log = Self { messages, broken: Arc::clone(&broken), store: Arc::clone(&store) };
        (log, tokio::task::spawn_blocking(move || write(&store, incoming, &broken)))
    }

    /// Whether the log can't be written. Nothing is done then that should be in it.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Acquire)
    }

    /// Hands an entry in without waiting.
    pub(super) fn record(&self, entry: AuditEntry) {
        if self.messages.try_send(Message::Entry(entry)).is_err() {
            self.broken.store(true, Ordering::Release);
            tracing::error!("the audit log can't keep up; agents can't act until NEXUS is restarted");
        }
    }

    /// Hands in that an act begins. An act that can't be recorded is refused.
    pub(super) async fn record_start(&self, entry: AuditEntry) -> Result<(), Failure> {
        let unrecorded = || Failure::new(Code::Unavailable, "NEXUS can't write its audit log, so agents can't act.");
        if self.is_broken() {
            return Err(unrecorded());
        }
        self.messages.send(Message::Entry(entry)).await.map_err(|_| unrecorded())
    }

    /// Everything handed in before is on the disk when this returns.
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
            Ok(Err(error)) => Err(unreadable(crate::store::StoreError::to_string(&error))),
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

fn write(store: &Store, mut messages: mpsc::Receiver<Message>, broken: &AtomicBool) {
    while let Some(message) = messages.blocking_recv() {
        match message {
            Message::Entry(entry) => {
                if let Err(error) = store.append(&entry) {
                    broken.store(true, Ordering::Release);
                    tracing::error!(%error, "the audit log can't be written; agents can't act until NEXUS is restarted");
                }
            }
            Message::Flush(flushed) => {
                if flushed.send(()).is_err() {
                    tracing::trace!("nobody waits for the audit log any more");
                }
            }
            Message::End => return,
        }
    }
}
