//! Take control and give back: the four steps of a take-over (A02, A03, N12).

use super::Step;
use super::rules::paused;
use crate::policy::limits;
use crate::state::{PersonControl, Takeover};
use crate::{Effect, Epoch, Fact, PersonRefusal, Scope, Settled, TakeoverId};

impl Step<'_> {
    /// Steps one and two: the epoch rises and every call is refused; what was written before is waited for. What the
    /// person did there for an agent ends with it.
    pub(super) fn take_control(&mut self, scope: Scope, takeover: TakeoverId) -> Result<(), PersonRefusal> {
        self.check_there(scope)?;
        self.end_handoffs_over(scope);
        self.keep_agents_out(scope, PersonControl::Taking, takeover);
        Ok(())
    }

    /// Invariant (I3): from this step on, no call there reads or acts until the person gives control back.
    pub(super) fn keep_agents_out(&mut self, scope: Scope, control: PersonControl, takeover: TakeoverId) {
        self.set_person(scope, control);
        let epoch = self.raise_epoch(scope);
        let refusal = self.state.check_not_paused(scope).err().unwrap_or_else(|| paused(scope));
        self.refuse_under(scope, &refusal, |_| true);
        let pages = self.state.pages_in(scope);
        for page in &pages {
            if let Some(page) = self.state.pages.get_mut(page) {
                page.readers.clear();
            }
        }
        self.withdraw_acts_in(scope, |_| true);
        self.forget_acts_in(scope);
        self.tell(Fact::ControlChanged(scope));
        self.state.takeovers.insert(takeover, Takeover { scope, pages: pages.clone(), epoch, settled: None });
        self.emit(Effect::SettleInput { takeover, pages, at_most: limits::SETTLE });
    }

    /// What was decided before this doesn't count there any more.
    pub(super) fn raise_epoch(&mut self, scope: Scope) -> Epoch {
        self.state.epoch = self.state.epoch.next();
        let windows = match scope {
            Scope::Window(window) => vec![window],
            Scope::Page(_) => Vec::new(),
        };
        let (pages, epoch) = (self.state.pages_in(scope), self.state.epoch);
        self.emit(Effect::RaiseEpoch { windows, pages, epoch });
        epoch
    }

    /// Step three: buttons and keys that are still down are released.
    pub(super) fn input_settled(&mut self, id: TakeoverId, settled: Settled) {
        let waits = |takeover: &&mut Takeover| takeover.settled.is_none();
        let Some(takeover) = self.state.takeovers.get_mut(&id).filter(waits) else { return };
        takeover.settled = Some(settled);
        let pages = takeover.pages.clone();
        self.emit(Effect::ReleaseInput { takeover: id, pages });
    }

    /// Step four: it is in force, unless the person gave control back meanwhile. If they took it again since, that
    /// take-over says when.
    pub(super) fn input_released(&mut self, id: TakeoverId) {
        let Some(settled) = self.state.takeovers.get(&id).and_then(|takeover| takeover.settled) else { return };
        let Some(Takeover { scope, epoch, .. }) = self.state.takeovers.remove(&id) else { return };
        let taken_again = self.state.takeovers.values().any(|later| later.scope == scope && later.epoch > epoch);
        if !taken_again && self.own_person_control(scope) == Some(PersonControl::Taking) {
            self.set_person(scope, PersonControl::Taken(settled));
            self.tell(Fact::ControlChanged(scope));
        }
        self.emit(Effect::InForce { takeover: id, epoch, settled });
    }

    /// Giving back is the person's alone (A13): of a Window everything in it that they have. Leases that were suspended
    /// give control again. What they do for an agent goes on.
    pub(super) fn give_back(&mut self, scope: Scope) -> Result<(), PersonRefusal> {
        self.check_there(scope)?;
        if let Some(PersonControl::Handoff(_)) = self.own_person_control(scope) {
            return Err(PersonRefusal::HandoffOpen);
        }
        let pages = self.state.pages_in(scope).into_iter().map(Scope::Page).filter(|page| *page != scope);
        if ![scope].into_iter().chain(pages).any(|scope| self.is_taken(scope)) {
            return Err(match self.state.person_control(scope) {
                PersonControl::None => PersonRefusal::NotInControl,
                PersonControl::Handoff(_) => PersonRefusal::HandoffOpen,
                PersonControl::Taking | PersonControl::Taken(_) => PersonRefusal::WindowInControl,
            });
        }
        self.return_control(scope);
        Ok(())
    }

    /// Agents go on there. What the person took of a Window's pages goes with the Window; what they do on one of them for
    /// an agent goes on.
    pub(super) fn return_control(&mut self, scope: Scope) {
        self.set_person(scope, PersonControl::None);
        for page in self.state.pages_in(scope).into_iter().map(Scope::Page) {
            if self.is_taken(page) {
                self.set_person(page, PersonControl::None);
            }
        }
        self.state.give_backs += 1;
        self.tell(Fact::ControlChanged(scope));
    }

    /// Whether the person took control of exactly this.
    fn is_taken(&self, scope: Scope) -> bool {
        matches!(self.own_person_control(scope), Some(PersonControl::Taking | PersonControl::Taken(_)))
    }

    fn check_there(&self, scope: Scope) -> Result<(), PersonRefusal> {
        match scope {
            Scope::Window(window) if !self.state.windows.contains_key(&window) => Err(PersonRefusal::UnknownWindow),
            Scope::Page(page) if !self.state.pages.contains_key(&page) => Err(PersonRefusal::UnknownPage),
            Scope::Window(_) | Scope::Page(_) => Ok(()),
        }
    }

    /// What the person holds of exactly this scope, the Window around it not counted.
    fn own_person_control(&self, scope: Scope) -> Option<PersonControl> {
        match scope {
            Scope::Window(window) => self.state.windows.get(&window).map(|window| window.person),
            Scope::Page(page) => self.state.pages.get(&page).map(|page| page.person),
        }
    }

    pub(super) fn set_person(&mut self, scope: Scope, control: PersonControl) {
        match scope {
            Scope::Window(window) => {
                if let Some(window) = self.state.windows.get_mut(&window) {
                    window.person = control;
                }
            }
            Scope::Page(page) => {
                if let Some(page) = self.state.pages.get_mut(&page) {
                    page.person = control;
                }
            }
        }
        if let Some(window) = self.state.window_around(scope) {
            self.note_use(window);
        }
    }
}
