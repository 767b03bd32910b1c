//! Random inputs: mostly what may well happen, sometimes nonsense.

use super::Simulation;
use crate::policy::limits;
use crate::policy::tests::agent_name;
use crate::{
    Act, AgentName, ApprovalId, ApprovalSetting, Ask, Call, CallId, CleanState, Command, Digest, Element, ElementAct,
    Endpoint, Evidence, Field, HandoffId, Input, KeptKind, LeaseId, Life, Loan, Opener, Origin, PageAsk, PageId,
    Profile, ProfileId, Question, RequestState, Scope, Sending, SendingId, SessionId, Settled, Span, TakeoverId,
    Touched, WindowId, WorkspaceName,
};

const AGENTS: [&str; 3] = ["anna", "bert", "cleo"];
const SESSIONS: usize = 7;

impl Simulation {
    pub(super) fn random_input(&mut self) -> Input {
        if self.random.one_in(4)
            && let Some(said) = self.said()
        {
            return self.sending_from(said);
        }
        match self.random.below(208) {
            0..=5 => self.session_opened(),
            6 => Input::SessionClosed(self.session()),
            7 => Input::PairingAsked { agent: self.agent(), approval: self.pairing() },
            8 => Input::PairingWithdrawn(self.pairing()),
            9..=75 => self.call(),
            76..=78 => Input::CallCancelled(self.some_call()),
            79..=104 => self.examined(),
            105..=135 => Input::CallEnded(self.some_call()),
            136..=142 => Input::WindowRunning(self.starting_window()),
            143 if self.random.one_in(3) => Input::BrowserExited(self.window()),
            143 => Input::Tick,
            144..=150 => self.appearance(),
            151 => Input::PageClosed(self.page()),
            152..=153 => Input::OriginChanged(self.read_page()),
            154 if self.random.one_in(3) => Input::PersonTouched(self.window()),
            154..=159 => Input::InputSettled { takeover: self.takeover(), settled: self.settled() },
            160..=165 => Input::InputReleased(self.takeover()),
            166..=198 => Input::Person(self.command()),
            199..=206 => self.sending(),
            _ => Input::Tick,
        }
    }

    fn session_opened(&mut self) -> Input {
        if self.policy.sessions().count() < SESSIONS && !self.random.one_in(6) {
            self.last_session += 1;
            return Input::SessionOpened { session: SessionId(self.last_session), agent: self.agent() };
        }
        Input::SessionOpened { session: SessionId(self.random.from(0, self.last_session)), agent: self.agent() }
    }

    /// What an act would touch: mostly found out, sometimes late, sometimes not at all; mostly what was approved.
    fn examined(&mut self) -> Input {
        let examined = self.model.examined();
        let Some(call) = self.one_of(&examined) else {
            return Input::Examined { call: self.some_call(), evidence: self.evidence() };
        };
        if self.random.one_in(12) {
            return Input::CallEnded(call);
        }
        let Call { session, action, .. } = *self.model.call(call);
        let approved = self.approved().into_iter().find_map(|question| match question {
            Question::Act { key, .. } if (key.session, key.action) == (session, action) => key.evidence,
            _ => None,
        });
        let evidence = approved.filter(|_| !self.random.one_in(4));
        Input::Examined { call, evidence: evidence.unwrap_or_else(|| self.evidence()) }
    }

    fn sending(&mut self) -> Input {
        if self.random.one_in(8) {
            let held: Vec<SendingId> = self.policy.state.held.keys().copied().collect();
            return Input::SendingGone(self.one_of(&held).unwrap_or(SendingId(self.random.from(1, 99))));
        }
        if self.random.one_in(16) {
            let endpoint = self.endpoint();
            return Input::SendsByItself { window: self.window(), endpoint };
        }
        self.sending_held()
    }

    /// Where a yes to an act says that something is sent.
    fn said(&mut self) -> Option<(WindowId, PageId)> {
        let pages = self.policy.state.pages.iter().filter(|(_, page)| !page.explained.is_empty());
        let is_shut = |window| self.policy.window(window).is_some_and(|window| window.gate.is_shut());
        let said = pages.map(|(id, page)| (page.window, *id)).filter(|(window, _)| is_shut(*window));
        let said: Vec<(WindowId, PageId)> = said.collect();
        self.one_of(&said)
    }

