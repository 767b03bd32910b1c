//! What an act may bring about, as far as words can say.

use std::fmt;

use super::Risk;

/// What words speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Consequence {
    /// Something is deleted, or an account closed.
    Delete,
    /// Money moves.
    Pay,
    /// Somebody is let in: sharing, roles, keys.
    GrantAccess,
    /// A file comes onto this computer.
    Download,
    /// A file leaves it.
    Upload,
    /// A message or a form goes out.
    Send,
    /// Others see it: posts, comments, votes.
    Publish,
    /// Somebody is invited or called.
    Invite,
    /// Something is ordered, booked or subscribed to.
    Order,
    /// Something is agreed to, signed, confirmed or approved.
    Agree,
    /// An account is made or joined.
    Enrol,
    /// An account, its security or its settings change; a session ends.
    Account,
    /// Something that was agreed is called off.
    Cancel,
    /// Something runs or changes elsewhere: a deployment, a device, a release.
    Operate,
}

impl Consequence {
    /// Every kind.
    pub const ALL: [Self; 14] = [
        Self::Delete,
        Self::Pay,
        Self::GrantAccess,
        Self::Download,
        Self::Upload,
        Self::Send,
        Self::Publish,
        Self::Invite,
        Self::Order,
        Self::Agree,
        Self::Enrol,
        Self::Account,
        Self::Cancel,
        Self::Operate,
    ];

    /// The word for it, in files and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Delete => "delete",
            Self::Pay => "pay",
            Self::GrantAccess => "grant_access",
            Self::Download => "download",
            Self::Upload => "upload",
            Self::Send => "send",
            Self::Publish => "publish",
            Self::Invite => "invite",
            Self::Order => "order",
            Self::Agree => "agree",
            Self::Enrol => "enrol",
            Self::Account => "account",
            Self::Cancel => "cancel",
            Self::Operate => "operate",
        }
    }

    /// The row of the table that it puts an act in.
    pub fn risk(self) -> Risk {
        match self {
            Self::Delete | Self::Pay | Self::GrantAccess | Self::Download | Self::Upload => Risk::AlwaysSensitive,
            Self::Send
            | Self::Publish
            | Self::Invite
            | Self::Order
            | Self::Agree
            | Self::Enrol
            | Self::Account
            | Self::Cancel
            | Self::Operate => Risk::Consequential,
        }
    }
}

impl fmt::Display for Consequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Delete => "deletes something",
            Self::Pay => "pays or moves money",
            Self::GrantAccess => "gives somebody access",
            Self::Download => "downloads something",
            Self::Upload => "uploads something",
            Self::Send => "sends something",
            Self::Publish => "publishes something",
            Self::Invite => "invites or calls somebody",
            Self::Order => "orders, books or subscribes to something",
            Self::Agree => "agrees to or confirms something",
            Self::Enrol => "makes or joins an account",
            Self::Account => "changes an account or its settings",
            Self::Cancel => "calls something off",
            Self::Operate => "runs or changes something elsewhere",
        })
    }
}
