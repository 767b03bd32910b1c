//! Any order of inputs, nonsense and duplicates among them, against a simpler model of what must hold.

mod inputs;
mod model;
mod random;

use std::collections::BTreeSet;

use model::Model;
use random::Random;

use super::{ACTION, Policy};
use crate::{Code, Effect, Evidence, Input, SessionId, Settled, Span, TakeoverId, Time};

const SEEDS: u64 = 24;
const STEPS: usize = 1500;
const SESSIONS: u64 = 6;

/// Everything policy says no with. Codes that only engines or redaction use aren't among them.
const REFUSALS: [Code; 15] = [
    Code::PausedByUser,
    Code::NotAuthorized,
    Code::GrantPending,
    Code::LeaseRequired,
    Code::LeaseHeld,
    Code::PageNotLeasable,
    Code::ObservationPending,
    Code::Unavailable,
    Code::UnknownWindow,
    Code::UnknownPage,
    Code::BrowserGone,
    Code::Cancelled,
    Code::QueueFull,
    Code::LimitReached,
    Code::InvalidArguments,
];

/// I1–I5, N05–N10, A02, A03: what must hold does after every step, and every way to say no occurs.
#[test]
fn rules_hold_in_any_order_of_events() {
    let (mut refusals, mut in_force, mut delivered, mut waits_granted) = (BTreeSet::new(), 0, 0, 0);
    for seed in 1..=SEEDS {
        let mut simulation = Simulation::new(seed);
        for _ in 0..STEPS {
            simulation.random_step();
        }
        simulation.wind_up();
        let mut model = simulation.model;
        refusals.append(&mut model.refusals);
        in_force += model.in_force;
        delivered += model.delivered;
        waits_granted += model.waits_granted;
    }
    assert_eq!(refusals, BTreeSet::from(REFUSALS));
    // A world in which everything is refused would prove nothing.
    assert!(in_force > 200 && delivered > 1000 && waits_granted > 10, "{in_force} {delivered} {waits_granted}");
}

/// Same seed, same run.
#[test]
fn same_inputs_have_the_same_effects() {
    let run = || {
        let mut simulation = Simulation::new(7);
        let effects = (0..300).map(|_| simulation.random_step());
        effects.collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

struct Simulation {
    seed: u64,
    random: Random,
    policy: Policy,
    model: Model,
    now: Time,
    last_call: u64,
    last_takeover: u64,
    previous: Input,
}

impl Simulation {
    fn new(seed: u64) -> Self {
        Self {
            seed,
            random: Random::new(seed),
            policy: Policy::default(),
            model: Model::default(),
            now: Time(1_000_000),
            last_call: 0,
            last_takeover: 0,
            previous: Input::Tick,
        }
    }

    fn random_step(&mut self) -> Vec<Effect> {
        if self.random.one_in(12) {
            return self.step(self.previous.clone());
        }
        let span = if self.random.one_in(40) { 60_000 } else { self.random.below(400) };
        self.now = self.now + Span(span);
        let input = self.random_input();
        self.step(input)
    }

    /// Takes a step and has the model check it. A failure names its seed and the input.
    fn step(&mut self, input: Input) -> Vec<Effect> {
        if let Input::Call(call) = &input
            && self.model.is_over(call.id)
        {
            return Vec::new(); // Numbers of calls aren't used twice.
        }
        self.previous = input.clone();
        let effects = self.checked_step(input);
        for effect in &effects {
            if let Effect::Examine { call, .. } = effect {
                let evidence = Evidence { digest: ACTION, origin: None };
                self.step(Input::Examined { call: *call, evidence });
            }
        }
        effects
    }

    fn checked_step(&mut self, input: Input) -> Vec<Effect> {
        self.model.submit(&input);
        let taken = std::panic::AssertUnwindSafe(|| {
            let effects = self.policy.step(self.now, input.clone());
            self.model.check(&self.policy, self.now, &input, &effects);
            effects
        });
        std::panic::catch_unwind(taken).unwrap_or_else(|panic| {
            eprintln!("seed {}, at {:?}: {input:?}", self.seed, self.now);
            std::panic::resume_unwind(panic)
        })
    }

    /// Everything that runs ends and everybody leaves: then nothing may be left of any call.
    fn wind_up(&mut self) {
        for takeover in 1..=self.last_takeover {
            self.step(Input::InputSettled { takeover: TakeoverId(takeover), settled: Settled::GaveUp });
            self.step(Input::InputReleased(TakeoverId(takeover)));
        }
        while let Some(call) = self.model.first_running() {
            self.step(Input::CallEnded(call));
        }
        for session in 1..=SESSIONS {
            self.step(Input::SessionClosed(SessionId(session)));
        }
        while let Some(deadline) = self.policy.next_deadline() {
            self.now = deadline;
            self.step(Input::Tick);
        }
        self.model.check_all_is_over(&self.policy);
    }
}
