//! The effect gate: what leaves a Window that may be signed in because of an agent's act, as the server saw it. The agent is
//! fully obedient and the person says yes to each press, because the page says nothing of what it does.

mod acts;
mod channels;
mod holding;

use std::time::Duration;

use nexus_test_support::ToolResult;
use nexus_test_support::site::Content;
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::{Value, json};

/// A page with a button that does whatever the test has it do.
const PAGE: &str = "<!doctype html><title>Shop</title><button onclick='run()'>Next</button>\
    <script>let run = () => {}; const send = (what) => fetch('/log/' + what, {method: 'POST', body: 'id=1'});</script>";

/// A stage with a signed-in profile's Window that the agent has control of.
fn signed_in<'a>(stage: &'a Stage) -> Page<'a> {
    let ask = |what: &str, arguments: Value| stage.host.human.ask(what, arguments).expect("the person can");
    ask("create_profile", json!({"name": "Mine", "kind": "persistent"}));
    ask("grant", json!({"profile": "Mine", "agent": "bench"}));
    let opened = ask("open_window", json!({"profile": "Mine", "url": stage.site.url("/")}));
    let id = |key: &str| opened[key].as_str().expect("an id").to_owned();
    let page = Page { stage, window: id("window"), id: id("page") };
    stage.call("browser_lease_acquire", json!({"window": page.window})).expect_ok();
    page
}

fn stage_with<C: Into<Content>>(pages: impl IntoIterator<Item = (&'static str, C)>) -> Stage {
    Stage::with(pages)
}

/// What of the requests that can change something the server got, in the order they came.
fn arrived(stage: &Stage) -> Vec<String> {
    let is_read = |text: &String| ["GET", "HEAD", "OPTIONS"].iter().any(|method| text.starts_with(method));
    stage.site.log().into_iter().map(|logged| logged.text).filter(|text| !is_read(text)).collect()
}

/// Has the button do this.
fn set(page: &Page<'_>, script: &str) {
    page.eval(&format!("run = () => {{ {script} }}; 0"));
}

/// Presses it, with a yes to the press itself. The answer is that of the press.
fn press(page: &Page<'_>, reference: &str) -> ToolResult {
    let arguments = json!({"ref": reference});
    let asked = page.call("browser_click", arguments.clone()).expect_code("approval_pending");
    page.stage.host.human.approve(asked.fact("approval")).expect("it is open");
    page.call("browser_click", arguments)
}

/// The next card about what a page would send.
fn card(stage: &Stage) -> Value {
    let shown = || {
        let view = stage.view();
        let requests = view["requests"].as_array().cloned().unwrap_or_default();
        requests.into_iter().find(|request| request["sends"].is_object())
    };
    nexus_test_support::deadline::wait_until("a card", SOON, shown).expect("the person is asked")
}

fn approval(card: &Value) -> &str {
    card["approval"].as_str().expect("an id")
}

/// Long enough for what isn't held to arrive.
const MEANWHILE: Duration = Duration::from_millis(400);
