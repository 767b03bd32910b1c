//! Profiles: what kinds there are, and what policy knows of one that outlives its Window (N19).

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::{AgentName, ProfileId};

/// The profile that a Window's Chromium runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// Made for one Window and gone with it.
    Isolated,
    /// Outlives its Window.
    Kept(ProfileId),
}

/// The kinds of profile that outlive their Window.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeptKind {
    /// Keeps sign-ins.
    Persistent,
    /// Keeps sign-ins, and is offered in one workspace only.
    Workspace(WorkspaceName),
    /// Keeps sign-ins; agents drive it only by a yes given anew each time it is opened.
    Shared,
    /// Apart from what a person browses: each Window begins with the same clean state.
    AutomationOnly(CleanState),
}

/// What the clean state of an automation-only profile may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CleanState {
    /// Nothing personal.
    Plain,
    /// A sign-in, as far as is known.
    MayBeSignedIn,
}

impl KeptKind {
    /// Whether a sign-in may be in it from the start.
    pub(crate) fn may_be_signed_in(&self) -> bool {
        match self {
            Self::Persistent | Self::Workspace(_) | Self::Shared | Self::AutomationOnly(CleanState::MayBeSignedIn) => {
                true
            }
            Self::AutomationOnly(CleanState::Plain) => false,
        }
    }

    /// Whether a yes to an agent's driving it can hold for later Windows.
    pub fn keeps_drivers(&self) -> bool {
        match self {
            Self::Persistent | Self::Workspace(_) | Self::AutomationOnly(_) => true,
            Self::Shared => false,
        }
    }
}

/// What a profile that outlives its Window is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Availability {
    /// A Window may have it.
    #[default]
    Ready,
    /// The person has put it away; it opens when it is restored.
    Archived,
    /// Something other than a Window has it.
    Lent(Loan),
}

/// What a profile is lent for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loan {
    /// An ordinary browser, in which the person signs in and neither an agent nor NEXUS can do anything.
    Browser,
    /// Work on its files.
    Upkeep,
}

/// A profile that outlives its Window.
#[derive(Debug)]
pub(crate) struct KeptProfile {
    pub(crate) kind: KeptKind,
    pub(crate) availability: Availability,
    /// The agents that may drive its Windows.
    pub(crate) drivers: BTreeSet<AgentName>,
}

/// A workspace's name: shown to the person.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkspaceName(String);

impl WorkspaceName {
    /// The longest name accepted, in characters.
    pub const MAX_CHARS: usize = 64;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for WorkspaceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A workspace's name that is empty, too long, or holds control characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadWorkspaceName;

impl fmt::Display for BadWorkspaceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A workspace's name has 1 to {} characters on one line.", WorkspaceName::MAX_CHARS)
    }
}

impl std::error::Error for BadWorkspaceName {}

impl FromStr for WorkspaceName {
    type Err = BadWorkspaceName;

    fn from_str(text: &str) -> Result<Self, BadWorkspaceName> {
        let name = text.trim();
        if name.is_empty() || name.chars().count() > Self::MAX_CHARS || name.chars().any(char::is_control) {
            return Err(BadWorkspaceName);
        }
        Ok(Self(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// N19: a workspace is called by what the person reads of it, on one line and within its limit.
    #[test]
    fn workspaces_are_named_on_one_line() {
        let office: WorkspaceName = "  Office ".parse().expect("a good name");
        assert_eq!((office.as_str(), office.to_string().as_str()), ("Office", "Office"));
        let longest = "x".repeat(WorkspaceName::MAX_CHARS);
        assert_eq!(longest.parse::<WorkspaceName>().expect("it just fits").as_str(), longest);
        for bad in ["", "  ", &format!("{longest}x"), "two\nlines"] {
            assert_eq!(bad.parse::<WorkspaceName>(), Err(BadWorkspaceName), "{bad:?}");
        }
        assert_eq!(BadWorkspaceName.to_string(), "A workspace's name has 1 to 64 characters on one line.");
    }
}
