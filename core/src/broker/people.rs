//! The person's commands: told to policy at once, answered when they are carried out.

use std::collections::BTreeMap;
use std::sync::Arc;

use nexus_policy::{ApprovalId, Command, Input, Loan, PersonRefusal, Profile, Scope, TakeoverId, WindowId};
use tokio::sync::oneshot;

use super::inside::{Inside, Reply};
use super::person::{Decision, PersonAnswer, PersonCommand, PersonError};
use super::person_port::PersonMessage;
use super::run::Broker;
use crate::store::ProfileName;

/// Who waits for what.
#[derive(Debug, Default)]
pub(super) struct People {
    taking: BTreeMap<TakeoverId, Reply>,
    opening: BTreeMap<WindowId, (Reply, Option<String>)>,
    /// The command that policy is being told of.
    current: Current,
}

/// What happens with the reply once policy has said whether a command is possible.
#[derive(Debug, Default)]
pub(super) enum Current {
    #[default]
    Nobody,
    /// It is done then.
    Done(Reply),
    /// It goes on; a refusal ends it.
    Taking(TakeoverId),
    Opening(WindowId),
}

impl People {
    /// The one who waits for a take-over.
    pub(super) fn taken(&mut self, takeover: TakeoverId) -> Option<oneshot::Sender<Result<PersonAnswer, PersonError>>> {
        self.taking.remove(&takeover).flatten()
    }

    pub(super) fn opening(&mut self, window: WindowId) -> Option<(Reply, Option<String>)> {
        self.opening.remove(&window)
    }

    pub(super) fn address_for(&self, window: WindowId) -> Option<String> {
        self.opening.get(&window).and_then(|(_, url)| url.clone())
    }
}

impl Broker {
    /// Takes a command. Whatever it leads to in policy happens before anything else is served.
    pub(super) fn take_command(&mut self, message: PersonMessage) {
        let PersonMessage { command, reply } = message;
        self.note_command(&command);
        match command {
            PersonCommand::OpenWindow { profile, url } => self.open_person_window(profile.as_ref(), url, reply),
            PersonCommand::CloseWindow(window) => {
                self.tell_policy(Command::CloseWindow(window), Current::Done(reply));
            }
            PersonCommand::KeepWindow(window) => {
                self.tell_policy(Command::KeepWindow(window), Current::Done(reply));
            }
            PersonCommand::AskAgain { window, endpoint } => {
                self.tell_policy(Command::AskAgain { window, endpoint }, Current::Done(reply));
            }
            PersonCommand::FinishHandoff { handoff, completed } => {
                self.tell_policy(Command::FinishHandoff { handoff, completed }, Current::Done(reply));
            }
            PersonCommand::CreateProfile { name, kind } => self.create_profile(name, kind, reply),
            PersonCommand::Profile(profile, command) => self.profile_command(&profile, command, reply),
            PersonCommand::Cookies(command) => self.cookie_command(command, reply),
            PersonCommand::SwitchWorkspace(workspace) => self.switch_workspace(workspace, reply),
            PersonCommand::ForgetOpenProfiles => self.forget_open_profiles(reply),
            PersonCommand::Grant { profile, agent } => self.grant_profile(&profile, agent, reply),
            PersonCommand::RevokeGrant { profile, agent } => self.revoke_grant(&profile, agent, reply),
            PersonCommand::FocusWindow(window) => self.focus_window(window, reply),
            PersonCommand::TakeControl(scope) => self.take_control(scope, reply),
            PersonCommand::TakeControlOfEverything => {
                let windows: Vec<WindowId> = self.policy.windows().collect();
                windows.into_iter().for_each(|window| self.take_control(Scope::Window(window), None));
                self.answer_person(reply, Ok(PersonAnswer::Done));
            }
            PersonCommand::GiveBack(scope) => self.tell_policy(Command::GiveBack(scope), Current::Done(reply)),
            PersonCommand::RevokeLease(lease) => {
                self.tell_policy(Command::RevokeLease(lease), Current::Done(reply));
            }
            PersonCommand::Decide(approval, decision) => self.decide(approval, decision, reply),
            PersonCommand::SetApprovals { agent, setting } => self.set_approvals(agent, setting, reply),
            PersonCommand::RevokeAgent(agent) => self.revoke_agent(agent, reply),
            PersonCommand::AllowUploads { folder } => self.allow_uploads(folder, reply),
            PersonCommand::DisallowUploads { folder } => self.disallow_uploads(&folder, reply),
            PersonCommand::InspectWith(choice) => self.inspect_with(choice, reply),
            PersonCommand::RestartEngine(page) => self.restart_engine(page, reply),
            PersonCommand::KeepTokensInFile => self.keep_tokens_in_file(reply),
        }
    }

    fn open_person_window(&mut self, profile: Option<&ProfileName>, url: Option<String>, reply: Reply) {
        let profile = match profile.map(|name| self.profiles.find(name)) {
            None => Profile::Isolated,
            Some(Some(id)) => Profile::Kept(id),
            Some(None) => return self.answer_person(reply, Err(error_of(PersonRefusal::UnknownProfile))),
        };
        let window = self.policy.new_window_id();
        self.people.opening.insert(window, (reply, url));
        self.tell_policy(Command::OpenWindow { window, profile }, Current::Opening(window));
    }

    pub(super) fn take_control(&mut self, scope: Scope, reply: Reply) {
        let takeover = self.policy.new_takeover_id();
        self.people.taking.insert(takeover, reply);
        self.tell_policy(Command::TakeControl { scope, takeover }, Current::Taking(takeover));
    }

