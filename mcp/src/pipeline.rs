//! Keeps the order in which calls were read (N07). rmcp runs each request in a task of its own, so the order is stamped
//! where the bytes are read: every call gets a [`Turn`], and [`pump`] hands calls in turn by turn.

#[cfg(test)]
mod tests;

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use nexus_core::broker::{AgentSession, Answer, Submission};
use nexus_policy::SessionId;
use tokio::sync::{mpsc, oneshot};

/// The answer to a call that was handed in. Dropping it cancels the call.
pub type PendingAnswer = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// Where one connection's calls go. Dropping it ends the session.
pub trait Session: Send + Sync + 'static {
    /// Its id.
    fn id(&self) -> SessionId;

    /// Hands a call in. Calls are taken in the order in which this is called.
    fn submit(&self, submission: Submission) -> impl Future<Output = PendingAnswer> + Send;
}

impl Session for AgentSession {
    fn id(&self) -> SessionId {
        AgentSession::id(self)
    }

    async fn submit(&self, submission: Submission) -> PendingAnswer {
        let handle = AgentSession::submit(self, submission).await;
        // The future owns the handle, so dropping it, polled or not, cancels the call.
        Box::pin(handle.answer())
    }
}

/// A decoded call, and where the handle on its answer goes.
struct Ticket {
    submission: Submission,
    taken: oneshot::Sender<PendingAnswer>,
}

/// A call's place in its connection's order. It travels in the request's `extensions`, which want `Clone`.
/// Dropped unused, it is skipped.
#[derive(Clone)]
pub(crate) struct Turn(Arc<Mutex<Option<oneshot::Sender<Ticket>>>>);

/// The other end of a [`Turn`], for the pump.
pub(crate) struct AwaitedTurn(oneshot::Receiver<Ticket>);

/// Makes the two ends of a place in the order.
pub(crate) fn turn() -> (Turn, AwaitedTurn) {
    let (ticket, awaited) = oneshot::channel();
    (Turn(Arc::new(Mutex::new(Some(ticket)))), AwaitedTurn(awaited))
}

impl Turn {
    /// Hands the call in when its turn comes. `None` when the connection has ended, or the turn was used before.
    pub(crate) async fn submit(self, submission: Submission) -> Option<PendingAnswer> {
        let (taken, pending) = oneshot::channel();
        self.ticket()?.send(Ticket { submission, taken }).ok()?;
        pending.await.ok()
    }

    /// Lets the calls behind go on: this one won't be handed in.
    pub(crate) fn give_up(self) {
        drop(self.ticket());
    }

    fn ticket(&self) -> Option<oneshot::Sender<Ticket>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Hands calls to the session in the order of their turns, until there are no more. Never refuses one for being
/// simultaneous; the broker's own limits do that.
pub(crate) async fn pump(session: impl Session, mut turns: mpsc::Receiver<AwaitedTurn>) {
    while let Some(AwaitedTurn(turn)) = turns.recv().await {
        // Bad arguments, an unknown tool or a cancellation: the turn was dropped, and nobody waits for it.
        let Ok(Ticket { submission, taken }) = turn.await else { continue };
        if taken.is_closed() {
            continue;
        }
        // If the caller went away meanwhile, the handle comes back and is dropped, which cancels the call.
        drop(taken.send(session.submit(submission).await));
    }
}
