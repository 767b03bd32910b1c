//! What agents open and close as a whole: Windows and pages.

use super::rules::{Stop, check_named, lease_held, unknown_window};
use super::{Step, no};
use crate::policy::limits;
use crate::state::Opener;
use crate::{CallId, Code, Granted, LeaseId, Life, Profile, Scope, SessionId, Target, WindowId};

impl Step<'_> {
    pub(super) fn take_open_window(&mut self, call: CallId, session: SessionId) -> Result<(), Stop> {
        let agent = Opener::Agent(self.state.agent_of(session)?.clone());
        let open = self.state.windows.values().filter(|window| window.opened_by == agent).count();
        if open >= limits::WINDOWS_PER_AGENT {
            return no(Code::LimitReached, format!("This agent has {open} Windows open, which is the limit."))?;
        }
        let allowed = self.check_allowed(call, None, None)?;
        let window = self.state.new_window_id();
        self.add_window(window, agent, Profile::Isolated);
        self.give_lease(session, Scope::Window(window));
        self.permit(call, session, Target::NewWindow(window), allowed);
        Ok(())
    }

    /// Closes a Window at once: nothing is carried out that a later take-over could still stop, so nothing of it may be
    /// under a person's control (A02).
    pub(super) fn take_close_window(
        &mut self,
        call: CallId,
        session: SessionId,
        named: Option<LeaseId>,
        id: WindowId,
    ) -> Result<(), Stop> {
        let agent = self.state.agent_of(session)?;
        let Some(window) = self.state.windows.get(&id) else { return unknown_window(id)? };
        if window.opened_by != Opener::Agent(agent.clone()) {
            return no(Code::NotAuthorized, format!("{id} was opened by someone else, so only a person closes it."))?;
        }
        self.state.check_nobody_is_at(Scope::Window(id))?;
        match window.life {
            // Its leases ended with its Chromium.
            Life::Gone => {}
            Life::Starting | Life::Running => self.state.check_held(session, named, Scope::Window(id))?,
        }
        self.check_allowed(call, Some(id), None)?;
        self.close_window(id, Some(call));
        self.grant(call, Granted::Closed);
        Ok(())
    }

    pub(super) fn take_open_page(
        &mut self,
        call: CallId,
        session: SessionId,
        named: Option<LeaseId>,
        id: WindowId,
    ) -> Result<(), Stop> {
        self.state.check_running(id)?;
        self.state.check_not_paused(Scope::Window(id))?;
        self.state.check_drives(session, id)?;
        let pages = self.state.pages_in(Scope::Window(id)).len();
        if pages >= limits::PAGES_PER_WINDOW {
            return no(Code::LimitReached, format!("{id} has {pages} pages, which is the limit."))?;
        }
        let covered = match self.state.lease_over(Scope::Window(id)) {
            Some((_, record)) if record.session != session => return lease_held(record.scope)?,
            Some((lease, _)) => {
                check_named(named, lease)?;
                true
            }
            None => false,
        };
        let allowed = self.check_allowed(call, Some(id), None)?;
        let opened_by = Opener::Agent(self.state.agent_of(session)?.clone());
        let page = self.state.new_page_id();
        self.add_page(page, id, opened_by);
        if !covered {
            self.give_lease(session, Scope::Page(page));
        }
        self.permit_on_page(call, session, Target::NewPage(id, page), page, allowed);
        Ok(())
    }
}
