//! What the person did, and what they were asked, as the activity list and the audit log tell it: which request or handoff,
//! whose, what and where, in NEXUS's own words.

use std::time::SystemTime;

use nexus_policy::{AgentName, ApprovalId, HandoffId, LeaseId, RequestState, Scope, SessionId, WindowId};

use super::activity::{Place, place};
use super::effect_gate::public;
use super::person::{Decision, PersonCommand, PersonError};
use super::run::Broker;
use super::view::{ActivityOutcome, ActivityView, ProfileKind, Question, RequestView};
use crate::store::{AuditEntry, AuditOutcome, ProfileName};

/// What happened, and where.
struct Told {
    what: String,
    place: Place,
    /// The agent and session whose own doing it is; none for what the person does.
    by: Option<(AgentName, SessionId)>,
}

impl Told {
    fn anywhere(what: impl Into<String>) -> Self {
        Self { what: what.into(), place: Place::default(), by: None }
    }

    fn at(scope: Scope, what: impl Into<String>) -> Self {
        Self { what: what.into(), place: place(scope), by: None }
    }
}

impl Broker {
    /// Notes what the person does, before it is done: afterwards what it is about may be gone.
    pub(super) fn note_command(&mut self, command: &PersonCommand) {
        let told = match command {
            PersonCommand::FocusWindow(_) => return,
            PersonCommand::OpenWindow { profile: None, .. } => Told::anywhere("open Window"),
            PersonCommand::OpenWindow { profile: Some(profile), .. } => {
                Told::anywhere(format!("open Window with profile {profile}"))
            }
            PersonCommand::CloseWindow(window) => Told::at(Scope::Window(*window), "close Window"),
            PersonCommand::KeepWindow(window) => Told::at(Scope::Window(*window), "keep Window"),
            PersonCommand::AskAgain { window, endpoint } => {
                let to = public(&endpoint.origin.0, &endpoint.path);
                Told::at(Scope::Window(*window), format!("ask again about {} {to}", endpoint.method))
            }
            PersonCommand::TakeControl(scope) => Told::at(*scope, "take control"),
            PersonCommand::TakeControlOfEverything => Told::anywhere("take control of everything"),
            PersonCommand::GiveBack(scope) => Told::at(*scope, "give back"),
            PersonCommand::RevokeLease(lease) => self.revoked_lease(*lease),
            PersonCommand::Decide(approval, decision) => self.decided(*approval, *decision),
            PersonCommand::FinishHandoff { handoff, completed } => self.finished_handoff(*handoff, *completed),
            PersonCommand::CreateProfile { name, kind } => {
                Told::anywhere(format!("create {} profile {name}", ProfileKind::of_kept(kind).as_str()))
            }
            PersonCommand::Profile(profile, command) => Told::anywhere(command.told(profile)),
            PersonCommand::Cookies(command) => match command.told() {
                Some((window, what)) => Told::at(Scope::Window(window), what),
                None => return,
            },
            PersonCommand::SwitchWorkspace(Some(workspace)) => {
                Told::anywhere(format!("switch to workspace {workspace}"))
            }
            PersonCommand::SwitchWorkspace(None) => Told::anywhere("leave the workspace"),
            PersonCommand::ForgetOpenProfiles => Told::anywhere("don't reopen what was open"),
            PersonCommand::Grant { profile, agent } => Told::anywhere(format!("let {agent} drive profile {profile}")),
            PersonCommand::RevokeGrant { profile, agent } => {
                Told::anywhere(format!("keep {agent} off profile {profile}"))
            }
            PersonCommand::SetApprovals { agent, setting } => {
                Told::anywhere(format!("ask about {} of {agent}", setting.asks_about()))
            }
            PersonCommand::RevokeAgent(agent) => Told::anywhere(format!("revoke agent {agent}")),
            PersonCommand::AllowUploads { folder } => {
                Told::anywhere(format!("allow uploads from {}", folder.display()))
            }
            PersonCommand::DisallowUploads { folder } => {
                Told::anywhere(format!("allow no more uploads from {}", folder.as_path().display()))
            }
            PersonCommand::InspectWith(choice) => Told::anywhere(format!("inspect by {}", choice.as_str())),
            PersonCommand::RestartEngine(page) => Told::at(Scope::Page(*page), "restart the inspection engine"),
            PersonCommand::KeepTokensInFile => Told::anywhere("keep tokens in a private file"),
        };
        self.note(told);
    }

