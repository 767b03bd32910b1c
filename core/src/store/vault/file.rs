//! The private file: one JSON object, replaced as a whole so that no reader sees half of it. Other processes of the same
//! person write it too, one at a time.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use super::{SecretName, VaultError, private};

const FILE: &str = "secrets.json";
/// A file of its own: the other one is replaced, and with it whatever lock it had.
const LOCK: &str = "secrets.lock";
const LOCK_DEADLINE: Duration = Duration::from_secs(2);
const LOCK_RETRY: Duration = Duration::from_millis(10);

type Secrets = BTreeMap<String, String>;

/// Secrets in a file that the person chose to have; without it nothing is kept.
#[derive(Debug)]
pub(super) struct SecretsFile {
    dir: PathBuf,
    path: PathBuf,
}

impl SecretsFile {
    pub(super) fn in_dir(dir: &Path) -> Self {
        Self { dir: dir.to_owned(), path: dir.join(FILE) }
    }

    /// Whatever is there counts as the choice: if it isn't a private file, the person is told on the first use.
    pub(super) fn exists(&self) -> bool {
        self.path.symlink_metadata().is_ok()
    }

    pub(super) fn create(&self) -> Result<(), VaultError> {
        let _lock = self.lock()?;
        if self.read()?.is_none() {
            self.replace(&Secrets::new())?;
        }
        Ok(())
    }

    pub(super) fn get(&self, name: &SecretName) -> Result<Option<String>, VaultError> {
        Ok(self.read()?.and_then(|mut secrets| secrets.remove(&name.to_string())))
    }

    pub(super) fn set(&self, name: &SecretName, secret: &str) -> Result<(), VaultError> {
        self.change(|secrets| {
            secrets.insert(name.to_string(), secret.to_owned());
        })
    }

    pub(super) fn delete(&self, name: &SecretName) -> Result<bool, VaultError> {
        match self.change(|secrets| secrets.remove(&name.to_string()).is_some()) {
            Err(VaultError::NotKept) => Ok(false),
            changed => changed,
        }
    }

    fn change<T>(&self, change: impl FnOnce(&mut Secrets) -> T) -> Result<T, VaultError> {
        if !self.exists() {
            return Err(VaultError::NotKept);
        }
        let _lock = self.lock()?;
        let mut secrets = self.read()?.ok_or(VaultError::NotKept)?;
        let result = change(&mut secrets);
        self.replace(&secrets)?;
        Ok(result)
    }

    fn read(&self) -> Result<Option<Secrets>, VaultError> {
        let Some(mut file) = private::open_secrets(&self.path)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // The parser's own message could quote a secret.
        serde_json::from_slice(&bytes).map(Some).map_err(|_| VaultError::BrokenFile)
    }

    fn replace(&self, secrets: &Secrets) -> Result<(), VaultError> {
        let json = serde_json::to_vec_pretty(secrets).map_err(std::io::Error::from)?;
        // Made with mode 0600, under a name that nobody can have prepared.
        let mut file = NamedTempFile::new_in(&self.dir)?;
        file.write_all(&json)?;
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(File::open(&self.dir)?.sync_all()?)
    }

    /// Held until the file is dropped.
    fn lock(&self) -> Result<File, VaultError> {
        private::ensure_directory(&self.dir)?;
        let path = self.dir.join(LOCK);
        private::ensure_file(&path)?;
        let lock = File::open(path)?;
        let until = Instant::now() + LOCK_DEADLINE;
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(lock),
                Err(TryLockError::Error(error)) => return Err(error.into()),
                Err(TryLockError::WouldBlock) if Instant::now() >= until => return Err(VaultError::FileBusy),
                Err(TryLockError::WouldBlock) => thread::sleep(LOCK_RETRY),
            }
        }
    }
}
