//! N10, N16, N17, N20 over MCP: what a person is asked, and what their answer is good for.

use std::time::Duration;

use nexus_test_support::ToolResult;
use nexus_test_support::bench_host::HostOptions;
use serde_json::json;

use nexus_test_support::stage::{Page, SOON, Stage};

const PAGE: &str =
    "<!doctype html><title>Ask</title><button onclick='this.dataset.n=+(this.dataset.n||0)+1'>Press</button>";

/// A page of a persistent profile, opened by the person.
fn signed_in_page(stage: &Stage, name: &str) -> (String, String) {
    stage.host.human.ask("create_profile", json!({"name": name, "kind": "persistent"})).expect("a profile");
    let opened = json!({"profile": name, "url": stage.site.url("/")});
    let opened = stage.host.human.ask("open_window", opened).expect("a Window");
    let id = |key: &str| opened[key].as_str().expect("an id").to_owned();
    (id("window"), id("page"))
}

fn approval(answer: &ToolResult) -> String {
    assert!(answer.structured["expires_in_s"].as_u64().is_some_and(|left| left > 290), "{}", answer.raw);
    answer.fact("approval").to_owned()
}

/// N10: on a profile that may be signed in, an agent without control reads after a person's yes, until the next
/// take-over or another origin; a no is remembered.
#[test]
fn reading_where_a_sign_in_may_be_is_asked_for() {
    let stage = Stage::with([("/", PAGE)]);
    let other_site = nexus_test_support::Site::start([("/", PAGE)]).expect("another origin");
    let (window, page) = signed_in_page(&stage, "Mail");
    let read = || stage.call("browser_snapshot", json!({"page": page}));
    let first = approval(&read().expect_code("observation_pending"));
    assert_eq!(approval(&read().expect_code("observation_pending")), first, "identical requests are one");
    let event = stage.host.human.wait_event("observation_requested", SOON).expect("the person is asked");
    assert_eq!((&event["approval"], &event["origin"]), (&json!(first), &json!(stage.site.origin())));
    let waiting = stage.host.agent.start_call("browser_windows", json!({"wait_s": 30})).expect("sent");
    assert!(waiting.wait(Duration::from_millis(300)).is_err(), "nothing has changed yet");
    stage.host.human.approve(&first).expect("open");
    stage.heard(waiting.wait(SOON).expect("woken")).expect_ok();
    read().expect_ok();
    assert!(stage.host.human.approve(&first).is_err_and(|error| error.code() == Some("unknown_approval")));
    // Reading isn't driving.
    stage.call("browser_navigate", json!({"page": page, "go": "reload"})).expect_code("lease_required");
    stage.host.human.take_control(&window, None).expect("in force");
    stage.host.human.give_back(&window, None).expect("given back");
    let again = approval(&read().expect_code("observation_pending"));
    stage.host.human.approve(&again).expect("open");
    read().expect_ok();
    let away = format!("location.href = {}", json!(other_site.url("/")));
    stage.host.human.evaluate(&page, &away).expect("it goes");
    let moved = nexus_test_support::deadline::wait_until("the page to be elsewhere", SOON, || {
        (read().code == "observation_pending").then_some(())
    });
    moved.expect("the right was for the other origin");
    stage.host.human.reject(&approval(&read())).expect("open");
    read().expect_code("observation_denied");
    stage.close();
}

