//! What holds an engine's connection: it ends with the agent's control of its page, and when nobody holds it any more.

use std::sync::Arc;

use tokio::sync::watch;

use super::leave::{Extent, Leave};
use crate::browser::Hand;

/// What is attached to a page.
#[derive(Debug)]
pub(crate) struct Attachments(watch::Sender<()>);

impl Default for Attachments {
    fn default() -> Self {
        Self(watch::Sender::new(()))
    }
}

impl Attachments {
    /// The agent's control is over, and with it everything that is attached.
    pub(crate) fn end(&self) {
        self.0.send_replace(());
    }

    /// Changes once, at the end of the control there is now.
    pub(super) fn their_end(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}

/// How far it has come with a door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Nobody has come yet.
    Waiting,
    /// The engine is connected.
    Connected,
    /// It isn't any more, or never was.
    Ended,
}

/// One engine's connection to one page. Dropping it ends the connection.
#[derive(Debug)]
pub(crate) struct Attachment {
    pub(super) leave: Arc<Leave>,
    pub(super) stage: watch::Receiver<Stage>,
    /// Dropped with this, which is what the connection waits for.
    pub(super) _held: watch::Sender<()>,
}

/// While this lives, a permit is being spent by the engine.
#[derive(Debug)]
pub(crate) struct Spending<'a>(&'a Attachment);

impl Attachment {
    /// Lets the engine do what a permit allows, as long as what is returned lives. Calls on a page run one after another, so
    /// there is never more than one.
    pub(crate) fn spend(&self, _hand: &Hand, extent: Extent) -> Spending<'_> {
        self.leave.set(extent);
        Spending(self)
    }

    /// For tests: as if a permit were being spent all the time.
    pub(crate) fn test_spend(&self, extent: Extent) {
        self.leave.set(extent);
    }

    /// How far it has come.
    pub(crate) fn stage(&self) -> watch::Receiver<Stage> {
        self.stage.clone()
    }
}

impl Drop for Spending<'_> {
    fn drop(&mut self) {
        self.0.leave.set(Extent::Listening);
    }
}
