//! One step: the state, the moment, and the effects so far. Each kind of input has its own file below.

mod approvals;
mod calls;
mod effect_gate;
mod handoff;
mod leasing;
mod lives;
mod lookup;
mod opening;
mod pairing;
mod person;
mod profiles;
mod queue;
mod requests;
mod rules;
mod takeover;
mod waits;

use crate::state::State;
use crate::{Code, Effect, Fact, Input, Refusal, SessionId, Time};

/// What a step works with.
pub(crate) struct Step<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) now: Time,
    effects: Vec<Effect>,
}

impl<'a> Step<'a> {
    pub(crate) fn new(state: &'a mut State, now: Time) -> Self {
        Self { state, now, effects: Vec::new() }
    }

    /// Takes the input, then lets those go on who waited for what it changed.
    pub(crate) fn run(mut self, input: Input) -> Vec<Effect> {
        self.expire();
        match input {
            Input::SessionOpened { session, agent } => self.open_session(session, agent),
            Input::SessionClosed(session) => self.close_session(session),
            Input::PairingAsked { agent, approval } => self.ask_pairing(agent, approval),
            Input::PairingWithdrawn(approval) => self.withdraw_pairing(approval),
            Input::Call(call) => self.take_call(call),
            Input::CallCancelled(call) => self.cancel_call(call),
            Input::Examined { call, evidence } => self.examined(call, evidence),
            Input::CallEnded(call) => self.end_call(call),
            Input::WindowRunning(window) => self.window_runs(window),
            Input::BrowserExited(window) => self.browser_exited(window),
            Input::PageAppeared { window, page, opened_by, opener } => {
                self.page_appeared(window, page, opened_by, opener);
            }
            Input::OriginChanged(page) => self.origin_changed(page),
            Input::SendingHeld { sending, what } => self.sending_held(sending, what),
            Input::SendingGone(sending) => self.sending_gone(sending),
            Input::SendsByItself { window, endpoint } => self.sends_by_itself(window, &endpoint),
            Input::PageClosed(page) => self.page_closed(page),
            Input::PersonTouched(window) => self.person_touched(window),
            Input::InputSettled { takeover, settled } => self.input_settled(takeover, settled),
            Input::InputReleased(takeover) => self.input_released(takeover),
            Input::Person(command) => self.carry_out(command),
            Input::Tick => {}
        }
        self.wake_waiting();
        self.set_effect_gates();
        self.wake_watching();
        self.effects
    }

    fn emit(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Has something done before everything else of this step.
    fn emit_first(&mut self, effect: Effect) {
        self.effects.insert(0, effect);
    }

    fn tell(&mut self, fact: Fact) {
        self.emit(Effect::Tell(fact));
    }

    /// Whether this step changed something that a session may see.
    fn something_changed_for(&self, watcher: SessionId) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Tell(fact) if fact.is_for(watcher)))
    }
}

fn no<T>(code: Code, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, sentence))
}
