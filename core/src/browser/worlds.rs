//! Where NEXUS's script runs: its world in each document that a page shows now, and whose keys the guard lets through there.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chromiumoxide::cdp::js_protocol::runtime::{CallArgument, CallFunctionOnParams, ExecutionContextId};

use super::cdp::{CdpSession, Connection};
use super::frames::FrameId;

/// Whose keys reach a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Hands {
    /// An agent's acts alone.
    #[default]
    Agent,
    /// The person's.
    Person,
}

impl Hands {
    /// The guard's word for it.
    fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Person => "person",
        }
    }
}

/// The worlds of one page, as Chromium tells of them.
#[derive(Debug, Default)]
pub(crate) struct Worlds {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    known: Vec<Known>,
    hands: Hands,
}

#[derive(Debug, Clone, PartialEq)]
struct Known {
    frame: FrameId,
    session: CdpSession,
    context: ExecutionContextId,
    kind: DocumentKind,
}

/// Whose document a frame shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DocumentKind {
    /// The web's.
    Web,
    /// Chromium's own or an extension's, such as the viewer of PDF files: nothing in it is an agent's to read or press.
    Opaque,
}

impl DocumentKind {
    /// By the origin that Chromium gives for a document. One that has none, such as a sandboxed frame's, is the web's.
    pub(super) fn of(origin: &str) -> Self {
        let scheme = origin.split_once("://").map_or("", |(scheme, _)| scheme);
        if scheme == "devtools" || scheme.starts_with("chrome") { Self::Opaque } else { Self::Web }
    }
}

impl Worlds {
    /// A new document has its world; the guard in it learns whose keys it lets through.
    pub(super) fn add(
        &self,
        connection: &Connection,
        session: &CdpSession,
        frame: FrameId,
        context: ExecutionContextId,
        kind: DocumentKind,
    ) {
        let mut state = self.lock();
        state.known.retain(|known| known.frame != frame || known.session != *session);
        let known = Known { frame, session: session.clone(), context, kind };
        if state.hands != Hands::default() {
            known.tell(connection, state.hands);
        }
        state.known.push(known);
    }

    /// A document is gone.
    pub(super) fn remove(&self, session: &CdpSession, context: ExecutionContextId) {
        self.lock().known.retain(|known| known.context != context || known.session != *session);
    }

    /// Every document that a session reached is gone.
    pub(super) fn clear(&self, session: &CdpSession) {
        self.lock().known.retain(|known| known.session != *session);
    }

    /// The world in the document that a frame shows, and whose that is.
    pub(super) fn find(&self, session: &CdpSession, frame: &FrameId) -> Option<(ExecutionContextId, DocumentKind)> {
        let is_it = |known: &&Known| known.frame == *frame && known.session == *session;
        self.lock().known.iter().find(is_it).map(|known| (known.context, known.kind))
    }

    /// Every one, with the session that reaches it.
    pub(super) fn all(&self) -> Vec<(CdpSession, ExecutionContextId)> {
        self.lock().known.iter().map(|known| (known.session.clone(), known.context)).collect()
    }

    /// Whether a document of this frame is among them.
    pub(super) fn know(&self, frame: &FrameId) -> bool {
        self.lock().known.iter().any(|known| known.frame == *frame)
    }

    /// From now on these keys reach the page, in every frame. Answers whether those are others than before.
    pub(super) fn set_hands(&self, connection: &Connection, hands: Hands) -> bool {
        let mut state = self.lock();
        if state.hands == hands {
            return false;
        }
        state.hands = hands;
        state.known.iter().for_each(|known| known.tell(connection, hands));
        true
    }

    /// Whose keys reach the page.
    pub(super) fn hands(&self) -> Hands {
        self.lock().hands
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is complete in itself, so a panic elsewhere leaves the list sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn tell(&self, connection: &Connection, hands: Hands) {
        let mut call = CallFunctionOnParams::new("function(whose) { return nexus.setHands(whose); }");
        call.execution_context_id = Some(self.context);
        call.arguments = Some(vec![CallArgument::builder().value(hands.as_str()).build()]);
        if let Err(error) = connection.send(&self.session, &call) {
            tracing::debug!(%error, "a guard could not be told whose hands are on its page");
        }
    }
}
