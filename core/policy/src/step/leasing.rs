//! Leases: given, released, revoked; never two over the same thing (N06, N08).

use super::rules::{lease_held, unknown_page, unknown_window};
use super::{Step, no};
use crate::policy::limits;
use crate::state::{Lease, Opener, Progress, Waiting};
use crate::{CallId, Code, Fact, Granted, LeaseId, PageId, Refusal, Scope, SessionId, Span};

impl Step<'_> {
    pub(super) fn take_acquire(
        &mut self,
        call: CallId,
        session: SessionId,
        scope: Scope,
        wait: Option<Span>,
    ) -> Result<(), Refusal> {
        self.check_leasable(session, scope)?;
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
                Some(held) => lease_held(held),
                None => no(Code::LeaseHeld, format!("Another call waits for {scope}, or for what overlaps it.")),
            };
        };
        let waits = self.state.waiting.iter().filter(|waiting| waiting.session == session).count();
        if waits >= limits::WAITS_PER_SESSION {
            return no(Code::QueueFull, format!("This session waits for {waits} leases already."));
        }
        self.state.waiting.push_back(Waiting { call, session, scope, until: self.now + wait });
        Ok(())
    }

    /// What has to hold whenever a lease is given: the thing exists, isn't a person's, and no person has control.
    fn check_leasable(&self, session: SessionId, scope: Scope) -> Result<(), Refusal> {
        let window = match scope {
            Scope::Window(window) if self.state.windows.contains_key(&window) => window,
            Scope::Window(window) => return unknown_window(window),
            Scope::Page(page) => match self.state.pages.get(&page) {
                None => return unknown_page(page),
                Some(record) if record.opened_by == Opener::Person => {
                    return no(
                        Code::PageNotLeasable,
                        format!("{page} is the person's own, not opened for automation."),
                    );
                }
                Some(record) => record.window,
            },
        };
        self.state.check_not_paused(scope)?;
        self.state.check_running(window)?;
        self.state.check_drivable(session, window)
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
    fn overlaps(&self, one: Scope, other: Scope) -> bool {
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
    /// has in it.
    ///
    /// Invariant (I4): no page is covered by two leases.
    pub(super) fn give_lease(&mut self, session: SessionId, scope: Scope) -> LeaseId {
        if let Scope::Window(window) = scope {
            self.state.leases_in(window).into_iter().for_each(|lease| self.end_lease(lease));
        }
        self.state.last.lease += 1;
        let lease = LeaseId(self.state.last.lease);
        self.state.leases.insert(lease, Lease { session, scope, since: self.now });
        self.set_lease_of(scope, Some(lease));
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
        self.set_lease_of(lease.scope, None);
        self.tell(Fact::LeaseEnded { lease: id, scope: lease.scope });
        self.tell(Fact::ControlChanged(lease.scope));
    }

    pub(super) fn take_release(&mut self, call: CallId, session: SessionId, scope: Scope) -> Result<(), Refusal> {
        match self.held_already(session, scope) {
            Some((lease, held)) if held == scope => {
                self.end_lease(lease);
                self.grant(call, Granted::Released);
                Ok(())
            }
            Some((_, held)) => no(
                Code::InvalidArguments,
                format!("This session holds {held} as a whole, so only that can be released."),
            ),
            None => no(Code::LeaseRequired, format!("This session doesn't hold {scope}.")),
        }
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
            if let Err(refusal) = self.check_leasable(session, scope) {
                self.refuse(call, refusal);
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
