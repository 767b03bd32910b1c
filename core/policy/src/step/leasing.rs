//! Leases: given, released, revoked; never two over the same thing (N06, N08).

use super::rules::{Stop, check_named, lease_held};
use super::{Step, no};
use crate::policy::limits;
use crate::state::{Lease, Opener, Progress, Waiting};
use crate::{CallId, Code, Fact, Granted, LeaseId, PageId, Refusal, Scope, SessionId, Span};

impl Step<'_> {
    pub(super) fn take_acquire(
        &mut self,
        call: CallId,
        session: SessionId,
        named: Option<LeaseId>,
        scope: Scope,
        wait: Option<Span>,
    ) -> Result<(), Stop> {
        if !named.is_some_and(|named| self.state.lost.contains_key(&named)) {
            self.check_leasable(session, scope)?;
        }
        if let Some(named) = named {
            let window = self.state.check_known(scope)?;
            self.check_resumable(session, named, scope)?;
            self.state.check_drives(session, window)?;
            self.resume(session, named);
        }
        if let Some((lease, covered)) = self.held_already(session, scope) {
            self.grant(call, Granted::Lease { lease, scope: covered });
            return Ok(());
        }
        let earlier_waits = self.state.waiting.iter().any(|earlier| self.overlaps(earlier.scope, scope));
        let in_the_way = self.in_the_way(session, scope);
        if in_the_way.is_none() && !earlier_waits {
            self.grant_new(call, session, scope);
            return Ok(());
        }
        let Some(wait) = wait else {
            return match in_the_way {
                Some(held) => lease_held(held)?,
                None => no(Code::LeaseHeld, format!("Another call waits for {scope}, or for what overlaps it."))?,
            };
        };
        let waits = self.state.waiting.iter().filter(|waiting| waiting.session == session).count();
        if waits >= limits::WAITS_PER_SESSION {
            return no(Code::QueueFull, format!("This session waits for {waits} leases already."))?;
        }
        self.state.waiting.push_back(Waiting { call, session, scope, until: self.now + wait });
        Ok(())
    }

    /// What has to hold whenever a lease is given: the thing exists, isn't a person's, no person has control, and the
    /// agent may drive it.
    fn check_leasable(&self, session: SessionId, scope: Scope) -> Result<(), Stop> {
        let window = self.state.check_known(scope)?;
        self.check_automated(scope)?;
        self.state.check_not_paused(scope)?;
        self.state.check_running(window)?;
        self.state.check_drives(session, window)
    }

    /// Only a page that NEXUS opened for automation can be leased alone (N09).
    fn check_automated(&self, scope: Scope) -> Result<(), Refusal> {
        match scope {
            Scope::Page(page) if self.state.pages.get(&page).is_some_and(|page| page.opened_by == Opener::Person) => {
                no(Code::PageNotLeasable, format!("{page} is the person's own, not opened for automation."))
            }
            Scope::Page(_) | Scope::Window(_) => Ok(()),
        }
    }

    /// Whether a named lease is the session's, or is one that its agent lost with another connection.
    fn check_resumable(&self, session: SessionId, named: LeaseId, scope: Scope) -> Result<(), Refusal> {
        let agent = self.state.agent_of(session)?;
        let Some(lease) = self.state.leases.get(&named) else {
            return no(Code::LeaseRequired, format!("{named} has ended. Leave out `lease` to acquire another."));
        };
        let is_theirs = lease.session == session || self.state.lost.contains_key(&named) && lease.agent == *agent;
        if !is_theirs {
            return no(Code::LeaseHeld, format!("{named} is another session's."));
        }
        match self.state.lease_over(scope) {
            Some((covering, _)) if covering == named => Ok(()),
            Some(_) | None => no(Code::InvalidArguments, format!("{named} is over {}, not over {scope}.", lease.scope)),
        }
    }

    /// An agent comes back for a lease that it lost with its connection, also while a person has control there: it is
    /// suspended then like any other. An open handoff there goes on for it.
    fn resume(&mut self, session: SessionId, id: LeaseId) {
        if self.state.lost.remove(&id).is_none() {
            return;
        }
        let Some(lease) = self.state.leases.get_mut(&id) else { return };
        lease.session = session;
        let scope = lease.scope;
        self.state.handoffs.values_mut().filter(|open| open.lease == id).for_each(|open| open.session = session);
        self.tell(Fact::LeaseGiven(id));
        self.tell(Fact::ControlChanged(scope));
    }

    /// Gives a lease to another session, in one step (N11).
    pub(super) fn take_transfer(
        &mut self,
        call: CallId,
        session: SessionId,
        named: Option<LeaseId>,
        scope: Scope,
        to: SessionId,
    ) -> Result<(), Stop> {
        let window = self.state.check_known(scope)?;
        self.state.check_nobody_is_at(scope)?;
        self.state.check_held(session, named, scope)?;
        let (lease, held) = self.held_as(session, scope)?;
        if to == session || !self.state.sessions.contains_key(&to) {
            return no(Code::InvalidArguments, "`to` has to be another connected session.")?;
        }
        self.state.check_drives(to, window)?;
        self.end_lease(lease);
        self.give_lease(to, held);
        self.grant(call, Granted::Transferred { scope: held, to });
        Ok(())
    }

    /// The lease that a session has over exactly this scope.
    fn held_as(&self, session: SessionId, scope: Scope) -> Result<(LeaseId, Scope), Refusal> {
        match self.held_already(session, scope) {
            Some((lease, held)) if held == scope => Ok((lease, held)),
            Some((_, held)) => no(
                Code::InvalidArguments,
                format!("This session holds {held} as a whole, so only that can be given away."),
            ),
            None => no(Code::LeaseRequired, format!("This session doesn't hold {scope}.")),
        }
    }

    /// A lease of the session that covers the scope already.
    fn held_already(&self, session: SessionId, scope: Scope) -> Option<(LeaseId, Scope)> {
        let (lease, record) = self.state.lease_over(scope)?;
        (record.session == session).then_some((lease, record.scope))
    }

    /// What another session holds that overlaps the scope (N08).
    fn in_the_way(&self, session: SessionId, scope: Scope) -> Option<Scope> {
        let leases = match scope {
            Scope::Page(_) => self.state.lease_over(scope).map(|(lease, _)| lease).into_iter().collect(),
            Scope::Window(window) => self.state.leases_in(window),
        };
        let mut records = leases.iter().filter_map(|lease| self.state.leases.get(lease));
        records.find(|record| record.session != session).map(|record| record.scope)
    }

    /// Whether two scopes share a page.
    pub(super) fn overlaps(&self, one: Scope, other: Scope) -> bool {
        let window_of = |page: PageId| self.state.pages.get(&page).map(|page| page.window);
        match (one, other) {
            (Scope::Window(one), Scope::Window(other)) => one == other,
            (Scope::Page(one), Scope::Page(other)) => one == other,
            (Scope::Window(window), Scope::Page(page)) | (Scope::Page(page), Scope::Window(window)) => {
                window_of(page) == Some(window)
            }
        }
    }

    fn grant_new(&mut self, call: CallId, session: SessionId, scope: Scope) {
        let lease = self.give_lease(session, scope);
        self.grant(call, Granted::Lease { lease, scope });
    }

    /// Gives a lease that nothing stands in the way of. A Window lease takes in the page leases that the same session
    /// has in it, and the handoffs under them.
    ///
    /// Invariant (I4): no page is covered by two leases.
    pub(super) fn give_lease(&mut self, session: SessionId, scope: Scope) -> LeaseId {
        self.state.last.lease += 1;
        let lease = LeaseId(self.state.last.lease);
        if let Scope::Window(window) = scope {
            for inside in self.state.leases_in(window) {
                let under = self.state.handoffs.values_mut().filter(|open| open.lease == inside);
                under.for_each(|open| open.lease = lease);
                self.end_lease(inside);
            }
        }
        let Ok(agent) = self.state.agent_of(session).cloned() else { return lease };
        self.state.leases.insert(lease, Lease { session, agent, scope, since: self.now });
        self.set_lease_of(scope, Some(lease));
        self.note_use_around(scope);
        self.tell(Fact::LeaseGiven(lease));
        self.tell(Fact::ControlChanged(scope));
        lease
    }

    fn set_lease_of(&mut self, scope: Scope, lease: Option<LeaseId>) {
        match scope {
            Scope::Window(window) => {
                if let Some(window) = self.state.windows.get_mut(&window) {
                    window.lease = lease;
                }
            }
            Scope::Page(page) => {
                if let Some(page) = self.state.pages.get_mut(&page) {
                    page.lease = lease;
                }
            }
        }
    }

    pub(super) fn end_lease(&mut self, id: LeaseId) {
        let Some(lease) = self.state.leases.remove(&id) else { return };
        self.state.lost.remove(&id);
        self.set_lease_of(lease.scope, None);
        self.withdraw_acts_in(lease.scope, |session| session == lease.session);
        self.end_handoffs_under(id);
        self.note_use_around(lease.scope);
        self.tell(Fact::LeaseEnded { lease: id, scope: lease.scope });
        self.tell(Fact::ControlChanged(lease.scope));
    }

    pub(super) fn take_release(
        &mut self,
        call: CallId,
        session: SessionId,
        named: Option<LeaseId>,
        scope: Scope,
    ) -> Result<(), Refusal> {
        let (lease, _) = self.held_as(session, scope)?;
        check_named(named, lease)?;
        self.end_lease(lease);
        self.grant(call, Granted::Released);
        Ok(())
    }

    fn note_use_around(&mut self, scope: Scope) {
        if let Some(window) = self.state.window_around(scope) {
            self.note_use(window);
        }
    }

    /// Ends the leases for which nobody came back in time.
    pub(super) fn expire_leases(&mut self) {
        let now = self.now;
        let ids: Vec<LeaseId> = self.state.lost.iter().filter(|(_, until)| **until <= now).map(|(id, _)| *id).collect();
        ids.into_iter().for_each(|id| self.end_lease(id));
    }

    /// A person ends a lease: what its holder is doing there stops as in a take-over.
    pub(super) fn revoke_lease(&mut self, id: LeaseId, refusal: &Refusal) {
        let Some(lease) = self.state.leases.get(&id) else { return };
        let (session, scope) = (lease.session, lease.scope);
        self.raise_epoch(scope);
        self.end_lease(id);
        self.refuse_under(scope, refusal, |progress| progress.call.session == session);
        // What others were reading there is void with the epoch, so they have to read again.
        let stopped = Refusal::new(Code::Cancelled, format!("A person revoked a lease over {scope}."));
        self.refuse_under(scope, &stopped, Progress::runs);
    }

    /// Gives what has become free to those who wait, first come first served.
    pub(super) fn wake_waiting(&mut self) {
        let mut passed: Vec<Scope> = Vec::new();
        for (call, session, scope) in
            self.state.waiting.iter().map(|waiting| (waiting.call, waiting.session, waiting.scope)).collect::<Vec<_>>()
        {
            if let Err(stop) = self.check_leasable(session, scope) {
                self.stop(call, session, stop);
                continue;
            }
            let behind_another = passed.iter().any(|earlier| self.overlaps(*earlier, scope));
            if behind_another || self.in_the_way(session, scope).is_some() {
                passed.push(scope);
                continue;
            }
            self.state.waiting.retain(|waiting| waiting.call != call);
            match self.held_already(session, scope) {
                Some((lease, covered)) => self.grant(call, Granted::Lease { lease, scope: covered }),
                None => self.grant_new(call, session, scope),
            }
        }
    }
}
