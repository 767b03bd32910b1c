//! What is in NEXUS's own directory: its database, the profiles, what a killed run has left, and the socket for agents.

use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use super::Finding;
use crate::instance::{agent_socket, leftovers};
use crate::profiles::register::{Held, held};
use crate::profiles::{ProfileFolders, check_sound};
use crate::store::{KeptProfile, Setting, Store};

/// Also answers which browser the person chose.
pub(super) fn examine(data_dir: &Path) -> (Vec<Finding>, Option<PathBuf>) {
    if !data_dir.is_dir() {
        return (vec![Finding::good("records", "NEXUS hasn't run here yet.")], None);
    }
    let is_running = UnixStream::connect(agent_socket(data_dir)).is_ok();
    let mut findings = vec![socket(data_dir, is_running)];
    let mut browser = None;
    match Store::open_to_read(data_dir) {
        Ok(None) => {
            findings.push(Finding::good("database", "NEXUS makes it, or brings it up to date, when it starts."))
        }
        Ok(Some(store)) => {
            findings.push(Finding::good("database", "It is whole."));
            browser = store.setting(Setting::BrowserPath).ok().flatten().map(PathBuf::from);
            match store.profiles() {
                Ok(profiles) => findings.extend(profiles.iter().filter_map(|kept| profile(data_dir, kept))),
                Err(error) => findings.push(Finding::bad("database", error.to_string())),
            }
        }
        Err(error) => findings.push(Finding::bad("database", error.to_string())),
    }
    if !is_running {
        findings.extend(left_over(data_dir));
    }
    (findings, browser)
}

fn socket(data_dir: &Path, is_running: bool) -> Finding {
    let path = agent_socket(data_dir);
    if is_running {
        Finding::good("socket", format!("NEXUS runs, and agents connect at {}.", path.display()))
    } else {
        Finding::good("socket", "NEXUS doesn't run. Start it, and agents can connect.")
    }
}

/// What is wrong with a profile, if anything is.
fn profile(data_dir: &Path, kept: &KeptProfile) -> Option<Finding> {
    let folder = ProfileFolders::of(data_dir).kept(kept.id);
    let name = &kept.name;
    if !folder.is_dir() {
        let text = format!(
            "The folder of profile {name} is gone ({}). Put it back from a backup, or delete the profile.",
            folder.display()
        );
        return kept.opened_at.is_some().then(|| Finding::bad("profile", text));
    }
    match held(&folder) {
        Held::Not | Held::Here => {}
        Held::LeftOver => {
            let text = format!("Profile {name} wasn't closed in order. That is put right when it is opened next.");
            return Some(Finding::limited("profile", text));
        }
        Held::ByAnotherProgram { pid } => {
            let text =
                format!("Profile {name} is open in a Chromium that isn't NEXUS's (process {pid}). Close it there.");
            return Some(Finding::limited("profile", text));
        }
        Held::OnAnotherHost { host, locks } => {
            let locks: Vec<String> = locks.iter().map(|lock| lock.display().to_string()).collect();
            let text = format!(
                "Profile {name} was open on another computer ({host}). Close it there. If that computer is gone, delete {}.",
                locks.join(" and ")
            );
            return Some(Finding::bad("profile", text));
        }
    }
    check_sound(&folder).err().map(|error| Finding::bad("profile", format!("Profile {name}: {error}")))
}

/// What a run that was killed has left. The next start removes it.
fn left_over(data_dir: &Path) -> Option<Finding> {
    let left = leftovers(data_dir).count();
    let text = format!("What a run left that didn't end in order: {left}. NEXUS removes them when it starts.");
    (left > 0).then(|| Finding::limited("leftovers", text))
}
