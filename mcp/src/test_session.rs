//! A session whose other end a test holds: it sees the calls in order, answers them, and sees them cancelled.

use nexus_core::broker::{Answer, Submission};
use nexus_policy::{Code, Refusal, SessionId};
use tokio::sync::{mpsc, oneshot};

use crate::pipeline::{PendingAnswer, Session};

/// A session for tests.
#[derive(Debug)]
pub(crate) struct TestSession {
    calls: mpsc::UnboundedSender<Call>,
}

/// A call that came in. `answer.closed()` tells that it was cancelled.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) submission: Submission,
    pub(crate) answer: oneshot::Sender<Answer>,
}

/// The calls of a session, until it ends.
pub(crate) type Calls = mpsc::UnboundedReceiver<Call>;

impl TestSession {
    pub(crate) fn new() -> (Self, Calls) {
        let (calls, received) = mpsc::unbounded_channel();
        (Self { calls }, received)
    }
}

impl Session for TestSession {
    fn id(&self) -> SessionId {
        SessionId(3)
    }

    async fn submit(&self, submission: Submission) -> PendingAnswer {
        let (answer, pending) = oneshot::channel();
        // A test that looks away lets its calls fail.
        let _ = self.calls.send(Call { submission, answer });
        let lost = || Answer::refused(&Refusal::new(Code::Unavailable, "The test is over."));
        Box::pin(async move { pending.await.unwrap_or_else(|_| lost()) })
    }
}
