//! Tests of the rules, by subject, and the world they happen in.

mod after_reading;
mod approvals;
mod effect_gate;
mod give_back;
mod grace;
mod grants;
mod handoff;
mod lease_ends;
mod leases;
mod opening;
mod pairing;
mod profiles;
mod queue;
mod reading;
mod requests;
mod simulation;
mod takeover;
mod transfer;
mod unused;
mod waits;
mod windows;

use std::collections::BTreeMap;

use super::Policy;
use crate::{
    AgentName, ApprovalId, ApprovalSetting, Ask, Call, CallId, Code, Command, ControlState, Digest, Effect, Evidence,
    Fact, Granted, HandoffId, Input, KeptKind, LeaseId, Opener, Origin, PageAsk, PageId, PersonControl, PersonRefusal,
    Profile, ProfileId, RequestState, Scope, SessionId, Settled, Span, TakeoverId, Time, Touched, WindowId,
};

/// What has become of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Fate {
    Waits,
    Runs,
    Refused(Code),
    Granted(Granted),
    Delivered(Option<LeaseId>),
}
use Fate::{Delivered, Refused, Runs, Waits};

/// A policy with a clock, and what became of every call.
struct World {
    policy: Policy,
    now: Time,
    last_number: u64,
    fates: BTreeMap<CallId, Fate>,
    /// The calls that were started, in order.
    started: Vec<CallId>,
    aborted: Vec<CallId>,
    /// What acts are asked for that weren't examined yet.
    examined: Vec<CallId>,
    /// What every call does.
    action: Digest,
    /// What every act touches.
    evidence: Evidence,
}

impl Default for World {
    fn default() -> Self {
        Self {
            policy: Policy::default(),
            now: Time::default(),
            last_number: 0,
            fates: BTreeMap::new(),
            started: Vec::new(),
            aborted: Vec::new(),
            examined: Vec::new(),
            action: ACTION,
            evidence: Evidence {
                digest: ACTION,
                parts: Vec::new(),
                origin: Some(Origin("https://example.com".to_owned())),
                touched: Touched::Closing,
                files: Vec::new(),
            },
        }
    }
}

impl World {
    fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// Takes a step, and what it leads to at once: what acts would touch is known without delay here.
    fn step(&mut self, input: Input) -> Vec<Effect> {
        let mut effects = self.step_alone(input);
        while let Some(call) = self.examined.pop() {
            effects.extend(self.step_alone(Input::Examined { call, evidence: self.evidence.clone() }));
        }
        effects
    }

    /// Takes a step, notes what becomes of calls, and checks that none is answered twice.
    fn step_alone(&mut self, input: Input) -> Vec<Effect> {
        let effects = self.policy.step(self.now, input);
        for effect in &effects {
            match effect {
                Effect::Perform(permit) => {
                    self.started.push(permit.call());
                    self.change(permit.call(), Runs);
                }
                Effect::Examine(look) => self.examined.push(look.call()),
                Effect::Refuse { call, refusal } => self.change(*call, Refused(refusal.code)),
                Effect::Answer { call, granted } => self.change(*call, Fate::Granted(granted.clone())),
                Effect::Deliver { call, lease } => self.change(*call, Delivered(*lease)),
                Effect::Abort(call) => self.aborted.push(*call),
                Effect::RaiseEpoch { .. }
                | Effect::SetEffectGate { .. }
                | Effect::LetGo(_)
                | Effect::Fail(_)
                | Effect::SettleInput { .. }
                | Effect::ReleaseInput { .. }
                | Effect::InForce { .. }
                | Effect::StartWindow(_)
                | Effect::EndWindow { .. }
                | Effect::PairingDecided { .. }
                | Effect::Disconnect(_)
                | Effect::PersonAnswer(_)
                | Effect::Tell(_) => {}
            }
        }
        effects
    }

    fn change(&mut self, call: CallId, fate: Fate) {
        let before = self.fates.insert(call, fate.clone());
        assert!(matches!(before, Some(Waits | Runs)), "{call} was {before:?} and then became {fate:?}");
    }

