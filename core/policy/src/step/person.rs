//! The person's commands. They are never refused for what an agent holds (N12).

use super::Step;
use crate::state::Opener;
use crate::{AgentName, Code, Command, Effect, LeaseId, PairingVerdict, PersonRefusal, Refusal, SessionId, WindowId};

impl Step<'_> {
    pub(super) fn carry_out(&mut self, command: Command) {
        let answer = match command {
            Command::OpenWindow(window) => self.open_window(window),
            Command::CloseWindow(window) => self.close_known_window(window),
            Command::TakeControl { scope, takeover } => self.take_control(scope, takeover),
            Command::GiveBack(scope) => self.give_back(scope),
            Command::RevokeLease(lease) => self.revoke_known_lease(lease),
            Command::Approve(approval) => self.decide_pairing(approval, PairingVerdict::Paired),
            Command::Reject(approval) => self.decide_pairing(approval, PairingVerdict::Rejected),
            Command::RevokeAgent(agent) => {
                self.revoke_agent(&agent);
                Ok(())
            }
        };
        self.emit(Effect::PersonAnswer(answer));
    }

    fn open_window(&mut self, window: WindowId) -> Result<(), PersonRefusal> {
        if !self.state.awaits_window(window) {
            return Err(PersonRefusal::UnknownWindow);
        }
        self.add_window(window, Opener::Person);
        self.emit(Effect::StartWindow(window));
        Ok(())
    }

    fn close_known_window(&mut self, window: WindowId) -> Result<(), PersonRefusal> {
        if !self.state.windows.contains_key(&window) {
            return Err(PersonRefusal::UnknownWindow);
        }
        self.close_window(window);
        Ok(())
    }

    fn revoke_known_lease(&mut self, lease: LeaseId) -> Result<(), PersonRefusal> {
        if !self.state.leases.contains_key(&lease) {
            return Err(PersonRefusal::UnknownLease);
        }
        self.revoke_lease(lease, &Refusal::new(Code::LeaseRequired, format!("A person revoked {lease}.")));
        Ok(())
    }

    /// Ends an agent's sessions, after what they were doing has been stopped as in a take-over.
    fn revoke_agent(&mut self, agent: &AgentName) {
        let sessions: Vec<SessionId> =
            self.state.sessions.iter().filter(|(_, session)| session.agent == *agent).map(|(id, _)| *id).collect();
        let revoked = Refusal::new(Code::NotAuthorized, "A person revoked this agent.");
        for id in sessions {
            self.state.leases_of(id).into_iter().for_each(|lease| self.revoke_lease(lease, &revoked));
            self.refuse_where(&revoked, |progress| progress.call.session == id);
            self.close_session(id);
            self.emit(Effect::Disconnect(id));
        }
    }
}
