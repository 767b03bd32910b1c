//! Handoffs: the person does something for an agent, which waits for one of two outcomes (A05).

use std::collections::BTreeSet;

use super::rules::{Stop, paused};
use super::{Step, no};
use crate::policy::limits;
use crate::state::{Handoff, PersonControl};
use crate::{
    CallId, Code, Fact, Granted, HandoffId, LeaseId, PageId, PersonRefusal, Refusal, Scope, SessionId, Settled,
};

impl Step<'_> {
    /// Begins a handoff, or waits for the end of the one that is open there for the same session.
    pub(super) fn take_handoff(
        &mut self,
        call: CallId,
        session: SessionId,
        named: Option<LeaseId>,
        scope: Option<Scope>,
    ) -> Result<(), Stop> {
        let scope = match scope {
            Some(scope) => scope,
            None => Scope::Page(self.only_page(session)?),
        };
        let window = self.state.check_known(scope)?;
        if let Some(open) = self.state.handoffs.values_mut().find(|open| open.scope == scope && open.session == session)
        {
            let waits = open.waiting.len();
            if waits >= limits::WAITS_PER_SESSION {
                return no(Code::QueueFull, format!("{waits} calls wait for the end of this handoff already."))?;
            }
            open.waiting.insert(call);
            return Ok(());
        }
        self.state.check_running(window)?;
        self.state.check_nobody_is_at(scope)?;
        self.state.check_held(session, named, scope)?;
        self.state.check_drives(session, window)?;
        self.begin_handoff(call, session, scope);
        Ok(())
    }

    fn begin_handoff(&mut self, call: CallId, session: SessionId, scope: Scope) {
        let Some((lease, record)) = self.state.lease_over(scope) else { return };
        let agent = record.agent.clone();
        self.state.last.handoff += 1;
        let id = HandoffId(self.state.last.handoff);
        let until = self.now + limits::HANDOFF_LIFE;
        let handoff = Handoff { session, agent, scope, lease, asked: call, until, waiting: BTreeSet::from([call]) };
        self.state.handoffs.insert(id, handoff);
        let takeover = self.state.new_takeover_id();
        self.keep_agents_out(scope, PersonControl::Handoff(id), takeover);
        self.tell(Fact::HandoffChanged(id));
    }

    /// The person says how it went. Only what they call done gives control back.
    pub(super) fn finish_handoff(&mut self, id: HandoffId, completed: bool) -> Result<(), PersonRefusal> {
        let Some(handoff) = self.state.handoffs.get(&id) else { return Err(PersonRefusal::UnknownHandoff) };
        if completed {
            let (scope, agent) = (handoff.scope, handoff.agent.clone());
            self.complete_handoff(id, scope, agent);
        } else {
            self.end_handoff(id, "The person couldn't do it.");
        }
        Ok(())
    }

    /// What the person did may have been a sign-in, and they did it for this agent.
    fn complete_handoff(&mut self, id: HandoffId, scope: Scope, agent: crate::AgentName) {
        if let Some(window) = self.state.window_around(scope) {
            if let Some(window) = self.state.windows.get_mut(&window) {
                window.drivers.insert(agent, true);
            }
            self.mark_signed_in(window);
        }
        let Some(handoff) = self.state.handoffs.remove(&id) else { return };
        self.return_control(scope);
        self.tell(Fact::HandoffChanged(id));
        handoff.waiting.into_iter().for_each(|call| self.grant(call, Granted::HandoffCompleted(scope)));
    }

    /// Ends a handoff without its being done: the person keeps control until they give it back.
    pub(super) fn end_handoff(&mut self, id: HandoffId, why: &str) {
        let Some(handoff) = self.state.handoffs.remove(&id) else { return };
        self.set_person(handoff.scope, PersonControl::Taken(Settled::Acknowledged));
        self.tell(Fact::ControlChanged(handoff.scope));
        self.tell(Fact::HandoffChanged(id));
        for call in handoff.waiting {
            self.refuse(call, Refusal::new(Code::NotCompleted, why));
        }
    }

    /// Ends the handoff over a page that is gone. One over its Window goes on: a sign-in often closes a page of its own.
    pub(super) fn end_handoffs_of_page(&mut self, page: PageId) {
        let here = |handoff: &Handoff| handoff.scope == Scope::Page(page);
        let id = self.state.handoffs.iter().find(|(_, handoff)| here(handoff)).map(|(id, _)| *id);
        if let Some(id) = id {
            self.end_handoff(id, "The page was closed.");
        }
    }

    /// Ends the handoffs over a scope, over a page in it, or over the Window around it.
    pub(super) fn end_handoffs_over(&mut self, scope: Scope) {
        let over = |handoff: &Handoff| self.overlaps(handoff.scope, scope);
        let ids: Vec<HandoffId> =
            self.state.handoffs.iter().filter(|(_, handoff)| over(handoff)).map(|(id, _)| *id).collect();
        ids.into_iter().for_each(|id| self.end_handoff(id, "The handoff was ended."));
    }

    /// Ends the handoffs that were asked for under a lease.
    pub(super) fn end_handoffs_under(&mut self, lease: LeaseId) {
        let ids: Vec<HandoffId> =
            self.state.handoffs.iter().filter(|(_, handoff)| handoff.lease == lease).map(|(id, _)| *id).collect();
        ids.into_iter().for_each(|id| self.end_handoff(id, "The lease ended while the person was at it."));
    }

    pub(super) fn expire_handoffs(&mut self) {
        let now = self.now;
        let ids: Vec<HandoffId> =
            self.state.handoffs.iter().filter(|(_, handoff)| handoff.until <= now).map(|(id, _)| *id).collect();
        ids.into_iter().for_each(|id| self.end_handoff(id, "The person didn't do it in time."));
    }
}

impl crate::state::State {
    /// Nothing happens where a person has control or is at work for an agent (A02, A05).
    pub(super) fn check_not_paused(&self, scope: Scope) -> Result<(), Refusal> {
        match self.person_control(scope) {
            PersonControl::None => Ok(()),
            PersonControl::Taking | PersonControl::Taken(_) => Err(paused(scope)),
            PersonControl::Handoff(_) => {
                Err(Refusal::new(Code::InHandoff, format!("The person is at work in {scope} for an agent.")))
            }
        }
    }

    /// The same for a scope with every page in it.
    pub(super) fn check_nobody_is_at(&self, scope: Scope) -> Result<(), Refusal> {
        self.check_not_paused(scope)?;
        self.pages_in(scope).into_iter().try_for_each(|page| self.check_not_paused(Scope::Page(page)))
    }
}