/// A08, N20: who drives a profile is the person's to say, for this Window or always; and it is open once at a time.
#[test]
fn driving_a_persons_profile_is_granted_by_the_person() {
    let kept = tempfile::tempdir().expect("a data directory");
    let stage = Stage::with_options(HostOptions::default().data_dir(kept.path()), [("/", PAGE)]);
    let (window, _) = signed_in_page(&stage, "Mail");
    let twice = stage.host.human.ask("open_window", json!({"profile": "Mail"})).expect_err("it is open");
    assert_eq!(twice.code(), Some("profile_in_use"));
    let twice = stage.host.human.ask("create_profile", json!({"name": "Mail", "kind": "persistent"}));
    assert!(twice.is_err_and(|error| error.code() == Some("profile_exists")));
    let open = || stage.call("browser_page_open", json!({"window": window, "url": stage.site.url("/")}));
    let asked = approval(&open().expect_code("grant_pending"));
    stage.host.human.reject(&asked).expect("open");
    open().expect_code("not_authorized");
    stage.host.human.ask("grant", json!({"profile": "Mail", "agent": "bench"})).expect("granted");
    let page = Page::of(&stage, &open().expect_ok());
    page.click_with_a_yes("button", "Press").expect_ok();
    stage.host.human.ask("revoke", json!({"profile": "Mail", "agent": "bench"})).expect("revoked");
    let refused = page.call("browser_navigate", json!({"go": "reload"}));
    assert!(!refused.is_ok(), "{}", refused.raw);
    let second = stage.host.connect_agent("second");
    let asked = stage.call_as(&second, "browser_lease_acquire", json!({"window": window})).expect_code("grant_pending");
    stage.host.human.ask("approve", json!({"approval": approval(&asked), "always": true})).expect("open");
    stage.call_as(&second, "browser_lease_acquire", json!({"window": window})).expect_ok();
    stage.close();
    // N23: what a person granted for good is kept, and nothing else.
    let stage = Stage::with_options(HostOptions::default().data_dir(kept.path()), [("/", PAGE)]);
    let profiles = stage.view()["profiles"].clone();
    let mail = &profiles[0];
    assert_eq!(profiles.as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&mail["profile"], &mail["agents"], &mail["window"]),
        (&json!("Mail"), &json!(["second"]), &json!(null))
    );
    assert_eq!((&stage.view()["requests"], &stage.view()["windows"]), (&json!([]), &json!([])));
    stage.close();
}

/// N16, N17: with the setting *every action* an act waits for a yes, which exactly one identical call spends.
#[test]
fn an_approval_is_spent_by_one_identical_call() {
    let every = HostOptions::default().arguments(["--approval", "every"]);
    let stage = Stage::with_options(every, [("/", PAGE)]);
    let open = |path: &str| stage.call("browser_window_open", json!({"url": stage.site.url(path)}));
    let asked = approval(&open("/").expect_code("approval_pending"));
    stage.host.human.approve(&asked).expect("open");
    let page = Page::of(&stage, &open("/").expect_ok());
    let button = page.find("button", "Press");
    let click = |arguments: serde_json::Value| {
        let mut arguments = arguments;
        arguments["ref"] = json!(button);
        page.call("browser_click", arguments)
    };
    let asked = approval(&click(json!({})).expect_code("approval_pending"));
    let event = stage.host.human.wait_event_where("approval_requested", SOON, |event| event["approval"] == *asked);
    assert_eq!(event.expect("the person is asked")["what"], "click");
    stage.host.human.approve(&asked).expect("open");
    // One argument more is another action.
    click(json!({"count": 2})).expect_code("approval_pending");
    assert_eq!(page.eval("document.querySelector('button').dataset.n || 0"), 0);
    let calls: Vec<_> = (0..50)
        .map(|_| stage.host.agent.start_call("browser_click", json!({"page": page.id, "ref": button})).expect("sent"))
        .collect();
    let answers: Vec<ToolResult> = calls.iter().map(|call| stage.heard(call.wait(SOON).expect("answered"))).collect();
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|answer| answer.is_ok() || answer.code == "approval_pending"), "{answers:?}");
    assert_eq!(page.eval("document.querySelector('button').dataset.n"), "1");
    // Three open requests are the limit: this click, the double one, and one more.
    click(json!({"count": 3})).expect_code("approval_pending");
    click(json!({"button": "right"})).expect_code("too_many_pending");
    assert_eq!(stage.view()["requests"].as_array().map(Vec::len), Some(3));
    let rejected = answers.iter().find(|answer| !answer.is_ok()).expect("a pending one").fact("approval").to_owned();
    stage.host.human.reject(&rejected).expect("open");
    click(json!({})).expect_code("approval_rejected");
    assert_eq!(page.eval("document.querySelector('button').dataset.n"), "1");
    stage.close();
}