    fn fate(&self, call: CallId) -> Fate {
        self.fates[&call].clone()
    }

    // Agents.

    fn agent(&mut self, name: &str) -> SessionId {
        let session = SessionId(self.number());
        self.step(Input::SessionOpened { session, agent: agent_name(name) });
        session
    }

    fn ask(&mut self, session: SessionId, ask: Ask) -> CallId {
        self.ask_under(session, None, ask)
    }

    fn ask_under(&mut self, session: SessionId, lease: Option<LeaseId>, ask: Ask) -> CallId {
        let id = CallId(self.number());
        self.fates.insert(id, Waits);
        self.step(Input::Call(Call { id, session, lease, action: self.action, opens: None, ask }));
        id
    }

    fn on_page(&mut self, session: SessionId, page: PageId, kind: PageAsk) -> CallId {
        self.ask(session, Ask::OnPage { page: Some(page), kind })
    }

    fn read(&mut self, session: SessionId, page: PageId) -> CallId {
        self.on_page(session, page, PageAsk::Read)
    }

    fn act(&mut self, session: SessionId, page: PageId) -> CallId {
        self.on_page(session, page, PageAsk::Act)
    }

    fn acquire(&mut self, session: SessionId, scope: Scope) -> CallId {
        self.ask(session, Ask::Acquire { scope, wait: None })
    }

    fn wait_for(&mut self, session: SessionId, scope: Scope) -> CallId {
        self.ask(session, Ask::Acquire { scope, wait: Some(Span::secs(30)) })
    }

    fn release(&mut self, session: SessionId, scope: Scope) -> CallId {
        self.ask(session, Ask::Release(scope))
    }

    fn hand_over(&mut self, session: SessionId, scope: Scope) -> CallId {
        self.ask(session, Ask::Handoff { scope: Some(scope) })
    }

    fn transfer(&mut self, session: SessionId, scope: Scope, to: SessionId) -> CallId {
        self.ask(session, Ask::Transfer { scope, to })
    }

    fn watch(&mut self, session: SessionId) -> CallId {
        self.ask(session, Ask::Overview { wait: Some(Span::secs(50)) })
    }

    fn lease_of(&self, scope: Scope) -> Option<LeaseId> {
        self.policy.leases().find(|lease| lease.scope == scope).map(|lease| lease.id)
    }

    // Browsers.

    fn end(&mut self, call: CallId) {
        self.step(Input::CallEnded(call));
    }

    fn appear(&mut self, window: WindowId, opened_by: Opener) -> PageId {
        let page = self.policy.new_page_id();
        self.step(Input::PageAppeared { window, page, opened_by, opener: None });
        page
    }

    /// A Window that an agent opened and holds, with its first page.
    fn window(&mut self, session: SessionId) -> (WindowId, PageId) {
        let call = self.ask(session, Ask::OpenWindow);
        let window = self.policy.windows().last().expect("a Window");
        self.step(Input::WindowRunning(window));
        let agent = self.policy.sessions().find(|(id, _)| *id == session).expect("a session").1.clone();
        let page = self.appear(window, Opener::Agent(agent));
        self.end(call);
        (window, page)
    }

    /// The same, with nothing leased.
    fn free_window(&mut self, session: SessionId) -> (WindowId, PageId) {
        let (window, page) = self.window(session);
        self.release(session, Scope::Window(window));
        (window, page)
    }

    /// A Window of the person's own.
    fn persons_window(&mut self) -> (WindowId, PageId) {
        let window = self.policy.new_window_id();
        self.order(persons_own(window)).expect("a Window");
        self.step(Input::WindowRunning(window));
        let page = self.appear(window, Opener::Person);
        (window, page)
    }

    /// A page that a session opens in a Window.
    fn open_page(&mut self, session: SessionId, window: WindowId) -> PageId {
        let call = self.ask(session, Ask::OpenPage(window));
        assert_eq!(self.fate(call), Runs);
        self.end(call);
        self.policy.pages(window).last().expect("a page")
    }

    // The person.

