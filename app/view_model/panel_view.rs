//! Everything one control panel shows.

use std::time::SystemTime;

use nexus_core::broker::{ControlView, Health, View, WindowView};
use nexus_policy::WindowId;

use super::activity::{ActivityRow, activity_rows};
use super::control_state::{ControlState, window_state};
use super::rows::{LeaseRow, PageRow, lease_rows, opened_by_text, page_rows};

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
    /// What happened in this Window, filtered.
    pub activity: Vec<ActivityRow>,
    /// "isolated profile · opened by you".
    pub profile: String,
    /// A sign-in may be in it.
    pub may_be_signed_in: bool,
    /// How its Chromium is.
    pub health: String,
    /// Pairing requests that wait in the hub.
    pub waiting: usize,
}

impl PanelView {
    /// The panel of a Window; `None` if the Window is gone. `filter` is what the activity list is searched for.
    pub fn new(view: &View, window: WindowId, filter: &str, now: SystemTime) -> Option<Self> {
        let shown = view.windows.iter().find(|shown| shown.id == window)?;
        Some(Self {
            window,
            state: window_state(shown),
            can_give_back: can_give_back(shown),
            pages: page_rows(shown),
            leases: lease_rows(shown, now),
            activity: activity_rows(view, Some(window), filter),
            profile: format!("{} profile · {}", shown.kind.as_str(), opened_by_text(&shown.opened_by)),
            may_be_signed_in: shown.may_be_signed_in,
            health: health_text(&shown.health),
            waiting: view.pairings.len(),
        })
    }
}

/// Whether the person has control of the whole Window.
pub(crate) fn can_give_back(window: &WindowView) -> bool {
    match window.control {
        ControlView::Person { .. } => true,
        ControlView::Idle | ControlView::Agent(_) | ControlView::Taking => false,
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
