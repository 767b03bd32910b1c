//! The profiles that outlive their Window, as the hub shows them.

use nexus_core::broker::{AgentView, ProfileView};
use nexus_core::store::{BadProfileName, ProfileName};
use nexus_policy::{AgentName, WindowId};

/// One profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileRow {
    /// Its name.
    pub name: ProfileName,
    /// "persistent · open in Window w1".
    pub about: String,
    /// The Window that has it open.
    pub window: Option<WindowId>,
    /// The agents that may drive it.
    pub drivers: Vec<AgentName>,
    /// The paired agents that may not, by name.
    pub others: Vec<AgentName>,
}

pub(crate) fn profile_row(profile: &ProfileView, paired: &[AgentView]) -> ProfileRow {
    let ProfileView { name, drivers, window } = profile;
    let mut others: Vec<AgentName> =
        paired.iter().map(|agent| agent.name.clone()).filter(|agent| !drivers.contains(agent)).collect();
    others.sort_by_cached_key(|agent| agent.as_str().to_lowercase());
    let state = window.map_or_else(|| "closed".to_owned(), |window| format!("open in Window {window}"));
    ProfileRow {
        name: name.clone(),
        about: format!("persistent · {state}"),
        window: *window,
        drivers: drivers.clone(),
        others,
    }
}

/// The name a person typed for a new profile; `None` if they typed nothing.
pub fn profile_from_person(typed: &str) -> Option<Result<ProfileName, BadProfileName>> {
    let typed = typed.trim();
    (!typed.is_empty()).then(|| typed.parse())
}
