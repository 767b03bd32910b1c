//! Whose scripts speak: the origin of each execution context, and which are NEXUS's own.

use std::collections::HashMap;

use serde::Deserialize;

use super::decode;
use crate::browser::cdp::{CdpEvent, CdpSession};
use crate::browser::events::{WorldCreated, WorldDestroyed};
use crate::browser::world;
use crate::browser::worlds::DocumentKind;

/// Who speaks from a context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Speaker {
    /// The web, from this origin.
    Web(String),
    /// NEXUS, Chromium or an extension: none of an agent's business.
    Other,
}

/// The contexts there are.
#[derive(Debug, Default)]
pub(super) struct Speakers {
    known: HashMap<(CdpSession, i64), Context>,
}

#[derive(Debug)]
struct Context {
    speaker: Speaker,
    /// CDP's name for it that no other ever has.
    unique: String,
    /// The frame whose own world it is.
    own_of: Option<String>,
}

#[derive(Deserialize)]
struct Cleared {}

impl Speakers {
    pub(super) fn take_in(&mut self, event: &CdpEvent) {
        let session = &event.session;
        match event.method.as_str() {
            "Runtime.executionContextCreated" => {
                let Some(WorldCreated { context }) = decode(event) else { return };
                let is_web = context.name != world::NAME && DocumentKind::of(&context.origin) == DocumentKind::Web;
                let speaker = if is_web { Speaker::Web(context.origin) } else { Speaker::Other };
                let own_of = context.aux_data.is_default.then_some(context.aux_data.frame_id);
                let known = Context { speaker, unique: context.unique_id, own_of };
                self.known.insert((session.clone(), context.id), known);
            }
            "Runtime.executionContextDestroyed" => {
                let Some(WorldDestroyed { execution_context_id }) = decode(event) else { return };
                self.known.remove(&(session.clone(), execution_context_id));
            }
            _ => {
                if let Some(Cleared {}) = decode(event) {
                    self.known.retain(|(known, _), _| known != session);
                }
            }
        }
    }

    /// Who speaks from a context, if it is known.
    pub(super) fn of(&self, session: &CdpSession, context: i64) -> Option<&Speaker> {
        self.known.get(&(session.clone(), context)).map(|known| &known.speaker)
    }

    /// CDP's unique name for the own world of what a frame shows.
    pub(super) fn own_world(&self, session: &CdpSession, frame: &str) -> Option<String> {
        let is_it = |known: &&Context| known.own_of.as_deref() == Some(frame);
        let of_session = self.known.iter().filter(|((of, _), _)| of == session).map(|(_, known)| known);
        of_session.filter(is_it).map(|known| known.unique.clone()).next()
    }
}
