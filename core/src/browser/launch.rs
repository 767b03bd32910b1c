//! Starting a Chromium: its command line, its descriptors, and the end of its life.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use command_fds::{CommandFdExt, FdMapping};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::sync::watch;

use super::cdp::CdpPipe;
use super::profile::ProfileDirectory;
use crate::engine::InspectionProvider;

/// How Chromium is to be started.
#[derive(Debug, Clone)]
pub struct LaunchOptions {
    /// The program; looked for if absent.
    pub browser: Option<PathBuf>,
    /// With windows on the screen, or without.
    pub display: Display,
    /// Chromium's own sandbox. Off only where it can't work: as root.
    pub sandbox: Sandbox,
    /// Who fills the inspection role of its pages.
    pub inspection: InspectionProvider,
}

/// Whether Chromium shows windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Display {
    /// Real windows.
    Headful,
    /// None.
    Headless,
}

/// Whether Chromium's own sandbox is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sandbox {
    /// As Chromium comes.
    On,
    /// Off, because Chromium refuses to start otherwise.
    OffAsRoot,
}

impl Sandbox {
    /// Off only for root: Chromium doesn't start as root with its sandbox on.
    pub fn for_this_user() -> Self {
        if rustix::process::geteuid().is_root() { Self::OffAsRoot } else { Self::On }
    }
}

/// Features switched off: what sends data by itself, what hides agent windows from rendering, and bars that cover the page.
const FEATURES_OFF: &str = "CalculateNativeWinOcclusion,Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,\
                            Reporting,NetworkErrorLogging,BackgroundFetch,FedCm,WebPayments,FetchUploadStreaming";

/// Switches that every Window gets.
const SWITCHES: &[&str] = &[
    "--remote-debugging-pipe",
    "--no-startup-window",
    "--enable-features=ComputedAccessibilityInfo",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    // What goes by UDP passes neither the effect gate nor a proxy.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--hide-crash-restore-bubble",
    // An agent's page has to render and run also while another window covers it.
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    "--window-size=1200,860",
];

/// Switches that keep Chromium's own questions away.
const FIRST_RUN_SWITCHES: &[&str] = &["--no-first-run", "--no-default-browser-check"];

fn command(program: &Path, profile: &ProfileDirectory, options: &LaunchOptions) -> Command {
    let mut command = Command::new(program);
    command.args(SWITCHES).args(FIRST_RUN_SWITCHES).arg(format!("--disable-features={FEATURES_OFF}"));
    if profile.is_isolated() {
        // It keeps nothing, so it needs no keychain.
        command.arg("--password-store=basic");
    }
    match options.display {
        Display::Headful => {}
        Display::Headless => drop(command.args(["--headless=new", "--disable-gpu"])),
    }
    finish(&mut command, profile, options.sandbox);
    command
}

/// What every Chromium needs, whatever it is for.
fn finish(command: &mut Command, profile: &ProfileDirectory, sandbox: Sandbox) {
    let mut profile_switch = std::ffi::OsString::from("--user-data-dir=");
    profile_switch.push(profile.path());
    command.arg(profile_switch);
    match sandbox {
        Sandbox::On => {}
        Sandbox::OffAsRoot => drop(command.arg("--no-sandbox")),
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).process_group(0);
}

/// How many of Chromium's last words are kept, to be shown if it can't start.
const STDERR_LINES: usize = 12;

/// A running Chromium. Dropping it doesn't end it; closing its pipe does.
#[derive(Debug)]
pub(crate) struct Process {
    pid: Pid,
    exit: watch::Receiver<Option<Exit>>,
}

/// How a Chromium ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exit {
    /// Whether it ended by itself and in order.
    pub(crate) clean: bool,
    /// In words, with its last lines if it didn't.
    pub(crate) reason: String,
}

