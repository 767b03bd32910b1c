//! Rules that several kinds of call have to pass, and the words for those that don't.

use super::no;
use crate::state::{Opener, State};
use crate::{AgentName, Code, LeaseId, Life, PageId, Refusal, Scope, SessionId, WindowId};

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

    /// Whether this session's agent may drive a Window at all: not while a person has control, and one that may be
    /// signed in only if it is the agent that opened it.
    pub(super) fn check_drivable(&self, session: SessionId, id: WindowId) -> Result<(), Refusal> {
        let agent = self.agent_of(session)?;
        let Some(window) = self.windows.get(&id) else { return unknown_window(id) };
        self.check_not_paused(Scope::Window(id))?;
        if window.may_be_signed_in && window.opened_by != Opener::Agent(agent.clone()) {
            return no(
                Code::NotAuthorized,
                format!("{id} may hold a person's sign-in that was not given to this agent."),
            );
        }
        Ok(())
    }

    /// Nothing happens where a person has control (A02).
    pub(super) fn check_not_paused(&self, scope: Scope) -> Result<(), Refusal> {
        if self.person_control(scope).keeps_agents_out() { Err(paused(scope)) } else { Ok(()) }
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
    pub(crate) fn check_readable(&self, session: SessionId, id: PageId) -> Result<(), Refusal> {
        self.agent_of(session)?;
        let Some(page) = self.pages.get(&id) else { return unknown_page(id) };
        self.check_not_paused(Scope::Page(id))?;
        let may_be_signed_in = self.windows.get(&page.window).is_none_or(|window| window.may_be_signed_in);
        if may_be_signed_in && !self.holds(session, Scope::Page(id)) {
            return Err(not_yours_to_read(id));
        }
        Ok(())
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

pub(super) fn not_yours_to_read(page: PageId) -> Refusal {
    Refusal::new(
        Code::ObservationDenied,
        format!("{page} may hold a person's sign-in and this session doesn't hold it."),
    )
}
