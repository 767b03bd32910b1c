//! The names by which policy, agents and people speak of things. Numbers are never reused within a run.

use std::fmt;
use std::str::FromStr;

/// Text that does not name anything of the wanted kind, such as `p4` where a Window is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnId {
    /// What the text should have looked like, for example `w1`.
    pub example: &'static str,
}

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected an id like {}", self.example)
    }
}

impl std::error::Error for NotAnId {}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<Self, NotAnId> {
                let not_an_id = NotAnId { example: concat!($prefix, "1") };
                let digits = text.strip_prefix($prefix).ok_or(not_an_id)?;
                if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Err(not_an_id);
                }
                digits.parse().map(Self).map_err(|_| not_an_id)
            }
        }
    };
}

id!(
    /// One Chromium that NEXUS owns.
    WindowId, "w"
);
id!(
    /// One top-level document.
    PageId, "p"
);
id!(
    /// One connection of one paired agent: the holder of leases.
    SessionId, "s"
);
id!(
    /// An agent session's exclusive right over a Window or a page.
    LeaseId, "l"
);
id!(
    /// Something a person is asked.
    ApprovalId, "ap"
);
id!(
    /// One request of an agent, from its arrival to its answer.
    CallId, "c"
);
id!(
    /// A task that an agent hands to the person.
    HandoffId, "ho"
);
id!(
    /// A request of a page's that is held at the effect gate.
    SendingId, "sn"
);
id!(
    /// A browser profile that outlives its Window.
    ProfileId, "pr"
);
id!(
    /// One press of Take control, until it is in force.
    TakeoverId, "t"
);

/// The name under which a program is paired. It is shown to the person, so it holds printable characters only.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentName(String);

impl AgentName {
    /// The longest name accepted, in characters.
    pub const MAX_CHARS: usize = 64;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An agent name that is empty, too long, or holds characters that could mislead the person who reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadAgentName;

impl fmt::Display for BadAgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an agent name has 1 to {} letters, digits, spaces or any of -_.:/@()", AgentName::MAX_CHARS)
    }
}

impl std::error::Error for BadAgentName {}

impl FromStr for AgentName {
    type Err = BadAgentName;

    fn from_str(text: &str) -> Result<Self, BadAgentName> {
        let name = text.trim();
        let allowed = |c: char| c.is_alphanumeric() || " -_.:/@()".contains(c);
        if name.is_empty() || name.chars().count() > Self::MAX_CHARS || !name.chars().all(allowed) {
            return Err(BadAgentName);
        }
        Ok(Self(name.to_owned()))
    }
}

/// What a lease or a take-over is about: the whole Window or one page in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The Window, with every page it has now or gets later (N06).
    Window(WindowId),
    /// One page (N07).
    Page(PageId),
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Window(window) => window.fmt(f),
            Self::Page(page) => page.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests;
