//! What comes and goes: sessions, Windows, pages.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Step;
use crate::policy::limits;
use crate::state::{Page, Progress, Session, Window};
use crate::{
    AgentName, Ask, CallId, Code, Effect, EffectGate, Fact, Life, Opener, PageAsk, PageId, PersonControl, Profile,
    Question, Refusal, Scope, SessionId, WindowId,
};

impl Step<'_> {
    /// A session that is over doesn't come back under its number: what it held is its agent's to come back for.
    pub(super) fn open_session(&mut self, session: SessionId, agent: AgentName) {
        if session.0 <= self.state.last.session {
            return;
        }
        self.state.last.session = session.0;
        self.state.sessions.insert(session, Session { agent, paused_at: None });
        self.tell(Fact::SessionChanged(session));
    }

    /// A lost connection takes its calls with it and what the person was asked for it. Its leases wait a moment for the
    /// agent to come back; pages stay as they are.
    pub(super) fn close_session(&mut self, id: SessionId) {
        if !self.state.sessions.contains_key(&id) {
            return;
        }
        let gone = Refusal::new(Code::Cancelled, "The connection is gone.");
        self.refuse_where(&gone, |progress| progress.call.session == id);
        self.withdraw_requests(|request| request.session == id);
        self.state.pages.values_mut().for_each(|page| {
            page.readers.remove(&id);
        });
        let until = self.now + limits::LEASE_GRACE;
        let theirs = self.state.leases.iter().filter(|(_, lease)| lease.session == id);
        self.state.lost.extend(theirs.map(|(lease, _)| (*lease, until)));
        self.state.sessions.remove(&id);
        self.tell(Fact::SessionChanged(id));
    }

    pub(super) fn add_window(&mut self, id: WindowId, opened_by: Opener, profile: Profile) {
        let window = Window {
            opened_by,
            profile,
            life: Life::Starting,
            person: PersonControl::None,
            may_be_signed_in: self.state.may_hold_sign_in(profile),
            drivers: BTreeMap::new(),
            unused_since: None,
            kept: false,
            lease: None,
            pages: BTreeSet::new(),
            gate: EffectGate::Open,
            acted_on: None,
            unasked: BTreeMap::new(),
            seen_once: BTreeSet::new(),
        };
        self.state.last.awaited_windows.remove(&id);
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

    /// A person's own hand was at work there, so a sign-in may be in it now.
    pub(super) fn person_touched(&mut self, id: WindowId) {
        self.mark_signed_in(id);
    }

    /// A sign-in may be in a Window. It never goes back, and those who may not read there from now on don't get what
    /// they were reading (N10).
    pub(super) fn mark_signed_in(&mut self, id: WindowId) {
        let Some(window) = self.state.windows.get_mut(&id).filter(|window| !window.may_be_signed_in) else { return };
        window.may_be_signed_in = true;
        for page in self.state.pages_in(Scope::Window(id)) {
            let stopped = Refusal::new(Code::Cancelled, format!("A sign-in may be in {id} from now on; call again."));
            let holder = self.state.lease_over(Scope::Page(page)).map(|(_, lease)| lease.session);
            let drives = holder.filter(|holder| self.state.drives(*holder, id));
            self.refuse_under(Scope::Page(page), &stopped, |progress| drives != Some(progress.call.session));
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
        self.end_handoffs_over(Scope::Window(id));
        self.withdraw_requests_in(Scope::Window(id));
        if nothing_to_see {
            self.forget_window(id);
        }
        self.tell(Fact::WindowChanged(id));
    }

    fn end_leases_in(&mut self, id: WindowId) {
        self.state.leases_in(id).into_iter().for_each(|lease| self.end_lease(lease));
    }

    /// Ends a Window and everything in it.
    pub(super) fn close_window(&mut self, id: WindowId, call: Option<CallId>) {
        // Before anything that tells that it is gone.
        self.emit(Effect::EndWindow { window: id, call });
        let closed = Refusal::new(Code::UnknownWindow, format!("{id} was closed."));
        self.refuse_under(Scope::Window(id), &closed, |_| true);
        self.end_leases_in(id);
        self.end_handoffs_over(Scope::Window(id));
        self.forget_window(id);
        self.tell(Fact::WindowChanged(id));
    }

    fn forget_window(&mut self, id: WindowId) {
        self.withdraw_requests_in(Scope::Window(id));
        let Some(window) = self.state.windows.remove(&id) else { return };
        for page in window.pages {
            self.state.pages.remove(&page);
        }
    }

    /// Notes whether somebody uses a Window, after anything that can change that.
    pub(super) fn note_use(&mut self, id: WindowId) {
        let unused = self.state.is_unused(id);
        let now = self.now;
        if let Some(window) = self.state.windows.get_mut(&id)
            && unused != window.unused_since.is_some()
        {
            window.unused_since = unused.then_some(now);
            self.tell(Fact::WindowChanged(id));
        }
    }

    /// A page is there. One that NEXUS didn't open while the person has control of another in the same Window is theirs,
    /// too: it may be the sign-in that they are about to do (A02). One that an agent's act opens from a page it holds alone
    /// is the agent's as well.
    pub(super) fn page_appeared(&mut self, window: WindowId, page: PageId, opened_by: Opener, opener: Option<PageId>) {
        let alive = self.state.windows.get(&window).is_some_and(|window| window.life != Life::Gone);
        if !alive || !self.state.awaits_page(page) {
            return;
        }
        let theirs = opened_by == Opener::Person && self.state.person_is_in(window);
        let actor =
            opener.filter(|_| opened_by == Opener::Person).and_then(|opener| self.acting_holder(window, opener));
        match actor.filter(|_| !theirs) {
            Some((session, agent)) => {
                self.add_page(page, window, Opener::Agent(agent));
                self.give_lease(session, Scope::Page(page));
            }
            None => self.add_page(page, window, opened_by),
        }
        if let Some(page) = self.state.pages.get_mut(&page).filter(|_| theirs) {
            page.person = PersonControl::Taken(crate::Settled::Acknowledged);
        }
    }

    /// The session whose act runs on a page that an agent opened and that it holds by a lease over this page alone.
    fn acting_holder(&self, window: WindowId, opener: PageId) -> Option<(SessionId, AgentName)> {
        let page = self.state.pages.get(&opener).filter(|page| page.window == window)?;
        let lease = self.state.leases.get(&page.lease?)?;
        let running = self.state.calls.get(&page.running?)?;
        let acts = running.runs() && running.page_ask() == Some(PageAsk::Act) && running.call.session == lease.session;
        (acts && page.opened_by != Opener::Person).then(|| (lease.session, lease.agent.clone()))
    }

    /// What the person allowed there, or is asked, was about the origin it had; and so was what is being read (N10, N17).
    pub(super) fn origin_changed(&mut self, id: PageId) {
        let Some(page) = self.state.pages.get_mut(&id) else { return };
        page.readers.clear();
        let reading = page.running.and_then(|call| self.state.calls.get(&call)).filter(|running| {
            running.page_ask() == Some(PageAsk::Read) && self.state.check_readable(running.call.session, id).is_err()
        });
        if let Some(call) = reading.map(|reading| reading.call.id) {
            let sentence = format!("{id} shows another origin now; call again.");
            self.refuse(call, Refusal::new(Code::Cancelled, sentence));
        }
        self.withdraw_requests(|request| matches!(request.question, Question::Read { page, .. } if page == id));
        self.withdraw_judged_in(Scope::Page(id));
    }

    pub(super) fn add_page(&mut self, id: PageId, window: WindowId, opened_by: Opener) {
        let page = Page {
            window,
            opened_by,
            person: PersonControl::None,
            lease: None,
            readers: BTreeSet::new(),
            running: None,
            queue: VecDeque::new(),
            last_act: None,
            explained: Vec::new(),
        };
        self.state.last.awaited_pages.remove(&id);
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
        self.end_handoffs_of_page(id);
        self.withdraw_requests_in(Scope::Page(id));
        self.state.pages.remove(&id);
        if let Some(window) = self.state.windows.get_mut(&window) {
            window.pages.remove(&id);
        }
        self.note_use(window);
        self.tell(Fact::PageClosed(id));
    }
}
