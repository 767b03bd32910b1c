//! The task that writes the audit log. What comes together is written together. What can't be written is kept and tried
//! again, except the beginnings of acts, which are refused instead.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc, oneshot};

use super::{LogTrouble, Message, Trouble};
use crate::store::{AuditEntry, Store};

/// Entries written with one wait for the disk.
const TOGETHER: usize = 256;
/// Entries kept while the log can't be written.
const KEPT: usize = 4096;
/// How often it is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// Writes until it is told to end.
pub(super) struct Writer {
    store: Arc<Store>,
    messages: mpsc::Receiver<Message>,
    trouble: Trouble,
    /// Told when something has been written.
    written: Arc<Notify>,
    /// What isn't on the disk yet, in order.
    unwritten: Vec<Unwritten>,
}

struct Unwritten {
    entry: AuditEntry,
    /// The act that waits for it, if it is the beginning of one.
    act: Option<oneshot::Sender<()>>,
}

/// What is to be done once the entries before it are written.
#[derive(Default)]
struct Then {
    flushed: Vec<oneshot::Sender<()>>,
    ends: bool,
}

impl Writer {
    pub(super) fn new(
        store: Arc<Store>,
        messages: mpsc::Receiver<Message>,
        trouble: Trouble,
        written: Arc<Notify>,
    ) -> Self {
        Self { store, messages, trouble, written, unwritten: Vec::new() }
    }

    /// Runs on a thread of its own, which may wait for the disk.
    pub(super) fn run(mut self) {
        loop {
            let then = self.gather();
            self.write();
            for flushed in then.flushed {
                if flushed.send(()).is_err() {
                    tracing::trace!("nobody waits for the audit log any more");
                }
            }
            if then.ends {
                return;
            }
        }
    }

    /// Waits for a message, or until it is time to try again, and takes what has come with it.
    fn gather(&mut self) -> Then {
        let mut then = Then::default();
        let first = if self.trouble.may_pass() {
            let next = self.messages.recv();
            match Handle::current().block_on(async { tokio::time::timeout(RETRY, next).await }) {
                Ok(message) => message,
                Err(_time_to_try_again) => return then,
            }
        } else {
            self.messages.blocking_recv()
        };
        let Some(first) = first else { return Then { ends: true, ..then } };
        self.take(first, &mut then);
        while !then.ends && self.unwritten.len() < TOGETHER {
            match self.messages.try_recv() {
                Ok(message) => self.take(message, &mut then),
                Err(_nothing_more) => break,
            }
        }
        then
    }

    fn take(&mut self, message: Message, then: &mut Then) {
        match message {
            Message::Entry(entry) => self.unwritten.push(Unwritten { entry, act: None }),
            Message::Beginning(entry, act) => self.unwritten.push(Unwritten { entry, act: Some(act) }),
            Message::Flush(flushed) => then.flushed.push(flushed),
            Message::End => then.ends = true,
        }
    }

    fn write(&mut self) {
        if self.trouble.is_lasting() {
            return self.unwritten.clear();
        }
        // An act that was stopped while it waited doesn't begin.
        self.unwritten.retain(|unwritten| unwritten.act.as_ref().is_none_or(|act| !act.is_closed()));
        if self.unwritten.is_empty() {
            return self.trouble.tell(None);
        }
        match self.store.append_all(self.unwritten.iter().map(|unwritten| &unwritten.entry)) {
            Ok(_) => {
                self.written.notify_one();
                // The person's side learns it before any act goes on.
                self.trouble.tell(None);
                for act in self.unwritten.drain(..).filter_map(|unwritten| unwritten.act) {
                    if act.send(()).is_err() {
                        tracing::trace!("the act was stopped just after its beginning was recorded");
                    }
                }
            }
            Err(error) => {
                tracing::error!(code = error.code(), %error, "the audit log can't be written; agents can't act");
                self.trouble.tell(Some(LogTrouble::of(&error)));
                self.unwritten.retain(|unwritten| unwritten.act.is_none());
                if self.unwritten.len() > KEPT {
                    self.trouble.tell(Some(LogTrouble::lost()));
                }
            }
        }
    }
}
