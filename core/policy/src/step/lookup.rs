//! Questions about the state that several rules ask.

use crate::policy::{ControlState, limits};
use crate::state::{Lease, Page, PersonControl, State, Window};
use crate::{
    AgentName, ApprovalId, ApprovalSetting, LeaseId, Life, Opener, PageId, Profile, ProfileId, Scope, SessionId,
    TakeoverId, Time, WindowId,
};

impl State {
    pub(crate) fn new_window_id(&mut self) -> WindowId {
        self.last.window += 1;
        WindowId(self.last.window)
    }

    pub(crate) fn new_page_id(&mut self) -> PageId {
        self.last.page += 1;
        PageId(self.last.page)
    }

    pub(crate) fn new_approval_id(&mut self) -> ApprovalId {
        self.last.approval += 1;
        ApprovalId(self.last.approval)
    }

    pub(crate) fn new_takeover_id(&mut self) -> TakeoverId {
        self.last.takeover += 1;
        TakeoverId(self.last.takeover)
    }

    pub(crate) fn setting_of(&self, agent: &AgentName) -> ApprovalSetting {
        self.settings.get(agent).copied().unwrap_or(self.default_setting)
    }

    /// Whether a sign-in may be in a profile from the start. Of one that isn't known, nothing is known.
    pub(super) fn may_hold_sign_in(&self, profile: Profile) -> bool {
        match profile {
            Profile::Isolated => false,
            Profile::Kept(id) => self.profiles.get(&id).is_none_or(|kept| kept.kind.may_be_signed_in()),
        }
    }

    /// The Window whose Chromium has a profile open.
    pub(crate) fn window_of(&self, profile: ProfileId) -> Option<WindowId> {
        let open = |window: &Window| window.life != Life::Gone && window.profile == Profile::Kept(profile);
        self.windows.iter().find(|(_, window)| open(window)).map(|(id, _)| *id)
    }

    /// When a Window closes because nobody uses it.
    pub(crate) fn closes_at(&self, window: &Window) -> Option<Time> {
        window.unused_since.map(|since| since + limits::UNUSED_LIFE)
    }

    /// Whether a Window closes by itself after a while: an isolated one of an agent that nobody leases or is at, unless
    /// the person wants to keep it.
    pub(super) fn is_unused(&self, id: WindowId) -> bool {
        self.windows.get(&id).is_some_and(|window| {
            let closes = window.opened_by != Opener::Person && window.profile == Profile::Isolated && !window.kept;
            closes && self.leases_in(id).is_empty() && !self.person_is_in(id)
        })
    }

    /// Whether the person has control of a Window or of a page in it.
    pub(super) fn person_is_in(&self, id: WindowId) -> bool {
        let pages = self.pages_in(Scope::Window(id));
        self.person_control(Scope::Window(id)).keeps_agents_out()
            || pages.iter().filter_map(|page| self.pages.get(page)).any(|page| page.person.keeps_agents_out())
    }

    /// The Window that a scope is, or is in.
    pub(super) fn window_around(&self, scope: Scope) -> Option<WindowId> {
        match scope {
            Scope::Window(window) => self.windows.contains_key(&window).then_some(window),
            Scope::Page(page) => self.pages.get(&page).map(|page| page.window),
        }
    }

    /// Whether a Window with this id can come: policy gave the number, and none has come under it. One that is gone
    /// doesn't come back.
    pub(super) fn awaits_window(&self, id: WindowId) -> bool {
        self.last.awaited_windows.contains(&id)
    }

    /// Whether a page with this id can come: policy gave the number, and none has come under it. One that is gone
    /// doesn't come back.
    pub(super) fn awaits_page(&self, id: PageId) -> bool {
        self.last.awaited_pages.contains(&id)
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
        match person {
            PersonControl::Taking | PersonControl::Taken(_) => return ControlState::User(person),
            PersonControl::Handoff(handoff) => return ControlState::Handoff(handoff),
            PersonControl::None => {}
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

    /// The leases of a Window and of its pages.
    pub(super) fn leases_in(&self, id: WindowId) -> Vec<LeaseId> {
        let Some(window) = self.windows.get(&id) else { return Vec::new() };
        let pages = window.pages.iter().filter_map(|page| self.pages.get(page)?.lease);
        window.lease.into_iter().chain(pages).collect()
    }
}
