//! Keeps the newest entry's number and hash where the secrets are, so that a log whose end was cut off is noticed (I13).

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::store::{AuditHead, Store, Vault, VaultKind};

/// How often; entries newer than that can be cut off unnoticed if NEXUS is killed.
const EVERY: Duration = Duration::from_secs(60);

/// Remembers what it kept last, so that nothing is kept twice.
#[derive(Debug)]
pub(in crate::broker) struct HeadKeeper {
    store: Arc<Store>,
    vault: Arc<Vault>,
    kept: Option<AuditHead>,
}

impl HeadKeeper {
    pub(in crate::broker) fn new(store: Arc<Store>, vault: Arc<Vault>) -> Self {
        Self { store, vault, kept: None }
    }

    /// Keeps it from time to time, until it is stopped. [`HeadKeeper::keep`] is for the end, when everything is written.
    pub(in crate::broker) async fn run(mut self, mut stopped: watch::Receiver<bool>) -> Self {
        loop {
            let stop = async { stopped.wait_for(|stopped| *stopped).await.is_ok() };
            match tokio::time::timeout(EVERY, stop).await {
                Ok(_stopped) => return self,
                Err(_time_to_keep) => self = self.keep().await,
            }
        }
    }

    /// Keeps it now, if it has changed. The keychain may take its time.
    pub(in crate::broker) async fn keep(mut self) -> Self {
        let (store, vault) = (Arc::clone(&self.store), Arc::clone(&self.vault));
        let kept = tokio::task::spawn_blocking(move || {
            self.keep_now();
            self
        });
        kept.await.unwrap_or_else(|_| Self::new(store, vault))
    }

    fn keep_now(&mut self) {
        if self.vault.kind() == VaultKind::Nowhere {
            return;
        }
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
