//! The profiles that outlive their Window, as the hub shows them.

use std::time::SystemTime;

use nexus_core::Progress;
use nexus_core::broker::{AgentView, ProfileState, ProfileView};
use nexus_core::store::ProfileName;
use nexus_policy::{AgentName, KeptKind, WindowId, WorkspaceName};

use super::clock::clock_text;
use super::kind_choice::{KindChoice, kind_word};
use super::size::size_text;

/// One profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileRow {
    /// Its name.
    pub name: ProfileName,
    /// "persistent · open in Window w1".
    pub about: String,
    /// What its kind means, in a sentence.
    pub kind: &'static str,
    /// "Last opened 14:03 · 35 MB on disk".
    pub usage: String,
    /// What can be done with it now.
    pub standing: Standing,
    /// A Window had it when NEXUS ended.
    pub was_open: bool,
    /// The person has closed the browser in which they signed in: they may go on with it in a Window.
    pub was_signed_in: bool,
    /// What it holds now can be made what its Windows begin with.
    pub has_state_to_save: bool,
    /// The agents that may drive it.
    pub drivers: Vec<AgentName>,
    /// The paired agents that may not, by name; none where no list is kept and no Window is open.
    pub others: Vec<AgentName>,
}

/// What can be done with a profile now, as far as the person is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It can be opened.
    Closed,
    /// It can be opened once the person is in its workspace.
    OtherWorkspace,
    /// A Window has it.
    Open(WindowId),
    /// It can be restored.
    Archived,
    /// It is being deleted, which can be cancelled.
    Deleting(Progress),
    /// Its clean state is being saved.
    Saving,
    /// The person has it in an ordinary browser, to sign in.
    SigningIn,
}

impl ProfileRow {
    /// Whether a Window can have it now.
    pub fn can_be_opened(&self) -> bool {
        self.standing == Standing::Closed
    }
}

pub(crate) fn profile_row(
    profile: &ProfileView,
    paired: &[AgentView],
    workspace: Option<&WorkspaceName>,
    now: SystemTime,
) -> ProfileRow {
    let ProfileView { name, kind, state, drivers, window, opened_at, bytes, was_open, was_signed_in } = profile;
    let can_be_let_in = kind.keeps_drivers() || window.is_some();
    let mut others: Vec<AgentName> = paired
        .iter()
        .map(|agent| agent.name.clone())
        .filter(|agent| can_be_let_in && !drivers.contains(agent))
        .collect();
    others.sort_by_cached_key(|agent| agent.as_str().to_lowercase());
    let is_offered = !matches!(kind, KeptKind::Workspace(own) if Some(own) != workspace);
    let standing = standing(*state, *window, is_offered);
    ProfileRow {
        name: name.clone(),
        about: format!("{} · {}", kind_word(kind), standing_text(standing)),
        kind: KindChoice::of(kind).meaning(),
        usage: usage_text(*opened_at, *bytes, *window, now),
        standing,
        was_open: *was_open,
        was_signed_in: *was_signed_in,
        has_state_to_save: matches!(kind, KeptKind::AutomationOnly(_))
            && standing == Standing::Closed
            && opened_at.is_some(),
        drivers: drivers.clone(),
        others,
    }
}

fn standing(state: ProfileState, window: Option<WindowId>, is_offered: bool) -> Standing {
    match (state, window) {
        (_, Some(window)) => Standing::Open(window),
        (ProfileState::Ready, None) if is_offered => Standing::Closed,
        (ProfileState::Ready, None) => Standing::OtherWorkspace,
        (ProfileState::Archived, None) => Standing::Archived,
        (ProfileState::Deleting(progress), None) => Standing::Deleting(progress),
        (ProfileState::Saving, None) => Standing::Saving,
        (ProfileState::SigningIn, None) => Standing::SigningIn,
    }
}

fn standing_text(standing: Standing) -> String {
    match standing {
        Standing::Closed => "closed".to_owned(),
        Standing::OtherWorkspace => "of another workspace".to_owned(),
        Standing::Open(window) => format!("open in Window {window}"),
        Standing::Archived => "archived".to_owned(),
        Standing::Deleting(progress) => deletion_text(progress),
        Standing::Saving => "its clean state is being saved".to_owned(),
        Standing::SigningIn => "open to sign in, where NEXUS sees nothing".to_owned(),
    }
}

fn deletion_text(progress: Progress) -> String {
    match progress {
        Progress { of_bytes: 0, .. } => "being deleted".to_owned(),
        Progress { removed_bytes, of_bytes } => {
            format!("being deleted, {} of {}", size_text(removed_bytes), size_text(of_bytes))
        }
    }
}

/// The size is as it was found out last, so that of an open profile isn't told: it grows all the while.
fn usage_text(opened_at: Option<SystemTime>, bytes: Option<u64>, window: Option<WindowId>, now: SystemTime) -> String {
    let Some(at) = opened_at else { return "Never opened".to_owned() };
    let opened = format!("Last opened {}", clock_text(at, now));
    match (window, bytes) {
        (Some(_), _) => opened,
        (None, Some(bytes)) => format!("{opened} · {} on disk", size_text(bytes)),
        (None, None) => format!("{opened} · its size is being found out"),
    }
}
