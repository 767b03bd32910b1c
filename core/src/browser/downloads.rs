//! What a Window's pages download. While an agent has control there, Chromium refuses every download but one that the person
//! said yes to; that one comes into NEXUS's own folder, readable by its owner alone, and is never opened (N13). While the
//! person has control, theirs go where they always go.

mod arriving;
mod name;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::browser::{
    CancelDownloadParams, SetDownloadBehaviorBehavior as Behavior, SetDownloadBehaviorParams,
};
use nexus_policy::Digest;
use sha2::{Digest as _, Sha256};

use super::cdp::{CdpError, CdpSession, Connection};
use super::worlds::Hands;
use arriving::Arriving;

pub(crate) use arriving::ARRIVING_PREFIX;
pub(crate) use name::file_name;

/// How long a download that the person said yes to may take to begin.
const BEGINS_WITHIN: Duration = Duration::from_secs(30);
/// How long Chromium may take to be told.
const DEADLINE: Duration = Duration::from_secs(10);
/// Downloads and what began some that are remembered of a Window.
const REMEMBERED: usize = 200;

/// The downloads of a Window.
#[derive(Debug)]
pub(crate) struct Downloads {
    /// Where what was approved is kept.
    folder: PathBuf,
    /// Where what isn't complete lies, in a folder of this Window's own.
    run: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    hands: Hands,
    leave: Option<Leave>,
    /// Chromium lets downloads through: until the one that the person said yes to is here, because it asks again on the way.
    is_open: bool,
    arriving: Option<Arriving>,
    list: VecDeque<Download>,
    acting: Acting,
    /// What began a download that nobody had said yes to: acts by what they touch, addresses by a hash.
    began: VecDeque<Digest>,
}

/// A person's yes to one download.
#[derive(Debug)]
struct Leave {
    /// The pages that were there and aren't the one it is for.
    others: Vec<String>,
    until: Instant,
}

/// The act that was begun last.
#[derive(Debug, Default)]
struct Acting {
    page: String,
    parts: Vec<Digest>,
}

/// One download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Download {
    guid: String,
    /// CDP's name for the page that it came from, or that acted when it came.
    pub(crate) page: String,
    pub(crate) name: String,
    pub(crate) bytes: u64,
    pub(crate) state: DownloadState,
}

/// How far a download is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DownloadState {
    /// It is coming.
    InProgress,
    /// It is here.
    Completed,
    /// It was broken off.
    Cancelled,
    /// Nobody had said yes to it, so nothing of it was kept.
    NotApproved,
}

impl DownloadState {
    /// The word for it, in UI and wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InProgress => "in progress",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::NotApproved => "refused",
        }
    }
}

impl Downloads {
    /// For a Window of this data directory.
    pub(super) fn of(data_dir: &Path) -> Self {
        Self { folder: data_dir.join("downloads"), run: data_dir.join("run"), state: Mutex::default() }
    }

    /// Has Chromium refuse downloads, and waits until it does. So it is until other hands are set.
    pub(super) async fn refuse_all(&self, connection: &Connection) -> Result<(), CdpError> {
        connection.call(&CdpSession::Root, behavior(Behavior::Deny, None), DEADLINE).await.map(|_| ())
    }

    pub(super) fn hands(&self) -> Hands {
        self.lock().hands
    }

    /// Whose downloads come from now on.
    pub(super) fn set_hands(&self, connection: &Connection, hands: Hands) {
        let mut state = self.lock();
        (state.hands, state.leave, state.is_open) = (hands, None, false);
        let behaves = match hands {
            Hands::Agent => Behavior::Deny,
            Hands::Person => Behavior::Default,
        };
        tell(connection, &behavior(behaves, None));
    }

    /// An act begins on a page. If the person said yes to a download by it, the next one is let through: Chromium is told before
    /// anything that the act writes. `leave`: the other pages there are, from which it may not come.
    pub(super) fn act_begins(&self, connection: &Connection, page: &str, parts: &[Digest], leave: Option<Vec<String>>) {
        let mut state = self.lock();
        state.acting = Acting { page: page.to_owned(), parts: parts.to_vec() };
        state.leave = state.leave.take().filter(Leave::is_good);
        state.close_if_done(connection);
        let Some(others) = leave.filter(|_| state.hands == Hands::Agent) else { return };
        if state.arriving.is_none() {
            state.arriving = Arriving::make(&self.run);
        }
        let Some(into) = state.arriving.as_ref().map(|arriving| arriving.path().to_owned()) else { return };
        (state.leave, state.is_open) = (Some(Leave { others, until: Instant::now() + BEGINS_WITHIN }), true);
        tell(connection, &behavior(Behavior::AllowAndName, Some(&into)));
    }

    /// A yes to a download counts no more.
    pub(super) fn take_leave_back(&self, connection: &Connection) {
        let mut state = self.lock();
        state.leave = None;
        state.close_if_done(connection);
    }

