//! Plays scenarios over MCP with real Chromiums, one after another in one host. Each brings agents and profiles of its own.

mod person;
mod seen;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use nexus_test_support::bench_host::CALL;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::mcp_client::CallInFlight;
use nexus_test_support::scenario::{AgentStep, Step, agent_of};
use nexus_test_support::{BenchHost, McpClient, Scenario, Site, ToolResult};
use serde_json::{Value, json};

use super::{Names, holds};

/// How long anything may take that should take no time.
const SOON: Duration = Duration::from_secs(20);
/// How long a call that should wait is watched.
const A_WHILE: Duration = Duration::from_millis(200);
/// How long a call waits at most, as it says itself.
const PATIENCE_SECONDS: u32 = 60;

const PAGE: &str = "<!doctype html><title>Scenario</title><label><input type=checkbox onclick='this.dataset.n=+(this.dataset.n||0)+1'>Press</label>\
                    <button onclick=\"window.open('/')\">Open</button>";

/// A host, and what the scenario calls what there is.
struct Ground<'a> {
    host: &'a BenchHost,
    site: &'a Site,
    elsewhere: &'a Site,
    /// What tells this scenario's agents and profiles from those of the others.
    number: usize,
    agents: Names<McpClient>,
    windows: Names<String>,
    pages: Names<String>,
    profiles: Vec<String>,
    leases: Names<String>,
    waiting: Names<VecDeque<CallInFlight>>,
    /// The reference of each page's button, from the last reading that was allowed.
    buttons: BTreeMap<(String, &'static str), String>,
}

/// Plays them all, and answers which don't hold.
pub(crate) fn failing<'a>(scenarios: &[&'a Scenario]) -> Vec<&'a Scenario> {
    let site = Site::start([("/", PAGE)]).expect("a site");
    let elsewhere = Site::start([("/", PAGE)]).expect("another origin");
    let host = BenchHost::start();
    let mut failing = Vec::new();
    for (number, scenario) in scenarios.iter().enumerate() {
        let mut ground = Ground {
            host: &host,
            site: &site,
            elsewhere: &elsewhere,
            number,
            agents: Names::new(),
            windows: Names::new(),
            pages: Names::new(),
            profiles: Vec::new(),
            leases: Names::new(),
            waiting: Names::new(),
            buttons: BTreeMap::new(),
        };
        if !holds(|| ground.play(scenario)) {
            failing.push(*scenario);
        }
        ground.clear();
    }
    host.close();
    failing
}

