//! What comes and goes: sessions, Windows, pages.

use std::collections::{BTreeSet, VecDeque};

use super::Step;
use super::rules::not_yours_to_read;
use crate::state::{Page, Progress, Session, Window};
use crate::{
    AgentName, Ask, Code, Effect, Fact, Life, Opener, PageAsk, PageId, PersonControl, Refusal, Scope, SessionId,
    WindowId,
};

impl Step<'_> {
    pub(super) fn open_session(&mut self, session: SessionId, agent: AgentName) {
        if self.state.sessions.contains_key(&session) {
            return;
        }
        self.state.sessions.insert(session, Session { agent, paused_at: None });
        self.tell(Fact::SessionChanged(session));
    }

    /// A lost connection takes its calls and leases with it; pages stay as they are.
    pub(super) fn close_session(&mut self, id: SessionId) {
        if !self.state.sessions.contains_key(&id) {
            return;
        }
        let gone = Refusal::new(Code::Cancelled, "The connection is gone.");
        self.refuse_where(&gone, |progress| progress.call.session == id);
        self.state.leases_of(id).into_iter().for_each(|lease| self.end_lease(lease));
        self.state.sessions.remove(&id);
        self.tell(Fact::SessionChanged(id));
    }

    pub(super) fn add_window(&mut self, id: WindowId, opened_by: Opener) {
        let window = Window {
            opened_by,
            life: Life::Starting,
            person: PersonControl::None,
            may_be_signed_in: false,
            lease: None,
            pages: BTreeSet::new(),
        };
        self.state.windows.insert(id, window);
        self.tell(Fact::WindowChanged(id));
    }

    pub(super) fn window_runs(&mut self, id: WindowId) {
        let Some(window) = self.state.windows.get_mut(&id).filter(|window| window.life == Life::Starting) else {
            return;
        };
        window.life = Life::Running;
        self.tell(Fact::WindowChanged(id));
    }

    /// A person's own hand was at work there. It never goes back, and those who may not read there from now on don't get
    /// what they were reading (N10).
    pub(super) fn person_touched(&mut self, id: WindowId) {
        let Some(window) = self.state.windows.get_mut(&id).filter(|window| !window.may_be_signed_in) else { return };
        window.may_be_signed_in = true;
        for page in self.state.pages_in(Scope::Window(id)) {
            let holder = self.state.lease_over(Scope::Page(page)).map(|(_, lease)| lease.session);
            let not_theirs = |progress: &Progress| holder != Some(progress.call.session);
            self.refuse_under(Scope::Page(page), &not_yours_to_read(page), not_theirs);
        }
        self.tell(Fact::WindowChanged(id));
    }

    /// A Chromium ended. One that an agent asked for and that never ran leaves nothing behind; any other stays listed,
    /// so that the person sees what happened and agents learn why.
    pub(super) fn browser_exited(&mut self, id: WindowId) {
        let Some(window) = self.state.windows.get_mut(&id).filter(|window| window.life != Life::Gone) else { return };
        let nothing_to_see = window.life == Life::Starting && window.opened_by != Opener::Person;
        window.life = Life::Gone;
        let gone = Refusal::new(Code::BrowserGone, format!("The Chromium of {id} has ended."));
        // The call that opens the Window tells by its own outcome what went wrong.
        self.refuse_under(Scope::Window(id), &gone, |progress| progress.call.ask != Ask::OpenWindow);
        self.end_leases_in(id);
        if nothing_to_see {
            self.forget_window(id);
        }
        self.tell(Fact::WindowChanged(id));
    }

    fn end_leases_in(&mut self, id: WindowId) {
        self.state.leases_in(id).into_iter().for_each(|lease| self.end_lease(lease));
    }

    /// Ends a Window and everything in it.
    pub(super) fn close_window(&mut self, id: WindowId) {
        let closed = Refusal::new(Code::UnknownWindow, format!("{id} was closed."));
        self.refuse_under(Scope::Window(id), &closed, |_| true);
        self.end_leases_in(id);
        self.forget_window(id);
        self.emit(Effect::EndWindow(id));
        self.tell(Fact::WindowChanged(id));
    }

    fn forget_window(&mut self, id: WindowId) {
        let Some(window) = self.state.windows.remove(&id) else { return };
        for page in window.pages {
            self.state.pages.remove(&page);
        }
    }

    /// A page is there. One that NEXUS didn't open while the person has control of another in the same Window is theirs,
    /// too: it may be the sign-in that they are about to do (A02).
    pub(super) fn page_appeared(&mut self, window: WindowId, page: PageId, opened_by: Opener) {
        let alive = self.state.windows.get(&window).is_some_and(|window| window.life != Life::Gone);
        if alive && self.state.awaits_page(page) {
            let theirs = opened_by == Opener::Person && self.person_is_in(window);
            self.add_page(page, window, opened_by);
            if let Some(page) = self.state.pages.get_mut(&page).filter(|_| theirs) {
                page.person = PersonControl::Taken(crate::Settled::Acknowledged);
            }
        }
    }

    /// Whether the person has control of a page in this Window; of the Window as a whole counts by itself.
    fn person_is_in(&self, window: WindowId) -> bool {
        let pages = self.state.pages_in(Scope::Window(window));
        pages.iter().filter_map(|page| self.state.pages.get(page)).any(|page| page.person.keeps_agents_out())
    }

    pub(super) fn add_page(&mut self, id: PageId, window: WindowId, opened_by: Opener) {
        let page =
            Page { window, opened_by, person: PersonControl::None, lease: None, running: None, queue: VecDeque::new() };
        self.state.pages.insert(id, page);
        if let Some(window) = self.state.windows.get_mut(&window) {
            window.pages.insert(id);
        }
        self.tell(Fact::PageOpened(id));
    }

    pub(super) fn page_closed(&mut self, id: PageId) {
        let Some(window) = self.state.pages.get(&id).map(|page| page.window) else { return };
        let closed = Refusal::new(Code::UnknownPage, format!("{id} was closed."));
        // The call that closes it succeeds by that; another that waits to close it doesn't.
        let closes = |progress: &Progress| progress.page_ask() == Some(PageAsk::Close) && progress.runs();
        self.refuse_under(Scope::Page(id), &closed, |progress| !closes(progress));
        if let Some(lease) = self.state.pages.get(&id).and_then(|page| page.lease) {
            self.end_lease(lease);
        }
        self.state.pages.remove(&id);
        if let Some(window) = self.state.windows.get_mut(&window) {
            window.pages.remove(&id);
        }
        self.tell(Fact::PageClosed(id));
    }
}
