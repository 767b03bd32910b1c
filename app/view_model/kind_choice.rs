//! The kinds of profile in plain words.

use nexus_policy::{CleanState, KeptKind};

/// One of the kinds that a new profile can be of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum KindChoice {
    /// Keeps sign-ins.
    #[default]
    Persistent,
    /// Keeps sign-ins, and is offered in one workspace only.
    Workspace,
    /// Keeps sign-ins; agents drive it by a yes given anew each time it is opened.
    Shared,
    /// Each Window begins with the same clean state.
    AutomationOnly,
}

impl KindChoice {
    /// Every kind, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Persistent, Self::Workspace, Self::Shared, Self::AutomationOnly];

    /// Which choice led to a profile.
    pub fn of(kind: &KeptKind) -> Self {
        match kind {
            KeptKind::Persistent => Self::Persistent,
            KeptKind::Workspace(_) => Self::Workspace,
            KeptKind::Shared => Self::Shared,
            KeptKind::AutomationOnly(_) => Self::AutomationOnly,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Persistent => "persistent",
            Self::Workspace => "workspace",
            Self::Shared => "shared",
            Self::AutomationOnly => "automation-only",
        }
    }

    /// What it means (N19).
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Persistent => "Keeps its sign-ins, and the agents on its list may drive it.",
            Self::Workspace => "Keeps its sign-ins, and opens in its workspace only.",
            Self::Shared => {
                "Keeps its sign-ins, and each time it is opened you are asked anew whether an agent may drive it."
            }
            Self::AutomationOnly => "Each Window begins with the same clean state; what it changes is dropped.",
        }
    }
}

/// A profile's kind with what tells it from others of its kind.
pub(super) fn kind_word(kind: &KeptKind) -> String {
    let name = KindChoice::of(kind).name();
    match kind {
        KeptKind::Workspace(workspace) => format!("{name} “{workspace}”"),
        KeptKind::AutomationOnly(CleanState::MayBeSignedIn) => format!("{name}, may be signed in"),
        KeptKind::Persistent | KeptKind::Shared | KeptKind::AutomationOnly(CleanState::Plain) => name.to_owned(),
    }
}
