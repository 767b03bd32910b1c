//! Everything one control panel shows.

use std::time::{Duration, SystemTime};

use nexus_core::broker::{ControlView, DownloadView, Health, View, WindowView};
use nexus_policy::WindowId;

use super::activity::{ActivityRow, activity_rows};
use super::clock::{time_left_text, until_next_second};
use super::control_state::{ControlState, window_state};
use super::download_row::{DownloadRow, download_rows};
use super::inbox::Inbox;
use super::rows::{LeaseRow, PageRow, lease_rows, opened_by_text, page_rows};
use super::unasked_row::{UnaskedRow, unasked_rows};
use super::waiting::Waiting;

/// One panel at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PanelView {
    /// Its Window.
    pub window: WindowId,
    /// The state bar.
    pub state: ControlState,
    /// The person has control of the Window as a whole, so there is something to give back.
    pub can_give_back: bool,
    /// The pages.
    pub pages: Vec<PageRow>,
    /// The leases.
    pub leases: Vec<LeaseRow>,
    /// What agents downloaded, the newest first.
    pub downloads: Vec<DownloadRow>,
    /// What its pages may send unasked.
    pub unasked: Vec<UnaskedRow>,
    /// The folder where that is kept, if there is anything.
    pub downloads_folder: Option<String>,
    /// What happened in this Window, filtered.
    pub activity: Vec<ActivityRow>,
    /// "isolated profile · opened by you".
    pub profile: String,
    /// A sign-in may be in it.
    pub may_be_signed_in: bool,
    /// How its Chromium is.
    pub health: String,
    /// What waits for the person in this Window.
    pub inbox: Inbox,
    /// What waits for the person elsewhere.
    pub waiting: Waiting,
    /// That the Window is about to close by itself, and why.
    pub closing: Option<String>,
    /// When the shortest countdown changes next, if one runs.
    pub next_change: Option<Duration>,
}

impl PanelView {
    /// The panel of a Window; `None` if the Window is gone. `filter` is what the activity list is searched for.
    pub fn new(view: &View, window: WindowId, filter: &str, now: SystemTime) -> Option<Self> {
        let shown = view.windows.iter().find(|shown| shown.id == window)?;
        let is_kept = shown.downloads.iter().any(DownloadView::is_kept);
        let inbox = Inbox::of_window(view, window, now);
        Some(Self {
            window,
            state: window_state(shown, &view.handoffs, now),
            can_give_back: can_give_back(shown),
            pages: page_rows(shown),
            leases: lease_rows(shown, now),
            downloads: download_rows(shown),
            unasked: unasked_rows(shown),
            downloads_folder: is_kept.then(|| view.downloads_folder.display().to_string()),
            activity: activity_rows(view, Some(window), filter),
            profile: format!("{} · {}", profile_text(shown), opened_by_text(&shown.opened_by)),
            may_be_signed_in: shown.may_be_signed_in,
            health: health_text(&shown.health),
            waiting: Waiting::outside(view, window),
            closing: closing_text(shown, now),
            next_change: inbox.next_change.into_iter().chain(until_closing_changes(shown, now)).min(),
            inbox,
        })
    }
}

/// Whether the person has control of the whole Window.
pub(crate) fn can_give_back(window: &WindowView) -> bool {
    match window.control {
        ControlView::Person => true,
        ControlView::Idle | ControlView::Agent(_) | ControlView::Handoff | ControlView::Taking => false,
    }
}

/// How a Window's Chromium is, in words.
pub(crate) fn health_text(health: &Health) -> String {
    match health {
        Health::Starting => "Chromium is starting".to_owned(),
        Health::Running => "Chromium is running".to_owned(),
        Health::Gone(_) => "Chromium has ended".to_owned(),
    }
}

/// "Closes in 4:12: nobody uses it", for a Window that closes by itself.
pub(crate) fn closing_text(window: &WindowView, now: SystemTime) -> Option<String> {
    let at = window.closes_at?;
    Some(match time_left_text(at, now) {
        Some(left) => format!("Closes in {left}: nobody uses it"),
        None => "Closes now: nobody uses it".to_owned(),
    })
}

/// How long the text of [`closing_text`] stays true.
pub(crate) fn until_closing_changes(window: &WindowView, now: SystemTime) -> Option<Duration> {
    window.closes_at.and_then(|at| until_next_second(at, now))
}

/// "isolated profile", or "persistent profile “work”".
pub(crate) fn profile_text(window: &WindowView) -> String {
    match &window.profile {
        Some(name) => format!("{} profile “{name}”", window.kind.as_str()),
        None => format!("{} profile", window.kind.as_str()),
    }
}
