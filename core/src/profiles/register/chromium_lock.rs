//! Chromium's own lock: a link in its profile that names the host and the process, beside one to a socket on which that
//! process listens.

use std::os::unix::net::UnixStream;
use std::path::Path;

use rustix::process::{Pid, test_kill_process};

use super::host_name;

pub(super) const LOCK: &str = "SingletonLock";
const SOCKET: &str = "SingletonSocket";
const COOKIE: &str = "SingletonCookie";

/// What Chromium's lock says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ChromiumLock {
    /// There is none.
    None,
    /// Its process is gone.
    LeftOver,
    /// A process of this computer has the profile open.
    Held { pid: u32 },
    /// One of another computer had, and may still.
    OnAnotherHost { host: String },
}

impl ChromiumLock {
    /// Reads the lock of a profile. What can't be read for certain counts as held.
    pub(crate) fn of(profile: &Path) -> Self {
        let Ok(link) = std::fs::read_link(profile.join(LOCK)) else { return Self::None };
        let Some((host, pid)) = link.to_str().and_then(|text| text.rsplit_once('-')) else { return Self::LeftOver };
        if host != host_name() {
            return Self::OnAnotherHost { host: host.to_owned() };
        }
        match pid.parse() {
            Ok(pid) if is_open_in(pid, profile) => Self::Held { pid },
            Ok(_) | Err(_) => Self::LeftOver,
        }
    }
}

/// Whether a process has a profile open. Its number may be another program's by now: then nobody listens on the socket, and
/// its command line doesn't name the profile.
fn is_open_in(pid: u32, profile: &Path) -> bool {
    let Some(id) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return false };
    if test_kill_process(id).is_err_and(|error| error == rustix::io::Errno::SRCH) {
        return false;
    }
    let Ok(command_line) = std::fs::read(format!("/proc/{pid}/cmdline")) else { return true };
    let path = profile.as_os_str().as_encoded_bytes();
    command_line.windows(path.len().max(1)).any(|part| part == path)
        || UnixStream::connect(profile.join(SOCKET)).is_ok()
}

/// Removes what a Chromium that was killed leaves: its lock, and its singleton's socket, to which a link in its profile
/// leads.
pub(crate) fn remove_singleton(profile: &Path) {
    let socket = std::fs::read_link(profile.join(SOCKET));
    for name in [LOCK, SOCKET, COOKIE] {
        drop(std::fs::remove_file(profile.join(name)));
    }
    let Ok(socket) = socket else { return };
    let Some(folder) = socket.parent().filter(|folder| is_singleton_folder(folder)) else { return };
    for name in [SOCKET, COOKIE] {
        drop(std::fs::remove_file(folder.join(name)));
    }
    if let Err(error) = std::fs::remove_dir(folder) {
        tracing::debug!(%error, "Chromium has removed its socket itself");
    }
}

/// Nothing else is touched, wherever the link leads.
fn is_singleton_folder(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.contains("org.chromium.Chromium.") || name.contains("com.google.Chrome.")
}
