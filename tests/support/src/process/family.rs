//! A process's descendants, told from later processes with the same number by their start time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use crate::deadline::wait_until;

/// The descendants of a process at one moment, or at several.
#[derive(Debug, Clone, Default)]
pub struct Family {
    started: BTreeMap<u32, u64>,
}

/// What `/proc/<pid>/stat` says of a process that isn't a zombie.
struct Stat {
    parent: u32,
    started: u64,
}

impl Family {
    /// Every descendant that `root` has now, without `root` itself.
    pub fn of(root: u32) -> Self {
        let all: BTreeMap<u32, Stat> = pids().into_iter().filter_map(|pid| Some((pid, stat(pid)?))).collect();
        let mut started = BTreeMap::new();
        let mut generation = BTreeSet::from([root]);
        while !generation.is_empty() {
            generation =
                all.iter().filter(|(_, stat)| generation.contains(&stat.parent)).map(|(pid, _)| *pid).collect();
            started.extend(generation.iter().filter_map(|pid| Some((*pid, all.get(pid)?.started))));
        }
        Self { started }
    }

    /// Adds those of another moment: a child whose parent is gone is nobody's descendant any more.
    pub fn extend(&mut self, later: Self) {
        self.started.extend(later.started);
    }

    /// How many there were.
    pub fn len(&self) -> usize {
        self.started.len()
    }

    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.started.is_empty()
    }

    /// Those that still run.
    pub fn alive(&self) -> Vec<u32> {
        let same = |pid: &u32, started: &u64| stat(*pid).is_some_and(|stat| stat.started == *started);
        self.started.iter().filter(|(pid, started)| same(pid, started)).map(|(pid, _)| *pid).collect()
    }

    /// Waits until none runs any more; otherwise says which still do, with their command lines.
    pub fn wait_gone(&self, limit: Duration) -> Result<(), Vec<String>> {
        let gone = wait_until("descendants to end", limit, || self.alive().is_empty().then_some(()));
        gone.map_err(|_| self.alive().into_iter().map(describe).collect())
    }
}

/// Processes that have a path in their command line, for example a data directory. This program is left out.
pub fn processes_naming(path: &Path) -> Vec<u32> {
    let wanted = path.as_os_str().as_bytes();
    let names = |pid: &u32| command_line(*pid).is_some_and(|line| contains(&line, wanted));
    pids().into_iter().filter(|pid| *pid != std::process::id() && stat(*pid).is_some()).filter(names).collect()
}

/// A process for a reader: its id and its command line.
pub(crate) fn describe(pid: u32) -> String {
    let line = command_line(pid).unwrap_or_default();
    let words: String = String::from_utf8_lossy(&line).replace('\0', " ").chars().take(200).collect();
    format!("{pid}: {words}")
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len().max(1)).any(|part| part == wanted)
}

fn command_line(pid: u32) -> Option<Vec<u8>> {
    fs::read(format!("/proc/{pid}/cmdline")).ok()
}

fn pids() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

fn stat(pid: u32) -> Option<Stat> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before the last bracket may hold spaces and brackets of its own.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    match *fields.first()? {
        "Z" | "X" => None,
        _ => Some(Stat { parent: fields.get(1)?.parse().ok()?, started: fields.get(19)?.parse().ok()? }),
    }
}
