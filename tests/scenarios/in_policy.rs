//! Plays a scenario against the rules alone: a page does at once what it is asked, and time passes when the scenario says.

mod person;

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use nexus_policy::{
    AgentName, ApprovalSetting, Ask, Call, CallId, ControlState, Digest, Effect, Evidence, Granted, Input, LeaseId,
    Opener, Origin, PageAsk, PageId, Policy, Scope, SessionId, Span, Target, Time, WindowId,
};
use nexus_test_support::Scenario;
use nexus_test_support::scenario::{AgentStep, State, Step, agent_of};

use super::Names;

/// The rules with a clock, and what the scenario calls what there is.
struct Ground {
    policy: Policy,
    now: Time,
    sessions: Names<SessionId>,
    windows: Names<WindowId>,
    pages: Names<PageId>,
    profiles: Names<nexus_policy::ProfileId>,
    leases: Names<LeaseId>,
    waiting: Names<VecDeque<CallId>>,
    answers: std::collections::BTreeMap<CallId, String>,
    last: u64,
    /// What Chromium does meanwhile: a page that an act opens.
    popup: Option<PageId>,
    /// How often each page has gone elsewhere.
    origins: std::collections::BTreeMap<PageId, u32>,
}

/// Plays it to its end.
#[track_caller]
pub(crate) fn play(scenario: &Scenario) {
    let mut ground = Ground {
        policy: Policy::new(ApprovalSetting::Matters),
        now: Time::default(),
        sessions: Names::new(),
        windows: Names::new(),
        pages: Names::new(),
        profiles: Names::new(),
        leases: Names::new(),
        waiting: Names::new(),
        answers: Default::default(),
        last: 0,
        popup: None,
        origins: Default::default(),
    };
    for line in &scenario.lines {
        let at = scenario.at(line);
        match &line.step {
            Step::Agent { agent, does, answer } => {
                let got = ground.agent(agent, does);
                assert_eq!(got, *answer, "{at}");
            }
            Step::Person { does, answer } => assert_eq!(ground.person(does), *answer, "{at}"),
            Step::After { seconds } => {
                ground.now = ground.now + Span::secs(*seconds);
                ground.step(Input::Tick);
            }
            Step::BrowserEnds(window) => {
                let window = ground.windows[window];
                ground.step(Input::BrowserExited(window));
            }
            Step::GoesElsewhere(page) => {
                let page = ground.pages[page];
                *ground.origins.entry(page).or_default() += 1;
                ground.step(Input::OriginChanged(page));
            }
            Step::Is { place, state } => assert_eq!(ground.state(place), *state, "{at}"),
            Step::Asked(count) => assert_eq!(ground.cards().len(), *count, "{at}"),
        }
    }
}

impl Ground {
    fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    fn step(&mut self, input: Input) -> Vec<Effect> {
        let effects = self.policy.step(self.now, input);
        let mut told = Vec::new();
        for effect in effects {
            match effect {
                Effect::Refuse { call, refusal } => drop(self.answers.insert(call, refusal.code.as_str().to_owned())),
                Effect::Answer { call, granted } => self.granted(call, &granted),
                Effect::Deliver { call, .. } => drop(self.answers.insert(call, "ok".to_owned())),
                Effect::Examine(look) => {
                    let (call, target) = (look.call(), look.target());
                    let evidence = self.evidence(target);
                    told.extend(self.step(Input::Examined { call, evidence }));
                }
                Effect::Perform(permit) => self.perform(permit.call(), permit.target()),
                other => told.push(other),
            }
        }
        told
    }

    fn granted(&mut self, call: CallId, granted: &Granted) {
        self.answers.insert(call, "ok".to_owned());
        if let Granted::Lease { lease, scope } = granted {
            let session = self.policy.lease(*lease).map(|record| record.session);
            let agent = self.sessions.iter().find(|(_, known)| Some(**known) == session).map(|(name, _)| name.clone());
            self.leases.insert(format!("{} {scope}", agent_of(&agent.unwrap_or_default())), *lease);
        }
    }

    /// A page is elsewhere after it went there; nothing else of it changes.
    fn evidence(&self, target: Target) -> Evidence {
        let times = target.page().and_then(|page| self.origins.get(&page)).copied().unwrap_or_default();
        Evidence {
            digest: digest(&times),
            parts: Vec::new(),
            origin: Some(Origin(format!("https://{times}.example"))),
            touched: nexus_policy::Touched::Closing,
            files: Vec::new(),
        }
    }

    /// What a permitted call does to the browser, at once.
    fn perform(&mut self, call: CallId, target: Target) {
        match target {
            Target::NewWindow(window) => {
                self.step(Input::WindowRunning(window));
                let opened_by = self.policy.window(window).map_or(Opener::Person, |record| record.opened_by.clone());
                let page = self.policy.new_page_id();
                self.step(Input::PageAppeared { window, page, opened_by, opener: None });
            }
            Target::NewPage(..) => {}
            Target::Page(window, opener) => {
                if let Some(page) = self.popup.take() {
                    let (opened_by, opener) = (Opener::Person, Some(opener));
                    self.step(Input::PageAppeared { window, page, opened_by, opener });
                }
            }
        }
        self.step(Input::CallEnded(call));
    }

    /// What a call was answered; `None` if it waits.
    fn call(&mut self, agent: &str, lease: Option<LeaseId>, ask: Ask, what: impl Hash) -> (CallId, Option<String>) {
        let session = self.session(agent);
        let (id, action) = (CallId(self.number()), digest(&what));
        self.step(Input::Call(Call { id, session, lease, action, opens: None, ask }));
        (id, self.answers.get(&id).cloned())
    }

