//! What an approval is for, and who has to be asked.

use crate::{Evidence, Judgement, PageId, Profile, SendingKey, SessionId, Touched, WindowId};

/// A hash over an action with all its arguments, or over what it would touch. Made by the broker, only compared here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

/// Scheme, host and port, as text. Only compared here.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin(pub String);

/// What an approval holds for: exactly this, and a change of any part of it is another action (N17).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalKey {
    /// The Window; none for an act that opens one.
    pub window: Option<WindowId>,
    /// Its profile.
    pub profile: Profile,
    /// Who acts.
    pub session: SessionId,
    /// What is done, with all arguments.
    pub action: Digest,
    /// What it would touch, and where; none for an act on a whole Window.
    pub evidence: Option<Evidence>,
}

/// How much a person wants to be asked about what an agent does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ApprovalSetting {
    /// About every act.
    Every,
    /// About what may have consequences.
    #[default]
    Matters,
    /// About what is always sensitive.
    Minimal,
}

impl ApprovalSetting {
    /// Each, the one that asks most first.
    pub const ALL: [Self; 3] = [Self::Every, Self::Matters, Self::Minimal];

    /// The word for it, in database and wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Every => "every",
            Self::Matters => "matters",
            Self::Minimal => "minimal",
        }
    }

    /// The setting of this word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.as_str() == word)
    }

    /// What the person is asked about, as they read it.
    pub fn asks_about(self) -> &'static str {
        match self {
            Self::Every => "every action",
            Self::Matters => "what matters",
            Self::Minimal => "only the always-sensitive",
        }
    }
}

/// Something that a person is asked on an agent's behalf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// May this agent drive a Window that may be signed in?
    Drive {
        /// Which.
        window: WindowId,
        /// Who: not always the one whose call asks.
        agent: crate::AgentName,
    },
    /// May this session read a page that may be signed in (N10)?
    Read {
        /// Which.
        page: PageId,
        /// Who.
        session: SessionId,
    },
    /// May this be done once (N16, N17)?
    Act {
        /// What exactly.
        key: Box<ApprovalKey>,
        /// On which page, if it is there already.
        page: Option<PageId>,
        /// How risky it is, and why.
        judgement: Judgement,
    },
    /// May a page send this, which it is about to because of an agent's act (N13)?
    Send {
        /// What exactly.
        key: Box<SendingKey>,
        /// The page that was acted on.
        page: PageId,
        /// What the act touched, where that was found out.
        touched: Option<Touched>,
        /// What the body of the first holds, by the names of its fields.
        fields: Vec<String>,
    },
}

impl Question {
    /// Whether it is about what a page sends.
    pub(crate) fn is_about_sending(&self) -> bool {
        match self {
            Self::Send { .. } => true,
            Self::Drive { .. } | Self::Read { .. } | Self::Act { .. } => false,
        }
    }
}

/// How far a request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RequestState {
    /// The person hasn't decided.
    Pending,
    /// The person said yes and it wasn't used.
    Approved,
    /// The person said no.
    Rejected,
    /// Nobody decided in time, or a yes wasn't used in time.
    Expired,
}

impl RequestState {
    /// The word for it, in UI and wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Expired => "expired",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words are kept in databases, so they stay; what the person reads tells the settings apart.
    #[test]
    fn settings_have_their_words() {
        assert_eq!(ApprovalSetting::ALL.map(ApprovalSetting::as_str), ["every", "matters", "minimal"]);
        for setting in ApprovalSetting::ALL {
            assert_eq!(ApprovalSetting::of_word(setting.as_str()), Some(setting));
        }
        assert_eq!(ApprovalSetting::of_word("none"), None);
        let read = ["every action", "what matters", "only the always-sensitive"];
        assert_eq!(ApprovalSetting::ALL.map(ApprovalSetting::asks_about), read);
    }
}
