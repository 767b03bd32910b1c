//! Where secrets are: the OS keychain; else a private file, if the person chose that; else nowhere. Never the database,
//! never a log. Every call but [`Vault::kind`] may wait for the keychain, so none belongs on the UI thread.

mod file;
mod keychain;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;
use std::time::Duration;

use nexus_policy::AgentName;

use super::private::{self, PrivateError};
use file::SecretsFile;
use keychain::Keychain;

/// Long enough to type a password where the keychain asks for one, short enough for a program that waits for its tools.
const KEYCHAIN_DEADLINE: Duration = Duration::from_secs(10);

/// What a vault keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretName {
    /// The token of an agent, for the bridge process that speaks for it.
    AgentToken(AgentName),
    /// What audit entries are sealed with.
    AuditKey,
    /// The newest audit entry when it was last looked at.
    AuditHead,
}

impl fmt::Display for SecretName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AgentToken(agent) => write!(f, "agent:{agent}"),
            Self::AuditKey => f.write_str("audit-key"),
            Self::AuditHead => f.write_str("audit-head"),
        }
    }
}

/// Where a vault keeps things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VaultKind {
    /// In the OS keychain.
    Keychain,
    /// In a private file that the person chose.
    File,
    /// Nothing is kept.
    Nowhere,
}

/// Why the vault failed. Each message says what to do; none holds a secret.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// There is none to talk to.
    #[error("There is no keychain here ({0}). Start one, such as gnome-keyring, or choose a private file.")]
    NoKeychain(String),
    /// It is locked, or was never set up, and the person didn't give its password.
    #[error("The keychain is locked or not set up. Unlock it with its password, then start NEXUS again.")]
    KeychainLocked,
    /// It didn't answer in time.
    #[error("The keychain didn't answer in time. If it asks for a password, give it, then start NEXUS again.")]
    KeychainSilent,
    /// It answered something else than what was just written.
    #[error("The keychain doesn't keep what it is given. Choose a private file instead.")]
    KeychainForgets,
    /// It holds the secret twice.
    #[error("The keychain holds {0} more than once. Delete the extra ones with your keychain's program.")]
    Ambiguous(String),
    /// Anything else it reports.
    #[error("The keychain failed: {0}. Check it with your keychain's program.")]
    KeychainFailed(String),
    /// The person asked for a file while the keychain works.
    #[error("The keychain works, so secrets stay there.")]
    KeychainInUse,
    /// Nobody keeps anything.
    #[error("There is no keychain, and no private file was chosen, so nothing is kept.")]
    NotKept,
    /// The file isn't safely this person's own.
    #[error(transparent)]
    Private(#[from] PrivateError),
    /// The file isn't what NEXUS writes.
    #[error("secrets.json isn't what NEXUS writes. Delete it and choose again; agents have to be paired again.")]
    BrokenFile,
    /// The secret isn't what NEXUS writes.
    #[error("The secret {0} isn't what NEXUS writes. Delete it; NEXUS makes another.")]
    Malformed(SecretName),
    /// Another process kept the file locked.
    #[error("Another copy of NEXUS holds secrets.json. Close it, then try again.")]
    FileBusy,
    /// The system refused to read or write the file.
    #[error("secrets.json can't be used: {0}")]
    Io(#[from] std::io::Error),
}

/// Keeps small secrets by name.
#[derive(Debug)]
pub struct Vault {
    keychain: Result<Keychain, VaultError>,
    file: SecretsFile,
}

impl Vault {
    /// Finds out what can be used, by keeping something in the keychain and taking it out again. Waits for the person if
    /// the keychain asks them for a password, but not for long.
    pub fn probe(data_dir: &Path) -> Self {
        Self::with(Keychain::probe(data_dir, KEYCHAIN_DEADLINE), data_dir)
    }

    fn with(keychain: Result<Keychain, VaultError>, data_dir: &Path) -> Self {
        Self { keychain, file: SecretsFile::in_dir(data_dir) }
    }

    /// Leaves the keychain alone, for a host whose secrets nobody needs later.
    pub fn without_keychain(data_dir: &Path) -> Self {
        Self::with(Err(VaultError::NoKeychain("none is wanted here".to_owned())), data_dir)
    }

    /// Where things are kept now. That the file exists is the person's choice, also when another process made it.
    pub fn kind(&self) -> VaultKind {
        match &self.keychain {
            Ok(_) => VaultKind::Keychain,
            Err(_) if self.file.exists() => VaultKind::File,
            Err(_) => VaultKind::Nowhere,
        }
    }

    /// Why the keychain isn't used, to be told to the person.
    pub fn keychain_trouble(&self) -> Option<&VaultError> {
        self.keychain.as_ref().err()
    }

    /// The person chose to have secrets in a private file, there being no keychain.
    pub fn choose_file(&self) -> Result<(), VaultError> {
        match self.kind() {
            VaultKind::Keychain => Err(VaultError::KeychainInUse),
            VaultKind::File | VaultKind::Nowhere => self.file.create(),
        }
    }

    /// A secret, if it is kept.
    pub fn get(&self, name: &SecretName) -> Result<Option<String>, VaultError> {
        match &self.keychain {
            Ok(keychain) => keychain.get(name),
            Err(_) => self.file.get(name),
        }
    }

    /// Keeps a secret in place of an earlier one of that name.
    pub fn set(&self, name: &SecretName, secret: &str) -> Result<(), VaultError> {
        match &self.keychain {
            Ok(keychain) => keychain.set(name, secret),
            Err(_) => self.file.set(name, secret),
        }
    }

    /// Forgets a secret; `false` if there was none.
    pub fn delete(&self, name: &SecretName) -> Result<bool, VaultError> {
        match &self.keychain {
            Ok(keychain) => keychain.delete(name),
            Err(_) => self.file.delete(name),
        }
    }
}
