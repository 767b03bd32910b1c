//! Questions about the state that several rules ask.

use crate::policy::ControlState;
use crate::state::{Lease, Page, PersonControl, State, Window};
use crate::{LeaseId, PageId, Scope, SessionId, WindowId};

impl State {
    pub(crate) fn new_window_id(&mut self) -> WindowId {
        self.last.window += 1;
        WindowId(self.last.window)
    }

    pub(crate) fn new_page_id(&mut self) -> PageId {
        self.last.page += 1;
        PageId(self.last.page)
    }

    /// Whether a Window with this id can come: policy gave the number, and there is none yet.
    pub(super) fn awaits_window(&self, id: WindowId) -> bool {
        id.0 <= self.last.window && !self.windows.contains_key(&id)
    }

    /// Whether a page with this id can come: policy gave the number, and there is none yet.
    pub(super) fn awaits_page(&self, id: PageId) -> bool {
        id.0 <= self.last.page && !self.pages.contains_key(&id)
    }

    /// The pages of a scope.
    pub(super) fn pages_in(&self, scope: Scope) -> Vec<PageId> {
        match scope {
            Scope::Page(page) => vec![page],
            Scope::Window(window) => {
                self.windows.get(&window).map_or_else(Vec::new, |window| window.pages.iter().copied().collect())
            }
        }
    }

    /// What a person holds of a scope, alone or with the Window around it.
    pub(crate) fn person_control(&self, scope: Scope) -> PersonControl {
        match scope {
            Scope::Window(window) => self.windows.get(&window).map_or(PersonControl::None, |window| window.person),
            Scope::Page(page) => self.pages.get(&page).map_or(PersonControl::None, |page| self.page_person(page)),
        }
    }

    fn page_person(&self, page: &Page) -> PersonControl {
        let around = self.person_control(Scope::Window(page.window));
        if around.keeps_agents_out() { around } else { page.person }
    }

    /// Whether a person has control of any Window or page.
    pub(super) fn person_is_somewhere(&self) -> bool {
        self.windows.values().any(|window| window.person.keeps_agents_out())
            || self.pages.values().any(|page| page.person.keeps_agents_out())
    }

    pub(crate) fn window_control(&self, window: &Window) -> ControlState {
        self.control(window.person, window.lease)
    }

    pub(crate) fn page_control(&self, page: &Page) -> ControlState {
        let around = self.windows.get(&page.window).and_then(|window| window.lease);
        self.control(self.page_person(page), around.or(page.lease))
    }

    fn control(&self, person: PersonControl, lease: Option<LeaseId>) -> ControlState {
        if person.keeps_agents_out() {
            return ControlState::User(person);
        }
        let holder = lease.and_then(|lease| self.leases.get(&lease));
        holder.map_or(ControlState::Idle, |lease| ControlState::Agent(lease.session))
    }

    /// The lease that covers a scope: a page's own or its Window's (N06). There is never both (I4).
    pub(crate) fn lease_over(&self, scope: Scope) -> Option<(LeaseId, &Lease)> {
        let lease = match scope {
            Scope::Window(window) => self.windows.get(&window)?.lease?,
            Scope::Page(page) => {
                let page = self.pages.get(&page)?;
                self.windows.get(&page.window)?.lease.or(page.lease)?
            }
        };
        Some((lease, self.leases.get(&lease)?))
    }

    /// Whether a session holds a scope, alone or with its Window.
    pub(crate) fn holds(&self, session: SessionId, scope: Scope) -> bool {
        self.lease_over(scope).is_some_and(|(_, lease)| lease.session == session)
    }

    /// The leases of a session.
    pub(super) fn leases_of(&self, session: SessionId) -> Vec<LeaseId> {
        self.leases.iter().filter(|(_, lease)| lease.session == session).map(|(id, _)| *id).collect()
    }

    /// The leases of a Window and of its pages.
    pub(super) fn leases_in(&self, id: WindowId) -> Vec<LeaseId> {
        let Some(window) = self.windows.get(&id) else { return Vec::new() };
        let pages = window.pages.iter().filter_map(|page| self.pages.get(page)?.lease);
        window.lease.into_iter().chain(pages).collect()
    }
}
