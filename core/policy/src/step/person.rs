//! The person's commands. They are never refused for what an agent holds (N12).

use super::Step;
use crate::state::Opener;
use crate::{
    AgentName, ApprovalId, Code, Command, Effect, Fact, LeaseId, PairingVerdict, PersonRefusal, Profile, ProfileId,
    Question, Refusal, SessionId, WindowId,
};

impl Step<'_> {
    pub(super) fn carry_out(&mut self, command: Command) {
        let answer = match command {
            Command::OpenWindow { window, profile } => self.open_window(window, profile),
            Command::CloseWindow(window) => self.close_known_window(window),
            Command::KeepWindow(window) => self.keep_window(window),
            Command::TakeControl { scope, takeover } => self.take_control(scope, takeover),
            Command::GiveBack(scope) => self.give_back(scope),
            Command::RevokeLease(lease) => self.revoke_known_lease(lease),
            Command::Approve { approval, always } => self.decide(approval, true, always),
            Command::Reject(approval) => self.decide(approval, false, false),
            Command::FinishHandoff { handoff, completed } => self.finish_handoff(handoff, completed),
            Command::AddProfile(profile) => {
                self.state.profiles.entry(profile).or_default();
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
        if let Profile::Persistent(profile) = profile {
            self.check_profile(profile)?;
            if self.state.window_of(profile).is_some() {
                return Err(PersonRefusal::ProfileInUse);
            }
        }
        self.add_window(window, Opener::Person, profile);
        self.emit(Effect::StartWindow(window));
        Ok(())
    }

    fn check_profile(&self, profile: ProfileId) -> Result<(), PersonRefusal> {
        if self.state.profiles.contains_key(&profile) { Ok(()) } else { Err(PersonRefusal::UnknownProfile) }
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

    /// What the person was asked for it is settled with that.
    fn grant_profile(&mut self, profile: ProfileId, agent: AgentName) -> Result<(), PersonRefusal> {
        self.check_profile(profile)?;
        let window = self.state.window_of(profile);
        self.withdraw_requests(|request| {
            matches!(&request.question, Question::Drive { window: asked, agent: who } if Some(*asked) == window && *who == agent)
        });
        if let Some(window) = window {
            self.tell(Fact::WindowChanged(window));
        }
        self.state.profiles.entry(profile).or_default().insert(agent);
        Ok(())
    }

    /// An agent that may not drive a profile any more loses what it holds there.
    fn revoke_grant(&mut self, profile: ProfileId, agent: &AgentName) -> Result<(), PersonRefusal> {
        self.check_profile(profile)?;
        if let Some(drivers) = self.state.profiles.get_mut(&profile) {
            drivers.remove(agent);
        }
        let Some(id) = self.state.window_of(profile) else { return Ok(()) };
        if let Some(window) = self.state.windows.get_mut(&id) {
            window.drivers.remove(agent);
        }
        let theirs = self.state.leases_in(id).into_iter().filter(|lease| self.state.leases[lease].agent == *agent);
        let revoked = Refusal::new(Code::NotAuthorized, format!("A person no longer lets {agent} drive {id}."));
        theirs.collect::<Vec<_>>().into_iter().for_each(|lease| self.revoke_lease(lease, &revoked));
        self.tell(Fact::WindowChanged(id));
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
        self.state.profiles.values_mut().for_each(|drivers| {
            drivers.remove(agent);
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
