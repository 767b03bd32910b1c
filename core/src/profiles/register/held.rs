//! Who has a profile open, for who only wants to know.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::chromium_lock::{self, ChromiumLock};
use super::{ENTRY, Holder};

/// Who has a profile open.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// Nobody.
    Not,
    /// A NEXUS of this computer.
    Here,
    /// Nobody any more, but it wasn't closed in order.
    LeftOver,
    /// A Chromium that isn't NEXUS's.
    ByAnotherProgram { pid: u32 },
    /// Another computer had, and may still: what says so are these files.
    OnAnotherHost { host: String, locks: Vec<PathBuf> },
}

/// Looks without changing anything.
pub(crate) fn held(profile: &Path) -> Held {
    let mut entry = File::open(profile.join(ENTRY)).ok();
    // Read before it is asked for: who holds the lock has written the entry.
    let holder = entry.as_mut().and_then(Holder::read);
    if entry.is_some_and(|entry| entry.try_lock_shared().is_err()) {
        return Held::Here;
    }
    let on_another_host = |host| {
        let locks = [ENTRY, chromium_lock::LOCK].map(|name| profile.join(name));
        let locks = locks.into_iter().filter(|lock| lock.symlink_metadata().is_ok()).collect();
        Held::OnAnotherHost { host, locks }
    };
    match (holder, ChromiumLock::of(profile)) {
        (Some(Holder { machine, host, .. }), _) if machine != Holder::here().machine => on_another_host(host),
        (_, ChromiumLock::OnAnotherHost { host }) => on_another_host(host),
        (_, ChromiumLock::Held { pid }) => Held::ByAnotherProgram { pid },
        (Some(_), _) | (_, ChromiumLock::LeftOver) => Held::LeftOver,
        (None, ChromiumLock::None) => Held::Not,
    }
}