/// Why a Chromium could not be started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LaunchError {
    #[error("Chromium could not be started: {0}")]
    Spawn(#[source] std::io::Error),
    #[error("The debugging pipe could not be made: {0}")]
    Pipe(#[source] std::io::Error),
    #[error("The debugging pipe could not be handed over.")]
    Descriptors,
}

/// Starts Chromium with the debugging pipe as its only door. Its profile lives as long as it does.
pub(crate) fn launch(
    program: &Path,
    profile: ProfileDirectory,
    options: &LaunchOptions,
) -> Result<(Process, CdpPipe), LaunchError> {
    let (pipe, child_ends) = CdpPipe::open().map_err(LaunchError::Pipe)?;
    let mut command = command(program, &profile, options);
    let mappings = vec![
        FdMapping { parent_fd: child_ends.read, child_fd: 3 },
        FdMapping { parent_fd: child_ends.write, child_fd: 4 },
    ];
    command.fd_mappings(mappings).map_err(|_| LaunchError::Descriptors)?;
    let child = command.spawn().map_err(LaunchError::Spawn)?;
    // The child's ends live in `command`; once it is gone the end of Chromium is the end of the pipe.
    drop(command);
    Ok((Process::supervise(child, profile, |_, _| ()).map_err(LaunchError::Spawn)?, pipe))
}

/// Starts an ordinary Chromium, with nothing by which NEXUS or anybody could reach into it. `wait_left` returns once nothing
/// that it started has its profile any more.
pub(super) fn launch_ordinary(
    program: &Path,
    profile: ProfileDirectory,
    sandbox: Sandbox,
    wait_left: impl FnOnce(&ProfileDirectory, Pid) + Send + 'static,
) -> Result<Process, LaunchError> {
    let mut command = Command::new(program);
    command.args(FIRST_RUN_SWITCHES);
    finish(&mut command, &profile, sandbox);
    let child = command.spawn().map_err(LaunchError::Spawn)?;
    Process::supervise(child, profile, wait_left).map_err(LaunchError::Spawn)
}

impl Process {
    fn supervise(
        mut child: Child,
        profile: ProfileDirectory,
        wait_left: impl FnOnce(&ProfileDirectory, Pid) + Send + 'static,
    ) -> std::io::Result<Self> {
        let pid = Pid::from_child(&child);
        let (told, exit) = watch::channel(None);
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        let reader = child.stderr.take().map(|stderr| keep_tail(BufReader::new(stderr), Arc::clone(&tail)));
        thread::Builder::new().name("chromium-wait".to_owned()).spawn(move || {
            let status = child.wait();
            if let Some(Ok(reader)) = reader {
                // A helper of Chromium's may keep its end open a little longer; its last words aren't worth waiting for.
                let end = std::time::Instant::now() + Duration::from_millis(300);
                while !reader.is_finished() && std::time::Instant::now() < end {
                    thread::sleep(Duration::from_millis(5));
                }
            }
            wait_left(&profile, pid);
            // Only now: a running Chromium would make its files anew.
            drop(profile);
            let tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
            told.send_replace(Some(describe(status, tail.iter().map(String::as_str))));
        })?;
        Ok(Self { pid, exit })
    }

    /// How it ended, if it has.
    pub(crate) fn exit(&self) -> watch::Receiver<Option<Exit>> {
        self.exit.clone()
    }

    /// Waits for its end.
    pub(crate) async fn ended(&self) -> Exit {
        let mut exit = self.exit.clone();
        let ended = exit.wait_for(Option::is_some).await.map(|exit| exit.clone());
        ended.ok().flatten().unwrap_or(Exit { clean: false, reason: "Chromium's end was not noticed.".to_owned() })
    }

    /// Its process id.
    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    /// Kills it with all its helpers, if it still runs.
    pub(crate) fn kill(&self) {
        if self.exit.borrow().is_some() {
            return;
        }
        if let Err(error) = kill_process_group(self.pid, Signal::KILL) {
            tracing::warn!(%error, pid = self.pid.as_raw_nonzero().get(), "Chromium could not be killed");
        }
    }
}

fn keep_tail(
    stderr: BufReader<std::process::ChildStderr>,
    tail: Arc<Mutex<VecDeque<String>>>,
) -> std::io::Result<thread::JoinHandle<()>> {
    thread::Builder::new().name("chromium-stderr".to_owned()).spawn(move || {
        for line in stderr.split(b'\n').map_while(Result::ok) {
            let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
            if tail.len() == STDERR_LINES {
                tail.pop_front();
            }
            tail.push_back(String::from_utf8_lossy(&line).chars().take(300).collect());
        }
    })
}

fn describe<'a>(status: std::io::Result<ExitStatus>, tail: impl Iterator<Item = &'a str>) -> Exit {
    match status {
        Ok(status) if status.success() => Exit { clean: true, reason: "Chromium was closed.".to_owned() },
        Ok(status) => {
            let tail: Vec<&str> = tail.collect();
            let words = if tail.is_empty() { String::new() } else { format!("\n{}", tail.join("\n")) };
            Exit { clean: false, reason: format!("Chromium ended with {status}.{words}") }
        }
        Err(error) => Exit { clean: false, reason: format!("Chromium's end could not be read: {error}") },
    }
}