    fn decide(&mut self, approval: ApprovalId, decision: Decision, reply: Reply) {
        let command = match decision {
            Decision::Approve => Command::Approve { approval, always: false },
            Decision::ApproveAlways => Command::Approve { approval, always: true },
            Decision::Reject => Command::Reject(approval),
        };
        self.tell_policy(command, Current::Done(reply));
        if decision == Decision::ApproveAlways {
            self.keep_drivers(None);
        }
    }

    /// Policy decides about one command at a time, so its answer belongs to the one told last.
    pub(super) fn tell_policy(&mut self, command: Command, then: Current) {
        self.people.current = then;
        self.step(Input::Person(command));
    }

    /// Policy has said whether the command is possible.
    pub(super) fn person_answered(&mut self, answer: Result<(), PersonRefusal>) {
        let answer = answer.map_err(error_of);
        match (std::mem::take(&mut self.people.current), answer) {
            (Current::Done(reply), answer) => {
                self.publish();
                self.answer_person(reply, answer.map(|()| PersonAnswer::Done));
            }
            (Current::Taking(takeover), Err(error)) => {
                let reply = self.people.taken(takeover);
                self.answer_person(reply, Err(error));
            }
            (Current::Taking(_), Ok(())) => self.publish(),
            (Current::Opening(window), Err(error)) => {
                let reply = self.people.opening(window).and_then(|(reply, _)| reply);
                self.answer_person(reply, Err(error));
            }
            (Current::Opening(_), Ok(())) | (Current::Nobody, _) => {}
        }
    }

    pub(super) fn answer_person(&self, reply: Reply, answer: Result<PersonAnswer, PersonError>) {
        match (reply, answer) {
            (Some(reply), answer) => {
                if reply.send(answer).is_err() {
                    tracing::debug!("the person's side doesn't wait for its answer any more");
                }
            }
            (None, Err(error)) => tracing::info!(code = error.code, "a command of the person's came to nothing"),
            (None, Ok(_)) => {}
        }
    }

    fn focus_window(&mut self, window: WindowId, reply: Reply) {
        let page = self.policy.pages(window).last().and_then(|page| self.registry.page(page)).cloned();
        let Some((browser, page)) = self.registry.browser(window).cloned().zip(page) else {
            return self.answer_person(reply, Err(error_of(PersonRefusal::UnknownWindow)));
        };
        let inside = self.outbox.inside.clone();
        tokio::spawn(async move {
            let focused = browser.focus_page(&page).await.map_err(|error| PersonError {
                code: "unavailable",
                sentence: format!("Chromium could not be brought to the front: {error}."),
            });
            done(&inside, Inside::PersonDone(reply, focused));
        });
    }

    fn keep_tokens_in_file(&mut self, reply: Reply) {
        let (vault, inside) = (Arc::clone(&self.config.vault), self.outbox.inside.clone());
        self.config.notices.retain(|notice| notice.kind != super::view::NoticeKind::NoKeychain);
        tokio::task::spawn_blocking(move || {
            let chosen = vault.choose_file().map_err(|error| PersonError {
                code: "unavailable",
                sentence: format!("The private file could not be made: {error}"),
            });
            done(&inside, Inside::PersonDone(reply, chosen));
        });
    }
}

pub(super) fn done(inside: &tokio::sync::mpsc::UnboundedSender<Inside>, message: Inside) {
    if inside.send(message).is_err() {
        tracing::debug!("a command of the person's was done after the broker had ended");
    }
}

pub(super) fn error_of(refusal: PersonRefusal) -> PersonError {
    let (code, sentence) = match refusal {
        PersonRefusal::UnknownWindow => ("unknown_window", "There is no such Window."),
        PersonRefusal::UnknownPage => ("unknown_page", "There is no such page."),
        PersonRefusal::UnknownLease => ("unknown_lease", "There is no such lease; it may have ended."),
        PersonRefusal::UnknownApproval => ("unknown_approval", "That request is decided, expired, or was never made."),
        PersonRefusal::UnknownAgent => ("unknown_agent", "There is no such agent."),
        PersonRefusal::NotInControl => {
            ("not_in_control", "You don't have control there, so there is none to give back.")
        }
        PersonRefusal::HandoffOpen => {
            ("in_handoff", "You are doing something there for an agent. Say that it is done, or that you can't do it.")
        }
        PersonRefusal::UnknownHandoff => ("unknown_handoff", "That handoff is over, or was never made."),
        PersonRefusal::UnknownProfile => ("unknown_profile", "There is no such profile."),
        PersonRefusal::ProfileInUse => ("profile_in_use", "A Window has this profile open; close it first."),
        PersonRefusal::ProfileLent(Loan::Browser) => {
            ("profile_signing_in", "This profile is open in an ordinary browser, to sign in; close that one first.")
        }
        PersonRefusal::ProfileLent(Loan::Upkeep) => {
            ("profile_busy", "Something is being done with this profile; wait until it is done.")
        }
        PersonRefusal::ProfileArchived => ("profile_archived", "This profile is archived; restore it first."),
        PersonRefusal::OtherWorkspace => {
            ("other_workspace", "This profile is offered in another workspace; switch to that one first.")
        }
        PersonRefusal::ProfileNotOpen => {
            ("profile_not_open", "An agent drives a shared profile by a yes for the open Window; open it first.")
        }
        PersonRefusal::WindowInControl => {
            ("window_in_control", "You have control of the whole Window; give back the Window.")
        }
    };
    PersonError { code, sentence: sentence.to_owned() }
}
