//! One attached engine as a process: with folders and an environment of its own, within its limits, in a group of its own, and
//! gone with all it started when nobody wants it any more.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rustix::process::{Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, kill_process_group, prlimit, waitid};
use tempfile::TempDir;
use tokio::sync::watch;

use super::confine::{Reach, spawn};
use super::{Confinement, EngineError, Node};
use crate::private;

/// What an engine may have of memory for its data. V8 is told half of it, and ends in order there.
const MEMORY_BYTES: u64 = 1 << 30;
/// Of that, for what scripts have, in megabytes.
const HEAP: &str = "--max-old-space-size=512";
/// How the private folders of engines begin.
pub(crate) const PREFIX: &str = "engine-";

/// What is to be started.
pub(super) struct Plan {
    pub(super) node: Node,
    pub(super) program: PathBuf,
    /// Where it is installed.
    pub(super) engines: PathBuf,
    pub(super) arguments: Vec<OsString>,
    /// What it is told in a file that nobody else can read; its path follows the last argument.
    pub(super) settings: serde_json::Value,
    pub(super) environment: &'static [(&'static str, &'static str)],
    /// The port of its door.
    pub(super) port: u16,
    /// NEXUS's folder for what lives no longer than a Window.
    pub(super) run: PathBuf,
}

/// A running engine. Dropping it kills it.
#[derive(Debug)]
pub(super) struct EngineProcess {
    killer: Killer,
    gone: watch::Receiver<bool>,
}

/// Kills it, whoever has this, and nobody else: its number may be another's once it has been reaped.
#[derive(Debug, Clone)]
pub(super) struct Killer {
    pid: Pid,
    is_reaped: Arc<Mutex<bool>>,
}

/// It, and the only ways to talk to it.
pub(super) type Started = (EngineProcess, ChildStdin, ChildStdout);

/// Starts an engine. Takes a moment, in which files are made.
pub(super) fn start(plan: &Plan) -> Result<Started, EngineError> {
    let home = private::temporary_in(&plan.run, PREFIX).map_err(EngineError::Folder)?;
    let mut command = command(plan, home.path()).map_err(EngineError::Folder)?;
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let reads = [plan.engines.clone(), prefix_of(&plan.node.program)];
    let reach = Reach { port: plan.port, program: &plan.node.program, reads: &reads, writes: home.path() };
    let (mut child, confinement) = spawn(command, &reach).map_err(EngineError::Start)?;
    if confinement != Confinement::Full {
        tracing::warn!(?confinement, "this kernel doesn't hold an engine in full; `nexus doctor` says what is missing");
    }
    let pid = Pid::from_child(&child);
    let limit = Rlimit { current: Some(MEMORY_BYTES), maximum: Some(MEMORY_BYTES) };
    let limited = prlimit(Some(pid), Resource::Data, limit).map_err(|error| EngineError::Start(error.into()));
    let ends = child.stdin.take().zip(child.stdout.take());
    let process = supervise(child, pid, home).map_err(EngineError::Start)?;
    limited?;
    let (stdin, stdout) = ends.ok_or(EngineError::Malformed)?;
    Ok((process, stdin, stdout))
}

fn command(plan: &Plan, home: &Path) -> io::Result<Command> {
    let mut command = Command::new(&plan.node.program);
    command.env_clear().env("HOME", home).env("LANG", "C.UTF-8").env("NO_UPDATE_NOTIFIER", "1");
    for (name, folder) in [
        ("TMPDIR", "tmp"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_STATE_HOME", "state"),
        ("XDG_RUNTIME_DIR", "run"),
    ] {
        private::directory(&home.join(folder))?;
        command.env(name, home.join(folder));
    }
    command.envs(plan.environment.iter().copied());
    // The door's token is in it: a command line could be read by everybody.
    let settings = home.join("settings.json");
    std::fs::write(&settings, plan.settings.to_string())?;
    command.arg(HEAP).arg(&plan.program).args(&plan.arguments).arg(settings).current_dir(home);
    Ok(command)
}

/// What a Node.js beside the system's may need of its own folders.
fn prefix_of(node: &Path) -> PathBuf {
    match node.parent().and_then(Path::parent) {
        Some(prefix) if prefix != Path::new("/") && prefix != Path::new("/usr") => prefix.join("lib"),
        Some(_) | None => PathBuf::from("/usr/lib"),
    }
}

fn supervise(mut child: Child, pid: Pid, home: TempDir) -> io::Result<EngineProcess> {
    let (told, gone) = watch::channel(false);
    let killer = Killer { pid, is_reaped: Arc::default() };
    let for_waiter = killer.clone();
    thread::Builder::new().name("engine-wait".to_owned()).spawn(move || {
        // Until it is reaped its number, and that of its group, is nobody else's.
        let ended = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
        if let Err(error) = ended {
            tracing::warn!(%error, "an engine's end was not noticed");
        }
        for_waiter.kill();
        let reaped = for_waiter.reap(&mut child);
        if let Err(error) = reaped.and_then(|()| home.close()) {
            tracing::warn!(%error, "an engine left something behind");
        }
        told.send_replace(true);
    })?;
    Ok(EngineProcess { killer, gone })
}

impl Killer {
    /// Kills it with all that it started, if it still runs.
    pub(super) fn kill(&self) {
        let is_reaped = self.is_reaped.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_reaped {
            return;
        }
        match kill_process_group(self.pid, Signal::KILL) {
            Ok(()) | Err(rustix::io::Errno::SRCH) => {}
            Err(error) => tracing::warn!(%error, "an engine could not be killed"),
        }
    }

    fn reap(&self, child: &mut Child) -> io::Result<()> {
        let mut is_reaped = self.is_reaped.lock().unwrap_or_else(PoisonError::into_inner);
        *is_reaped = true;
        child.wait().map(|_| ())
    }
}

impl EngineProcess {
    /// Becomes true when it is gone, with its folders.
    pub(super) fn gone(&self) -> watch::Receiver<bool> {
        self.gone.clone()
    }

    /// What kills it.
    pub(super) fn killer(&self) -> Killer {
        self.killer.clone()
    }

    /// Whether it is.
    pub(super) fn is_gone(&self) -> bool {
        *self.gone.borrow()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.killer.kill();
    }
}
