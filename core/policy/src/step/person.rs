//! The person's commands. They are never refused for what an agent holds (N12).

use super::Step;
use crate::state::Opener;
use crate::{
    AgentName, ApprovalId, Code, Command, Effect, LeaseId, PairingVerdict, PersonRefusal, Profile, Question, Refusal,
    SessionId, WindowId,
};

impl Step<'_> {
    pub(super) fn carry_out(&mut self, command: Command) {
        let answer = match command {
            Command::OpenWindow { window, profile } => self.open_window(window, profile),
            Command::CloseWindow(window) => self.close_known_window(window),
            Command::KeepWindow(window) => self.keep_window(window),
            Command::AskAgain { window, endpoint } => self.ask_again(window, &endpoint),
            Command::TakeControl { scope, takeover } => self.take_control(scope, takeover),
            Command::GiveBack(scope) => self.give_back(scope),
            Command::RevokeLease(lease) => self.revoke_known_lease(lease),
            Command::Approve { approval, always } => self.decide(approval, true, always),
            Command::Reject(approval) => self.decide(approval, false, false),
            Command::FinishHandoff { handoff, completed } => self.finish_handoff(handoff, completed),
            Command::AddProfile { profile, kind } => {
                self.add_profile(profile, kind);
                Ok(())
            }
            Command::ArchiveProfile(profile) => self.archive_profile(profile),
            Command::RestoreProfile(profile) => self.restore_profile(profile),
            Command::LendProfile { profile, loan } => self.lend_profile(profile, loan),
            Command::TakeProfileBack(profile) => self.take_profile_back(profile),
            Command::RemoveProfile(profile) => self.remove_profile(profile),
            Command::SwitchWorkspace(workspace) => {
                self.state.workspace = workspace;
                Ok(())
            }
            Command::Grant { profile, agent } => self.grant_profile(profile, agent),
            Command::RevokeGrant { profile, agent } => self.revoke_grant(profile, &agent),
            Command::SetApprovals { agent, setting } => {
                self.state.settings.insert(agent, setting);
                Ok(())
            }
            Command::RevokeAgent(agent) => {
                self.revoke_agent(&agent);
                Ok(())
            }
        };
        self.emit(Effect::PersonAnswer(answer));
    }

    /// Opens a Window. A profile is open in one at a time (N20).
    fn open_window(&mut self, window: WindowId, profile: Profile) -> Result<(), PersonRefusal> {
        if !self.state.awaits_window(window) {
            return Err(PersonRefusal::UnknownWindow);
        }
        if let Profile::Kept(profile) = profile {
            self.check_openable(profile)?;
        }
        self.add_window(window, Opener::Person, profile);
        self.emit(Effect::StartWindow(window));
        Ok(())
    }

    fn keep_window(&mut self, id: WindowId) -> Result<(), PersonRefusal> {
        let Some(window) = self.state.windows.get_mut(&id) else { return Err(PersonRefusal::UnknownWindow) };
        window.kept = true;
        self.note_use(id);
        Ok(())
    }

    fn decide(&mut self, approval: ApprovalId, yes: bool, always: bool) -> Result<(), PersonRefusal> {
        if self.state.pairings.contains_key(&approval) {
            return self.decide_pairing(approval, if yes { PairingVerdict::Paired } else { PairingVerdict::Rejected });
        }
        self.decide_request(approval, yes, always)
    }

    fn close_known_window(&mut self, window: WindowId) -> Result<(), PersonRefusal> {
        if !self.state.windows.contains_key(&window) {
            return Err(PersonRefusal::UnknownWindow);
        }
        self.close_window(window, None);
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
        let theirs = self.state.leases.iter().filter(|(_, lease)| lease.agent == *agent).map(|(id, _)| *id);
        theirs.collect::<Vec<_>>().into_iter().for_each(|lease| self.revoke_lease(lease, &revoked));
        for id in sessions {
            self.refuse_where(&revoked, |progress| progress.call.session == id);
            self.close_session(id);
            self.emit(Effect::Disconnect(id));
        }
        self.forget_what_was_allowed(agent);
    }

    /// Whoever is paired under this name later starts from nothing.
    fn forget_what_was_allowed(&mut self, agent: &AgentName) {
        self.state.settings.remove(agent);
        self.state.profiles.values_mut().for_each(|kept| {
            kept.drivers.remove(agent);
        });
        let opener = Opener::Agent(agent.clone());
        for window in self.state.windows.values_mut() {
            window.drivers.remove(agent);
            if window.opened_by == opener {
                window.opened_by = Opener::RevokedAgent;
            }
        }
        for page in self.state.pages.values_mut().filter(|page| page.opened_by == opener) {
            page.opened_by = Opener::RevokedAgent;
        }
        self.withdraw_requests(
            |request| matches!(&request.question, Question::Drive { agent: who, .. } if who == agent),
        );
    }
}
