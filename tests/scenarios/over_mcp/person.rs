//! What the person does, through the bench host's person.

use nexus_test_support::scenario::PersonStep;
use nexus_test_support::{Human, deadline::wait_until};
use serde_json::{Value, json};

use super::{Ground, SOON};

impl Ground<'_> {
    /// How the person's command is answered.
    pub(super) fn person(&mut self, does: &PersonStep) -> String {
        let (request, arguments) = match does {
            PersonStep::OpenWindow { window, page, profile } => {
                let mut arguments = json!({"url": self.site.url("/")});
                if let Some(profile) = profile {
                    arguments["profile"] = json!(self.profile(profile));
                }
                return match self.host.human.ask("open_window", arguments) {
                    Ok(opened) => {
                        let id = |key: &str| opened[key].as_str().expect("an id").to_owned();
                        self.windows.insert(window.clone(), id("window"));
                        self.pages.insert(page.clone(), id("page"));
                        "ok".to_owned()
                    }
                    Err(error) => error.code().unwrap_or_default().to_owned(),
                };
            }
            PersonStep::CloseWindow(window) => ("close_window", self.place(window)),
            PersonStep::KeepWindow(window) => ("keep_window", self.place(window)),
            PersonStep::TakeControl(place) => ("take_control", self.place(place)),
            PersonStep::GiveBack(place) => ("give_back", self.place(place)),
            PersonStep::Approve => ("approve", json!({"approval": self.card()})),
            PersonStep::ApproveAlways => ("approve", json!({"approval": self.card(), "always": true})),
            PersonStep::Reject => ("reject", json!({"approval": self.card()})),
            PersonStep::FinishHandoff { completed } => {
                ("finish_handoff", json!({"handoff": self.handoff(), "completed": completed}))
            }
            PersonStep::RevokeLease(place) => ("revoke_lease", json!({"lease": self.lease_over(place)})),
            PersonStep::RevokeAgent(agent) => {
                let revoked = ("revoke_agent", json!({"agent": self.own(agent)}));
                self.agents.retain(|connection, _| super::agent_of(connection) != agent);
                revoked
            }
            PersonStep::Grant { agent, profile } => {
                ("grant", json!({"profile": self.profile(profile), "agent": self.own(agent)}))
            }
            PersonStep::RevokeGrant { agent, profile } => {
                ("revoke", json!({"profile": self.profile(profile), "agent": self.own(agent)}))
            }
            PersonStep::AskAboutEverything(agent) => {
                self.client(agent);
                ("set_approvals", json!({"agent": self.own(agent), "setting": "every"}))
            }
            PersonStep::Touch(page) => ("press", json!({"page": self.pages[page], "selector": "input"})),
        };
        answer(&self.host.human, request, arguments)
    }

    /// It is made when it is first named.
    fn profile(&mut self, name: &str) -> String {
        let own = self.own(name);
        if !self.profiles.contains(&own) {
            let made = json!({"name": own, "kind": "persistent"});
            self.host.human.ask("create_profile", made).expect("a profile");
            self.profiles.push(own.clone());
        }
        own
    }

    #[track_caller]
    fn card(&self) -> String {
        let one =
            wait_until("one thing to be asked", SOON, || (self.cards().len() == 1).then(|| self.cards().remove(0)));
        one.unwrap_or_else(|error| panic!("{error}: {:?}", self.cards()))
    }

    #[track_caller]
    fn handoff(&self) -> Value {
        let open = |view: Value| view["handoffs"][0]["handoff"].as_str().map(|id| json!(id));
        wait_until("a handoff", SOON, || open(self.view())).expect("it is open")
    }

    fn lease_over(&self, place: &str) -> Value {
        let scope = self.place(place);
        let scope = scope["window"].as_str().or(scope["page"].as_str()).expect("a place").to_owned();
        let view = self.view();
        let windows = view["windows"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut leases = windows.iter().filter_map(|window| window["leases"].as_array()).flatten();
        let lease = leases.find(|lease| lease["scope"] == json!(scope));
        lease.unwrap_or_else(|| panic!("nobody holds {place}: {view}"))["lease"].clone()
    }
}

fn answer(human: &Human, request: &str, arguments: Value) -> String {
    match human.ask(request, arguments) {
        Ok(_) => "ok".to_owned(),
        Err(error) => error.code().unwrap_or("no answer").to_owned(),
    }
}