    /// Mostly of where an agent acted, and sometimes many at once.
    fn sending_held(&mut self) -> Input {
        let shut = self.policy.state.windows.iter().filter(|(_, window)| window.gate.is_shut());
        let acted: Vec<(WindowId, PageId)> = shut.filter_map(|(id, window)| Some((*id, window.acted_on?))).collect();
        let place = self.one_of(&acted).unwrap_or_else(|| (self.window(), self.page()));
        self.sending_from(place)
    }

    fn sending_from(&mut self, (window, page): (WindowId, PageId)) -> Input {
        let burst = if self.random.one_in(60) { limits::HELD_PER_REQUEST } else { 0 };
        let page = (!self.random.one_in(4)).then_some(page);
        let endpoint = self.endpoint();
        let what = Sending { window, page, endpoint, fields: Vec::new(), reads: self.random.one_in(12) };
        for _ in 0..burst {
            let sending = self.new_sending();
            self.step(Input::SendingHeld { sending, what: what.clone() });
        }
        Input::SendingHeld { sending: self.new_sending(), what }
    }

    fn endpoint(&mut self) -> Endpoint {
        let origin = Origin(["https://one.example", "https://two.example"][self.random.below(2) as usize].to_owned());
        let thing = ["a", "b", "c"][self.random.below(3) as usize];
        let path = format!("/{thing}/{}", 100_000 + self.random.below(2));
        Endpoint { method: "POST".to_owned(), origin, path }
    }

    fn new_sending(&mut self) -> SendingId {
        self.last_sending += 1;
        SendingId(self.last_sending)
    }

    fn approved(&self) -> Vec<Question> {
        let given = self.policy.requests().filter(|request| request.state == RequestState::Approved);
        given.map(|request| request.question.clone()).collect()
    }

    fn evidence(&mut self) -> Evidence {
        let origin = ["https://one.example", "https://two.example"][self.random.below(2) as usize];
        Evidence {
            digest: self.digest(),
            parts: Vec::new(),
            origin: (!self.random.one_in(5)).then(|| Origin(origin.to_owned())),
            touched: self.touched(),
            files: Vec::new(),
        }
    }

    /// One of each row of the table.
    fn touched(&mut self) -> Touched {
        let act = |act| {
            let element = Element { resolved: true, tag: "input".to_owned(), ..Element::default() };
            Touched::Elements(vec![ElementAct { act, element }])
        };
        match self.random.below(6) {
            0 => Touched::Closing,
            1 => act(Act::Drag),
            2 => Touched::Unresolved,
            3 => act(Act::Upload),
            4 => {
                let field = Field { masked: true, ..Field::default() };
                let element = Element { resolved: true, tag: "input".to_owned(), field, ..Element::default() };
                Touched::Elements(vec![ElementAct { act: Act::Type { enter: false }, element }])
            }
            _ => act(Act::Scroll),
        }
    }

    fn digest(&mut self) -> Digest {
        Digest([self.random.below(2) as u8; 32])
    }

    fn call(&mut self) -> Input {
        if self.random.one_in(5)
            && let Some(retry) = self.retry()
        {
            return retry;
        }
        if self.random.one_in(12)
            && let Some(resume) = self.resume()
        {
            return resume;
        }
        let lease = self.random.one_in(15).then(|| self.lease());
        let (session, ask) = self.ask();
        let action = self.digest();
        // Now and then a client sends many at once.
        let burst = if self.random.one_in(500) { 70 } else { 1 };
        for _ in 1..burst {
            let call = self.numbered(session, lease, action, ask);
            self.step(call);
        }
        self.numbered(session, lease, action, ask)
    }

    fn numbered(&mut self, session: SessionId, lease: Option<LeaseId>, action: Digest, ask: Ask) -> Input {
        self.last_call += 1;
        Input::Call(Call { id: CallId(self.last_call), session, lease, action, opens: None, ask })
    }

