//! Pairing: an unknown agent waits for a person (A08, I01).

use super::Step;
use crate::policy::limits;
use crate::state::Pairing;
use crate::{AgentName, ApprovalId, Effect, Fact, PairingVerdict, PersonRefusal};

impl Step<'_> {
    /// Asks the person, unless too many ask already: then the newest is turned away at once.
    pub(super) fn ask_pairing(&mut self, agent: AgentName, approval: ApprovalId) {
        // A second request under an open one's id must not change whom the person says yes to.
        if self.state.pairings.contains_key(&approval) {
            return;
        }
        if self.state.pairings.len() >= limits::OPEN_PAIRINGS {
            let verdict = PairingVerdict::Rejected;
            return self.emit(Effect::PairingDecided { approval, agent, verdict });
        }
        self.state.pairings.insert(approval, Pairing { agent, until: self.now + limits::PAIRING_LIFE });
        self.tell(Fact::PairingAsked(approval));
    }

    pub(super) fn withdraw_pairing(&mut self, approval: ApprovalId) {
        if self.state.pairings.contains_key(&approval) {
            self.end_pairing(approval, PairingVerdict::Expired);
        }
    }

    /// A request is decided once; a decided or expired one can't be decided again.
    pub(super) fn decide_pairing(
        &mut self,
        approval: ApprovalId,
        verdict: PairingVerdict,
    ) -> Result<(), PersonRefusal> {
        if !self.state.pairings.contains_key(&approval) {
            return Err(PersonRefusal::UnknownApproval);
        }
        self.end_pairing(approval, verdict);
        Ok(())
    }

    pub(super) fn end_pairing(&mut self, approval: ApprovalId, verdict: PairingVerdict) {
        if let Some(Pairing { agent, .. }) = self.state.pairings.remove(&approval) {
            self.emit(Effect::PairingDecided { approval, agent, verdict });
            self.tell(Fact::PairingAsked(approval));
        }
    }
}
