//! Any order of inputs, nonsense and duplicates among them, against a simpler model of what must hold.

mod inputs;
mod model;
mod random;
mod situations;

use std::collections::BTreeSet;

use model::Model;
use random::Random;
use situations::Situations;

use super::Policy;
use crate::{Code, Effect, Input, SessionId, Settled, Span, TakeoverId, Time};

const SEEDS: u64 = 80;
const STEPS: usize = 1000;

/// Everything policy says no with. Codes that only engines or redaction use aren't among them.
const REFUSALS: [Code; 23] = [
    Code::PausedByUser,
    Code::InHandoff,
    Code::NotAuthorized,
    Code::HandoffRequired,
    Code::GrantPending,
    Code::LeaseRequired,
    Code::LeaseHeld,
    Code::PageNotLeasable,
    Code::ApprovalPending,
    Code::ApprovalRejected,
    Code::ApprovalExpired,
    Code::NotCompleted,
    Code::ObservationPending,
    Code::ObservationDenied,
    Code::TooManyPending,
    Code::Unavailable,
    Code::UnknownWindow,
    Code::UnknownPage,
    Code::BrowserGone,
    Code::Cancelled,
    Code::QueueFull,
    Code::LimitReached,
    Code::InvalidArguments,
];

/// I1–I5, N05–N12, N16, N17, N20, A01–A03, A05, A13: after every step policy shows what the model foretells, every way to
/// say no occurs, and so does every situation that counts.
#[test]
fn rules_hold_in_any_order_of_events() {
    let proof = Proof::of(SEEDS, STEPS);
    assert_eq!(proof.refusals, BTreeSet::from(REFUSALS));
    assert_eq!(proof.situations.missing(), [], "{}", proof.situations.table());
}

/// The same, a million steps long. Ends at the first disagreement, with its seed and input.
#[test]
#[ignore = "takes minutes; run by `make prove`"]
fn rules_hold_over_a_million_steps() {
    let proof = Proof::of(500, 2000);
    assert_eq!(proof.refusals, BTreeSet::from(REFUSALS));
    assert_eq!(proof.situations.missing(), [], "{}", proof.situations.table());
    assert!(proof.steps >= 1_000_000);
    eprintln!("{}{} steps, 0 disagreements", proof.situations.table(), proof.steps);
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

/// What came out of many simulations without a disagreement.
#[derive(Default)]
struct Proof {
    steps: usize,
    refusals: BTreeSet<Code>,
    situations: Situations,
}

impl Proof {
    fn of(seeds: u64, steps: usize) -> Self {
        let mut proof = Self::default();
        for seed in 1..=seeds {
            let mut simulation = Simulation::new(seed);
            for _ in 0..steps {
                simulation.random_step();
            }
            simulation.wind_up();
            proof.steps += simulation.steps;
            proof.refusals.append(&mut simulation.model.refusals);
            proof.situations.add(&simulation.model.situations);
        }
        proof
    }
}

struct Simulation {
    seed: u64,
    steps: usize,
    random: Random,
    policy: Policy,
    model: Model,
    now: Time,
    last_call: u64,
    last_session: u64,
    last_takeover: u64,
    last_sending: u64,
    previous: Input,
}

impl Simulation {
    fn new(seed: u64) -> Self {
        Self {
            seed,
            steps: 0,
            random: Random::new(seed),
            policy: Policy::default(),
            model: Model::default(),
            now: Time(1_000_000),
            last_call: 0,
            last_session: 0,
            last_takeover: 0,
            last_sending: 0,
            previous: Input::Tick,
        }
    }

    fn random_step(&mut self) -> Vec<Effect> {
        if self.random.one_in(12) {
            return self.step(self.previous.clone());
        }
        self.pass_time();
        let input = self.random_input();
        self.step(input)
    }

    /// Mostly moments, sometimes minutes, sometimes until just before or just when something runs out of time.
    fn pass_time(&mut self) {
        let deadline = self.policy.next_deadline().unwrap_or(self.now);
        self.now = match self.random.below(150) {
            0 => self.now + Span(self.random.below(70_000)),
            1 => deadline,
            2 => Time(deadline.0 - 1).max(self.now),
            3..=79 => self.now,
            _ => self.now + Span(self.random.below(400)),
        };
    }

    /// Takes a step and has the model check it. A failure names its seed, its place and the input.
    fn step(&mut self, input: Input) -> Vec<Effect> {
        if let Input::Call(call) = &input
            && self.model.is_over(call.id)
        {
            return Vec::new(); // Numbers of calls aren't used twice.
        }
        self.steps += 1;
        self.previous = input.clone();
        let taken = std::panic::AssertUnwindSafe(|| {
            let effects = self.policy.step(self.now, input.clone());
            self.model.check(&self.policy, self.now, &input, &effects);
            effects
        });
        std::panic::catch_unwind(taken).unwrap_or_else(|panic| {
            eprintln!("seed {}, step {}, at {:?}: {input:?}", self.seed, self.steps, self.now);
            std::panic::resume_unwind(panic)
        })
    }

    /// Everything that runs ends and everybody leaves: then nothing may be left of any call.
    fn wind_up(&mut self) {
        for takeover in 1..self.policy.new_takeover_id().0 {
            self.step(Input::InputSettled { takeover: TakeoverId(takeover), settled: Settled::Expired });
            self.step(Input::InputReleased(TakeoverId(takeover)));
        }
        while let Some(call) = self.model.under_way().first() {
            self.step(Input::CallEnded(*call));
        }
        for session in 1..=self.last_session {
            self.step(Input::SessionClosed(SessionId(session)));
        }
        while let Some(deadline) = self.policy.next_deadline() {
            self.now = deadline;
            self.step(Input::Tick);
        }
        self.model.check_all_is_over(&self.policy);
    }
}
