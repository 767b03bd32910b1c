//! Seals: who has only the database can't make one, so an entry that NEXUS didn't write has none. The chain itself is
//! unkeyed, so that it can be checked without the key too.

#[cfg(test)]
mod tests;

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use rusqlite::Row;
use sha2::Sha256;

use crate::store::token::random_bytes;
use crate::store::{SecretName, Vault, VaultError};

/// Kept apart from seals, which are made over 32 bytes.
const KEY_ID_INPUT: &[u8] = b"nexus audit key id";

/// The key that seals audit entries. `Debug` doesn't show it.
#[derive(Clone)]
pub struct AuditKey([u8; 32]);

/// What an entry's hash gives under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seal {
    /// Which key: after a key was lost, entries under the old one aren't taken for forgeries.
    pub(super) key_id: [u8; 8],
    pub(super) code: [u8; 32],
}

impl AuditKey {
    /// The key of this vault. Makes one and keeps it there if there is none yet.
    pub fn of_vault(vault: &Vault) -> Result<Self, VaultError> {
        if let Some(key) = Self::kept_in(vault)? {
            return Ok(key);
        }
        let key = Self(random_bytes());
        vault.set(&SecretName::AuditKey, &URL_SAFE_NO_PAD.encode(key.0))?;
        Ok(key)
    }

    /// The key of this vault, if it has one.
    pub fn kept_in(vault: &Vault) -> Result<Option<Self>, VaultError> {
        let malformed = VaultError::Malformed(SecretName::AuditKey);
        let Some(text) = vault.get(&SecretName::AuditKey)? else { return Ok(None) };
        Self::from_text(&text).ok_or(malformed).map(Some)
    }

    #[cfg(test)]
    pub(super) fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    fn from_text(text: &str) -> Option<Self> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Self)
    }

    pub(super) fn id(&self) -> [u8; 8] {
        let full: [u8; 32] = self.hmac(KEY_ID_INPUT).finalize().into_bytes().into();
        std::array::from_fn(|index| full[index])
    }

    pub(super) fn seal(&self, hash: &[u8; 32]) -> Seal {
        Seal { key_id: self.id(), code: self.hmac(hash).finalize().into_bytes().into() }
    }

    /// Whether this key made the seal, over this hash. Takes the same time whatever the answer.
    pub(super) fn made(&self, seal: &Seal, hash: &[u8; 32]) -> bool {
        self.hmac(hash).verify_slice(&seal.code).is_ok()
    }

    fn hmac(&self, message: &[u8]) -> Hmac<Sha256> {
        Hmac::new_from_slice(&self.0).expect("HMAC takes keys of any length").chain_update(message)
    }
}

impl fmt::Debug for AuditKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AuditKey(…)")
    }
}

impl Seal {
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Option<Self>> {
        let (key_id, code): (Option<_>, Option<_>) = (row.get("sealed_by")?, row.get("seal")?);
        Ok(key_id.zip(code).map(|(key_id, code)| Self { key_id, code }))
    }
}
