//! What must hold, kept apart from how policy does it: calls, control, epochs and leases as their effects tell them.

use std::collections::{BTreeMap, BTreeSet};

use crate::state::Stage;
use crate::{
    Ask, Call, CallId, Code, Command, ControlState, Effect, Epoch, Fact, Input, LeaseId, PageAsk, PageId, Permit,
    Policy, Scope, SessionId, Target, Time,
};

/// A call as its agent and its executor see it.
struct Story {
    call: Call,
    permit: Option<(Target, Epoch)>,
    answered: bool,
    ended: bool,
}

#[derive(Default)]
pub(super) struct Model {
    /// The calls that are neither answered and ended nor refused before they ran.
    calls: BTreeMap<CallId, Story>,
    /// The others.
    over: BTreeSet<CallId>,
    /// Where a person has control.
    taken: BTreeSet<Scope>,
    /// From which epoch on something counts there.
    floors: BTreeMap<Scope, Epoch>,
    leases: BTreeMap<LeaseId, (SessionId, Scope)>,
    /// The call that was started last on each page.
    last_started: BTreeMap<PageId, CallId>,
    pub(super) refusals: BTreeSet<Code>,
    pub(super) in_force: usize,
    pub(super) delivered: usize,
    pub(super) waits_granted: usize,
}

impl Model {
    pub(super) fn is_over(&self, call: CallId) -> bool {
        self.over.contains(&call)
    }

    pub(super) fn running_calls(&self) -> Vec<CallId> {
        let runs = |story: &Story| story.permit.is_some() && !story.ended;
        self.calls.iter().filter(|(_, story)| runs(story)).map(|(id, _)| *id).collect()
    }

    pub(super) fn first_running(&self) -> Option<CallId> {
        self.running_calls().first().copied()
    }

    /// Notes what is about to happen.
    pub(super) fn submit(&mut self, input: &Input) {
        match input {
            Input::Call(call) => {
                let story = Story { call: call.clone(), permit: None, answered: false, ended: false };
                self.calls.entry(call.id).or_insert(story);
            }
            Input::CallEnded(call) => {
                if let Some(story) = self.calls.get_mut(call).filter(|story| story.permit.is_some()) {
                    story.ended = true;
                }
            }
            _ => {}
        }
    }

    pub(super) fn check(&mut self, policy: &Policy, now: Time, input: &Input, effects: &[Effect]) {
        self.note_control(policy, input, effects);
        self.note_leases(policy, effects);
        for effect in effects {
            self.check_effect(policy, input, effect);
        }
        self.check_leases(policy);
        self.check_control(policy);
        self.check_calls(policy);
        self.check_waits(policy);
        assert!(policy.next_deadline().is_none_or(|deadline| deadline >= now), "a deadline is in the past");
    }

    fn note_control(&mut self, policy: &Policy, input: &Input, effects: &[Effect]) {
        let answers = effects.iter().filter(|effect| matches!(effect, Effect::PersonAnswer(_))).count();
        assert_eq!(answers, usize::from(matches!(input, Input::Person(_))), "one command, one answer");
        if effects.contains(&Effect::PersonAnswer(Ok(()))) {
            match input {
                Input::Person(Command::TakeControl { scope, .. }) => {
                    self.taken.insert(*scope);
                }
                Input::Person(Command::GiveBack(scope)) => {
                    self.taken.retain(|taken| !is_in(policy, *taken, *scope));
                }
                _ => {}
            }
        }
        if let Input::PageAppeared { window, page, opened_by: crate::Opener::Person, .. } = input
            && effects.contains(&Effect::Tell(Fact::PageOpened(*page)))
            && self
                .taken
                .iter()
                .any(|taken| *taken != Scope::Window(*window) && is_in(policy, *taken, Scope::Window(*window)))
        {
            self.taken.insert(Scope::Page(*page));
        }
        self.taken.retain(|scope| match scope {
            Scope::Window(window) => policy.window(*window).is_some(),
            Scope::Page(page) => policy.page(*page).is_some(),
        });
    }

    fn note_leases(&mut self, policy: &Policy, effects: &[Effect]) {
        let given: Vec<LeaseId> = effects.iter().filter_map(given_lease).collect();
        for effect in effects {
            if let Effect::Tell(Fact::LeaseEnded { lease, scope }) = effect {
                let known = self.leases.remove(lease).map(|(_, scope)| scope);
                // A page lease may be given and taken in by a Window lease of the same session in one step.
                assert!(known == Some(*scope) || given.contains(lease), "{lease} ends once");
            }
        }
        let there = policy.leases().filter(|lease| given.contains(&lease.id));
        self.leases.extend(there.map(|lease| (lease.id, (lease.session, lease.scope))));
    }

