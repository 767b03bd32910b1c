//! Who is at the other end of the socket: the user, which is proof, and the program, which is only a claim.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use tokio::net::UnixStream;

/// The longest program name that is shown, in characters.
const MAX_NAME_CHARS: usize = 64;

/// Whether the other end runs as the same user as NEXUS. Not even root speaks for the person.
pub(crate) fn is_same_user(stream: &UnixStream) -> bool {
    stream.peer_cred().is_ok_and(|peer| peer.uid() == rustix::process::geteuid().as_raw())
}

/// The name of the program that connected; of the one that started it, if it is NEXUS's own bridge. Best effort:
/// another program of the same person can imitate it (N28).
pub(crate) fn program(stream: &UnixStream) -> Option<String> {
    let peer = stream.peer_cred().ok()?.pid()?;
    let name = executable_name(Path::new("/proc").join(peer.to_string()))?;
    if Some(&name) != executable_name(PathBuf::from("/proc/self")).as_ref() {
        return Some(name);
    }
    executable_name(Path::new("/proc").join(parent_of(peer)?.to_string()))
}

fn executable_name(process: PathBuf) -> Option<String> {
    let path = std::fs::read_link(process.join("exe")).ok()?;
    let name = path.file_name()?.to_str()?;
    // A program that was updated while it runs.
    presentable(name.strip_suffix(" (deleted)").unwrap_or(name))
}

/// Only what can't mislead the person who reads it.
fn presentable(name: &str) -> Option<String> {
    let allowed = |c: char| c.is_alphanumeric() || "-_.+ ".contains(c);
    let name: String = name.chars().filter(|c| allowed(*c)).take(MAX_NAME_CHARS).collect();
    (!name.trim().is_empty()).then_some(name)
}

fn parent_of(process: i32) -> Option<i32> {
    parent_in(&std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

/// The parent in a line of `/proc/PID/stat`. The name in it may hold anything, so fields count from its last bracket.
fn parent_in(stat: &str) -> Option<i32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}