    /// The identical call that a yes was given to.
    fn retry(&mut self) -> Option<Input> {
        if self.random.one_in(3)
            && let Some(retry) = self.retry_of_sending()
        {
            return Some(retry);
        }
        let mut approved = self.approved();
        if self.random.one_in(2) {
            let is_shut = |window| self.policy.window(window).is_some_and(|window| window.gate.is_shut());
            approved
                .retain(|question| matches!(question, Question::Act { key, .. } if key.window.is_some_and(is_shut)));
        }
        let place = self.random.below(approved.len().max(1) as u64) as usize;
        let Question::Act { key, page, .. } = approved.get(place)? else { return None };
        let ask = match (page, key.window) {
            (Some(page), _) => Ask::OnPage { page: Some(*page), kind: self.kind() },
            (None, Some(window)) if self.random.one_in(2) => Ask::OpenPage(window),
            (None, Some(window)) => Ask::CloseWindow(window),
            (None, None) => Ask::OpenWindow,
        };
        let (session, action) = (key.session, key.action);
        Some(self.numbered(session, None, action, ask))
    }

    /// The identical call to one that led to something that is held, or was.
    fn retry_of_sending(&mut self) -> Option<Input> {
        let sendings = self.policy.requests().filter_map(|request| match request.question {
            Question::Send { key, page, .. } => Some((key.session, key.action, *page)),
            _ => None,
        });
        let sendings: Vec<_> = sendings.collect();
        let (session, action, page) = self.one_of(&sendings)?;
        let ask = Ask::OnPage { page: Some(page), kind: PageAsk::Act };
        Some(self.numbered(session, None, action, ask))
    }

    /// A lost lease is wanted back, by its agent or by another.
    fn resume(&mut self) -> Option<Input> {
        let (lease, scope, agent) = self
            .policy
            .leases()
            .find(|lease| lease.lost.is_some())
            .map(|lease| (lease.id, lease.scope, lease.agent.clone()))?;
        let theirs = self.policy.sessions().find(|(_, owner)| **owner == agent).map(|(id, _)| id);
        let session = theirs.filter(|_| !self.random.one_in(4)).unwrap_or_else(|| self.session());
        let action = self.digest();
        Some(self.numbered(session, Some(lease), action, Ask::Acquire { scope, wait: None }))
    }

    /// A page that the person let a session read is read.
    fn read(&mut self) -> Option<(SessionId, Ask)> {
        let pages = self.policy.state.pages.iter();
        let (page, session) = pages.flat_map(|(id, page)| page.readers.iter().map(|session| (*id, *session))).next()?;
        Some((session, Ask::OnPage { page: Some(page), kind: PageAsk::Read }))
    }

    fn ask(&mut self) -> (SessionId, Ask) {
        if self.random.one_in(6)
            && let Some(read) = self.read()
        {
            return read;
        }
        let session = self.session();
        match self.random.below(44) {
            0..=1 => (session, Ask::Overview { wait: self.wait() }),
            2..=3 => (session, Ask::OpenWindow),
            4 if self.random.one_in(4) => (session, Ask::CloseWindow(self.window())),
            4..=8 => (session, Ask::OpenPage(self.window())),
            9..=13 => (session, Ask::Acquire { scope: self.wanted_scope(), wait: self.wait() }),
            14 => {
                let scope = if self.random.one_in(2) { self.scope() } else { Scope::Window(self.window()) };
                (self.holder_of(scope), Ask::Release(scope))
            }
            15..=16 => {
                let scope = self.scope();
                (self.holder_of(scope), Ask::Transfer { scope, to: self.session() })
            }
            17..=19 => {
                let scope = self.scope();
                (self.holder_of(scope), Ask::Handoff { scope: (!self.random.one_in(10)).then_some(scope) })
            }
            _ => {
                let page = self.page();
                let page_named = (!self.random.one_in(10)).then_some(page);
                (self.session_for(page), Ask::OnPage { page: page_named, kind: self.kind() })
            }
        }
    }

    fn command(&mut self) -> Command {
        match self.random.below(44) {
            0..=1 => self.open_window(),
            2 => Command::CloseWindow(self.broken_window()),
            3 if self.random.one_in(3) => Command::KeepWindow(self.window()),
            3..=7 => {
                self.last_takeover = self.policy.new_takeover_id().0;
                Command::TakeControl { scope: self.scope(), takeover: TakeoverId(self.last_takeover) }
            }
            8..=18 => Command::GiveBack(self.persons_scope()),
            19 => Command::RevokeLease(self.lease()),
            20 if self.random.one_in(8) => Command::RevokeAgent(self.agent()),
            20..=27 => Command::Approve { approval: self.approval(), always: self.random.one_in(3) },
            28..=31 => Command::Reject(self.approval()),
            32..=36 => Command::FinishHandoff { handoff: self.handoff(), completed: !self.random.one_in(3) },
            37 if self.random.one_in(3) => {
                Command::AskAgain { window: self.window(), endpoint: self.endpoint().shape() }
            }
            37 => self.profile_command(),
            38 => Command::Grant { profile: self.profile(), agent: self.agent() },
            39..=40 => self.revoke_grant(),
            _ => Command::SetApprovals { agent: self.agent(), setting: self.setting() },
        }
    }