    fn check_effect(&mut self, policy: &Policy, input: &Input, effect: &Effect) {
        match effect {
            Effect::Perform(permit) => self.check_start(policy, permit),
            Effect::Deliver { call, .. } => {
                assert_eq!(input, &Input::CallEnded(*call), "an outcome is told when it is there");
                let (target, epoch) = self.calls[call].permit.expect("only what was permitted has an outcome");
                assert!(!self.is_void(target, epoch), "an outcome from before a take-over is told (A03)");
                self.delivered += 1;
                self.answer(*call);
            }
            Effect::Refuse { call, refusal } => {
                self.refusals.insert(refusal.code);
                self.answer(*call);
            }
            Effect::Answer { call, .. } => {
                assert!(self.calls[call].permit.is_none(), "what is carried out isn't answered by policy");
                let waited = input != &Input::Call(self.calls[call].call.clone());
                self.waits_granted += usize::from(waited && matches!(self.calls[call].call.ask, Ask::Acquire { .. }));
                self.answer(*call);
            }
            Effect::Abort(call) => {
                let story = &self.calls[call];
                assert!(story.permit.is_some() && story.answered && !story.ended, "only what runs is stopped");
            }
            Effect::RaiseEpoch { windows, pages, epoch } => {
                let scopes = windows.iter().map(|id| Scope::Window(*id)).chain(pages.iter().map(|id| Scope::Page(*id)));
                self.floors.extend(scopes.map(|scope| (scope, *epoch)));
            }
            Effect::InForce { .. } => self.in_force += 1,
            Effect::Examine { .. }
            | Effect::SettleInput { .. }
            | Effect::ReleaseInput { .. }
            | Effect::StartWindow(_)
            | Effect::EndWindow(_)
            | Effect::PairingDecided { .. }
            | Effect::Disconnect(_)
            | Effect::PersonAnswer(_)
            | Effect::Tell(_) => {}
        }
    }

    fn answer(&mut self, call: CallId) {
        let story = self.calls.get_mut(&call).expect("an answer is to a call");
        assert!(!story.answered, "{call} is answered twice (I2)");
        story.answered = true;
    }

    fn check_start(&mut self, policy: &Policy, permit: &Permit) {
        let (id, target) = (permit.call(), permit.target());
        let others: Vec<CallId> = self.running_calls();
        let story = self.calls.get_mut(&id).expect("a permit is for a call");
        assert!(story.permit.is_none() && !story.answered, "{id} is started twice (I1), or after its answer");
        assert_eq!(permit.session(), story.call.session);
        story.permit = Some((target, permit.epoch()));
        let (session, ask) = (story.call.session, story.call.ask);
        assert!(!self.is_void(target, permit.epoch()), "a permit is void from the start");
        assert!(!self.is_taken(target), "{id} runs where a person has control (I3)");
        let kind = if let Ask::OnPage { kind, .. } = ask { Some(kind) } else { None };
        if let Some(page) = target.page() {
            match kind {
                Some(PageAsk::Read) => assert!(policy.may_read(session, page), "{id} reads what it may not (N10)"),
                Some(_) | None => assert!(self.is_held(session, target), "{id} acts without a lease (N05)"),
            }
            if kind != Some(PageAsk::Unblock) {
                self.check_turn(id, page, &others);
            }
        }
    }

    /// I5: one after another, in the order submitted, which is the order of their numbers here.
    fn check_turn(&mut self, id: CallId, page: PageId, running: &[CallId]) {
        for other in running.iter().map(|other| &self.calls[other]) {
            let unblocks = matches!(other.call.ask, Ask::OnPage { kind: PageAsk::Unblock, .. });
            let here = other.permit.is_some_and(|(target, _)| target.page() == Some(page));
            assert!(unblocks || !here, "{id} runs beside {} on {page} (I5)", other.call.id);
        }
        let before = self.last_started.insert(page, id);
        assert!(before.is_none_or(|before| before < id), "{id} runs after {before:?} on {page} (I5)");
    }

    fn is_void(&self, target: Target, epoch: Epoch) -> bool {
        scopes_of(target).iter().any(|scope| self.floors.get(scope).is_some_and(|floor| epoch < *floor))
    }

    fn is_taken(&self, target: Target) -> bool {
        scopes_of(target).iter().any(|scope| self.taken.contains(scope))
    }

    fn is_held(&self, session: SessionId, target: Target) -> bool {
        self.leases.values().any(|(holder, scope)| *holder == session && scopes_of(target).contains(scope))
    }

