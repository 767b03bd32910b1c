//! Ways into a process: its command line, and the TCP ports on which it listens.

use std::collections::BTreeSet;
use std::fs;

/// Its command line, word by word; empty if it is gone. Chromium puts spaces between its words once it runs.
pub fn arguments(pid: u32) -> Vec<String> {
    let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let words = line.split(|byte| matches!(byte, 0 | b' ')).filter(|word| !word.is_empty());
    words.map(|word| String::from_utf8_lossy(word).into_owned()).collect()
}

/// The TCP ports on which it listens.
pub fn listening_ports(pid: u32) -> BTreeSet<u16> {
    let own = sockets_of(pid);
    let tables =
        ["tcp", "tcp6"].map(|table| fs::read_to_string(format!("/proc/{pid}/net/{table}")).unwrap_or_default());
    let lines = tables.iter().flat_map(|table| table.lines().skip(1));
    lines.filter_map(|line| port_of(line, &own)).collect()
}

/// The inodes of its sockets.
fn sockets_of(pid: u32) -> BTreeSet<String> {
    let descriptors = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
    let links = descriptors.filter_map(|descriptor| fs::read_link(descriptor.path()).ok());
    links.filter_map(|link| Some(link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned())).collect()
}

/// The port in a line of `/proc/net/tcp`, if it is of a socket that listens and is among these.
fn port_of(line: &str, own: &BTreeSet<String>) -> Option<u16> {
    const LISTENS: &str = "0A";
    let fields: Vec<&str> = line.split_whitespace().collect();
    let (address, state, inode) = (fields.get(1)?, fields.get(3)?, fields.get(9)?);
    let (_, port) = address.rsplit_once(':')?;
    if *state == LISTENS && own.contains(*inode) { u16::from_str_radix(port, 16).ok() } else { None }
}
