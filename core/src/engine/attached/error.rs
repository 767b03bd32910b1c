//! Why an engine can't be had.

use std::time::Duration;

/// Each with a code, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// There is no Node.js.
    #[error("Node.js isn't there. Install Node.js 20.19 or newer, and see that `node` is on the PATH.")]
    NodeMissing,
    /// What there is, is too old.
    #[error("Node.js {0} is too old for the engines. Install Node.js 20.19, 22.12, or 23 or newer.")]
    NodeTooOld(String),
    /// npm, which installs them, is missing.
    #[error("npm isn't there. It comes with Node.js; on Debian it is the package `npm`.")]
    NpmMissing,
    /// Not installed, or not to the end.
    #[error("The engine isn't installed. Run `nexus engines install`.")]
    NotInstalled,
    /// Another version than this NEXUS pins.
    #[error(
        "The engine that is installed is of another version than this NEXUS was made for. Run `nexus engines install`."
    )]
    OtherVersion,
    /// npm failed.
    #[error("npm could not install the engines: {0}")]
    Install(String),
    /// Files of NEXUS's own could not be made or moved.
    #[error("The engines' folder can't be written: {0}")]
    Folder(#[source] std::io::Error),
    /// The program could not be started.
    #[error("The engine could not be started: {0}")]
    Start(#[source] std::io::Error),
    /// It ended.
    #[error("The engine has ended")]
    Ended,
    /// It doesn't answer.
    #[error("The engine didn't answer within {} s", .0.as_secs())]
    Silent(Duration),
    /// It answers something else than MCP, or than its version should.
    #[error("The engine answered something else than expected")]
    Malformed,
    /// It says that it failed.
    #[error("The engine could not do it")]
    Failed,
}

impl EngineError {
    /// What a program acts on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NodeMissing => "node_missing",
            Self::NodeTooOld(_) => "node_too_old",
            Self::NpmMissing => "npm_missing",
            Self::NotInstalled => "engine_not_installed",
            Self::OtherVersion => "engine_outdated",
            Self::Install(_) | Self::Folder(_) => "install_failed",
            Self::Start(_) | Self::Ended | Self::Silent(_) | Self::Malformed | Self::Failed => "engine_failed",
        }
    }

    /// What an agent may know: no path of this machine, no word of the engine's. It ends without a full stop.
    pub(crate) fn for_agents(&self) -> &'static str {
        match self {
            Self::NodeMissing | Self::NodeTooOld(_) | Self::NpmMissing => "Node.js is missing or too old",
            Self::NotInstalled | Self::OtherVersion => "the engine isn't installed; the person can install it",
            Self::Install(_) | Self::Folder(_) | Self::Start(_) => "the engine could not be started",
            Self::Ended => "the engine has ended",
            Self::Silent(_) => "the engine doesn't answer",
            Self::Malformed | Self::Failed => "the engine failed",
        }
    }
}
