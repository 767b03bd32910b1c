//! Why the log can't be written: what agents are refused with, and what the person sees.

use std::sync::Arc;

use tokio::sync::{mpsc, watch};

use crate::broker::inside::Inside;
use crate::store::StoreError;

/// Why the log can't be written, as the person is told it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::broker) struct LogTrouble {
    /// A stable name.
    pub(in crate::broker) code: &'static str,
    /// What happened and what to do.
    pub(in crate::broker) sentence: String,
    /// It stays until NEXUS is restarted.
    pub(in crate::broker) lasting: bool,
}

impl LogTrouble {
    /// A damaged database isn't written to again: what comes of it can't be known.
    pub(super) fn of(error: &StoreError) -> Self {
        Self { code: error.code(), sentence: error.to_string(), lasting: error.is_damage() }
    }

    /// Entries were lost, so the log no longer tells everything.
    pub(super) fn lost() -> Self {
        let sentence = "The audit log fell too far behind, so part of it is lost. Restart NEXUS.".to_owned();
        Self { code: "audit_log_behind", sentence, lasting: true }
    }
}

/// The trouble there is now. The broker is told of each change.
#[derive(Debug, Clone)]
pub(super) struct Trouble {
    now: Arc<watch::Sender<Option<LogTrouble>>>,
    inside: mpsc::UnboundedSender<Inside>,
}

impl Trouble {
    pub(super) fn none_yet(inside: mpsc::UnboundedSender<Inside>) -> Self {
        Self { now: Arc::new(watch::Sender::new(None)), inside }
    }

    pub(super) fn told(&self) -> Option<LogTrouble> {
        self.now.borrow().clone()
    }

    pub(super) fn is_lasting(&self) -> bool {
        self.now.borrow().as_ref().is_some_and(|trouble| trouble.lasting)
    }

    pub(super) fn may_pass(&self) -> bool {
        self.now.borrow().as_ref().is_some_and(|trouble| !trouble.lasting)
    }

    /// There is this trouble now, or none. What lasts is never taken back.
    pub(super) fn tell(&self, trouble: Option<LogTrouble>) {
        let changed = self.now.send_if_modified(|told| {
            let changes = *told != trouble && !told.as_ref().is_some_and(|told| told.lasting);
            if changes {
                *told = trouble;
            }
            changes
        });
        if changed && self.inside.send(Inside::AuditLogChanged).is_err() {
            tracing::debug!("the audit log changed after the broker had ended");
        }
    }
}
