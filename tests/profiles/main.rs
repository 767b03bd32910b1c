//! Profiles with a real headless Chromium: what each kind keeps, who may have one open, and what Settings do with them.

mod cookies;
mod crashes;
mod kinds;
mod one_at_a_time;
mod settings;
mod sign_in;

use nexus_test_support::bench_host::HumanError;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::stage::{SOON, Stage};
use serde_json::{Value, json};

/// Asks the person's side, and gives what it says no with.
fn ask(stage: &Stage, what: &str, arguments: Value) -> Result<Value, String> {
    let code = |error: HumanError| error.code().map_or_else(|| error.to_string(), str::to_owned);
    stage.host.human.ask(what, arguments).map_err(code)
}

/// Makes a profile.
#[track_caller]
fn create(stage: &Stage, name: &str, kind: &str) {
    ask(stage, "create_profile", json!({"name": name, "kind": kind})).expect("a profile");
}

/// Opens a Window on a profile at the start page; answers its id and its page's.
fn open(stage: &Stage, profile: &str) -> Result<(String, String), String> {
    let opened = ask(stage, "open_window", json!({"profile": profile, "url": stage.site.url("/")}))?;
    let id = |key: &str| opened[key].as_str().expect("an id").to_owned();
    Ok((id("window"), id("page")))
}

#[track_caller]
fn close(stage: &Stage, window: &str) {
    ask(stage, "close_window", json!({"window": window})).expect("it is open");
}

/// What a page's cookies and storage hold of an earlier Window.
fn remembers(stage: &Stage, page: &str) -> bool {
    let value = stage.host.human.evaluate(page, "document.cookie.includes('kept=1')").expect("a value");
    value == json!(true)
}

/// Has a page set a cookie that outlives its browser.
#[track_caller]
fn remember(stage: &Stage, page: &str) {
    stage.host.human.evaluate(page, "document.cookie = 'kept=1; max-age=99999'; 0").expect("it is set");
}

/// A profile as the panels show it.
fn shown(stage: &Stage, name: &str) -> Value {
    let view = stage.view();
    let profiles = view["profiles"].as_array().cloned().unwrap_or_default();
    profiles.into_iter().find(|profile| profile["profile"] == name).unwrap_or_default()
}

#[track_caller]
fn wait_shown(stage: &Stage, name: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let seen = wait_until("the profile", SOON, || Some(shown(stage, name)).filter(|profile| wanted(profile)));
    seen.unwrap_or_else(|error| panic!("{error}: {}", shown(stage, name)))
}
