//! What the broker's own tasks report back to it.

use std::sync::Arc;

use nexus_policy::{
    AgentName, ApprovalId, CallId, Evidence, Input, KeptKind, PageId, ProfileId, Settled, TakeoverId, WindowId,
};
use tokio::sync::oneshot;

use super::card_picture::PagePicture;
use super::cookie_import::CookieStep;
use super::person::{PersonAnswer, PersonError};
use super::profile_upkeep::Upkeep;
use super::run::Broker;
use super::sign_in::SignInStep;
use super::view::Bounds;
use crate::browser::{Browser, Page};
use crate::engine::{Failure, Outcome};
use crate::store::{ProfileName, StoreError};
use crate::uploads::{CopiedFiles, UploadFolder};

/// A report.
#[derive(Debug)]
pub(super) enum Inside {
    /// A call was carried out; `None` if it was stopped on the way.
    Ended(CallId, Option<Outcome>),
    /// What a call would touch was found out, or not; `None` if it was stopped on the way.
    Examined(CallId, Option<Result<Examined, Failure>>),
    /// The picture for a request's card was taken, or says why not.
    Pictured(ApprovalId, Result<PagePicture, String>),
    /// A Window's Chromium runs and has its first page. The page's id is answered.
    WindowStarted {
        window: WindowId,
        browser: Arc<Browser>,
        /// Where it is on the screen.
        bounds: Option<Bounds>,
        page: Arc<Page>,
        named: oneshot::Sender<PageId>,
    },
    /// A Chromium for an agent's Window could not be started; says why, for the person.
    WindowNotStarted(String),
    /// A Window of the person's is open, or could not be opened.
    PersonWindow { window: WindowId, opened: Result<PageId, PersonError> },
    /// The page that was permitted is there. Answered once its gate is in place.
    PageCreated { page: PageId, handle: Arc<Page>, bound: oneshot::Sender<()> },
    /// Second step of a take-over.
    InputSettled(TakeoverId, Settled),
    /// An agent's token doesn't count any more.
    AgentForgotten(AgentName, Reply, Result<(), PersonError>),
    /// A profile is in the database, or there was one of its name.
    ProfileAdded { name: ProfileName, kind: KeptKind, added: Result<Option<ProfileId>, StoreError>, reply: Reply },
    /// How work on a profile goes, or went.
    ProfileUpkeep(ProfileId, Upkeep),
    /// How it goes that the person signs in to a profile in an ordinary browser.
    SignIn(ProfileId, SignInStep),
    /// It is known where a folder is from which the person lets agents upload.
    UploadFolderFound(Reply, Result<UploadFolder, PersonError>),
    /// How an import of cookies goes.
    CookieImport(CookieStep),
    /// The audit log can't be written, or can again.
    AuditLogChanged,
    /// Something the person asked for is done.
    PersonDone(Reply, Result<(), PersonError>),
    /// A test wants to reach into a page.
    Lend { window: Option<WindowId>, page: Option<PageId>, lent: oneshot::Sender<Lent> },
}

/// What a call would touch, and copies of the files that it would give.
pub(super) type Examined = (Evidence, Option<CopiedFiles>);

/// Where the answer to a command of the person's goes, if somebody waits for it.
pub(super) type Reply = Option<oneshot::Sender<Result<PersonAnswer, PersonError>>>;

/// A browser and a page of it, as far as they exist.
#[derive(Debug, Default)]
pub(crate) struct Lent {
    pub(crate) browser: Option<Arc<Browser>>,
    pub(crate) page: Option<Arc<Page>>,
}

impl Broker {
    pub(super) fn take_inside(&mut self, message: Inside) {
        match message {
            Inside::Ended(call, outcome) => self.call_ended(call, outcome),
            Inside::Examined(call, found) => self.examined(call, found),
            Inside::Pictured(request, taken) => self.pictured_card(request, taken),
            Inside::WindowStarted { window, browser, bounds, page, named } => {
                self.window_started(window, browser, bounds, (page, named));
            }
            Inside::WindowNotStarted(why) => self.start_failed(why),
            Inside::PersonWindow { window, opened } => self.person_window_opened(window, opened),
            Inside::PageCreated { page, handle, bound } => {
                self.registry.bind_page(page, handle);
                // Before an address is opened in it.
                self.tell_hands();
                if bound.send(()).is_err() {
                    tracing::debug!(%page, "the call that opened it was stopped");
                }
            }
            Inside::InputSettled(takeover, settled) => {
                self.inputs.push_back(Input::InputSettled { takeover, settled });
            }
            Inside::AgentForgotten(agent, reply, result) => self.agent_forgotten(agent, reply, result),
            Inside::ProfileAdded { name, kind, added, reply } => self.profile_added(name, kind, added, reply),
            Inside::ProfileUpkeep(profile, upkeep) => self.profile_kept_up(profile, upkeep),
            Inside::SignIn(profile, step) => self.sign_in_goes_on(profile, step),
            Inside::UploadFolderFound(reply, found) => self.upload_folder_found(reply, found),
            Inside::CookieImport(step) => self.cookie_import_goes_on(step),
            Inside::AuditLogChanged => self.publishing.mark_urgent(),
            Inside::PersonDone(reply, result) => self.answer_person(reply, result.map(|()| PersonAnswer::Done)),
            Inside::Lend { window, page, lent } => {
                if lent.send(self.registry.lend(window, page)).is_err() {
                    tracing::debug!("nobody waits for the page any more");
                }
            }
        }
    }
}
