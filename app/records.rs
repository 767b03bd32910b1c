//! What NEXUS keeps, opened: the database and the secrets, and what is wrong with them that the person should know.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use nexus_core::store::{AuditEntry, AuditHead, AuditKey, ChainStatus, Store, StoreError, Vault, VaultKind};

/// The database and the secrets.
pub(crate) struct Records {
    pub(crate) store: Arc<Store>,
    pub(crate) vault: Arc<Vault>,
    /// What is wrong, in plain words.
    pub(crate) trouble: Vec<String>,
}

impl Records {
    /// Opens both, which may wait for a locked keychain. A damaged database is set aside. To be called by the one NEXUS
    /// that uses this directory.
    pub(crate) fn open(data_dir: &Path) -> anyhow::Result<Self> {
        let coded = |error: StoreError| anyhow::anyhow!("{error} ({})", error.code());
        let (store, aside) =
            Store::open_or_set_aside(data_dir).map_err(coded).context("NEXUS's database can't be opened")?;
        let vault = Vault::probe(data_dir);
        let has_secrets = match vault.kind() {
            VaultKind::Keychain | VaultKind::File => true,
            VaultKind::Nowhere => false,
        };
        let store = if has_secrets {
            store.with_audit_key(AuditKey::of_vault(&vault).context("the audit key can't be read")?)
        } else {
            store
        };
        let trouble = match aside {
            Some(folder) => {
                note(&store, "set a damaged database aside");
                vec![format!(
                    "NEXUS's database was damaged, so it begins with a fresh one: agents have to be paired again, and \
                     there are no profiles. The damaged one is kept, with its profiles, in {}. (database_corrupt)",
                    folder.display()
                )]
            }
            None => audit_log_trouble(&store, &vault)?.into_iter().collect(),
        };
        Ok(Self { store: Arc::new(store), vault: Arc::new(vault), trouble })
    }
}

/// Whether the audit log is as NEXUS left it, which is found out before anything is added to it (I13).
fn audit_log_trouble(store: &Store, vault: &Vault) -> anyhow::Result<Option<String>> {
    let checked = match AuditHead::kept_in(vault) {
        Ok(Some(head)) => store.verify_with_head(&head),
        Ok(None) => store.verify(),
        Err(error) => {
            tracing::warn!(%error, "the end of the audit log can't be checked");
            store.verify()
        }
    };
    let ChainStatus::Broken { at, why } = checked.context("the audit log can't be read")? else { return Ok(None) };
    note(store, &format!("found the audit log changed at entry {at}: {why}"));
    Ok(Some(format!(
        "The audit log isn't as NEXUS left it: at entry {at}, {why}. Something other than NEXUS has written to nexus.db; \
         `nexus audit verify` tells more. NEXUS goes on with it. (audit_log_changed)"
    )))
}

/// Puts what NEXUS itself did or found in the log.
fn note(store: &Store, what: &str) {
    if let Err(error) = store.append(&AuditEntry::of_nexus(format!("NEXUS {what}"))) {
        tracing::warn!(%error, "what was found can't be put in the audit log");
    }
}
