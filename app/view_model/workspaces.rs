//! The workspaces that a person can be in.

use nexus_core::broker::View;
use nexus_policy::{KeptKind, WorkspaceName};

/// Which there are, and where the person is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Workspaces {
    /// The one that the person is in.
    pub present: Option<WorkspaceName>,
    /// Those of the profiles and the present one, by name.
    pub known: Vec<WorkspaceName>,
}

impl Workspaces {
    pub(crate) fn of(view: &View) -> Self {
        let of_profiles = view.profiles.iter().filter_map(|profile| match &profile.kind {
            KeptKind::Workspace(name) => Some(name),
            KeptKind::Persistent | KeptKind::Shared | KeptKind::AutomationOnly(_) => None,
        });
        let mut known: Vec<WorkspaceName> = of_profiles.chain(&view.workspace).cloned().collect();
        known.sort_by_cached_key(|name| (name.as_str().to_lowercase(), name.clone()));
        known.dedup();
        Self { present: view.workspace.clone(), known }
    }
}
