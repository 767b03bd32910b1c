//! The chain over the audit log. Each entry's hash covers the one before, so the newest hash stands for all of them.
//!
//! Anybody can check the chain; it finds entries that were changed, or taken out of the middle. Whoever can write the file
//! can also recompute it from some entry on, or cut its end off: that shows only against a head kept elsewhere, and
//! what they add shows only by its missing seal.

#[cfg(test)]
mod tests;

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rusqlite::{Connection, Row};

use super::row::{self, AuditRow};
use super::{AuditKey, AuditNumber, Seal, StoreError};
use crate::store::{SecretName, Vault, VaultError};

/// Number and hash of the newest entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditHead {
    number: AuditNumber,
    hash: [u8; 32],
}

impl AuditHead {
    pub(super) const EMPTY: Self = Self { number: AuditNumber(0), hash: [0; 32] };

    pub(super) fn new(number: AuditNumber, hash: [u8; 32]) -> Self {
        Self { number, hash }
    }

    /// The newest entry's number; 0 for an empty log.
    pub fn number(&self) -> AuditNumber {
        self.number
    }

    pub(super) fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    pub(super) fn followed_by(&self, row: &AuditRow) -> Self {
        let number = AuditNumber(self.number.0 + 1);
        Self { number, hash: row.hash_after(&self.hash, number) }
    }

    /// For the vault.
    pub fn to_text(&self) -> String {
        format!("{} {}", self.number, URL_SAFE_NO_PAD.encode(self.hash))
    }

    /// The head that was kept in this vault last, if one was.
    pub fn kept_in(vault: &Vault) -> Result<Option<Self>, VaultError> {
        let Some(text) = vault.get(&SecretName::AuditHead)? else { return Ok(None) };
        Self::from_text(&text).ok_or(VaultError::Malformed(SecretName::AuditHead)).map(Some)
    }

    /// Keeps it in this vault, in place of an earlier one.
    pub fn keep_in(&self, vault: &Vault) -> Result<(), VaultError> {
        vault.set(&SecretName::AuditHead, &self.to_text())
    }

    /// From the vault; `None` if it isn't a head.
    pub fn from_text(text: &str) -> Option<Self> {
        let (number, hash) = text.split_once(' ')?;
        let hash = URL_SAFE_NO_PAD.decode(hash).ok()?;
        Some(Self { number: AuditNumber(number.parse().ok()?), hash: hash.try_into().ok()? })
    }
}

/// What checking the chain found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChainStatus {
    /// Every entry is as it was written.
    Intact {
        /// How many there are.
        entries: u64,
        /// How many of them no seal of this store's key vouches for: written while there was another key or none, or
        /// by someone who doesn't have it. Without a key, all.
        unsealed: u64,
    },
    /// The log was tampered with, or damaged.
    Broken {
        /// Where it shows first.
        at: AuditNumber,
        /// What is wrong with it.
        why: ChainFault,
    },
}

/// What is wrong with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChainFault {
    /// It isn't there, though later ones are.
    Missing,
    /// It isn't what was written, or doesn't follow the entry before it.
    Altered,
    /// Its seal wasn't made with the audit key.
    Forged,
    /// The log was written anew up to here: it leads to another hash than the one kept in the vault.
    Rewritten,
    /// It was there when the head in the vault was kept; the log ends before it.
    CutOff,
}

impl fmt::Display for ChainFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "it was removed",
            Self::Altered => "it was changed after it was written",
            Self::Forged => "its seal wasn't made with the audit key",
            Self::Rewritten => "the log up to here was replaced by another one",
            Self::CutOff => "the log was cut off before it",
        })
    }
}

/// Walks the chain from its start to the first fault.
pub(super) fn check(
    connection: &Connection,
    key: Option<&AuditKey>,
    kept: Option<&AuditHead>,
) -> Result<ChainStatus, StoreError> {
    let mut select = connection.prepare("SELECT * FROM audit ORDER BY number")?;
    let mut rows = select.query([])?;
    let mut head = AuditHead::EMPTY;
    let mut unsealed = 0;
    while let Some(row) = rows.next()? {
        let next = AuditNumber(head.number.0 + 1);
        let link = match Link::read(row, &head) {
            Ok(link) => link,
            Err(error) if error.sqlite_error_code().is_some() => return Err(error.into()),
            Err(_wrong_kind_of_value) => return Ok(ChainStatus::Broken { at: next, why: ChainFault::Altered }),
        };
        if let Some(why) = link.fault(key, kept) {
            return Ok(ChainStatus::Broken { at: next, why });
        }
        unsealed += u64::from(!link.is_sealed_with(key));
        head = link.expected;
    }
    match kept {
        Some(kept) if kept.number > head.number => {
            Ok(ChainStatus::Broken { at: AuditNumber(head.number.0 + 1), why: ChainFault::CutOff })
        }
        _ => Ok(ChainStatus::Intact { entries: head.number.0, unsealed }),
    }
}

/// A row beside what it should be.
struct Link {
    stored: AuditHead,
    expected: AuditHead,
    seal: Option<Seal>,
}

impl Link {
    fn read(row: &Row<'_>, previous: &AuditHead) -> rusqlite::Result<Self> {
        Ok(Self {
            stored: AuditHead::new(row::number(row)?, row.get("hash")?),
            expected: previous.followed_by(&AuditRow::read(row)?),
            seal: Seal::read(row)?,
        })
    }

    fn fault(&self, key: Option<&AuditKey>, kept: Option<&AuditHead>) -> Option<ChainFault> {
        let Self { stored, expected, seal } = self;
        let forged = |key: &AuditKey, seal: &Seal| seal.key_id == key.id() && !key.made(seal, &expected.hash);
        if stored.number > expected.number {
            Some(ChainFault::Missing)
        } else if stored != expected {
            Some(ChainFault::Altered)
        } else if key.zip(seal.as_ref()).is_some_and(|(key, seal)| forged(key, seal)) {
            Some(ChainFault::Forged)
        } else if kept.is_some_and(|kept| kept.number == expected.number && kept.hash != expected.hash) {
            Some(ChainFault::Rewritten)
        } else {
            None
        }
    }

    fn is_sealed_with(&self, key: Option<&AuditKey>) -> bool {
        key.zip(self.seal.as_ref()).is_some_and(|(key, seal)| seal.key_id == key.id())
    }
}
