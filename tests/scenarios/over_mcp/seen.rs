//! What the person sees, looked up by the scenario's names.

use nexus_test_support::scenario::State;
use serde_json::{Value, json};

use super::Ground;

impl Ground<'_> {
    pub(super) fn view(&self) -> Value {
        self.host.human.view().expect("a view")["view"].take()
    }

    pub(super) fn window(&self, id: &str) -> Option<Value> {
        self.view()["windows"].as_array()?.iter().find(|window| window["window"] == id).cloned()
    }

    pub(super) fn page(&self, id: &str) -> Option<Value> {
        let view = self.view();
        let mut pages = view["windows"].as_array()?.iter().filter_map(|window| window["pages"].as_array()).flatten();
        pages.find(|page| page["page"] == id).cloned()
    }

    pub(super) fn sessions(&self, connection: &str) -> Vec<String> {
        let (view, name) = (self.view(), self.own(connection));
        let agents = view["agents"].as_array().map(Vec::as_slice).unwrap_or_default();
        let found = agents.iter().filter(|agent| agent["agent"] == name);
        let sessions = found.filter_map(|agent| agent["sessions"].as_array()).flatten();
        sessions.filter_map(|session| session["session"].as_str().map(str::to_owned)).collect()
    }

    /// The session of an agent that has one connection.
    pub(super) fn session_of(&self, connection: &str, at: &str) -> String {
        self.until(at, |ground| Some(ground.sessions(connection).len() == 1));
        self.sessions(connection).remove(0)
    }

    pub(super) fn state(&self, place: &str) -> State {
        let shown = match (self.windows.get(place), self.pages.get(place)) {
            (Some(window), _) => self.window(window),
            (None, Some(page)) => self.page(page),
            (None, None) => panic!("{place} was never opened"),
        };
        let Some(shown) = shown else { return State::Gone };
        let (control, holder) = (&shown["control"], &shown["control"]["holder"]);
        match control["state"].as_str() {
            Some("idle") => State::Idle,
            Some("handoff") => State::HandedOver,
            Some("user") => State::Persons,
            Some("agent") => State::Of(self.connection_of(holder)),
            other => panic!("{place} is {other:?}: {control}"),
        }
    }

    /// What the scenario calls the connection that holds something.
    pub(super) fn connection_of(&self, holder: &Value) -> String {
        let own = self.agents.keys().find(|connection| {
            let is_agent = holder["agent"] == json!(self.own(connection));
            is_agent && self.sessions(connection).iter().any(|session| holder["session"] == json!(session))
        });
        own.cloned().unwrap_or_else(|| "one that is gone".to_owned())
    }

    pub(super) fn cards(&self) -> Vec<String> {
        let view = self.view();
        let requests = view["requests"].as_array().map(Vec::as_slice).unwrap_or_default();
        requests.iter().filter_map(|request| request["approval"].as_str().map(str::to_owned)).collect()
    }
}