    /// Mostly where the agent holds something.
    fn revoke_grant(&mut self) -> Command {
        let of = |scope| match scope {
            Scope::Window(window) => self.policy.window(window),
            Scope::Page(page) => self.policy.page(page).and_then(|page| self.policy.window(page.window)),
        };
        let held = self.policy.leases().find_map(|lease| match of(lease.scope)?.profile {
            Profile::Kept(profile) => Some(Command::RevokeGrant { profile, agent: lease.agent.clone() }),
            Profile::Isolated => None,
        });
        held.unwrap_or_else(|| Command::RevokeGrant { profile: self.profile(), agent: self.agent() })
    }

    fn open_window(&mut self) -> Command {
        let fresh = self.policy.new_window_id();
        self.model.note_numbers(fresh.0, 0);
        let window = if self.random.one_in(6) { self.window() } else { fresh };
        let persistent = self.random.one_in(2).then(|| Profile::Kept(self.profile()));
        Command::OpenWindow { window, profile: persistent.unwrap_or(Profile::Isolated) }
    }

    fn appearance(&mut self) -> Input {
        let fresh = self.policy.new_page_id();
        self.model.note_numbers(0, fresh.0);
        let page = if self.random.one_in(6) { self.page() } else { fresh };
        let opened_by = if self.random.one_in(3) { Opener::Agent(self.agent()) } else { Opener::Person };
        // Most popups come of what is being done.
        let works = |page: &PageId| self.policy.page(*page).is_some_and(|record| record.queue_length > 0);
        let leased = self.policy.leases().filter_map(|lease| match lease.scope {
            Scope::Page(page) => Some(page),
            Scope::Window(_) => None,
        });
        let busy: Vec<PageId> = leased.filter(works).collect();
        let opener = self.one_of(&busy);
        let window = opener.and_then(|page| self.policy.page(page)).map(|page| page.window);
        Input::PageAppeared { window: window.unwrap_or_else(|| self.window()), page, opened_by, opener }
    }

    // Names of things that are, were, will be, or never are.

    fn session(&mut self) -> SessionId {
        let sessions: Vec<SessionId> = self.policy.sessions().map(|(id, _)| id).collect();
        self.one_of(&sessions).unwrap_or(SessionId(self.random.from(1, self.last_session + 2)))
    }

    fn agent(&mut self) -> AgentName {
        agent_name(AGENTS[self.random.below(3) as usize])
    }

    fn setting(&mut self) -> ApprovalSetting {
        let settings =
            [ApprovalSetting::Every, ApprovalSetting::Every, ApprovalSetting::Matters, ApprovalSetting::Minimal];
        settings[self.random.below(4) as usize]
    }

    fn profile(&mut self) -> ProfileId {
        ProfileId(self.random.from(1, 4))
    }

    /// Each number has its kind, so that all are there.
    fn profile_command(&mut self) -> Command {
        let profile = self.profile();
        match self.random.below(12) {
            0 => Command::ArchiveProfile(profile),
            1 => Command::RestoreProfile(profile),
            2 => {
                let loan = if self.random.one_in(2) { Loan::Browser } else { Loan::Upkeep };
                Command::LendProfile { profile, loan }
            }
            3 => Command::TakeProfileBack(profile),
            4 => Command::RemoveProfile(profile),
            5 => Command::SwitchWorkspace(self.random.one_in(4).then(|| workspace("shop"))),
            6 => Command::SwitchWorkspace(Some(workspace("office"))),
            _ => Command::AddProfile { profile, kind: kind_of(profile) },
        }
    }

    /// Those who ask to be paired have numbers of their own here.
    fn pairing(&mut self) -> ApprovalId {
        ApprovalId(self.random.from(1_000_001, 1_000_012))
    }

