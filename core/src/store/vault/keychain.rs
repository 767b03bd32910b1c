//! The OS keychain, on a thread of its own: a locked one may wait for the person for as long as it likes.

#[cfg(test)]
mod tests;

use std::io;
use std::path::{self, Path};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use keyring::Entry;

use super::{SecretName, VaultError};
use crate::store::token::Token;

/// Requests that may wait behind one that the keychain is slow to answer.
const QUEUE: usize = 16;

type Job = Box<dyn FnOnce() + Send>;

/// A keychain that has shown that it works.
#[derive(Debug)]
pub(super) struct Keychain {
    /// Sets the secrets of this data directory apart from another's.
    service: String,
    jobs: SyncSender<Job>,
    deadline: Duration,
}

impl Keychain {
    /// Writes, reads and deletes an entry. `keyring` connects once in a process: without a keychain at the first probe
    /// there is none until the next start.
    pub(super) fn probe(data_dir: &Path, deadline: Duration) -> Result<Self, VaultError> {
        let keychain =
            Self::start(data_dir, deadline).map_err(|error| VaultError::KeychainFailed(error.to_string()))?;
        keychain.prove()?;
        Ok(keychain)
    }

    /// The thread ends when the keychain is dropped and has answered what it was asked.
    fn start(data_dir: &Path, deadline: Duration) -> io::Result<Self> {
        let service = format!("nexus {}", path::absolute(data_dir)?.display());
        let (jobs, queue) = sync_channel(QUEUE);
        thread::Builder::new().name("nexus-keychain".to_owned()).spawn(move || work(queue))?;
        Ok(Self { service, jobs, deadline })
    }

    pub(super) fn get(&self, name: &SecretName) -> Result<Option<String>, VaultError> {
        self.ask(name.to_string(), |entry| if_any(entry.get_password()))
    }

    pub(super) fn set(&self, name: &SecretName, secret: &str) -> Result<(), VaultError> {
        let secret = secret.to_owned();
        self.ask(name.to_string(), move |entry| entry.set_password(&secret))
    }

    pub(super) fn delete(&self, name: &SecretName) -> Result<bool, VaultError> {
        self.ask(name.to_string(), |entry| Ok(if_any(entry.delete_credential())?.is_some()))
    }

    fn prove(&self) -> Result<(), VaultError> {
        // Named at random: two programs may probe at the same moment.
        let (name, secret) = (format!("probe:{}", Token::random().reveal()), Token::random());
        let written = secret.reveal().to_owned();
        let read = self.ask(name, move |entry| {
            entry.set_password(&written)?;
            let read = if_any(entry.get_password())?;
            if_any(entry.delete_credential())?;
            Ok(read)
        })?;
        // A locked keychain may say that there is no such entry.
        if read.as_deref() == Some(secret.reveal()) { Ok(()) } else { Err(VaultError::KeychainForgets) }
    }

    fn ask<T: Send + 'static>(
        &self,
        name: String,
        request: impl FnOnce(&Entry) -> keyring::Result<T> + Send + 'static,
    ) -> Result<T, VaultError> {
        let (service, entry) = (self.service.clone(), name.clone());
        let answer = self.run(move || Entry::new(&service, &entry).and_then(|entry| request(&entry)))?;
        answer.map_err(|error| failure(error, name))
    }

    /// Runs the request on the keychain's thread. One that nobody waits for any more isn't begun; one already begun can't
    /// be stopped, and its answer is dropped.
    fn run<T: Send + 'static>(&self, request: impl FnOnce() -> T + Send + 'static) -> Result<T, VaultError> {
        let (reply, answer) = sync_channel(1);
        let until = Instant::now() + self.deadline;
        let job = move || {
            if Instant::now() < until && reply.send(request()).is_err() {
                tracing::warn!("the keychain answered after its deadline");
            }
        };
        self.jobs.try_send(Box::new(job)).map_err(|_| VaultError::KeychainSilent)?;
        answer.recv_timeout(self.deadline).map_err(|_| VaultError::KeychainSilent)
    }
}

fn work(queue: Receiver<Job>) {
    for job in queue {
        job();
    }
}

fn if_any<T>(result: keyring::Result<T>) -> keyring::Result<Option<T>> {
    match result {
        Err(keyring::Error::NoEntry) => Ok(None),
        result => result.map(Some),
    }
}

/// Only the messages of `keyring` are kept: its values may hold the secret.
fn failure(error: keyring::Error, name: String) -> VaultError {
    match error {
        keyring::Error::NoDefaultStore => VaultError::NoKeychain(match Entry::store_status() {
            Err(why) => why.to_string(),
            Ok(()) => error.to_string(),
        }),
        keyring::Error::NoStorageAccess(_) => VaultError::KeychainLocked,
        keyring::Error::Ambiguous(_) => VaultError::Ambiguous(name),
        other => VaultError::KeychainFailed(other.to_string()),
    }
}
