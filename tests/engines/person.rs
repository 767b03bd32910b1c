//! What happens while a person has control is theirs: not told then, and not later either (A02, A03, N12).

use std::time::Duration;

use nexus_test_support::ToolResult;
use nexus_test_support::stage::{Page, Stage};
use serde_json::json;

use crate::console::console_with;
use crate::network::request_with;

const PAGE: &str = "<!doctype html><title>Person</title><button>Press</button>";

/// All that inspection can tell of a page.
fn all(page: &Page<'_>) -> [ToolResult; 2] {
    ["browser_console", "browser_network"].map(|tool| page.call(tool, json!({"limit": 300})).expect_ok())
}

#[track_caller]
fn assert_silent(page: &Page<'_>, words: &[&str]) {
    for told in all(page) {
        for word in words {
            assert!(!told.mentions(word), "{} tells {word}: {}", told.tool, told.text);
        }
    }
}

/// Neither what was kept before a take-over, nor what came during it, nor what comes of that afterwards.
#[test]
fn nothing_of_a_person_s_time_is_told() {
    let stage = Stage::with([("/", PAGE), ("/slow", "slow"), ("/next", "<title>Next</title>")]);
    let page = stage.open("/");
    page.eval("console.log('BEFORE'); fetch('/log/BEFORE'); 0");
    console_with(&page, &json!({}), "BEFORE");
    request_with(&page, "/log/BEFORE");
    stage.host.human.take_control(&page.window, None).expect("in force");
    page.eval("console.error('DURING'); fetch('/log/DURING'); fetch('/slow?DURING'); console.log(document.title); 0");
    page.eval("new Worker(URL.createObjectURL(new Blob([\"console.log('DURING')\"]))), 0");
    page.eval("document.body.append(Object.assign(document.createElement('iframe'), {src: '/DURING'})), 0");
    stage.site.wait_logged("DURING", Duration::from_secs(10)).expect("it is sent");
    page.eval("new Promise((done) => setTimeout(done, 200))");
    stage.host.human.give_back(&page.window, None).expect("given back");
    assert_silent(&page, &["BEFORE", "DURING", "/slow"]);
    page.eval("console.log('AFTER'); fetch('/log/AFTER'); new Promise((done) => setTimeout(done, 1800))");
    console_with(&page, &json!({}), "AFTER");
    request_with(&page, "/log/AFTER");
    assert_silent(&page, &["BEFORE", "DURING", "/slow"]);
    page.navigate("/next").expect_ok();
    page.go("back").expect_ok();
    assert_silent(&page, &["BEFORE", "DURING", "/slow"]);
    stage.close();
}

/// A busy page's news come late: what it said while the person had control isn't told though it comes after Give back.
#[test]
fn late_news_of_a_person_s_time_are_not_told() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    stage.host.human.take_control(&page.window, None).expect("in force");
    page.eval(
        "setTimeout(() => { console.log('DURING'); fetch('/log/DURING'); \
         const end = performance.now() + 1500; while (performance.now() < end); console.log('AFTER'); }, 0), 0",
    );
    // It is in its loop by now, and Chromium tells of it when the loop is over.
    std::thread::sleep(Duration::from_millis(400));
    stage.host.human.give_back(&page.window, None).expect("given back");
    let told = console_with(&page, &json!({}), "AFTER");
    assert!(!told.mentions("DURING"), "{}", told.text);
    assert_silent(&page, &["DURING"]);
    stage.close();
}

/// What a person did in a tab of their own before an agent got it isn't told to the agent, and ends with its lease.
#[test]
fn only_the_time_of_a_lease_is_told() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    page.eval("console.log('FIRST'), 0");
    console_with(&page, &json!({}), "FIRST");
    stage.call("browser_lease_release", json!({"window": page.window})).expect_ok();
    page.eval("console.log('NOBODY'), 0");
    stage.call("browser_lease_acquire", json!({"window": page.window})).expect_ok();
    page.eval("console.log('SECOND'), 0");
    let told = console_with(&page, &json!({}), "SECOND");
    assert!(!told.mentions("FIRST") && !told.mentions("NOBODY"), "{}", told.text);
    stage.close();
}

/// A05: a handoff is the person's time as well.
#[test]
fn a_handoff_is_the_person_s_time() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    page.eval("console.log('BEFORE'), 0");
    console_with(&page, &json!({}), "BEFORE");
    let asked = json!({"page": page.id, "reason": "Sign in"});
    let waiting = stage.host.agent.start_call("browser_handoff", asked).expect("sent");
    let handoff = nexus_test_support::deadline::wait_until("the handoff", Duration::from_secs(10), || {
        stage.view()["handoffs"][0]["handoff"].as_str().map(str::to_owned)
    });
    page.eval("console.log('DURING'), 0");
    stage
        .host
        .human
        .ask("finish_handoff", json!({"handoff": handoff.expect("it opens"), "completed": true}))
        .expect("done");
    stage.heard(waiting.wait(Duration::from_secs(10)).expect("answered")).expect_ok();
    page.eval("console.log('AFTER'), 0");
    let told = console_with(&page, &json!({}), "AFTER");
    assert!(!told.mentions("BEFORE") && !told.mentions("DURING"), "{}", told.text);
    stage.close();
}
