//! What the person does to bring cookies over from another browser of theirs. No agent can reach any of it (A07).

use std::collections::BTreeSet;
use std::path::PathBuf;

use nexus_policy::WindowId;

use crate::cookies::{CookieDomain, CookieSource};

/// One step of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CookieCommand {
    /// Find the profiles of the browsers on this computer.
    FindSources,
    /// Find those in a folder.
    LookIn(PathBuf),
    /// Find out which domains have cookies in one.
    ListDomains(CookieSource),
    /// Bring over the cookies of these domains, and of no other.
    Import {
        /// Into which Window. An agent that has control there is stopped first.
        window: WindowId,
        /// From where.
        source: CookieSource,
        /// Of which domains.
        domains: BTreeSet<CookieDomain>,
    },
}

impl CookieCommand {
    /// As the record tells it: the source's name and the number of domains, and where. Looking around isn't told.
    pub(super) fn told(&self) -> Option<(WindowId, String)> {
        match self {
            Self::FindSources | Self::LookIn(_) | Self::ListDomains(_) => None,
            Self::Import { window, source, domains } => {
                let of = match domains.len() {
                    1 => "1 domain".to_owned(),
                    count => format!("{count} domains"),
                };
                Some((*window, format!("import cookies of {of} from {}", source.name())))
            }
        }
    }
}
