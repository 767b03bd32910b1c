//! The person's way in: commands on a channel of their own, the view and the events on the way out.

use std::sync::Arc;

use tokio::sync::{broadcast, mpsc, oneshot, watch};

use super::audit_log::{AuditExtract, AuditLog};
use super::person::{Event, PersonAnswer, PersonCommand, PersonError};
use super::view::View;

/// A command with the place for its answer, if somebody waits for it.
#[derive(Debug)]
pub(crate) struct PersonMessage {
    pub(crate) command: PersonCommand,
    pub(crate) reply: Option<oneshot::Sender<Result<PersonAnswer, PersonError>>>,
}

/// Where the person's side sends commands and reads what there is. Cheap to clone.
#[derive(Debug, Clone)]
pub struct PersonPort {
    pub(crate) commands: mpsc::UnboundedSender<PersonMessage>,
    pub(crate) view: watch::Receiver<Arc<View>>,
    pub(crate) events: broadcast::Sender<Event>,
    pub(crate) log: AuditLog,
}

impl PersonPort {
    /// Sends a command without waiting. The channel is never full, so that Take control is never held up.
    pub fn send(&self, command: PersonCommand) {
        if self.commands.send(PersonMessage { command, reply: None }).is_err() {
            tracing::warn!("a command came after the broker had ended");
        }
    }

    /// Sends a command and waits until it is carried out.
    pub async fn ask(&self, command: PersonCommand) -> Result<PersonAnswer, PersonError> {
        let (reply, answer) = oneshot::channel();
        let gone = || PersonError { code: "unavailable", sentence: "NEXUS is shutting down.".to_owned() };
        self.commands.send(PersonMessage { command, reply: Some(reply) }).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// What there is to see, and its changes.
    pub fn view(&self) -> watch::Receiver<Arc<View>> {
        self.view.clone()
    }

    /// The newest entries of the audit log, and whether its chain is whole.
    pub async fn audit(&self, newest: usize) -> Result<AuditExtract, PersonError> {
        self.log.extract(newest).await
    }

    /// What happens from now on. A listener that falls behind loses the oldest.
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }
}
