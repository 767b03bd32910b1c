//! An ordinary Chromium on a kept profile, for the person to sign in with: no pipe, no port, no switch of automation. Neither
//! an agent nor NEXUS can read or act in it; NEXUS knows when it opens and when it is closed, and no more (N22).

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process_group};

use super::launch::{LaunchOptions, Process, launch_ordinary};
use super::locate::locate_browser;
use super::profile::{Opening, ProfileDirectory};
use super::window::{START_DEADLINE, StartError};
use crate::profiles::ProfileFolders;
use crate::profiles::register::ChromiumLock;

/// How long Chromium gets to close in order, so that what it stores reaches the disk.
const CLOSE_DEADLINE: Duration = Duration::from_secs(6);
/// How often Chromium's lock is looked at: it says nothing by itself.
const LOOK: Duration = Duration::from_millis(50);
/// How long a Chromium that restarts itself takes until the new one has the profile.
const RESTART: Duration = Duration::from_secs(3);
/// A Chromium that has run for so long runs, also where its pages' processes are hidden from NEXUS.
const UNSEEN: Duration = Duration::from_secs(8);

/// One that runs. Dropping it doesn't end it: it is the person's.
#[derive(Debug)]
pub(crate) struct OrdinaryBrowser {
    process: Process,
    folder: PathBuf,
}

impl OrdinaryBrowser {
    /// Starts one, always with windows. Until it has the profile, [`OrdinaryBrowser::opened`] waits.
    pub(crate) async fn launch(options: &LaunchOptions, data_dir: &Path, profile: Opening) -> Result<Self, StartError> {
        let program = locate_browser(options.browser.as_deref())?;
        let profile = ProfileDirectory::open_beside(ProfileFolders::of(data_dir), profile).await?;
        let folder = profile.path().to_owned();
        Ok(Self { process: launch_ordinary(&program, profile, options.sandbox, wait_left)?, folder })
    }

    /// Waits until it shows the person a page.
    pub(crate) async fn opened(&self) -> Result<(), StartError> {
        tokio::select! {
            exit = self.process.ended() => Err(StartError::Ended(exit.reason)),
            in_time = tokio::time::timeout(START_DEADLINE, self.is_there()) => match in_time {
                Ok(()) => Ok(()),
                Err(_) => {
                    self.end().await;
                    Err(StartError::Silent)
                }
            },
        }
    }

    /// Chromium takes the profile before it finds out that it can't show anything.
    async fn is_there(&self) {
        let mut held_since = None;
        loop {
            if has_profile(&self.folder) {
                let since = held_since.get_or_insert_with(Instant::now);
                if shows_a_page(self.process.pid()) || since.elapsed() > UNSEEN {
                    return;
                }
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Waits until it is closed, and nothing that it started has the profile.
    pub(crate) async fn closed(&self) {
        self.process.ended().await;
    }

    /// Ends it: in order first, then by force.
    pub(crate) async fn end(&self) {
        // One that restarted itself has another number, which its lock knows.
        let pid = match ChromiumLock::of(&self.folder) {
            ChromiumLock::Held { pid } => i32::try_from(pid).ok().and_then(Pid::from_raw),
            ChromiumLock::None | ChromiumLock::LeftOver | ChromiumLock::OnAnotherHost { .. } => None,
        };
        // By SIGTERM Chromium ends without writing its last cookies down.
        if let Err(error) = kill_process(pid.unwrap_or(self.process.pid()), Signal::INT) {
            tracing::debug!(%error, "the browser for signing in has just ended");
        }
        if tokio::time::timeout(CLOSE_DEADLINE, self.closed()).await.is_err() {
            self.process.kill();
            self.closed().await;
        }
    }
}

fn has_profile(folder: &Path) -> bool {
    matches!(ChromiumLock::of(folder), ChromiumLock::Held { .. })
}

/// Whether a process of a page's is in a Chromium's process group.
fn shows_a_page(group: Pid) -> bool {
    const PAGE: &[u8] = b"--type=renderer";
    let mut processes = fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
    processes.any(|process| {
        let line = fs::read(process.join("cmdline")).unwrap_or_default();
        line.windows(PAGE.len()).any(|part| part == PAGE) && group_of(&process) == Some(group)
    })
}

/// The group of a process of which this is the folder in `/proc`.
fn group_of(process: &Path) -> Option<Pid> {
    let stat = fs::read_to_string(process.join("stat")).ok()?;
    // The name before the last bracket may hold spaces and brackets of its own.
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(2)?.parse().ok().and_then(Pid::from_raw)
}

/// Returns once the profile is free: a Chromium that restarts itself, as after a change of its settings, ends and is still
/// the person's.
fn wait_left(profile: &ProfileDirectory, group: Pid) {
    let mut alone_since = Instant::now();
    loop {
        if has_profile(profile.path()) {
            alone_since = Instant::now();
        } else if alone_since.elapsed() > RESTART || test_kill_process_group(group).is_err() {
            return;
        }
        thread::sleep(LOOK);
    }
}
