//! Keeps the newest entry's number and hash where the secrets are, so that a log whose end was cut off is noticed (I13).

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};

use crate::store::{AuditHead, Store, Vault, VaultKind};

/// How long after an entry; those newer than that can be cut off unnoticed if NEXUS is killed.
pub(super) const AFTER: Duration = Duration::from_secs(60);

/// Remembers what it kept last, so that nothing is kept twice.
#[derive(Debug)]
pub(in crate::broker) struct HeadKeeper {
    store: Arc<Store>,
    vault: Arc<Vault>,
    written: Arc<Notify>,
    after: Duration,
    kept: Option<AuditHead>,
}

impl HeadKeeper {
    /// `written` tells that there may be something new.
    pub(super) fn new(store: Arc<Store>, vault: Arc<Vault>, written: Arc<Notify>, after: Duration) -> Self {
        Self { store, vault, written, after, kept: None }
    }

    /// Keeps it a while after each entry, until it is stopped; a NEXUS in which nothing happens isn't woken.
    /// [`HeadKeeper::keep`] is for the end, when everything is written.
    pub(in crate::broker) async fn run(mut self, mut stopped: watch::Receiver<bool>) -> Self {
        loop {
            let due = async {
                self.written.notified().await;
                tokio::time::sleep(self.after).await;
            };
            let stop = async { stopped.wait_for(|stopped| *stopped).await.is_ok() };
            tokio::select! {
                _ = stop => return self,
                () = due => {}
            }
            self = self.keep().await;
        }
    }

    /// Keeps it now, if it has changed. The keychain may take its time.
    pub(in crate::broker) async fn keep(mut self) -> Self {
        if self.vault.kind() == VaultKind::Nowhere {
            return self;
        }
        let (store, vault, written) = (Arc::clone(&self.store), Arc::clone(&self.vault), Arc::clone(&self.written));
        let after = self.after;
        let kept = tokio::task::spawn_blocking(move || {
            self.keep_now();
            self
        });
        kept.await.unwrap_or_else(|_| Self::new(store, vault, written, after))
    }

    fn keep_now(&mut self) {
        match self.store.audit_head() {
            Ok(head) if self.kept.as_ref() == Some(&head) => {}
            Ok(head) => match head.keep_in(&self.vault) {
                Ok(()) => self.kept = Some(head),
                Err(error) => tracing::warn!(%error, "the end of the audit log can't be kept with the secrets"),
            },
            Err(error) => tracing::warn!(%error, "the end of the audit log can't be read"),
        }
    }
}

#[cfg(test)]
mod tests;
