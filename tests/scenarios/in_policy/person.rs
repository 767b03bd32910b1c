//! What the person does, told to the rules.

use nexus_policy::{
    ApprovalId, ApprovalSetting, Command, Effect, Input, KeptKind, Loan, Opener, PersonRefusal, Profile, ProfileId,
    RequestState, Settled, TakeoverId,
};
use nexus_test_support::scenario::PersonStep;

use super::{Ground, agent_name};

impl Ground {
    /// How the person's command is answered.
    pub(super) fn person(&mut self, does: &PersonStep) -> String {
        let command = match does {
            PersonStep::OpenWindow { window, page, profile } => {
                let profile = profile.as_ref().map_or(Profile::Isolated, |name| Profile::Kept(self.profile(name)));
                let id = self.policy.new_window_id();
                let answer = self.order(Command::OpenWindow { window: id, profile });
                if answer == "ok" {
                    self.step(Input::WindowRunning(id));
                    let first = self.policy.new_page_id();
                    self.step(Input::PageAppeared { window: id, page: first, opened_by: Opener::Person, opener: None });
                    self.windows.insert(window.clone(), id);
                    self.pages.insert(page.clone(), first);
                }
                return answer;
            }
            PersonStep::CloseWindow(window) => Command::CloseWindow(self.windows[window]),
            PersonStep::KeepWindow(window) => Command::KeepWindow(self.windows[window]),
            PersonStep::TakeControl(place) => {
                let takeover = TakeoverId(self.number());
                let answer = self.order(Command::TakeControl { scope: self.scope(place), takeover });
                self.step(Input::InputSettled { takeover, settled: Settled::Acknowledged });
                self.step(Input::InputReleased(takeover));
                return answer;
            }
            PersonStep::GiveBack(place) => Command::GiveBack(self.scope(place)),
            PersonStep::Approve => Command::Approve { approval: self.card(), always: false },
            PersonStep::ApproveAlways => Command::Approve { approval: self.card(), always: true },
            PersonStep::Reject => Command::Reject(self.card()),
            PersonStep::FinishHandoff { completed } => {
                let handoff = self.policy.handoffs().next().expect("an open handoff").id;
                Command::FinishHandoff { handoff, completed: *completed }
            }
            PersonStep::RevokeLease(place) => {
                let scope = self.scope(place);
                let lease = self.policy.leases().find(|lease| lease.scope == scope);
                Command::RevokeLease(lease.unwrap_or_else(|| panic!("nobody holds {place}")).id)
            }
            PersonStep::RevokeAgent(agent) => {
                let agent = agent_name(agent);
                let gone: Vec<_> =
                    self.policy.sessions().filter(|(_, name)| **name == agent).map(|(id, _)| id).collect();
                self.sessions.retain(|_, session| !gone.contains(session));
                Command::RevokeAgent(agent)
            }
            PersonStep::Grant { agent, profile } => {
                Command::Grant { profile: self.profile(profile), agent: agent_name(agent) }
            }
            PersonStep::RevokeGrant { agent, profile } => {
                Command::RevokeGrant { profile: self.profile(profile), agent: agent_name(agent) }
            }
            PersonStep::AskAboutEverything(agent) => {
                Command::SetApprovals { agent: agent_name(agent), setting: ApprovalSetting::Every }
            }
            PersonStep::Touch(page) => {
                let window = self.policy.page(self.pages[page]).expect("it is there").window;
                self.step(Input::PersonTouched(window));
                return "ok".to_owned();
            }
        };
        self.order(command)
    }

    fn order(&mut self, command: Command) -> String {
        let effects = self.step(Input::Person(command));
        let answers: Vec<_> = effects
            .into_iter()
            .filter_map(|effect| if let Effect::PersonAnswer(answer) = effect { Some(answer) } else { None })
            .collect();
        assert_eq!(answers.len(), 1, "one command, one answer");
        answers[0].map_or_else(code, |()| "ok").to_owned()
    }

    /// It is made when it is first named.
    fn profile(&mut self, name: &str) -> ProfileId {
        if let Some(profile) = self.profiles.get(name) {
            return *profile;
        }
        let profile = ProfileId(self.number());
        self.profiles.insert(name.to_owned(), profile);
        self.step(Input::Person(Command::AddProfile { profile, kind: KeptKind::Persistent }));
        profile
    }

    pub(super) fn cards(&self) -> Vec<ApprovalId> {
        let open = self.policy.requests().filter(|request| request.state == RequestState::Pending);
        open.map(|request| request.id).collect()
    }

    #[track_caller]
    fn card(&self) -> ApprovalId {
        let cards = self.cards();
        assert_eq!(cards.len(), 1, "what the person is asked");
        cards[0]
    }
}

/// As the person's side says it.
fn code(refusal: PersonRefusal) -> &'static str {
    match refusal {
        PersonRefusal::UnknownWindow => "unknown_window",
        PersonRefusal::UnknownPage => "unknown_page",
        PersonRefusal::UnknownLease => "unknown_lease",
        PersonRefusal::UnknownApproval => "unknown_approval",
        PersonRefusal::UnknownAgent => "unknown_agent",
        PersonRefusal::NotInControl => "not_in_control",
        PersonRefusal::WindowInControl => "window_in_control",
        PersonRefusal::HandoffOpen => "in_handoff",
        PersonRefusal::UnknownHandoff => "unknown_handoff",
        PersonRefusal::UnknownProfile => "unknown_profile",
        PersonRefusal::ProfileInUse => "profile_in_use",
        PersonRefusal::ProfileLent(Loan::Browser) => "profile_signing_in",
        PersonRefusal::ProfileLent(Loan::Upkeep) => "profile_busy",
        PersonRefusal::ProfileArchived => "profile_archived",
        PersonRefusal::OtherWorkspace => "other_workspace",
        PersonRefusal::ProfileNotOpen => "profile_not_open",
    }
}
