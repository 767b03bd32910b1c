//! What fills a role, as the person has chosen it for a Window before it starts. It stays so while the Window lives, and nothing
//! takes its place (N04).

use std::path::{Path, PathBuf};

use super::{Capability, DevTools, engines_folder};

/// Who fills the inspection role.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum InspectionProvider {
    /// NEXUS's own code.
    #[default]
    BuiltIn,
    /// Chrome DevTools MCP, installed in a folder.
    DevTools {
        /// Where `node_modules` is.
        engines: PathBuf,
    },
}

impl InspectionProvider {
    /// What it does of its role. The rest is `unavailable` with it.
    pub fn serves(&self, capability: Capability) -> bool {
        match self {
            Self::BuiltIn => true,
            Self::DevTools { .. } => DevTools::serves(capability),
        }
    }
}

/// What the person can choose, for the Windows that are opened from then on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum InspectionChoice {
    /// NEXUS's own code.
    #[default]
    BuiltIn,
    /// Chrome DevTools MCP, as `nexus engines install` installs it.
    DevTools,
}

impl InspectionChoice {
    /// Every one.
    pub const ALL: [Self; 2] = [Self::BuiltIn, Self::DevTools];

    /// The word under which it is kept.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BuiltIn => "builtin",
            Self::DevTools => "devtools",
        }
    }

    /// The choice of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.as_str() == word)
    }

    /// The provider that it stands for.
    pub fn provider(self, data_dir: &Path) -> InspectionProvider {
        match self {
            Self::BuiltIn => InspectionProvider::BuiltIn,
            Self::DevTools => InspectionProvider::DevTools { engines: engines_folder(data_dir) },
        }
    }
}

impl InspectionProvider {
    /// The choice by which it came to be.
    pub fn choice(&self) -> InspectionChoice {
        match self {
            Self::BuiltIn => InspectionChoice::BuiltIn,
            Self::DevTools { .. } => InspectionChoice::DevTools,
        }
    }
}

/// How an attached engine is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EngineHealth {
    /// It isn't needed now.
    #[default]
    Stopped,
    /// It is being started.
    Starting,
    /// It serves.
    Ready,
    /// It doesn't, until the person restarts it; says why, without a full stop.
    Failed(&'static str),
}

impl EngineHealth {
    /// In a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stopped => "stopped",
            Self::Starting => "starting",
            Self::Ready => "ready",
            Self::Failed(_) => "failed",
        }
    }
}
