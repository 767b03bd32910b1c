//! Rules that several kinds of call have to pass, and the words for those that don't.

use super::no;
use crate::state::{Opener, State};
use crate::{AgentName, Code, LeaseId, Life, PageId, Profile, Question, Refusal, Scope, SessionId, WindowId};

impl State {
    /// Whose session it is.
    pub(super) fn agent_of(&self, session: SessionId) -> Result<&AgentName, Refusal> {
        match self.sessions.get(&session) {
            Some(session) => Ok(&session.agent),
            None => no(Code::NotAuthorized, "This connection isn't paired any more."),
        }
    }

    pub(super) fn check_running(&self, id: WindowId) -> Result<(), Refusal> {
        match self.windows.get(&id).map(|window| window.life) {
            None => unknown_window(id),
            Some(Life::Gone) => gone(id),
            Some(Life::Starting) => no(Code::Unavailable, format!("The Chromium of {id} is still starting.")),
            Some(Life::Running) => Ok(()),
        }
    }

    /// The Window that a scope is, or is in.
    pub(super) fn check_known(&self, scope: Scope) -> Result<WindowId, Refusal> {
        match (self.window_around(scope), scope) {
            (Some(window), _) => Ok(window),
            (None, Scope::Window(window)) => unknown_window(window),
            (None, Scope::Page(page)) => unknown_page(page),
        }
    }

    /// Whether this session's agent may drive a Window.
    pub(super) fn drives(&self, session: SessionId, id: WindowId) -> bool {
        self.sessions.get(&session).is_some_and(|session| self.may_drive(&session.agent, id) == Some(true))
    }

    /// Whether an agent may drive a Window, if that is known. One that may be signed in is driven by those whom the
    /// person lets: for a profile they keep a list, an isolated one is its opener's.
    fn may_drive(&self, agent: &AgentName, id: WindowId) -> Option<bool> {
        let window = self.windows.get(&id)?;
        let is_theirs = match window.profile {
            Profile::Isolated => window.opened_by == Opener::Agent(agent.clone()),
            Profile::Kept(profile) => self.profiles.get(&profile).is_some_and(|kept| kept.drivers.contains(agent)),
        };
        if !window.may_be_signed_in || is_theirs { Some(true) } else { window.drivers.get(agent).copied() }
    }

    /// Whether this session's agent may drive a Window, or a person has to be asked.
    pub(super) fn check_drives(&self, session: SessionId, id: WindowId) -> Result<(), Stop> {
        let agent = self.agent_of(session)?;
        match self.may_drive(agent, id) {
            Some(true) => Ok(()),
            Some(false) => {
                let sentence = format!("The person didn't allow {agent} to drive {id}, which may hold their sign-in.");
                Err(Refusal::new(Code::NotAuthorized, sentence).into())
            }
            None => Err(Stop::asks(Question::Drive { window: id, agent: agent.clone() })),
        }
    }

    /// Whether a session holds a scope, alone or with its Window, under the lease the call names if it names one: one
    /// client's sub-agents share a connection (N05).
    pub(super) fn check_held(&self, session: SessionId, named: Option<LeaseId>, scope: Scope) -> Result<(), Refusal> {
        match self.lease_over(scope) {
            Some((lease, record)) if record.session == session => check_named(named, lease),
            Some((_, record)) => lease_held(record.scope),
            None => no(Code::LeaseRequired, format!("Nobody holds {scope}, so this session doesn't.")),
        }
    }

    /// Why a session may not read a page now, if it may not (N10, A02).
    pub(crate) fn check_readable(&self, session: SessionId, id: PageId) -> Result<(), Stop> {
        self.agent_of(session)?;
        let Some(page) = self.pages.get(&id) else { return unknown_page(id)? };
        self.check_not_paused(Scope::Page(id))?;
        let free = self.windows.get(&page.window).is_some_and(|window| !window.may_be_signed_in);
        let has_control = self.holds(session, Scope::Page(id)) && self.drives(session, page.window);
        if free || has_control || page.readers.contains(&session) {
            return Ok(());
        }
        Err(Stop::asks(Question::Read { page: id, session }))
    }
}

/// Why a call can't go on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The rules say no.
    Refused(Refusal),
    /// A person has to be asked.
    Asks(Box<Question>),
}

impl Stop {
    pub(super) fn asks(question: Question) -> Self {
        Self::Asks(Box::new(question))
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

pub(super) fn check_named(named: Option<LeaseId>, covering: LeaseId) -> Result<(), Refusal> {
    match named {
        Some(named) if named != covering => {
            no(Code::LeaseHeld, format!("{named} doesn't cover this; another lease of this session does."))
        }
        Some(_) | None => Ok(()),
    }
}

pub(super) fn unknown_window<T>(id: WindowId) -> Result<T, Refusal> {
    no(Code::UnknownWindow, format!("There is no Window {id}."))
}

pub(super) fn unknown_page<T>(id: PageId) -> Result<T, Refusal> {
    no(Code::UnknownPage, format!("There is no page {id}."))
}

pub(super) fn gone<T>(id: WindowId) -> Result<T, Refusal> {
    no(Code::BrowserGone, format!("The Chromium of {id} has ended."))
}

pub(super) fn lease_held<T>(scope: Scope) -> Result<T, Refusal> {
    let what = match scope {
        Scope::Window(window) => format!("the whole Window {window}"),
        Scope::Page(page) => format!("the page {page}"),
    };
    no(Code::LeaseHeld, format!("Another session holds {what}."))
}

/// A person has control there (A02).
pub(super) fn paused(scope: Scope) -> Refusal {
    Refusal::new(Code::PausedByUser, format!("A person has control of {scope}."))
}