    fn approval(&mut self) -> ApprovalId {
        let open = self.policy.requests().filter(|request| request.state == RequestState::Pending);
        let open: Vec<ApprovalId> = open.map(|request| request.id).collect();
        self.one_of(&open).unwrap_or(ApprovalId(self.random.from(1, 60)))
    }

    fn handoff(&mut self) -> HandoffId {
        let open: Vec<HandoffId> = self.policy.handoffs().map(|handoff| handoff.id).collect();
        self.one_of(&open).unwrap_or(HandoffId(self.random.from(1, 20)))
    }

    fn takeover(&mut self) -> TakeoverId {
        TakeoverId(self.last_takeover.saturating_sub(self.random.below(3)))
    }

    fn settled(&mut self) -> Settled {
        if self.random.one_in(3) { Settled::Expired } else { Settled::Acknowledged }
    }

    fn some_call(&mut self) -> CallId {
        let under_way = self.model.under_way();
        self.one_of(&under_way).unwrap_or(CallId(self.random.from(1, self.last_call + 2)))
    }

    fn window(&mut self) -> WindowId {
        let windows: Vec<WindowId> = self.policy.windows().collect();
        self.one_of(&windows).unwrap_or(WindowId(self.random.from(1, 60)))
    }

    /// Mostly one whose Chromium is being started.
    fn starting_window(&mut self) -> WindowId {
        let starting = |id: &WindowId| self.policy.window(*id).is_some_and(|window| window.life == Life::Starting);
        let found: Vec<WindowId> = self.policy.windows().filter(starting).collect();
        self.one_of(&found).unwrap_or_else(|| self.window())
    }

    /// Mostly one that the person let an agent read.
    fn read_page(&mut self) -> PageId {
        let state = &self.policy.state;
        let read: Vec<PageId> =
            state.pages.iter().filter(|(_, page)| !page.readers.is_empty()).map(|(id, _)| *id).collect();
        self.one_of(&read).filter(|_| !self.random.one_in(3)).unwrap_or_else(|| self.page())
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

    /// Mostly the one that holds exactly this.
    fn holder_of(&mut self, scope: Scope) -> SessionId {
        let held = self.policy.leases().find(|lease| lease.scope == scope).map(|lease| lease.session);
        held.filter(|_| !self.random.one_in(8)).unwrap_or_else(|| self.session())
    }

    fn pages(&self) -> Vec<PageId> {
        self.policy.windows().flat_map(|window| self.policy.pages(window)).collect()
    }

    fn page(&mut self) -> PageId {
        let pages = self.pages();
        self.one_of(&pages).unwrap_or(PageId(self.random.from(1, 200)))
    }

    fn lease(&mut self) -> LeaseId {
        let leases: Vec<LeaseId> = self.policy.leases().map(|lease| lease.id).collect();
        self.one_of(&leases).unwrap_or(LeaseId(self.random.from(1, 100)))
    }

    fn scope(&mut self) -> Scope {
        if self.random.one_in(3) { Scope::Window(self.window()) } else { Scope::Page(self.page()) }
    }

    /// Sometimes inside what another call waits for.
    fn wanted_scope(&mut self) -> Scope {
        let waited_for = self.policy.state.waiting.front().map(|waiting| waiting.scope);
        match waited_for.filter(|_| self.random.one_in(2)) {
            Some(Scope::Window(window)) => {
                let pages: Vec<PageId> = self.policy.pages(window).collect();
                self.one_of(&pages).map_or(Scope::Window(window), Scope::Page)
            }
            Some(page) => page,
            None => self.scope(),
        }
    }

    /// Mostly one where the person is.
    fn persons_scope(&mut self) -> Scope {
        let windows = self.policy.windows().map(Scope::Window);
        let scopes = windows.chain(self.pages().into_iter().map(Scope::Page));
        let theirs: Vec<Scope> =
            scopes.filter(|scope| self.policy.state.person_control(*scope).keeps_agents_out()).collect();
        self.one_of(&theirs).unwrap_or_else(|| self.scope())
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

fn workspace(name: &str) -> WorkspaceName {
    name.parse().expect("a name")
}

fn kind_of(profile: ProfileId) -> KeptKind {
    match profile.0 % 4 {
        0 => KeptKind::Workspace(workspace("office")),
        1 => KeptKind::Persistent,
        2 => KeptKind::Shared,
        _ => KeptKind::AutomationOnly(CleanState::Plain),
    }
}
