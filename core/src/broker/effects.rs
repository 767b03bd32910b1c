//! Carrying out what policy decides.

use nexus_policy::{Effect, PageId, Scope, WindowId};

use super::run::Broker;

impl Broker {
    /// Does what policy wants done.
    pub(super) fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Refuse { call, refusal } => self.refuse(call, &refusal),
            Effect::Answer { call, granted } => self.grant(call, granted),
            Effect::Examine(look) => self.examine(look),
            Effect::Perform(permit) => self.perform(permit),
            Effect::Deliver { call, lease } => self.deliver(call, lease),
            Effect::Abort(call) => self.abort(call),
            Effect::RaiseEpoch { windows, pages, epoch } => self.registry.raise(&windows, &pages, epoch),
            Effect::SettleInput { takeover, pages, at_most } => self.settle_input(takeover, pages, at_most),
            Effect::ReleaseInput { takeover, pages } => self.release_input(takeover, pages),
            Effect::InForce { takeover, epoch, .. } => self.in_force(takeover, epoch),
            Effect::SetEffectGate { window, .. } => self.sync_effect_gate(window),
            Effect::LetGo(sending) => self.let_go(sending),
            Effect::Fail(sending) => self.fail_sending(sending),
            Effect::StartWindow(window) => self.start_person_window(window),
            Effect::EndWindow { window, call } => self.close_for_good(window, call),
            Effect::PairingDecided { approval, agent, verdict } => self.pairing_decided(approval, agent, verdict),
            Effect::Disconnect(session) => self.disconnect(session),
            Effect::PersonAnswer(answer) => self.person_answered(answer),
            Effect::Tell(fact) => self.tell(fact),
        }
    }

    pub(super) fn places_of(&self, scope: Scope) -> (Option<WindowId>, Option<PageId>) {
        match scope {
            Scope::Window(window) => (Some(window), None),
            Scope::Page(page) => (self.policy.page(page).map(|record| record.window), Some(page)),
        }
    }
}
