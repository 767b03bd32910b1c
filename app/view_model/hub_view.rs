//! Everything the hub shows.

use std::time::{Duration, SystemTime};

use nexus_core::broker::{AgentView, Notice, PairingView, View, WindowView};
use nexus_policy::{AgentName, ApprovalId, WindowId};

use super::activity::{ActivityRow, activity_rows};
use super::clock::{clock_text, time_left_text, until_next_second};
use super::control_state::{ControlState, window_state};
use super::panel_view::{can_give_back, health_text};
use super::rows::opened_by_text;

/// The hub at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HubView {
    /// The Windows, oldest first.
    pub windows: Vec<WindowRow>,
    /// Unknown agents that ask to be paired, oldest first.
    pub pairings: Vec<PairingCard>,
    /// Paired agents, by name.
    pub agents: Vec<AgentRow>,
    /// What happened everywhere, filtered.
    pub activity: Vec<ActivityRow>,
    /// What the person should know about this machine.
    pub notices: Vec<Notice>,
    /// When the shortest countdown changes next, if one runs.
    pub next_change: Option<Duration>,
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
    /// How its Chromium is.
    pub health: String,
    /// A sign-in may be in it.
    pub may_be_signed_in: bool,
    /// The person has control of it.
    pub can_give_back: bool,
}

/// An unknown agent that asks to be paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingCard {
    /// To decide it.
    pub approval: ApprovalId,
    /// The name it gives itself.
    pub agent: AgentName,
    /// The code that its side shows too.
    pub code: String,
    /// The program that connected, as it claims.
    pub program: String,
    /// "4:12 left".
    pub time_left: String,
}

/// One paired agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentRow {
    /// Its name.
    pub name: AgentName,
    /// A line for each connection.
    pub sessions: Vec<String>,
}

impl HubView {
    /// The hub. `filter` is what the activity list is searched for.
    pub fn new(view: &View, filter: &str, now: SystemTime) -> Self {
        let mut agents: Vec<AgentRow> = view.agents.iter().map(|agent| agent_row(agent, now)).collect();
        agents.sort_by_cached_key(|agent| agent.name.as_str().to_lowercase());
        Self {
            windows: view.windows.iter().map(window_row).collect(),
            pairings: view.pairings.iter().map(|pairing| pairing_card(pairing, now)).collect(),
            agents,
            activity: activity_rows(view, None, filter),
            notices: view.notices.clone(),
            next_change: view.pairings.iter().filter_map(|pairing| until_next_second(pairing.expires_at, now)).min(),
        }
    }

    /// The hub's title: the number of requests that wait comes first, where a task bar still shows it.
    pub fn title(view: &View) -> String {
        match view.pairings.len() {
            0 => "NEXUS".to_owned(),
            waiting => format!("({waiting}) NEXUS"),
        }
    }
}

fn window_row(window: &WindowView) -> WindowRow {
    let pages = match window.pages.len() {
        1 => "1 page".to_owned(),
        count => format!("{count} pages"),
    };
    WindowRow {
        id: window.id,
        state: window_state(window),
        about: format!("{} · {} · {pages}", window.kind.as_str(), opened_by_text(&window.opened_by)),
        health: health_text(&window.health),
        may_be_signed_in: window.may_be_signed_in,
        can_give_back: can_give_back(window),
    }
}

fn pairing_card(pairing: &PairingView, now: SystemTime) -> PairingCard {
    PairingCard {
        approval: pairing.approval,
        agent: pairing.agent.clone(),
        code: pairing.code.clone(),
        program: pairing.program.clone().unwrap_or_else(|| "unknown".to_owned()),
        time_left: time_left_text(pairing.expires_at, now)
            .map_or_else(|| "no time left".to_owned(), |left| format!("{left} left")),
    }
}

fn agent_row(agent: &AgentView, now: SystemTime) -> AgentRow {
    let line = |session: &nexus_core::broker::SessionView| {
        let since = clock_text(session.since, now);
        let program = session.program.as_deref().unwrap_or("an unknown program");
        format!("{} · connected since {since} · {program}, as it claims", session.id)
    };
    AgentRow { name: agent.name.clone(), sessions: agent.sessions.iter().map(line).collect() }
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
