//! The profiles that outlive their Window, as the hub shows them.

use std::time::SystemTime;

use nexus_core::broker::{AgentView, ProfileState, ProfileView};
use nexus_core::store::{BadProfileName, ProfileName};
use nexus_policy::{AgentName, CleanState, KeptKind, WindowId, WorkspaceName};

use super::clock::clock_text;
use super::size::size_text;

/// One profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileRow {
    /// Its name.
    pub name: ProfileName,
    /// "persistent · open in Window w1".
    pub about: String,
    /// What its kind means for agents, in a sentence.
    pub kind: String,
    /// "Last opened at 14:03 · 35 MB".
    pub usage: String,
    /// It can be opened now, as far as the person is concerned.
    pub can_be_opened: bool,
    /// The Window that has it open.
    pub window: Option<WindowId>,
    /// The agents that may drive it.
    pub drivers: Vec<AgentName>,
    /// The paired agents that may not, by name; none where no list is kept and no Window is open.
    pub others: Vec<AgentName>,
}

pub(crate) fn profile_row(
    profile: &ProfileView,
    paired: &[AgentView],
    workspace: Option<&WorkspaceName>,
    now: SystemTime,
) -> ProfileRow {
    let ProfileView { name, kind, state, drivers, window, opened_at, bytes, was_open: _ } = profile;
    let can_be_let_in = kind.keeps_drivers() || window.is_some();
    let mut others: Vec<AgentName> = paired
        .iter()
        .map(|agent| agent.name.clone())
        .filter(|agent| can_be_let_in && !drivers.contains(agent))
        .collect();
    others.sort_by_cached_key(|agent| agent.as_str().to_lowercase());
    let is_offered = !matches!(kind, KeptKind::Workspace(own) if Some(own) != workspace);
    let can_be_opened = *state == ProfileState::Ready && window.is_none() && is_offered;
    let opened =
        opened_at.map_or_else(|| "Never opened".to_owned(), |at| format!("Last opened {}", clock_text(at, now)));
    ProfileRow {
        name: name.clone(),
        about: format!("{} · {}", kind_word(kind), state_text(*state, *window, is_offered)),
        kind: kind_text(kind).to_owned(),
        usage: bytes.map_or_else(|| opened.clone(), |bytes| format!("{opened} · {} on disk", size_text(bytes))),
        can_be_opened,
        window: *window,
        drivers: drivers.clone(),
        others,
    }
}

fn kind_word(kind: &KeptKind) -> String {
    match kind {
        KeptKind::Persistent => "persistent".to_owned(),
        KeptKind::Workspace(name) => format!("workspace “{name}”"),
        KeptKind::Shared => "shared".to_owned(),
        KeptKind::AutomationOnly(CleanState::Plain) => "automation-only".to_owned(),
        KeptKind::AutomationOnly(CleanState::MayBeSignedIn) => "automation-only, may be signed in".to_owned(),
    }
}

fn kind_text(kind: &KeptKind) -> &'static str {
    match kind {
        KeptKind::Persistent => "Keeps its sign-ins.",
        KeptKind::Workspace(_) => "Keeps its sign-ins. It opens in its workspace only.",
        KeptKind::Shared => {
            "Keeps its sign-ins. Each time it is opened you are asked anew whether an agent may drive it."
        }
        KeptKind::AutomationOnly(_) => "Each Window begins with the same clean state.",
    }
}

fn state_text(state: ProfileState, window: Option<WindowId>, is_offered: bool) -> String {
    match (state, window) {
        (_, Some(window)) => format!("open in Window {window}"),
        (ProfileState::Ready, None) if is_offered => "closed".to_owned(),
        (ProfileState::Ready, None) => "of another workspace".to_owned(),
        (ProfileState::Archived, None) => "archived".to_owned(),
        (ProfileState::Deleting(progress), None) => {
            format!("being deleted, {} of {}", size_text(progress.removed_bytes), size_text(progress.of_bytes))
        }
        (ProfileState::Saving, None) => "its clean state is being saved".to_owned(),
        (ProfileState::SigningIn, None) => "open to sign in, where NEXUS sees nothing".to_owned(),
    }
}

/// The name a person typed for a profile; `None` if they typed nothing.
pub fn profile_from_person(typed: &str) -> Option<Result<ProfileName, BadProfileName>> {
    let typed = typed.trim();
    (!typed.is_empty()).then(|| typed.parse())
}