    /// CDP's name for the page that was acted on last.
    pub(super) fn acting_page(&self) -> String {
        self.lock().acting.page.clone()
    }

    /// A download begins. Answers whether it comes, or none if it is the person's own.
    pub(super) fn began(&self, connection: &Connection, began: Began<'_>) -> Option<bool> {
        let mut state = self.lock();
        if state.hands == Hands::Person {
            return None;
        }
        let Began { guid, url, suggested, page } = began;
        let page = page.unwrap_or(&state.acting.page).to_owned();
        let comes = state.leave.take().is_some_and(|leave| leave.is_good() && !leave.others.contains(&page));
        let name = file_name(suggested);
        if !comes {
            let cancel = CancelDownloadParams::new(guid);
            if let Err(error) = connection.send(&CdpSession::Root, &cancel) {
                tracing::debug!(%error, "a download could not be cancelled");
            }
            let parts = std::mem::take(&mut state.acting.parts);
            parts.iter().copied().chain([of_address(url)]).for_each(|what| state.remember(what));
            state.acting.parts = parts;
        }
        let progress = if comes { DownloadState::InProgress } else { DownloadState::NotApproved };
        state.list.push_back(Download { guid: guid.to_owned(), page, name, bytes: 0, state: progress });
        if state.list.len() > REMEMBERED {
            state.list.pop_front();
        }
        Some(comes)
    }

    /// A download goes on, or is over. What is complete is taken into NEXUS's folder.
    pub(super) fn progressed(&self, connection: &Connection, guid: &str, bytes: u64, ending: Option<DownloadState>) {
        let mut state = self.lock();
        let known = state.list.iter().position(|download| download.guid == guid);
        let is_wanted = known.is_some_and(|at| state.list[at].state == DownloadState::InProgress);
        if !is_wanted {
            // Cancelled too late, or begun as the hands changed: nothing of it is kept.
            if let Some(arriving) = &state.arriving {
                arriving.discard(guid);
            }
            return;
        }
        let Some(at) = known else { return };
        state.list[at].bytes = bytes;
        let ending = match (ending, &state.arriving) {
            (Some(DownloadState::Completed), Some(arriving)) => {
                match arriving.keep(guid, &state.list[at].name, &self.folder) {
                    Ok(name) => {
                        state.list[at].name = name;
                        Some(DownloadState::Completed)
                    }
                    Err(error) => {
                        tracing::warn!(%error, "a download could not be kept");
                        Some(DownloadState::Cancelled)
                    }
                }
            }
            (ending, _) => ending,
        };
        if let Some(ending) = ending {
            state.list[at].state = ending;
            state.close_if_done(connection);
        }
    }

    /// What there is, oldest first.
    pub(crate) fn list(&self) -> Vec<Download> {
        self.lock().list.iter().cloned().collect()
    }

    /// Whether an act on this began a download before that nobody had said yes to.
    pub(crate) fn were_begun_by(&self, part: Digest) -> bool {
        self.lock().began.contains(&part)
    }

    /// Whether this address was one.
    pub(crate) fn are_at(&self, address: &str) -> bool {
        self.were_begun_by(of_address(address))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is complete in itself, so a panic elsewhere leaves it sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Leave {
    fn is_good(&self) -> bool {
        Instant::now() <= self.until
    }
}

impl State {
    /// Has Chromium refuse downloads again once nothing that was approved is on its way. What comes meanwhile is cancelled one
    /// by one.
    fn close_if_done(&mut self, connection: &Connection) {
        let is_coming = self.list.iter().any(|download| download.state == DownloadState::InProgress);
        if self.is_open && self.leave.is_none() && !is_coming && self.hands == Hands::Agent {
            self.is_open = false;
            tell(connection, &behavior(Behavior::Deny, None));
        }
    }

    fn remember(&mut self, what: Digest) {
        if !self.began.contains(&what) {
            self.began.push_back(what);
        }
        if self.began.len() > REMEMBERED {
            self.began.pop_front();
        }
    }
}

/// A download that begins, in the page's words.
pub(super) struct Began<'a> {
    pub(super) guid: &'a str,
    pub(super) url: &'a str,
    pub(super) suggested: &'a str,
    /// CDP's name for the page it came from, if that is known.
    pub(super) page: Option<&'a str>,
}

fn of_address(address: &str) -> Digest {
    let address = address.split('#').next().unwrap_or_default();
    Digest(Sha256::new_with_prefix("address").chain_update(address).finalize().into())
}

fn behavior(behavior: Behavior, into: Option<&Path>) -> SetDownloadBehaviorParams {
    let mut set = SetDownloadBehaviorParams::new(behavior);
    set.download_path = into.map(|path| path.to_string_lossy().into_owned());
    set.events_enabled = Some(true);
    set
}

fn tell(connection: &Connection, behavior: &SetDownloadBehaviorParams) {
    if let Err(error) = connection.send(&CdpSession::Root, behavior) {
        tracing::debug!(%error, "Chromium could not be told whose downloads come");
    }
}
