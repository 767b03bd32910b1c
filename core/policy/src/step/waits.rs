//! Waiting: for a change of the overview, and for time to run out.

use super::{Step, no};
use crate::policy::limits;
use crate::state::Watching;
use crate::{ApprovalId, CallId, Code, Granted, PairingVerdict, Refusal, SessionId, Span, WindowId};

impl Step<'_> {
    pub(super) fn take_overview(
        &mut self,
        call: CallId,
        session: SessionId,
        wait: Option<Span>,
    ) -> Result<(), Refusal> {
        let Some(wait) = wait.filter(|_| !self.control_returned_unseen(session)) else {
            self.show_overview(call, session);
            return Ok(());
        };
        let watches = self.state.watching.iter().filter(|watching| watching.session == session).count();
        if watches >= limits::WAITS_PER_SESSION {
            return no(Code::QueueFull, format!("{watches} calls of this session wait for a change already."));
        }
        self.state.watching.push(Watching { call, session, until: self.now + wait });
        Ok(())
    }

    /// Remembers that a session has been told to stop, so that it learns of every give-back from now on.
    pub(super) fn note_paused(&mut self, session: SessionId) {
        if let Some(session) = self.state.sessions.get_mut(&session) {
            session.paused_at = Some(self.state.give_backs);
        }
    }

    /// Whether control was given back after this session was told that it is paused, and it doesn't know yet: then
    /// there is nothing to wait for.
    fn control_returned_unseen(&self, session: SessionId) -> bool {
        let paused_at = self.state.sessions.get(&session).and_then(|session| session.paused_at);
        paused_at.is_some_and(|give_backs| give_backs < self.state.give_backs)
    }

    /// Answers with the overview, which tells of every give-back until now. A session stays interested in later ones
    /// while a person has control of anything: what was given back may not be where it is paused.
    fn show_overview(&mut self, call: CallId, session: SessionId) {
        let news_to_come = self.state.person_is_somewhere().then_some(self.state.give_backs);
        if let Some(session) = self.state.sessions.get_mut(&session) {
            session.paused_at = session.paused_at.and(news_to_come);
        }
        self.grant(call, Granted::Overview);
    }

    /// Answers those who wait for a change, if there was one in this step.
    pub(super) fn wake_watching(&mut self) {
        let watching = std::mem::take(&mut self.state.watching);
        let (woken, asleep) = watching.into_iter().partition(|watching| self.something_changed_for(watching.session));
        self.state.watching = asleep;
        for Watching { call, session, .. } in woken {
            self.show_overview(call, session);
        }
    }

    /// Ends what has run out of time.
    pub(super) fn expire(&mut self) {
        let now = self.now;
        let late: Vec<(CallId, crate::Scope)> = self
            .state
            .waiting
            .iter()
            .filter(|waiting| waiting.until <= now)
            .map(|waiting| (waiting.call, waiting.scope))
            .collect();
        for (call, scope) in late {
            self.refuse(call, Refusal::new(Code::LeaseHeld, format!("{scope} was not free in time.")));
        }
        let (unchanged, watching) =
            std::mem::take(&mut self.state.watching).into_iter().partition(|watching| watching.until <= now);
        self.state.watching = watching;
        for Watching { call, session, .. } in unchanged {
            self.show_overview(call, session);
        }
        let undecided: Vec<ApprovalId> =
            self.state.pairings.iter().filter(|(_, pairing)| pairing.until <= now).map(|(id, _)| *id).collect();
        undecided.into_iter().for_each(|approval| self.end_pairing(approval, PairingVerdict::Expired));
        self.expire_requests();
        self.expire_handoffs();
        self.expire_leases();
        let unused = |window: &crate::state::Window| self.state.closes_at(window).is_some_and(|at| at <= now);
        let unused: Vec<WindowId> =
            self.state.windows.iter().filter(|(_, window)| unused(window)).map(|(id, _)| *id).collect();
        unused.into_iter().for_each(|window| self.close_window(window, None));
    }
}
