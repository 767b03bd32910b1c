//! Starts processes from a thread that lives as long as the program.

use std::ffi::OsStr;
use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::built::installed;

type Job = (Command, Sender<io::Result<Child>>);

/// A command whose process gets SIGTERM when this program dies, however it dies.
pub fn bound_command(program: impl AsRef<OsStr>) -> Command {
    let Some(setpriv) = installed("setpriv") else { return Command::new(program) };
    let mut command = Command::new(setpriv);
    command.args(["--pdeathsig", "TERM", "--"]).arg(program);
    command
}

/// Starts a command. The kernel sends a bound child its signal when the *thread* that started it ends, and a test's
/// thread may end before what it shares with others, so all of them are started by one thread that never does.
pub(super) fn spawn(command: Command) -> io::Result<Child> {
    static JOBS: OnceLock<Mutex<Sender<Job>>> = OnceLock::new();
    let jobs = JOBS.get_or_init(|| Mutex::new(start()));
    let (reply, started) = channel();
    let gone = || io::Error::other("the thread that starts processes is gone");
    jobs.lock().unwrap_or_else(PoisonError::into_inner).send((command, reply)).map_err(|_| gone())?;
    started.recv().map_err(|_| gone())?
}

fn start() -> Sender<Job> {
    let (jobs, incoming) = channel::<Job>();
    std::thread::Builder::new()
        .name("process-spawner".to_owned())
        .spawn(move || {
            for (mut command, reply) in incoming {
                // The asker is gone if this fails; the child is then dropped unwatched, as with any other spawn.
                let _ = reply.send(command.spawn());
            }
        })
        .expect("a thread can be started");
    jobs
}
