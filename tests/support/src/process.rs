//! Child processes that end with their owner, and proof that nothing of them is left.
//! Only processes started here are ever signalled, by their id and before they are reaped.

mod doors;
mod family;
mod spawner;
#[cfg(test)]
mod tests;

use std::io::{self, Read};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

pub use doors::{arguments, listening_ports};
pub use family::{Family, processes_naming};
pub use spawner::bound_command;

use crate::deadline::{TimedOut, wait_until};

/// How long a program has between being asked to end and being killed.
const GRACE: Duration = Duration::from_secs(5);

/// A child process that is ended when it is dropped.
#[derive(Debug)]
pub struct OwnedChild {
    child: Child,
    name: String,
}

impl OwnedChild {
    /// Starts a command. Made with [`bound_command`], it also ends when this program is killed.
    pub fn spawn(command: Command) -> io::Result<Self> {
        let name = format!("{command:?}");
        Ok(Self { child: spawner::spawn(command)?, name })
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its standard input, if that was piped and not taken yet.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Its standard output, if that was piped and not taken yet.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// How it ended, if it has.
    pub fn exited(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }

    /// Waits for it to end by itself.
    pub fn wait(&mut self, limit: Duration) -> Result<ExitStatus, TimedOut> {
        let what = format!("{} to end", self.name);
        wait_until(&what, limit, || self.child.try_wait().ok().flatten())
    }

    /// Asks it to end, and kills it if it doesn't.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.child.try_wait()? {
            return Ok(status);
        }
        self.signal(Signal::TERM)?;
        if let Ok(status) = self.wait(GRACE) {
            return Ok(status);
        }
        self.child.kill()?;
        self.child.wait()
    }

    fn signal(&self, signal: Signal) -> io::Result<()> {
        match i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            Some(pid) => Ok(kill_process(pid, signal)?),
            None => Err(io::Error::other("not a process id")),
        }
    }
}

impl Drop for OwnedChild {
    fn drop(&mut self) {
        if let Err(error) = self.end() {
            eprintln!("{} could not be ended: {error}", self.name);
        }
    }
}

/// Why a short-lived program gave no result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It could not be started or read.
    #[error("{name} could not be run: {source}")]
    Io {
        /// Which program.
        name: String,
        /// Why.
        source: io::Error,
    },
    /// It did not end in time.
    #[error(transparent)]
    TimedOut(#[from] TimedOut),
}

/// Runs a short-lived program to its end. One that is still there at the deadline is ended.
pub fn run_to_end(mut command: Command, limit: Duration) -> Result<Output, RunError> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |source| RunError::Io { name: name.clone(), source };
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut owned = OwnedChild::spawn(command).map_err(failed)?;
    let stdout = drain(owned.child.stdout.take());
    let stderr = drain(owned.child.stderr.take());
    let status = owned.wait(limit)?;
    let collect = |reader: JoinHandle<io::Result<Vec<u8>>>| reader.join().unwrap_or_else(|_| Ok(Vec::new()));
    Ok(Output { status, stdout: collect(stdout).map_err(failed)?, stderr: collect(stderr).map_err(failed)? })
}

/// Reads a pipe to its end beside the program, which would otherwise stop once the pipe is full.
fn drain(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<io::Result<Vec<u8>>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            pipe.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    })
}
