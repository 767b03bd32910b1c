//! The profiles that outlive their Window: which can be opened, and who may drive them (N19, N20).

use super::Step;
use crate::profile::KeptProfile;
use crate::{
    AgentName, Availability, Code, Fact, KeptKind, Loan, PersonRefusal, ProfileId, Question, Refusal, WindowId,
};

impl Step<'_> {
    pub(super) fn add_profile(&mut self, profile: ProfileId, kind: KeptKind) {
        match self.state.profiles.get_mut(&profile) {
            Some(kept) => kept.kind = kind,
            None => {
                let (availability, drivers) = Default::default();
                self.state.profiles.insert(profile, KeptProfile { kind, availability, drivers });
            }
        }
    }

    /// A profile is open in one Window at a time (N20), and offered in its own workspace only.
    pub(super) fn check_openable(&self, profile: ProfileId) -> Result<(), PersonRefusal> {
        self.check_unused(profile)?;
        let kept = self.known_profile(profile)?;
        match (kept.availability, &kept.kind) {
            (Availability::Archived, _) => Err(PersonRefusal::ProfileArchived),
            (_, KeptKind::Workspace(workspace)) if Some(workspace) != self.state.workspace.as_ref() => {
                Err(PersonRefusal::OtherWorkspace)
            }
            (Availability::Ready | Availability::Lent(_), _) => Ok(()),
        }
    }

    fn known_profile(&self, profile: ProfileId) -> Result<&KeptProfile, PersonRefusal> {
        self.state.profiles.get(&profile).ok_or(PersonRefusal::UnknownProfile)
    }

    fn check_unused(&self, profile: ProfileId) -> Result<(), PersonRefusal> {
        let kept = self.known_profile(profile)?;
        if self.state.window_of(profile).is_some() {
            return Err(PersonRefusal::ProfileInUse);
        }
        match kept.availability {
            Availability::Lent(loan) => Err(PersonRefusal::ProfileLent(loan)),
            Availability::Ready | Availability::Archived => Ok(()),
        }
    }

    fn set_availability(&mut self, profile: ProfileId, availability: Availability) {
        if let Some(kept) = self.state.profiles.get_mut(&profile) {
            kept.availability = availability;
        }
    }

    pub(super) fn archive_profile(&mut self, profile: ProfileId) -> Result<(), PersonRefusal> {
        self.check_unused(profile)?;
        self.set_availability(profile, Availability::Archived);
        Ok(())
    }

    pub(super) fn restore_profile(&mut self, profile: ProfileId) -> Result<(), PersonRefusal> {
        if self.known_profile(profile)?.availability == Availability::Archived {
            self.set_availability(profile, Availability::Ready);
        }
        Ok(())
    }

    pub(super) fn lend_profile(&mut self, profile: ProfileId, loan: Loan) -> Result<(), PersonRefusal> {
        match loan {
            Loan::Browser => self.check_openable(profile)?,
            Loan::Upkeep => self.check_unused(profile)?,
        }
        self.set_availability(profile, Availability::Lent(loan));
        Ok(())
    }

    pub(super) fn take_profile_back(&mut self, profile: ProfileId) -> Result<(), PersonRefusal> {
        if let Availability::Lent(_) = self.known_profile(profile)?.availability {
            self.set_availability(profile, Availability::Ready);
        }
        Ok(())
    }

    pub(super) fn remove_profile(&mut self, profile: ProfileId) -> Result<(), PersonRefusal> {
        match self.known_profile(profile)?.availability {
            Availability::Lent(Loan::Upkeep) => {
                self.state.profiles.remove(&profile);
                Ok(())
            }
            Availability::Ready | Availability::Archived | Availability::Lent(Loan::Browser) => {
                Err(PersonRefusal::ProfileInUse)
            }
        }
    }

    /// What the person was asked for it is settled with that. Where a yes isn't kept it is for the open Window alone.
    pub(super) fn grant_profile(&mut self, profile: ProfileId, agent: AgentName) -> Result<(), PersonRefusal> {
        let window = self.state.window_of(profile);
        let Some(kept) = self.state.profiles.get_mut(&profile) else { return Err(PersonRefusal::UnknownProfile) };
        if kept.kind.keeps_drivers() {
            kept.drivers.insert(agent.clone());
        } else {
            let open = window.and_then(|window| self.state.windows.get_mut(&window));
            open.ok_or(PersonRefusal::ProfileNotOpen)?.drivers.insert(agent.clone(), true);
        }
        if let Some(window) = window {
            self.settle_question(window, &agent);
        }
        Ok(())
    }

    fn settle_question(&mut self, window: WindowId, agent: &AgentName) {
        self.withdraw_requests(|request| {
            matches!(&request.question, Question::Drive { window: asked, agent: who } if *asked == window && who == agent)
        });
        self.tell(Fact::WindowChanged(window));
    }

    /// An agent that may not drive a profile any more loses what it holds there.
    pub(super) fn revoke_grant(&mut self, profile: ProfileId, agent: &AgentName) -> Result<(), PersonRefusal> {
        self.known_profile(profile)?;
        if let Some(kept) = self.state.profiles.get_mut(&profile) {
            kept.drivers.remove(agent);
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
}
