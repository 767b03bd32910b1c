//! What fills a role, as the person has chosen it for a Window before it starts. It stays so while the Window lives, and nothing
//! takes its place (N04).

use std::path::PathBuf;

use super::{Capability, DevTools};

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
