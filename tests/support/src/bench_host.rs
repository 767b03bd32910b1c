//! Starts `nexus-bench-host`, talks to both of its sides, and proves that nothing of it is left.

mod human;
mod scratch;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

pub use human::{Human, HumanError, InForce};
use scratch::Scratch;

use crate::built;
use crate::deadline::wait_until;
use crate::mcp_client::{Hello, McpClient, ToolResult};
use crate::process::{Family, arguments, bound_command, processes_naming};

/// How long a call may take unless a test says otherwise.
pub const CALL: Duration = Duration::from_secs(60);
/// How long the host may take to listen.
const START: Duration = Duration::from_secs(30);
/// How long what the host started may take to be gone after it.
const GONE: Duration = Duration::from_secs(5);

/// How a host is started.
#[derive(Debug, Clone, Default)]
pub struct HostOptions {
    agent: Option<String>,
    arguments: Vec<OsString>,
    environment: Vec<(OsString, OsString)>,
    data_dir: Option<PathBuf>,
}

impl HostOptions {
    /// The name of the agent on stdio; `bench` otherwise.
    pub fn agent(mut self, name: &str) -> Self {
        self.agent = Some(name.to_owned());
        self
    }

    /// More arguments, such as `--headful`.
    pub fn arguments<A: Into<OsString>>(mut self, more: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(more.into_iter().map(Into::into));
        self
    }

    /// Asks only about the always-sensitive, for tests of something else.
    pub fn asking_little(self) -> Self {
        self.arguments(["--approval", "minimal"])
    }

    /// More environment, such as a virtual screen's.
    pub fn environment<T: Into<OsString>>(mut self, more: impl IntoIterator<Item = (T, T)>) -> Self {
        self.environment.extend(more.into_iter().map(|(name, value)| (name.into(), value.into())));
        self
    }

    /// A data directory that outlives the host, for what a restart must or mustn't find.
    pub fn data_dir(mut self, folder: &Path) -> Self {
        self.data_dir = Some(folder.to_owned());
        self
    }

    /// Starts the host and takes up both its sides.
    ///
    /// # Panics
    /// If it isn't built or doesn't start, with what it wrote to its standard error.
    #[track_caller]
    pub fn start(self) -> BenchHost {
        BenchHost::start_with(self)
    }
}

/// A running host with its agent on stdio and the person's side. Dropping it ends it; [`BenchHost::close`] also proves
/// that nothing is left.
#[derive(Debug)]
pub struct BenchHost {
    /// The agent on stdio.
    pub agent: McpClient,
    /// The person's side.
    pub human: Human,
    data_dir: PathBuf,
    scratch: Scratch,
}

impl BenchHost {
    /// A host as it comes.
    ///
    /// # Panics
    /// As [`HostOptions::start`].
    #[track_caller]
    pub fn start() -> Self {
        HostOptions::default().start()
    }

    #[track_caller]
    fn start_with(options: HostOptions) -> Self {
        let scratch = Scratch::new().expect("a temporary directory can be made");
        let HostOptions { agent, arguments, environment, data_dir } = options;
        let data_dir = data_dir.unwrap_or_else(|| scratch.path("data"));
        let name = agent.as_deref().unwrap_or("bench");
        let stderr = File::create(scratch.path("stderr.log")).expect("a file can be made");
        let mut command = bound_command(built::program("nexus-bench-host"));
        command.arg("--stdio").args(["--agent", name]);
        for (option, path) in
            [("--human", scratch.human()), ("--socket", scratch.socket()), ("--data-dir", data_dir.clone())]
        {
            command.arg(option).arg(path);
        }
        scratch.apply_to(&mut command);
        command.args(arguments).envs(environment).stderr(stderr);
        let agent = McpClient::spawn(command, name).expect("the host can be started");
        let started = agent.initialize().map_err(|error| error.to_string());
        let human = started.and_then(|_| Human::connect(&scratch.human(), START).map_err(|error| error.to_string()));
        let human = human.unwrap_or_else(|error| panic!("the host did not start: {error}\n{}", scratch.stderr()));
        Self { agent, human, data_dir, scratch }
    }

