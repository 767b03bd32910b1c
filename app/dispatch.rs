//! Turns what the person does into calls on the person's port, and keeps what went wrong for the screen it was done on.
//! It never decides whether something may be done.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use egui::mutex::Mutex;
use nexus_core::broker::{PersonAnswer, PersonCommand, PersonError, PersonPort, View};
use nexus_policy::WindowId;
use tokio::runtime::Handle;
use tokio::sync::watch;

/// How a command went, once it is carried out.
pub type Asking = Pin<Box<dyn Future<Output = Result<PersonAnswer, PersonError>> + Send>>;

/// The person's side of the broker, as the screens need it.
pub trait Person: Send + Sync + 'static {
    /// Sends a command at once and waits for nothing.
    fn send(&self, command: PersonCommand);
    /// Sends a command and waits until it is carried out.
    fn ask(&self, command: PersonCommand) -> Asking;
    /// What there is to see, and its changes.
    fn view(&self) -> watch::Receiver<Arc<View>>;
}

impl Person for PersonPort {
    fn send(&self, command: PersonCommand) {
        PersonPort::send(self, command);
    }

    fn ask(&self, command: PersonCommand) -> Asking {
        let port = self.clone();
        Box::pin(async move { PersonPort::ask(&port, command).await })
    }

    fn view(&self) -> watch::Receiver<Arc<View>> {
        PersonPort::view(self)
    }
}

/// Where the person did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In the hub.
    Hub,
    /// In a Window's panel.
    Panel(WindowId),
}

/// The answer to a command that the person called off meanwhile.
const CALLED_OFF: &str = "cancelled";

/// Carries out commands.
pub(crate) struct Dispatch {
    person: Arc<dyn Person>,
    handle: Handle,
    failures: Arc<Mutex<BTreeMap<Place, String>>>,
}

impl Dispatch {
    pub(crate) fn new(person: Arc<dyn Person>, handle: Handle) -> Self {
        Self { person, handle, failures: Arc::default() }
    }

    /// Carries out a command; `repaint` is called if it failed and there is something to show.
    pub(crate) fn carry_out(&self, place: Place, command: PersonCommand, repaint: impl FnOnce() + Send + 'static) {
        if is_urgent(&command) {
            self.person.send(command);
            return;
        }
        let asking = self.person.ask(command);
        let failures = Arc::clone(&self.failures);
        self.handle.spawn(async move {
            // What the person calls off hasn't failed.
            if let Err(error) = asking.await
                && error.code != CALLED_OFF
            {
                tracing::info!(code = error.code, "a command of the person failed");
                failures.lock().insert(place, error.sentence);
                repaint();
            }
        });
    }

    /// Carries out a command whose answer goes to who asked.
    pub(crate) fn ask(
        &self,
        command: PersonCommand,
        then: impl FnOnce(Result<PersonAnswer, PersonError>) + Send + 'static,
    ) {
        let asking = self.person.ask(command);
        self.handle.spawn(async move { then(asking.await) });
    }

    /// Where commands wait for their answers.
    pub(crate) fn handle(&self) -> &Handle {
        &self.handle
    }

    /// What went wrong last at a place.
    pub(crate) fn failure(&self, place: Place) -> Option<String> {
        self.failures.lock().get(&place).cloned()
    }

    /// The person has read it, or the place is gone.
    pub(crate) fn drop_failure(&self, place: Place) {
        self.failures.lock().remove(&place);
    }
}

/// Who has control: that waits for no task to be scheduled, keeps its order, and shows in the view how it went.
fn is_urgent(command: &PersonCommand) -> bool {
    match command {
        PersonCommand::TakeControl(_)
        | PersonCommand::TakeControlOfEverything
        | PersonCommand::GiveBack(_)
        | PersonCommand::FinishHandoff { .. } => true,
        PersonCommand::OpenWindow { .. }
        | PersonCommand::CloseWindow(_)
        | PersonCommand::KeepWindow(_)
        | PersonCommand::AskAgain { .. }
        | PersonCommand::FocusWindow(_)
        | PersonCommand::RevokeLease(_)
        | PersonCommand::Decide(..)
        | PersonCommand::CreateProfile { .. }
        | PersonCommand::Profile(..)
        | PersonCommand::Cookies(_)
        | PersonCommand::SwitchWorkspace(_)
        | PersonCommand::ForgetOpenProfiles
        | PersonCommand::Grant { .. }
        | PersonCommand::RevokeGrant { .. }
        | PersonCommand::SetApprovals { .. }
        | PersonCommand::RevokeAgent(_)
        | PersonCommand::AllowUploads { .. }
        | PersonCommand::DisallowUploads { .. }
        | PersonCommand::InspectWith(_)
        | PersonCommand::RestartEngine(_)
        | PersonCommand::KeepTokensInFile => false,
    }
}