    /// Notes that nobody decided what the person was asked, or used what they allowed, in time.
    pub(super) fn note_request(&mut self, id: ApprovalId) {
        let expired = self.policy.request(id).filter(|request| request.state == RequestState::Expired);
        let Some(expired) = expired else { return };
        let RequestView { asked_by, question, window, page, .. } = self.request_view(&expired);
        let what = format!("{id} expired: {}", question_text(&question));
        self.note(Told { what, place: Place { window, page }, by: Some((asked_by.agent, asked_by.session)) });
    }

    /// Notes that a handoff has begun or is over, however it ended.
    pub(super) fn note_handoff(&mut self, id: HandoffId) {
        let (what, (place, agent, session)) = match self.policy.handoff(id) {
            Some(_) if self.activity.handoffs.contains_key(&id) => return,
            Some(handoff) => {
                let begun = (place(handoff.scope), handoff.agent.clone(), handoff.session);
                self.activity.handoffs.insert(id, begun.clone());
                (format!("handoff {id} begins"), begun)
            }
            None => match self.activity.handoffs.remove(&id) {
                Some(begun) => (format!("handoff {id} is over"), begun),
                None => return,
            },
        };
        self.note(Told { what, place, by: Some((agent, session)) });
    }

    /// Notes that the browser in which the person signed in to a profile is closed, or why there was none.
    pub(super) fn note_sign_in_over(&mut self, profile: &ProfileName, not_opened: Option<&PersonError>) {
        let what = match not_opened {
            None => format!("profile {profile}, open to sign in, was closed"),
            Some(error) => format!("profile {profile} was not opened to sign in: {}", error.code),
        };
        self.note(Told::anywhere(what));
    }

    /// Notes that an import of cookies came to nothing, or not to all of it.
    pub(super) fn note_cookies_not_imported(&mut self, window: WindowId, why: &PersonError) {
        self.note(Told::at(Scope::Window(window), format!("cookies were not imported: {}", why.code)));
    }

    fn decided(&self, approval: ApprovalId, decision: Decision) -> Told {
        let verb = match decision {
            Decision::Approve => "approve",
            Decision::ApproveAlways => "approve for good",
            Decision::Reject => "reject",
        };
        if let Some(pairing) = self.sessions.pairings().find(|pairing| pairing.approval == approval) {
            return Told::anywhere(format!("{verb} {approval}: pair {}", pairing.agent));
        }
        let Some(view) = self.open_request(approval) else {
            return Told::anywhere(format!("{verb} {approval}, which wasn't open"));
        };
        let RequestView { asked_by, question, window, page, .. } = view;
        let (agent, session) = (asked_by.agent, asked_by.session);
        let what = format!("{verb} {approval} of {agent} ({session}): {}", question_text(&question));
        Told { what, place: Place { window, page }, by: None }
    }

    fn finished_handoff(&self, id: HandoffId, completed: bool) -> Told {
        let verb = if completed { "finish" } else { "decline" };
        match self.policy.handoff(id) {
            Some(handoff) => {
                Told::at(handoff.scope, format!("{verb} handoff {id} of {} ({})", handoff.agent, handoff.session))
            }
            None => Told::anywhere(format!("{verb} handoff {id}, which wasn't open")),
        }
    }

    fn revoked_lease(&self, id: LeaseId) -> Told {
        match self.policy.lease(id) {
            Some(lease) => Told::at(lease.scope, format!("revoke lease {id} of {} ({})", lease.agent, lease.session)),
            None => Told::anywhere(format!("revoke lease {id}, which had ended")),
        }
    }

    fn note(&mut self, Told { what, place, by }: Told) {
        let Place { window, page } = self.complete(place);
        let (at, address) = (SystemTime::now(), self.address_there(page));
        let (agent, session) = by.unzip();
        let line =
            ActivityView { at, agent: agent.clone(), window, page, what: what.clone(), outcome: ActivityOutcome::Done };
        let outcome = AuditOutcome::Done;
        self.activity.record(AuditEntry { at, agent, session, window, page, what, address, outcome });
        self.activity.add(line);
        self.publishing.mark();
    }
}

fn question_text(question: &Question) -> String {
    match question {
        Question::Drive { agent } => format!("{agent} drives"),
        Question::Read => "read".to_owned(),
        Question::Send { method, to, .. } => format!("send {method} {to}"),
        Question::Act { what, about, .. } => match about {
            Some(about) if !about.name.is_empty() => format!("{what} {} “{}”", about.kind, about.name),
            Some(_) | None => what.clone(),
        },
    }
}