    /// Calls a tool as the agent on stdio. A refusal is a result.
    ///
    /// # Panics
    /// If there is no answer within [`CALL`].
    #[track_caller]
    pub fn call(&self, tool: &str, arguments: Value) -> ToolResult {
        match self.agent.call(tool, arguments, CALL) {
            Ok(result) => result,
            Err(error) => panic!("{tool}: {error}\n{}", self.stderr()),
        }
    }

    /// Another paired agent, or another session of one, after its handshake.
    ///
    /// # Panics
    /// If it isn't let in.
    #[track_caller]
    pub fn connect_agent(&self, name: &str) -> McpClient {
        let client = self.knock(&Hello::from_agent(name));
        client.initialize().expect("a paired agent is let in");
        client
    }

    /// A connection that has only said hello.
    ///
    /// # Panics
    /// If nobody listens.
    #[track_caller]
    pub fn knock(&self, hello: &Hello) -> McpClient {
        McpClient::connect(&self.scratch.socket(), hello, START).expect("the host listens on its socket")
    }

    /// Where the host keeps things.
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// The agents' socket.
    pub fn socket(&self) -> PathBuf {
        self.scratch.socket()
    }

    /// What the host wrote to its standard error so far.
    pub fn stderr(&self) -> String {
        self.scratch.stderr()
    }

    /// The host's process id.
    ///
    /// # Panics
    /// If it was closed.
    pub fn id(&self) -> u32 {
        self.agent.server_id().expect("the host is a child until it is closed")
    }

    /// Every process that the host has started and that still runs.
    pub fn family(&self) -> Family {
        Family::of(self.id())
    }

    /// Ends the host by closing its stdin.
    ///
    /// # Panics
    /// If it fails, or leaves a process, a socket or a temporary file.
    #[track_caller]
    pub fn close(self) {
        let Self { agent, human, data_dir, scratch } = self;
        let family = Family::of(agent.server_id().expect("a host is closed once"));
        drop(human);
        let status =
            agent.close().unwrap_or_else(|error| panic!("the host did not end: {error}\n{}", scratch.stderr()));
        assert!(status.is_some_and(|status| status.success()), "the host failed: {status:?}\n{}", scratch.stderr());
        if let Err(left) = family.wait_gone(GONE) {
            panic!("processes left behind:\n{}", left.join("\n"));
        }
        for folder in [data_dir.as_path(), scratch.root()] {
            let left = processes_naming(folder);
            assert!(left.is_empty(), "processes that still use {}: {left:?}", folder.display());
        }
        let left = scratch.leftovers(&data_dir);
        assert!(left.is_empty(), "sockets or temporary files left behind: {left:?}");
        scratch.remove().expect("the temporary directory can be removed");
    }

    /// Kills the host as a crash would, and waits until everything that it had started is gone.
    ///
    /// # Panics
    /// If a process is left.
    #[track_caller]
    pub fn kill(self) {
        self.crash();
    }

    /// The same, for a host to whom others are talking.
    ///
    /// # Panics
    /// If a process is left.
    #[track_caller]
    pub fn crash(&self) {
        let family = self.crash_alone();
        if let Err(left) = family.wait_gone(GONE) {
            panic!("processes left behind:\n{}", left.join("\n"));
        }
        let unused = || processes_naming(&self.data_dir).is_empty().then_some(());
        wait_until("processes that were just being started to end", GONE, unused).expect("nothing is left behind");
    }

    /// Kills the host as a crash would, and leaves to the test what it had started.
    #[track_caller]
    pub fn crash_alone(&self) -> Family {
        let signal = |signal| {
            let pid = i32::try_from(self.id()).ok().and_then(Pid::from_raw).expect("a process id");
            kill_process(pid, signal).expect("the host is ours to kill");
        };
        // So that it starts nothing while its children are counted.
        signal(Signal::STOP);
        let family = self.family();
        signal(Signal::KILL);
        // Until then its data directory is taken. What has ended has no command line, even before it is reaped.
        let ended = || arguments(self.id()).is_empty().then_some(());
        wait_until("the host to end", GONE, ended).expect("it is killed");
        family
    }
}
