//! What the rules say, written apart from policy and more simply: sets of what is, and plain look-ups in them. It takes
//! the same inputs and foretells who may do what, who has control, what is leased, asked, allowed and handed over.

mod calls;
mod changes;
mod compare;
mod sending;
mod verdicts;

use std::collections::{BTreeMap, BTreeSet};

use super::situations::{Situation, Situations};
use crate::policy::limits;
use crate::{
    AgentName, ApprovalId, ApprovalSetting, Call, CallId, Code, Effect, Epoch, HandoffId, Input, KeptKind, LeaseId,
    Life, Loan, Opener, PageAsk, PageId, Policy, Profile, ProfileId, Question, RequestState, Scope, SessionId, Target,
    Time, WindowId, WorkspaceName,
};

pub(super) struct Window {
    opener: Opener,
    profile: Profile,
    life: Life,
}

pub(super) struct Page {
    window: WindowId,
    opener: Opener,
}

#[derive(Clone)]
pub(super) struct Lease {
    id: LeaseId,
    session: SessionId,
    agent: AgentName,
    lost: Option<Time>,
}

struct Request {
    id: ApprovalId,
    session: SessionId,
    agent: AgentName,
    question: Question,
    state: RequestState,
    until: Time,
}

struct Handoff {
    id: HandoffId,
    session: SessionId,
    agent: AgentName,
    lease: Scope,
    until: Time,
}

/// What the person does somewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Control,
    Handoff,
}

/// How far a call is, as its agent and its executor see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Waits,
    Examined(Target),
    Runs(Target, Epoch),
}

struct Story {
    call: Call,
    /// The page that is meant, if it is about one.
    page: Option<PageId>,
    /// Where the handoff is for whose end it waits.
    handoff: Option<Scope>,
    stage: Stage,
    until: Option<Time>,
    answered: bool,
    ended: bool,
    touched: Option<crate::Touched>,
}

/// What a step took from calls, besides what can be seen from what is left.
#[derive(Default)]
struct Taken {
    leases: Vec<(SessionId, Scope, Code)>,
    newly_signed_in: Option<WindowId>,
    agent: Option<AgentName>,
}

/// Why a call can't go on.
#[derive(Debug)]
enum No {
    Code(Code),
    Asks(Box<Question>),
}

type Verdict = Result<(), No>;

#[derive(Default)]
pub(super) struct Model {
    now: Time,
    last_window: u64,
    last_page: u64,
    last_session: u64,
    /// The Windows and pages that there are or were.
    came: BTreeSet<Scope>,
    sessions: BTreeMap<SessionId, AgentName>,
    windows: BTreeMap<WindowId, Window>,
    pages: BTreeMap<PageId, Page>,
    leases: BTreeMap<Scope, Lease>,
    person: BTreeMap<Scope, At>,
    handoffs: BTreeMap<Scope, Handoff>,
    signed_in: BTreeSet<WindowId>,
    kept: BTreeSet<WindowId>,
    unused_since: BTreeMap<WindowId, Time>,
    readers: BTreeSet<(SessionId, PageId)>,
    profiles: BTreeMap<ProfileId, KeptKind>,
    archived: BTreeSet<ProfileId>,
    lent: BTreeMap<ProfileId, Loan>,
    workspace: Option<WorkspaceName>,
    drivers: BTreeSet<(ProfileId, AgentName)>,
    said: BTreeMap<(WindowId, AgentName), bool>,
    settings: BTreeMap<AgentName, ApprovalSetting>,
    requests: Vec<Request>,
    /// From which epoch on something counts there.
    floors: BTreeMap<Scope, Epoch>,
    /// The calls that aren't both answered and ended.
    stories: BTreeMap<CallId, Story>,
    over: BTreeSet<CallId>,
    last_started: BTreeMap<PageId, CallId>,
    gates: sending::Gates,
    /// Where a yes that is being spent says that something is sent.
    explaining: Option<crate::Origin>,
    taken: Taken,
    pub(super) refusals: BTreeSet<Code>,
    pub(super) situations: Situations,
}