    /// I4: no page is covered twice; and what the person is shown is what the effects told.
    fn check_leases(&self, policy: &Policy) {
        let shown: BTreeMap<_, _> = policy.leases().map(|lease| (lease.id, (lease.session, lease.scope))).collect();
        assert_eq!(shown, self.leases);
        for (id, (_, scope)) in &self.leases {
            for (other, (_, around)) in &self.leases {
                assert!(id == other || !is_in(policy, *scope, *around), "{id} and {other} overlap (I4)");
            }
        }
    }

    fn check_control(&self, policy: &Policy) {
        for window in policy.windows() {
            let whole = self.taken.contains(&Scope::Window(window));
            let shown = policy.window(window).expect("a listed Window").control;
            assert_eq!(matches!(shown, ControlState::User(_)), whole, "control of {window}");
            for page in policy.pages(window) {
                let taken = whole || self.taken.contains(&Scope::Page(page));
                let shown = policy.page(page).expect("a listed page").control;
                assert_eq!(matches!(shown, ControlState::User(_)), taken, "control of {page}");
                for session in 1..=6 {
                    assert!(!taken || !policy.may_read(SessionId(session), page), "{page} is read (A02)");
                }
            }
        }
    }

    /// I2, I3: a call is known until it is answered and ended, and none waits or works where a person has control.
    fn check_calls(&mut self, policy: &Policy) {
        let state = &policy.state;
        let is_over = |story: &Story| story.answered && (story.permit.is_none() || story.ended);
        self.over.extend(self.calls.extract_if(.., |_, story| is_over(story)).map(|(id, _)| id));
        assert!(state.calls.keys().eq(self.calls.keys()), "a call is forgotten too late or too soon");
        for (id, progress) in &state.calls {
            let story = &self.calls[id];
            let target = progress.stage.target();
            assert_eq!(story.answered, matches!(progress.stage, Stage::Answered(_)), "{id}");
            assert!(story.answered || !target.is_some_and(|target| self.is_taken(target)), "{id} outlives a take-over");
            if let Stage::Queued(target) = progress.stage {
                let page = &state.pages[&target.page().expect("a page")];
                assert_eq!(page.queue.iter().filter(|(queued, _)| queued == id).count(), 1, "{id} is queued once");
                assert!(
                    page.running.is_some_and(|running| state.calls.contains_key(&running)),
                    "{id} waits for nothing"
                );
            }
        }
        let queued = state.pages.values().map(|page| page.queue.len()).sum::<usize>();
        assert_eq!(queued, state.calls.values().filter(|call| matches!(call.stage, Stage::Queued(_))).count());
    }

    /// N05, N08: whoever waits for a lease waits for someone, and is known.
    fn check_waits(&self, policy: &Policy) {
        let state = &policy.state;
        let meet = |one, other| is_in(policy, one, other) || is_in(policy, other, one);
        for (place, waiting) in state.waiting.iter().enumerate() {
            let held =
                self.leases.values().any(|(holder, scope)| *holder != waiting.session && meet(*scope, waiting.scope));
            let behind = state.waiting.iter().take(place).any(|earlier| meet(earlier.scope, waiting.scope));
            assert!(held || behind, "{} waits for nobody", waiting.call);
            assert!(!self.taken.contains(&waiting.scope), "{} waits for a person (A02)", waiting.call);
        }
        let known = state.waiting.iter().map(|waiting| waiting.call);
        let known: BTreeSet<CallId> = known.chain(state.watching.iter().map(|watching| watching.call)).collect();
        let waits = state.calls.iter().filter(|(_, progress)| progress.stage == Stage::Waiting);
        assert_eq!(known, waits.map(|(id, _)| *id).collect());
    }

    pub(super) fn check_all_is_over(&self, policy: &Policy) {
        let state = &policy.state;
        assert!(self.calls.is_empty(), "every call is answered (I2)");
        assert!(state.calls.is_empty() && state.waiting.is_empty() && state.watching.is_empty());
        assert!(state.leases.is_empty() && state.sessions.is_empty() && state.pairings.is_empty());
        assert!(state.takeovers.is_empty() && policy.next_deadline().is_none());
        assert!(state.pages.values().all(|page| page.running.is_none() && page.queue.is_empty()));
    }
}

fn given_lease(effect: &Effect) -> Option<LeaseId> {
    if let Effect::Tell(Fact::LeaseGiven(id)) = effect { Some(*id) } else { None }
}

/// Whether a scope is another one, or a page of that Window.
fn is_in(policy: &Policy, scope: Scope, around: Scope) -> bool {
    let window_around = match scope {
        Scope::Page(page) => policy.page(page).map(|page| Scope::Window(page.window)),
        Scope::Window(_) => None,
    };
    scope == around || window_around == Some(around)
}

fn scopes_of(target: Target) -> Vec<Scope> {
    let window = Scope::Window(target.window());
    target.page().map(Scope::Page).into_iter().chain([window]).collect()
}
