//! N01, N18, N19: each Window is a Chromium of its own, on a profile of its own, and ends with it.

use nexus_test_support::deadline::wait_until;
use serde_json::json;

use nexus_test_support::stage::{Page, SOON, Stage};

fn profiles(stage: &Stage) -> usize {
    std::fs::read_dir(stage.host.data_dir().join("profiles")).map_or(0, |entries| entries.count())
}

/// N01, N18: a Window's end is the end of its processes and its profile, and of nothing else.
#[test]
fn a_closed_window_leaves_nothing_and_others_go_on() {
    let stage = Stage::with([(
        "/",
        "<!doctype html><title>Start</title><button>Button</button><script>document.cookie='k=v;max-age=999'</script>",
    )]);
    let (one, two) = (stage.open("/"), stage.open("/"));
    assert_ne!(one.window, two.window);
    assert_eq!(profiles(&stage), 2);
    assert_eq!(two.eval("document.cookie = 'own=1'; document.cookie.includes('own')"), true);
    assert_eq!(one.eval("document.cookie.includes('own')"), false, "profiles are apart");
    let both = stage.host.family().alive().len();
    stage.call("browser_window_close", json!({"window": one.window})).expect_ok();
    one.call("browser_snapshot", json!({})).expect_code("unknown_page");
    stage.call("browser_window_close", json!({"window": one.window})).expect_code("unknown_window");
    wait_until("the first Window's profile to be gone", SOON, || (profiles(&stage) == 1).then_some(()))
        .expect("it goes");
    assert!(stage.host.family().alive().len() < both);
    two.click("button", "Button").expect_ok();
    // The person's Window is theirs to close.
    let theirs = stage.host.human.open_window(&stage.site.url("/")).expect("a Window");
    stage.call("browser_window_close", json!({"window": theirs["window"]})).expect_code("not_authorized");
    stage.host.human.ask("close_window", json!({"window": theirs["window"]})).expect("closed");
    stage.host.human.ask("close_window", json!({"window": two.window})).expect("closed");
    two.call("browser_snapshot", json!({})).expect_code("unknown_page");
    wait_until("every profile to be gone", SOON, || (profiles(&stage) == 0).then_some(())).expect("they go");
    stage.close();
}

/// The agent's pages in its Window: opened, told apart, closed.
#[test]
fn pages_are_opened_and_closed_one_by_one() {
    let stage = Stage::with([
        ("/", "<!doctype html><title>First</title><h1>First</h1>"),
        ("/2", "<!doctype html><title>Second</title><h1>Second</h1>"),
    ]);
    let first = stage.open("/");
    stage.call("browser_page_close", json!({"page": "p77"})).expect_code("unknown_page");
    let opened =
        stage.call("browser_page_open", json!({"window": first.window, "url": stage.site.url("/2")})).expect_ok();
    let second = Page::of(&stage, &opened);
    assert!(second.text().contains("Second") && first.text().contains("First"));
    // With two pages held, a call has to say which.
    let which = stage.call("browser_snapshot", json!({}));
    assert!(!which.is_ok(), "{}", which.raw);
    second.call("browser_page_close", json!({})).expect_ok();
    wait_until("the page's end", SOON, || {
        (second.call("browser_text", json!({})).code == "unknown_page").then_some(())
    })
    .expect("it goes");
    assert!(stage.call("browser_snapshot", json!({})).expect_ok().text.contains("First"));
    stage.call("browser_page_open", json!({"window": "w9", "url": "about:blank"})).expect_code("unknown_window");
    stage.close();
}

/// An agent has five Windows at most; one more is refused, and one less makes room.
#[test]
fn five_windows_are_the_limit() {
    let stage = Stage::with([("/", "")]);
    let opening: Vec<_> =
        (0..5).map(|_| stage.host.agent.start_call("browser_window_open", json!({})).expect("sent")).collect();
    let opened: Vec<_> = opening.into_iter().map(|call| call.wait(SOON * 3).expect("opened").expect_ok()).collect();
    assert_eq!(profiles(&stage), 5);
    stage.call("browser_window_open", json!({})).expect_code("limit_reached");
    assert_eq!(profiles(&stage), 5);
    // Another agent has its own five.
    let other = stage.host.connect_agent("other");
    stage.call("browser_window_close", json!({"window": opened[2].fact("window")})).expect_ok();
    stage.call("browser_window_open", json!({})).expect_ok();
    stage.call_as(&other, "browser_window_open", json!({})).expect_ok();
    stage.close();
}
