//! Who has a kept profile open (N20): NEXUS's own entry in its folder, held by a lock that the system releases with the
//! process, and Chromium's lock, in case the profile was opened by hand or its Chromium was killed.

mod chromium_lock;
mod held;

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) use chromium_lock::{ChromiumLock, remove_singleton};
pub(crate) use held::{Held, held};

use super::ProfileError;

/// Lies in a kept profile's folder.
const ENTRY: &str = "nexus.lock";

/// How long a Chromium that NEXUS itself is ending may take to let go.
const ENDING: Duration = Duration::from_secs(10);
const RETRY: Duration = Duration::from_millis(20);

/// A profile that this NEXUS has open. Dropping it gives the profile back.
#[derive(Debug)]
pub(crate) struct Registered {
    file: File,
    profile: PathBuf,
}

impl Registered {
    /// Enters a profile as open here. What a process that is dead left behind is taken over.
    pub(crate) fn enter(profile: &Path) -> Result<Self, ProfileError> {
        let mut file = lock(profile)?;
        let before = Holder::read(&mut file);
        let here = Holder::here();
        if let Some(holder) = before.filter(|holder| holder.machine != here.machine) {
            return Err(ProfileError::OnAnotherHost { host: holder.host });
        }
        match ChromiumLock::of(profile) {
            ChromiumLock::None => {}
            ChromiumLock::LeftOver => {
                tracing::info!("a Chromium that was killed left its lock, which is taken over");
                remove_singleton(profile);
            }
            ChromiumLock::Held { pid } => return Err(ProfileError::ByAnotherProgram { pid }),
            ChromiumLock::OnAnotherHost { host } => return Err(ProfileError::OnAnotherHost { host }),
        }
        here.write(&mut file).map_err(ProfileError::Unusable)?;
        Ok(Self { file, profile: profile.to_owned() })
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        remove_singleton(&self.profile);
        // An empty entry says that it was closed in order.
        if let Err(error) = self.file.set_len(0) {
            tracing::warn!(%error, "a profile could not be entered as closed");
        }
    }
}

/// Who has a profile open according to its entry: whoever holds the lock now, or the last one that didn't close it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Holder {
    machine: String,
    host: String,
    pid: u32,
}

impl Holder {
    fn here() -> Self {
        let host = host_name();
        let machine = std::fs::read_to_string("/etc/machine-id").unwrap_or_default().trim().to_owned();
        // A host name changes with the network; what it names doesn't.
        let machine = if machine.is_empty() { host.clone() } else { machine };
        Self { machine, host, pid: std::process::id() }
    }

    fn read(file: &mut File) -> Option<Self> {
        let mut text = String::new();
        file.rewind().and_then(|()| file.read_to_string(&mut text)).ok()?;
        let mut words = text.split_whitespace();
        let (machine, host, pid) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
        Some(Self { machine: machine.to_owned(), host: host.to_owned(), pid })
    }

    fn write(&self, file: &mut File) -> io::Result<()> {
        file.set_len(0)?;
        file.rewind()?;
        writeln!(file, "{} {} {}", self.machine, self.host, self.pid)?;
        file.sync_all()
    }
}

/// As Chromium writes it into its lock.
pub(crate) fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

fn lock(profile: &Path) -> Result<File, ProfileError> {
    let open =
        File::options().read(true).write(true).create(true).truncate(false).mode(0o600).open(profile.join(ENTRY));
    let mut file = open.map_err(ProfileError::Unusable)?;
    let until = Instant::now() + ENDING;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(ProfileError::Unusable(error)),
            Err(TryLockError::WouldBlock) => match Holder::read(&mut file) {
                Some(Holder { pid, .. }) if pid != std::process::id() => return Err(ProfileError::InUse { pid }),
                // This NEXUS's own Chromium is ending, or somebody is just writing their entry.
                Some(_) | None if Instant::now() < until => thread::sleep(RETRY),
                Some(_) | None => return Err(ProfileError::StillEnding),
            },
        }
    }
}

#[cfg(test)]
mod tests;