impl Ground<'_> {
    fn play(&mut self, scenario: &Scenario) {
        for line in &scenario.lines {
            let at = scenario.at(line);
            match &line.step {
                Step::Agent { agent, does, answer } => assert_eq!(self.agent(agent, does, &at), *answer, "{at}"),
                Step::Person { does, answer } => assert_eq!(self.person(does), *answer, "{at}"),
                Step::After { .. } => panic!("{at}: the clock doesn't jump"),
                Step::BrowserEnds(window) => {
                    let window = self.windows[window].clone();
                    let broken = json!({"window": window, "how": "kill"});
                    self.host.human.ask("shutdown_browser", broken).expect("it runs");
                    self.until(&at, |ground| Some(ground.window(&window)?["health"]["gone"].is_string()));
                }
                Step::GoesElsewhere(page) => self.go_elsewhere(page, &at),
                Step::Is { place, state } => {
                    let mut last = None;
                    let held = wait_until("the state", SOON, || {
                        last = Some(self.state(place));
                        (last.as_ref() == Some(state)).then_some(())
                    });
                    assert!(held.is_ok(), "{at}: it is {last:?}");
                }
                Step::Asked(count) => {
                    let held = wait_until("what is asked", SOON, || (self.cards().len() == *count).then_some(()));
                    assert!(held.is_ok(), "{at}: {:?}", self.cards());
                }
            }
        }
    }

    /// Leaves nothing behind for the next scenario.
    fn clear(mut self) {
        self.waiting.clear();
        self.agents.clear();
        for window in self.view()["windows"].as_array().expect("Windows") {
            self.host.human.ask("close_window", json!({"window": window["window"]})).expect("it is there");
        }
        let cleared = wait_until("the scenario to be over", SOON, || {
            let view = self.view();
            let over = |list: &str| view[list].as_array().is_some_and(Vec::is_empty);
            (over("windows") && over("requests") && over("handoffs")).then_some(())
        });
        cleared.expect("nothing is left");
    }

    #[track_caller]
    fn until(&self, at: &str, holds: impl Fn(&Self) -> Option<bool>) {
        let held = wait_until(at, SOON, || holds(self).filter(|holds| *holds));
        held.unwrap_or_else(|error| panic!("{error}: {}", self.view()));
    }

    /// A name that no other scenario uses.
    fn own(&self, name: &str) -> String {
        format!("{}-{}", agent_of(name), self.number)
    }

    fn client(&mut self, connection: &str) -> &McpClient {
        if !self.agents.contains_key(connection) {
            let client = self.host.connect_agent(&self.own(connection));
            self.agents.insert(connection.to_owned(), client);
        }
        &self.agents[connection]
    }

    fn call(&mut self, agent: &str, tool: &str, arguments: Value) -> ToolResult {
        let answer = self.client(agent).call(tool, arguments, CALL);
        answer.unwrap_or_else(|error| panic!("{tool}: {error}\n{}", self.host.stderr()))
    }

    fn place(&self, place: &str) -> Value {
        match (self.windows.get(place), self.pages.get(place)) {
            (Some(window), _) => json!({"window": window}),
            (None, Some(page)) => json!({"page": page}),
            (None, None) => panic!("{place} was never opened"),
        }
    }

    /// What the agent is told at once, if it is told something.
    fn agent(&mut self, agent: &str, does: &AgentStep, at: &str) -> Option<String> {
        let answer = match does {
            AgentStep::OpenWindow { window, page } => {
                let answer = self.call(agent, "browser_window_open", json!({"url": self.site.url("/")}));
                self.remember(&answer, Some(window), page);
                answer
            }
            AgentStep::OpenPage { page, window } => {
                let arguments = json!({"window": self.windows[window], "url": self.site.url("/")});
                let answer = self.call(agent, "browser_page_open", arguments);
                self.remember(&answer, None, page);
                answer
            }
            AgentStep::Acquire(place) => self.acquire(agent, place, self.place(place)),
            AgentStep::Resume(place) => {
                let mut arguments = self.place(place);
                arguments["lease"] = json!(self.leases[&format!("{} {place}", agent_of(agent))]);
                self.acquire(agent, place, arguments)
            }
            AgentStep::WaitFor(place) => {
                let mut arguments = self.place(place);
                arguments["wait_s"] = json!(PATIENCE_SECONDS);
                return self.wait(agent, "browser_lease_acquire", arguments);
            }
            AgentStep::HandOver(page) => {
                let arguments = json!({"page": self.pages[page], "reason": "Please do this"});
                return self.wait(agent, "browser_handoff", arguments);
            }
            AgentStep::Release(place) => self.call(agent, "browser_lease_release", self.place(place)),
            AgentStep::Transfer { place, to } => {
                self.client(to);
                let mut arguments = self.place(place);
                arguments["to"] = json!(self.session_of(to, at));
                self.call(agent, "browser_lease_transfer", arguments)
            }
            AgentStep::Read(page) => self.call(agent, "browser_text", json!({"page": self.pages[page]})),
            AgentStep::Click { page, opens } => return Some(self.click(agent, page, opens.as_deref())),
            AgentStep::Close(place) if self.windows.contains_key(place) => {
                self.call(agent, "browser_window_close", self.place(place))
            }
            AgentStep::Close(place) => self.call(agent, "browser_page_close", self.place(place)),
            AgentStep::IsTold => {
                let call = self.waiting.get_mut(agent).and_then(VecDeque::pop_front).expect("a call that waits");
                call.wait(SOON).unwrap_or_else(|error| panic!("{at}: {error}"))
            }
            AgentStep::StillWaits => {
                for call in self.waiting.get(agent).expect("calls that wait") {
                    let answered = call.wait(A_WHILE);
                    assert!(answered.is_err(), "{at}: {answered:?}");
                }
                return None;
            }
            AgentStep::Leave => {
                drop(self.agents.remove(agent).expect("it is connected"));
                self.waiting.remove(agent);
                let left = self.agents.keys().filter(|other| agent_of(other) == agent_of(agent)).count();
                self.until(at, |ground| Some(ground.sessions(agent).len() == left));
                return None;
            }
            AgentStep::ComeBack => {
                self.client(agent);
                return None;
            }
        };
        Some(code_of(&answer))
    }

    fn remember(&mut self, answer: &ToolResult, window: Option<&String>, page: &str) {
        if !answer.is_ok() {
            return;
        }
        if let Some(window) = window {
            self.windows.insert(window.clone(), answer.fact("window").to_owned());
        }
        self.pages.insert(page.to_owned(), answer.fact("page").to_owned());
    }

    fn acquire(&mut self, agent: &str, place: &str, arguments: Value) -> ToolResult {
        let answer = self.call(agent, "browser_lease_acquire", arguments);
        if answer.is_ok() {
            self.leases.insert(format!("{} {place}", agent_of(agent)), answer.fact("lease").to_owned());
        }
        answer
    }

    /// Starts a call that is to wait; answers what it was told at once, if it was.
    fn wait(&mut self, agent: &str, tool: &str, arguments: Value) -> Option<String> {
        let call = self.client(agent).start_call(tool, arguments).expect("sent");
        match call.wait(A_WHILE) {
            Ok(answer) => Some(code_of(&answer)),
            Err(_it_waits) => {
                self.waiting.entry(agent.to_owned()).or_default().push_back(call);
                None
            }
        }
    }

    /// Presses a button, by a reference from a fresh reading where that is allowed, else from the last.
    fn click(&mut self, agent: &str, page: &str, opens: Option<&str>) -> String {
        let id = self.pages[page].clone();
        let read = self.call(agent, "browser_snapshot", json!({"page": id}));
        // A native check asks nothing, also where a sign-in may be.
        let (role, button) = if opens.is_some() { ("button", "Open") } else { ("checkbox", "Press") };
        if let Some(reference) = read.find_reference(role, button) {
            self.buttons.insert((id.clone(), button), reference.to_owned());
        }
        let reference = self.buttons.get(&(id.clone(), button)).map_or("e1", String::as_str);
        let answer = self.call(agent, "browser_click", json!({"page": id, "ref": reference}));
        if let (Some(popup), true) = (opens, answer.is_ok()) {
            let new = answer.structured["new_pages"][0].as_str().expect("a page that opened");
            self.pages.insert(popup.to_owned(), new.to_owned());
        }
        code_of(&answer)
    }

    fn go_elsewhere(&self, page: &str, at: &str) {
        let (page, url) = (&self.pages[page], self.elsewhere.url("/"));
        self.host.human.evaluate(page, &format!("location.href = {}; 0", json!(url))).expect("it goes");
        let is_there = |page: &Value| page["origin"] == json!(self.elsewhere.origin());
        self.until(at, |ground| ground.page(page).as_ref().map(is_there));
    }
}

fn code_of(answer: &ToolResult) -> String {
    if answer.is_ok() { "ok".to_owned() } else { answer.code.clone() }
}