impl Model {
    /// Foretells a step, and compares it with what policy did.
    pub(super) fn check(&mut self, policy: &Policy, now: Time, input: &Input, effects: &[Effect]) {
        self.now = now;
        self.taken = Taken::default();
        self.run_out();
        self.tidy();
        self.fail_orphans();
        self.check_answer_to_person(input, effects);
        self.take(input, effects);
        self.tidy();
        self.follow(input, effects);
        self.tidy();
        self.note_unused();
        self.fail_orphans();
        self.move_gates();
        self.compare(policy);
        self.number_held();
        self.compare_sendings(policy, effects);
        self.check_calls(policy, input);
    }

    pub(super) fn note_numbers(&mut self, window: u64, page: u64) {
        (self.last_window, self.last_page) = (self.last_window.max(window), self.last_page.max(page));
    }

    fn note(&mut self, situation: Situation) {
        self.situations.note(situation);
    }

    // Look-ups.

    fn window_of(&self, scope: Scope) -> Option<WindowId> {
        match scope {
            Scope::Window(window) => self.windows.contains_key(&window).then_some(window),
            Scope::Page(page) => self.pages.get(&page).map(|page| page.window),
        }
    }

    /// Whether a scope is another one, or a page of that Window.
    fn is_in(&self, scope: Scope, around: Scope) -> bool {
        let window = if let Scope::Page(page) = scope { self.pages.get(&page).map(|page| page.window) } else { None };
        scope == around || window.is_some_and(|window| Scope::Window(window) == around)
    }

    fn meets(&self, one: Scope, other: Scope) -> bool {
        self.is_in(one, other) || self.is_in(other, one)
    }

    fn pages_of(&self, window: WindowId) -> impl Iterator<Item = PageId> {
        self.pages.iter().filter(move |(_, page)| page.window == window).map(|(id, _)| *id)
    }

    fn person_at(&self, scope: Scope) -> Option<At> {
        let around = self.window_of(scope).and_then(|window| self.person.get(&Scope::Window(window)));
        around.or_else(|| self.person.get(&scope)).copied()
    }

    fn person_in(&self, scope: Scope) -> Option<At> {
        let inside = self.person.iter().find(|(at, _)| self.is_in(**at, scope)).map(|(_, at)| *at);
        self.person_at(scope).or(inside)
    }

    fn lease_over(&self, scope: Scope) -> Option<(Scope, &Lease)> {
        let whole = self.window_of(scope).map(Scope::Window);
        [whole, Some(scope)].into_iter().flatten().find_map(|scope| Some((scope, self.leases.get(&scope)?)))
    }

    fn holds(&self, session: SessionId, scope: Scope) -> bool {
        self.lease_over(scope).is_some_and(|(_, lease)| lease.session == session)
    }

    fn drives(&self, agent: &AgentName, id: WindowId) -> Option<bool> {
        let window = &self.windows[&id];
        let own = match window.profile {
            Profile::Isolated => window.opener == Opener::Agent(agent.clone()),
            Profile::Kept(profile) => self.drivers.contains(&(profile, agent.clone())),
        };
        if own || !self.signed_in.contains(&id) { Some(true) } else { self.said.get(&(id, agent.clone())).copied() }
    }

    fn may_read(&self, session: SessionId, page: PageId) -> bool {
        let Some(agent) = self.sessions.get(&session) else { return false };
        let Some(Page { window, .. }) = self.pages.get(&page) else { return false };
        let in_control = self.holds(session, Scope::Page(page)) && self.drives(agent, *window) == Some(true);
        let free = !self.signed_in.contains(window) || self.readers.contains(&(session, page));
        self.person_at(Scope::Page(page)).is_none() && (free || in_control)
    }

    fn window_with(&self, profile: ProfileId) -> Option<WindowId> {
        let open = |window: &Window| window.life != Life::Gone && window.profile == Profile::Kept(profile);
        self.windows.iter().find(|(_, window)| open(window)).map(|(id, _)| *id)
    }

    fn is_unused(&self, id: WindowId) -> bool {
        let window = &self.windows[&id];
        let whole = Scope::Window(id);
        let forgettable = window.opener != Opener::Person && window.profile == Profile::Isolated;
        let in_use = self.leases.keys().any(|scope| self.is_in(*scope, whole)) || self.person_in(whole).is_some();
        forgettable && !in_use && !self.kept.contains(&id)
    }

    fn note_unused(&mut self) {
        let ids: Vec<WindowId> = self.windows.keys().copied().collect();
        for id in ids {
            if self.is_unused(id) {
                self.unused_since.entry(id).or_insert(self.now);
            } else {
                self.unused_since.remove(&id);
            }
        }
    }
}
