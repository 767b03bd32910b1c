//! What a person fills in to make a profile.

use nexus_core::broker::PersonCommand;
use nexus_policy::{BadWorkspaceName, CleanState, KeptKind, WorkspaceName};

use super::kind_choice::KindChoice;
use super::profile_row::ProfileRow;
use super::typed_name::{NameError, profile_from_person};

/// The form for a new profile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewProfile {
    /// Its name.
    pub name: String,
    /// What it is to be.
    pub kind: KindChoice,
    /// The workspace that it is to be offered in, if it is of one.
    pub workspace: String,
}

impl NewProfile {
    /// What is wrong with the name; nothing as long as there is none.
    pub fn name_error(&self, profiles: &[ProfileRow]) -> Option<NameError> {
        profile_from_person(&self.name, profiles)?.err()
    }

    /// What is wrong with the workspace; nothing as long as there is none.
    pub fn workspace_error(&self) -> Option<BadWorkspaceName> {
        self.kind()?.err()
    }

    /// What making it stands for, once everything is filled in.
    pub fn command(&self, profiles: &[ProfileRow]) -> Option<PersonCommand> {
        let name = profile_from_person(&self.name, profiles)?.ok()?;
        let kind = self.kind()?.ok()?;
        Some(PersonCommand::CreateProfile { name, kind })
    }

    fn kind(&self) -> Option<Result<KeptKind, BadWorkspaceName>> {
        match self.kind {
            KindChoice::Persistent => Some(Ok(KeptKind::Persistent)),
            KindChoice::Workspace => {
                let typed = self.workspace.trim();
                (!typed.is_empty()).then(|| typed.parse::<WorkspaceName>().map(KeptKind::Workspace))
            }
            KindChoice::Shared => Some(Ok(KeptKind::Shared)),
            KindChoice::AutomationOnly => Some(Ok(KeptKind::AutomationOnly(CleanState::Plain))),
        }
    }
}