    fn session(&mut self, connection: &str) -> SessionId {
        if let Some(session) = self.sessions.get(connection) {
            return *session;
        }
        let session = SessionId(self.number());
        let agent = agent_name(connection);
        self.sessions.insert(connection.to_owned(), session);
        self.step(Input::SessionOpened { session, agent });
        session
    }

    /// What the agent is told at once, if it is told something.
    fn agent(&mut self, agent: &str, does: &AgentStep) -> Option<String> {
        let on_page = |page: PageId, kind| Ask::OnPage { page: Some(page), kind };
        let named = format!("{does:?}");
        match does {
            AgentStep::OpenWindow { window, page } => {
                let known: Vec<WindowId> = self.policy.windows().collect();
                let (_, answer) = self.call(agent, None, Ask::OpenWindow, named);
                if let Some(new) = self.policy.windows().find(|id| !known.contains(id)) {
                    self.windows.insert(window.clone(), new);
                    self.pages.extend(self.policy.pages(new).next().map(|first| (page.clone(), first)));
                }
                answer
            }
            AgentStep::OpenPage { page, window } => {
                let window = self.windows[window];
                let known: Vec<PageId> = self.policy.pages(window).collect();
                let (_, answer) = self.call(agent, None, Ask::OpenPage(window), named);
                let new = self.policy.pages(window).find(|id| !known.contains(id));
                self.pages.extend(new.map(|new| (page.clone(), new)));
                answer
            }
            AgentStep::Acquire(place) => {
                let ask = Ask::Acquire { scope: self.scope(place), wait: None };
                self.call(agent, None, ask, named).1
            }
            AgentStep::Resume(place) => {
                let scope = self.scope(place);
                let lease = self.leases.get(&format!("{} {scope}", agent_of(agent))).copied();
                assert!(lease.is_some(), "{agent} never acquired {place}");
                self.call(agent, lease, Ask::Acquire { scope, wait: None }, named).1
            }
            AgentStep::WaitFor(place) => {
                let ask = Ask::Acquire { scope: self.scope(place), wait: Some(Span::secs(60)) };
                self.wait(agent, ask, named)
            }
            AgentStep::HandOver(page) => {
                let ask = Ask::Handoff { scope: Some(Scope::Page(self.pages[page])) };
                self.wait(agent, ask, named)
            }
            AgentStep::Release(place) => {
                let ask = Ask::Release(self.scope(place));
                self.call(agent, None, ask, named).1
            }
            AgentStep::Transfer { place, to } => {
                let (scope, to) = (self.scope(place), self.session(to));
                self.call(agent, None, Ask::Transfer { scope, to }, named).1
            }
            AgentStep::Read(page) => self.call(agent, None, on_page(self.pages[page], PageAsk::Read), named).1,
            AgentStep::Click { page, opens } => {
                self.popup = opens.is_some().then(|| self.policy.new_page_id());
                self.pages.extend(opens.clone().zip(self.popup));
                self.call(agent, None, on_page(self.pages[page], PageAsk::Act), named).1
            }
            AgentStep::Close(place) => match self.scope(place) {
                Scope::Window(window) => self.call(agent, None, Ask::CloseWindow(window), named).1,
                Scope::Page(page) => {
                    let (_, answer) = self.call(agent, None, on_page(page, PageAsk::Close), named);
                    if answer.as_deref() == Some("ok") {
                        self.step(Input::PageClosed(page));
                    }
                    answer
                }
            },
            AgentStep::IsTold => {
                let call = self.waiting.get_mut(agent).and_then(VecDeque::pop_front).expect("a call that waits");
                Some(self.answers.get(&call).cloned().unwrap_or_else(|| "nothing yet".to_owned()))
            }
            AgentStep::StillWaits => {
                let waiting = self.waiting.get(agent).expect("calls that wait");
                let answered = waiting.iter().find_map(|call| self.answers.get(call));
                assert_eq!(answered, None, "{agent} was answered");
                None
            }
            AgentStep::Leave => {
                let session = self.sessions.remove(agent).expect("it is connected");
                self.step(Input::SessionClosed(session));
                None
            }
            AgentStep::ComeBack => {
                assert!(!self.sessions.contains_key(agent), "{agent} is connected");
                self.session(agent);
                None
            }
        }
    }

    fn wait(&mut self, agent: &str, ask: Ask, what: String) -> Option<String> {
        let (call, answer) = self.call(agent, None, ask, what);
        if answer.is_none() {
            self.waiting.entry(agent.to_owned()).or_default().push_back(call);
        }
        answer
    }

    #[track_caller]
    fn scope(&self, place: &str) -> Scope {
        let window = self.windows.get(place).copied().map(Scope::Window);
        let page = self.pages.get(place).copied().map(Scope::Page);
        window.or(page).unwrap_or_else(|| panic!("{place} was never opened"))
    }

    fn state(&self, place: &str) -> State {
        let control = match self.scope(place) {
            Scope::Window(window) => self.policy.window(window).map(|record| record.control),
            Scope::Page(page) => self.policy.page(page).map(|record| record.control),
        };
        let name = |session: SessionId| {
            let known = self.sessions.iter().find(|(_, known)| **known == session);
            known.map_or_else(|| "one that is gone".to_owned(), |(name, _)| name.clone())
        };
        match control {
            None => State::Gone,
            Some(ControlState::Idle) => State::Idle,
            Some(ControlState::Agent(session)) => State::Of(name(session)),
            Some(ControlState::Handoff(_)) => State::HandedOver,
            Some(ControlState::User(_)) => State::Persons,
        }
    }
}

fn agent_name(connection: &str) -> AgentName {
    agent_of(connection).parse().expect("a name")
}

fn digest(of: &impl Hash) -> Digest {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    let hash = hasher.finish().to_le_bytes();
    Digest(std::array::from_fn(|at| hash[at % hash.len()]))
}
