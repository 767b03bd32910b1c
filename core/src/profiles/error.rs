//! Why a profile can't be opened, each with a code of its own and what to do about it.

/// Why.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProfileError {
    #[error("Another NEXUS has this profile open (process {pid}). Close its Window there.")]
    InUse { pid: u32 },
    #[error("Its last Chromium is still ending. Try again in a moment.")]
    StillEnding,
    #[error("A Chromium that isn't NEXUS's has this profile open (process {pid}). Close that one first.")]
    ByAnotherProgram { pid: u32 },
    #[error(
        "This profile was open on another computer ({host}), and nothing says that it was closed there. Close it there; if \
         that computer is gone, `nexus doctor` says how to go on."
    )]
    OnAnotherHost { host: String },
    #[error("This profile is damaged: {0}. Put its folder back from a backup, or delete the profile.")]
    Corrupt(&'static str),
    #[error(
        "This profile's folder is gone, and with it what it kept. Put it back from a backup, or delete the profile."
    )]
    Missing,
    #[error("This profile's folder belongs to another user of this computer. Give it back to yourself first.")]
    SomebodyElses,
    #[error("This profile's folder can't be used: {0}")]
    Unusable(#[source] std::io::Error),
}

impl ProfileError {
    /// The stable code.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::InUse { .. } | Self::StillEnding => "profile_in_use",
            Self::ByAnotherProgram { .. } | Self::OnAnotherHost { .. } => "profile_locked",
            Self::Corrupt(_) => "profile_corrupt",
            Self::Missing => "profile_missing",
            Self::SomebodyElses | Self::Unusable(_) => "profile_unusable",
        }
    }
}
