//! Everything the hub shows.

use std::time::{Duration, SystemTime};

use nexus_core::broker::{AgentView, Notice, View, WindowView};
use nexus_core::{InspectionChoice, UploadFolder};
use nexus_policy::{AgentName, ApprovalSetting, WindowId};

use super::activity::{ActivityRow, activity_rows};
use super::clock::{clock_text, until_next_second};
use super::control_state::{ControlState, window_state};
use super::inbox::Inbox;
use super::panel_view::{can_give_back, closing_text, health_text, profile_text, until_closing_changes};
use super::profile_row::{ProfileRow, profile_row};
use super::rows::opened_by_text;
use super::waiting::Waiting;
use super::workspaces::Workspaces;

/// The hub at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HubView {
    /// The Windows, oldest first.
    pub windows: Vec<WindowRow>,
    /// What waits for the person.
    pub inbox: Inbox,
    /// How much of it there is.
    pub waiting: Waiting,
    /// The profiles that outlive their Window, oldest first.
    pub profiles: Vec<ProfileRow>,
    /// Where the person is among the workspaces.
    pub workspaces: Workspaces,
    /// Paired agents, by name.
    pub agents: Vec<AgentRow>,
    /// What happened everywhere, filtered.
    pub activity: Vec<ActivityRow>,
    /// The folders from which agents may upload.
    pub upload_folders: Vec<UploadFolder>,
    /// Who inspects pages.
    pub inspection: InspectionChoice,
    /// What the person should know about this machine.
    pub notices: Vec<Notice>,
    /// When the shortest countdown among the Windows changes next, if one runs.
    pub next_window_change: Option<Duration>,
}

/// One Window's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowRow {
    /// Its id.
    pub id: WindowId,
    /// Who has control.
    pub state: ControlState,
    /// "isolated · opened by you · 3 pages".
    pub about: String,
    /// How its Chromium is, or that it is about to close by itself.
    pub health: String,
    /// It is about to close by itself.
    pub is_closing: bool,
    /// A sign-in may be in it.
    pub may_be_signed_in: bool,
    /// The person has control of it.
    pub can_give_back: bool,
}

/// One paired agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentRow {
    /// Its name.
    pub name: AgentName,
    /// How much the person wants to be asked about it.
    pub approvals: ApprovalSetting,
    /// A line for each connection.
    pub sessions: Vec<String>,
}

impl HubView {
    /// The hub. `filter` is what the activity list is searched for.
    pub fn new(view: &View, filter: &str, now: SystemTime) -> Self {
        let mut agents: Vec<AgentRow> = view.agents.iter().map(|agent| agent_row(agent, now)).collect();
        agents.sort_by_cached_key(|agent| agent.name.as_str().to_lowercase());
        Self {
            windows: view.windows.iter().map(|window| window_row(window, view, now)).collect(),
            inbox: Inbox::everything(view, now),
            waiting: Waiting::everywhere(view),
            profiles: view
                .profiles
                .iter()
                .map(|profile| profile_row(profile, &view.agents, view.workspace.as_ref(), now))
                .collect(),
            workspaces: Workspaces::of(view),
            agents,
            activity: activity_rows(view, None, filter),
            upload_folders: view.upload_folders.clone(),
            inspection: view.inspection,
            notices: view.notices.clone(),
            next_window_change: next_window_change(view, now),
        }
    }

    /// The hub's title: the number of things that wait comes first, where a task bar still shows it.
    pub fn title(view: &View) -> String {
        match Waiting::everywhere(view).count() {
            0 => "NEXUS".to_owned(),
            waiting => format!("({waiting}) NEXUS"),
        }
    }
}

/// A Window's row counts down to its end, and to the end of what is handed to the person there.
fn next_window_change(view: &View, now: SystemTime) -> Option<Duration> {
    let closings = view.windows.iter().filter_map(|window| until_closing_changes(window, now));
    let handoffs = view.handoffs.iter().filter(|handoff| handoff.window.is_some());
    closings.chain(handoffs.filter_map(|handoff| until_next_second(handoff.expires_at, now))).min()
}

fn window_row(window: &WindowView, view: &View, now: SystemTime) -> WindowRow {
    let closing = closing_text(window, now);
    let pages = match window.pages.len() {
        1 => "1 page".to_owned(),
        count => format!("{count} pages"),
    };
    WindowRow {
        id: window.id,
        state: window_state(window, &view.handoffs, now),
        about: format!("{} · {} · {pages}", profile_text(window), opened_by_text(&window.opened_by)),
        is_closing: closing.is_some(),
        health: closing.unwrap_or_else(|| health_text(&window.health)),
        may_be_signed_in: window.may_be_signed_in,
        can_give_back: can_give_back(window),
    }
}

fn agent_row(agent: &AgentView, now: SystemTime) -> AgentRow {
    let line = |session: &nexus_core::broker::SessionView| {
        let since = clock_text(session.since, now);
        let program = session.program.as_deref().unwrap_or("an unknown program");
        format!("{} · connected since {since} · {program}, as it claims", session.id)
    };
    AgentRow {
        name: agent.name.clone(),
        approvals: agent.approvals,
        sessions: agent.sessions.iter().map(line).collect(),
    }
}

/// The address a person typed, with the scheme they left out; `None` if they typed nothing.
pub fn address_from_person(typed: &str) -> Option<String> {
    let typed = typed.trim();
    if typed.is_empty() {
        return None;
    }
    if typed.contains("://") || typed.starts_with("about:") {
        return Some(typed.to_owned());
    }
    let local = ["localhost", "127.", "[::1]"].iter().any(|host| typed.starts_with(host));
    Some(format!("{}://{typed}", if local { "http" } else { "https" }))
}
