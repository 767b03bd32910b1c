//! Whose content an agent session was given: what it may have been told to do there is for the person to know (A10).

use std::collections::VecDeque;

use nexus_policy::SessionId;

use super::sessions::Sessions;
use crate::redaction::PublicAddress;

/// Origins that are remembered of a session.
const MOST: usize = 50;

/// The origins of which a session was given content, the latest first.
#[derive(Debug, Default)]
pub(super) struct ReadBefore {
    origins: VecDeque<String>,
}

impl ReadBefore {
    fn note(&mut self, origin: &str) {
        self.origins.retain(|known| known != origin);
        self.origins.push_front(origin.to_owned());
        self.origins.truncate(MOST);
    }
}

impl Sessions {
    /// A session is given content of these places. What has no origin is nobody else's.
    pub(super) fn note_read<'a>(&mut self, session: SessionId, places: impl IntoIterator<Item = &'a PublicAddress>) {
        let Some(read) = self.read_by(session) else { return };
        let origins = places.into_iter().map(PublicAddress::origin);
        origins.filter(|origin| origin.contains("://")).for_each(|origin| read.note(origin));
    }

    /// The origins of which a session was given content, the latest first.
    pub(super) fn origins_read(&self, session: SessionId) -> Vec<String> {
        let connected = self.connected().find(|(id, _)| *id == session);
        connected.map(|(_, connected)| connected.read.origins.iter().cloned().collect()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
