//! What the person does with one profile, in Settings. No agent can reach any of it (N21).

use crate::store::ProfileName;

/// One thing done with a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProfileCommand {
    /// Give it another name.
    Rename(ProfileName),
    /// Put it away: it doesn't open until it is restored.
    Archive,
    /// The other way round.
    Restore,
    /// Delete it with all it keeps. It can be cancelled while what is removed can be made anew.
    Delete,
    /// Don't delete it after all.
    CancelDeletion,
    /// What an automation-only profile holds now is what its Windows begin with from now on.
    SaveCleanState,
    /// Open it in an ordinary browser, in which neither an agent nor NEXUS can read or act (N22).
    OpenToSignIn,
}

impl ProfileCommand {
    /// As the record tells it, with the profile's name.
    pub(super) fn told(&self, profile: &ProfileName) -> String {
        match self {
            Self::Rename(to) => format!("rename profile {profile} to {to}"),
            Self::Archive => format!("archive profile {profile}"),
            Self::Restore => format!("restore profile {profile}"),
            Self::Delete => format!("delete profile {profile}"),
            Self::CancelDeletion => format!("don't delete profile {profile}"),
            Self::SaveCleanState => format!("save the clean state of profile {profile}"),
            Self::OpenToSignIn => format!("open profile {profile} to sign in"),
        }
    }
}