    fn order(&mut self, command: Command) -> Result<(), PersonRefusal> {
        let effects = self.step(Input::Person(command));
        let answers = effects.into_iter().filter_map(|effect| match effect {
            Effect::PersonAnswer(answer) => Some(answer),
            _ => None,
        });
        let answers: Vec<_> = answers.collect();
        assert_eq!(answers.len(), 1, "one command, one answer");
        answers[0]
    }

    /// The first two steps of a take-over.
    fn begin_takeover(&mut self, scope: Scope) -> TakeoverId {
        let takeover = TakeoverId(self.number());
        assert_eq!(self.order(Command::TakeControl { scope, takeover }), Ok(()));
        takeover
    }

    /// All four.
    fn take_control(&mut self, scope: Scope) {
        let takeover = self.begin_takeover(scope);
        self.step(Input::InputSettled { takeover, settled: Settled::Acknowledged });
        self.step(Input::InputReleased(takeover));
    }

    /// A Window of the person's own on a profile that keeps sign-ins.
    fn profile_window(&mut self, profile: ProfileId) -> (WindowId, PageId) {
        if self.policy.profile(profile).is_none() {
            self.order(Command::AddProfile { profile, kind: KeptKind::Persistent }).expect("a profile");
        }
        let window = self.policy.new_window_id();
        self.order(Command::OpenWindow { window, profile: Profile::Kept(profile) }).expect("a Window");
        self.step(Input::WindowRunning(window));
        let page = self.appear(window, Opener::Person);
        (window, page)
    }

    /// From now on every act of an agent is asked about.
    fn ask_about(&mut self, agent: &str) {
        let command = Command::SetApprovals { agent: agent_name(agent), setting: ApprovalSetting::Every };
        self.order(command).expect("a setting");
    }

    /// What waits for the person's decision.
    fn cards(&self) -> Vec<ApprovalId> {
        let open = self.policy.requests().filter(|request| request.state == RequestState::Pending);
        open.map(|request| request.id).collect()
    }

    #[track_caller]
    fn card(&self) -> ApprovalId {
        let cards = self.cards();
        assert_eq!(cards.len(), 1, "{:?}", self.policy.requests().collect::<Vec<_>>());
        cards[0]
    }

    /// The person says yes to the one thing they are asked.
    #[track_caller]
    fn say_yes(&mut self) {
        let card = self.card();
        assert_eq!(self.order(approve(card)), Ok(()));
    }

    #[track_caller]
    fn say_no(&mut self) {
        let card = self.card();
        assert_eq!(self.order(Command::Reject(card)), Ok(()));
    }

    /// The handoff that is open.
    #[track_caller]
    fn handoff(&self) -> HandoffId {
        let open: Vec<HandoffId> = self.policy.handoffs().map(|handoff| handoff.id).collect();
        assert_eq!(open.len(), 1);
        open[0]
    }

    fn finish(&mut self, handoff: HandoffId, completed: bool) -> Result<(), PersonRefusal> {
        self.order(Command::FinishHandoff { handoff, completed })
    }

    fn control(&self, scope: Scope) -> ControlState {
        match scope {
            Scope::Window(window) => self.policy.window(window).expect("a Window").control,
            Scope::Page(page) => self.policy.page(page).expect("a page").control,
        }
    }

    fn give_back(&mut self, scope: Scope) {
        assert_eq!(self.order(Command::GiveBack(scope)), Ok(()));
    }

    fn pass(&mut self, span: Span) -> Vec<Effect> {
        self.now = self.now + span;
        self.step(Input::Tick)
    }
}

fn agent_name(name: &str) -> AgentName {
    name.parse().expect("a name")
}

fn facts(effects: &[Effect]) -> Vec<&Fact> {
    effects.iter().filter_map(|effect| if let Effect::Tell(fact) = effect { Some(fact) } else { None }).collect()
}

/// What a call does, where that makes no difference.
const ACTION: Digest = Digest([1; 32]);

fn persons_own(window: WindowId) -> Command {
    Command::OpenWindow { window, profile: Profile::Isolated }
}

fn approve(approval: ApprovalId) -> Command {
    Command::Approve { approval, always: false }
}
