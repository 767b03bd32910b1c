//! Random inputs: mostly what may well happen, sometimes nonsense.

use super::{SESSIONS, Simulation};
use crate::policy::tests::{ACTION, agent_name, approve, persons_own};
use crate::{
    AgentName, ApprovalId, Ask, Call, CallId, Command, Input, LeaseId, Life, Opener, PageAsk, PageId, Scope, SessionId,
    Settled, Span, TakeoverId, WindowId,
};

const AGENTS: [&str; 3] = ["anna", "bert", "cleo"];

impl Simulation {
    pub(super) fn random_input(&mut self) -> Input {
        match self.random.below(100) {
            0..=2 => Input::SessionOpened { session: SessionId(self.random.from(1, SESSIONS)), agent: self.agent() },
            3..=5 if self.random.one_in(8) => Input::SessionClosed(self.session()),
            3..=5 => Input::Person(Command::GiveBack(self.scope())),
            6 => Input::PairingAsked { agent: self.agent(), approval: self.approval() },
            7 => Input::PairingWithdrawn(self.approval()),
            8..=49 => self.call(),
            50..=51 => Input::CallCancelled(self.some_call()),
            52..=73 => Input::CallEnded(self.some_call()),
            74..=77 => Input::WindowRunning(self.window()),
            78 if self.random.one_in(5) => Input::BrowserExited(self.window()),
            78 => Input::Tick,
            79..=82 => self.appearance(),
            83 => Input::PageClosed(self.page()),
            84 if self.random.one_in(4) => Input::PersonTouched(self.window()),
            84..=88 => Input::InputSettled { takeover: self.takeover(), settled: self.settled() },
            89..=92 => Input::InputReleased(self.takeover()),
            93..=98 => Input::Person(self.command()),
            _ => Input::Tick,
        }
    }

    fn call(&mut self) -> Input {
        let lease = self.random.one_in(15).then(|| self.lease());
        let mut session = self.session();
        let ask = match self.random.below(40) {
            0..=1 => Ask::Overview { wait: self.wait() },
            2 => Ask::OpenWindow,
            3 if self.random.one_in(3) => Ask::CloseWindow(self.window()),
            3..=5 => Ask::OpenPage(self.window()),
            6..=10 => Ask::Acquire { scope: self.scope(), wait: self.wait() },
            11..=13 => {
                let scope = self.scope();
                let held = self.policy.leases().find(|lease| lease.scope == scope);
                session = held.map_or(session, |lease| lease.session);
                Ask::Release(scope)
            }
            _ => {
                let page = self.page();
                session = self.session_for(page);
                Ask::OnPage { page: (!self.random.one_in(10)).then_some(page), kind: self.kind() }
            }
        };
        // Now and then a client sends many at once.
        let burst = if self.random.one_in(400) { 70 } else { 1 };
        for _ in 1..burst {
            self.last_call += 1;
            self.step(Input::Call(Call { id: CallId(self.last_call), session, lease, action: ACTION, ask }));
        }
        self.last_call += 1;
        Input::Call(Call { id: CallId(self.last_call), session, lease, action: ACTION, ask })
    }

    fn command(&mut self) -> Command {
        match self.random.below(24) {
            0 => {
                let fresh = self.policy.new_window_id();
                persons_own(if self.random.one_in(4) { self.window() } else { fresh })
            }
            1..=2 => Command::CloseWindow(self.broken_window()),
            3..=8 => {
                self.last_takeover += 1;
                Command::TakeControl { scope: self.scope(), takeover: TakeoverId(self.last_takeover) }
            }
            9..=19 => Command::GiveBack(self.scope()),
            20 => Command::RevokeLease(self.lease()),
            21 if self.random.one_in(5) => Command::RevokeAgent(self.agent()),
            21..=22 => approve(self.approval()),
            _ => Command::Reject(self.approval()),
        }
    }

    fn appearance(&mut self) -> Input {
        let fresh = self.policy.new_page_id();
        let page = if self.random.one_in(4) { self.page() } else { fresh };
        let opened_by = if self.random.one_in(2) { Opener::Person } else { Opener::Agent(self.agent()) };
        Input::PageAppeared { window: self.window(), page, opened_by, opener: None }
    }

    // Names of things that are, were, will be, or never are.

    fn session(&mut self) -> SessionId {
        let sessions: Vec<SessionId> = self.policy.sessions().map(|(id, _)| id).collect();
        self.one_of(&sessions).unwrap_or(SessionId(self.random.from(1, SESSIONS)))
    }

    fn agent(&mut self) -> AgentName {
        agent_name(AGENTS[self.random.below(3) as usize])
    }

    fn approval(&mut self) -> ApprovalId {
        ApprovalId(self.random.from(1, 12))
    }

    fn takeover(&mut self) -> TakeoverId {
        TakeoverId(self.last_takeover.saturating_sub(self.random.below(3)))
    }

    fn settled(&mut self) -> Settled {
        if self.random.one_in(3) { Settled::GaveUp } else { Settled::Acknowledged }
    }

    fn some_call(&mut self) -> CallId {
        let running = self.model.running_calls();
        if running.is_empty() || self.random.one_in(6) {
            return CallId(self.random.from(1, self.last_call + 2));
        }
        running[self.random.below(running.len() as u64) as usize]
    }

    fn window(&mut self) -> WindowId {
        let windows: Vec<WindowId> = self.policy.windows().collect();
        self.one_of(&windows).unwrap_or(WindowId(self.random.from(1, 60)))
    }

    /// One whose Chromium has ended, if there is one: people tidy up.
    fn broken_window(&mut self) -> WindowId {
        let broken = |id: &WindowId| self.policy.window(*id).is_some_and(|window| window.life == Life::Gone);
        let found = self.policy.windows().find(broken);
        found.unwrap_or_else(|| self.window())
    }

    /// Mostly the one that holds the page.
    fn session_for(&mut self, page: PageId) -> SessionId {
        let holder = self.policy.sessions().map(|(id, _)| id).find(|session| self.policy.holds(*session, page));
        let other = self.session();
        holder.filter(|_| !self.random.one_in(3)).unwrap_or(other)
    }

    fn page(&mut self) -> PageId {
        let pages: Vec<PageId> = self.policy.windows().flat_map(|window| self.policy.pages(window)).collect();
        self.one_of(&pages).unwrap_or(PageId(self.random.from(1, 200)))
    }

    fn lease(&mut self) -> LeaseId {
        let leases: Vec<LeaseId> = self.policy.leases().map(|lease| lease.id).collect();
        self.one_of(&leases).unwrap_or(LeaseId(self.random.from(1, 100)))
    }

    fn scope(&mut self) -> Scope {
        if self.random.one_in(3) { Scope::Window(self.window()) } else { Scope::Page(self.page()) }
    }

    fn one_of<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        if things.is_empty() || self.random.one_in(25) {
            return None;
        }
        Some(things[self.random.below(things.len() as u64) as usize])
    }

    fn wait(&mut self) -> Option<Span> {
        (!self.random.one_in(3)).then(|| Span(self.random.from(1, 60_000)))
    }

    fn kind(&mut self) -> PageAsk {
        match self.random.below(20) {
            0..=6 => PageAsk::Read,
            7..=16 => PageAsk::Act,
            17 => PageAsk::Close,
            _ => PageAsk::Unblock,
        }
    }
}
