//! What breaks: a page, a Chromium, its start. Everything else goes on, and the answer says what happened.

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::deadline::wait_until;
use serde_json::json;

use nexus_test_support::stage::{Page, SOON, Stage};

const PAGE: &str = "<!doctype html><title>Faults</title><button id=b>Press</button>";

fn two_pages(stage: &Stage) -> (Page<'_>, Page<'_>) {
    let page = stage.open("/");
    let opened = stage
        .call("browser_page_open", json!({"window": page.window, "url": format!("{}/", stage.site.other_origin())}));
    let other = Page::of(stage, &opened.expect_ok());
    (page, other)
}

/// V09: a crashed page says so; the others go on, and going somewhere revives it.
#[test]
fn a_crashed_page_says_so_and_can_be_revived() {
    let stage = Stage::with([("/", PAGE)]);
    let (page, other) = two_pages(&stage);
    let button = page.find("button", "Press");
    let waiting = page.start_waiting();
    assert!(waiting.wait(Duration::from_millis(200)).is_err());
    page.fault("crash_page");
    stage.heard(waiting.wait(SOON).expect("answered")).expect_code("page_crashed");
    for (tool, arguments) in
        [("browser_snapshot", json!({})), ("browser_screenshot", json!({})), ("browser_click", json!({"ref": button}))]
    {
        let started = Instant::now();
        page.call(tool, arguments).expect_code("page_crashed");
        assert!(started.elapsed() < Duration::from_secs(2));
    }
    let windows = stage.call("browser_windows", json!({})).expect_ok();
    assert!(windows.text.contains("crashed"), "{}", windows.text);
    other.click("button", "Press").expect_ok();
    assert_eq!(page.navigate("/").expect_ok().fact("address"), stage.site.url("/"));
    page.click_ref(&button).expect_code("stale_reference");
    page.click("button", "Press").expect_ok();
    page.fault("crash_page");
    page.call("browser_text", json!({})).expect_code("page_crashed");
    page.go("reload").expect_ok();
    page.click("button", "Press").expect_ok();
    page.fault("crash_page");
    page.call("browser_page_close", json!({})).expect_ok();
    other.text();
    stage.close();
}

/// N12: a page that never answers costs its own calls their deadline, and nobody else anything.
#[test]
fn a_hung_page_holds_up_only_itself() {
    let stage = Stage::with([("/", PAGE)]);
    let (page, other) = two_pages(&stage);
    let button = page.find("button", "Press");
    page.fault("hang_page");
    let started = Instant::now();
    let read = stage.host.agent.start_call("browser_snapshot", json!({"page": page.id})).expect("sent");
    other.click("button", "Press").expect_ok();
    assert!(started.elapsed() < Duration::from_secs(5), "the other page is held up");
    stage.heard(read.wait(SOON).expect("answered")).expect_code("timed_out");
    assert!(started.elapsed() < Duration::from_secs(15), "{:?}", started.elapsed());
    let taken = Instant::now();
    stage.host.human.take_control(&page.window, Some(&page.id)).expect("in force");
    assert!(taken.elapsed() < Duration::from_millis(500), "{:?}", taken.elapsed());
    page.click_ref(&button).expect_code("paused_by_user");
    stage.host.human.give_back(&page.window, Some(&page.id)).expect("given back");
    assert_eq!(page.navigate("/").expect_ok().fact("address"), stage.site.url("/"), "going away works");
    page.click("button", "Press").expect_ok();
    page.fault("hang_page");
    page.go("reload").expect_ok();
    page.click("button", "Press").expect_ok();
    page.fault("hang_page");
    page.call("browser_page_close", json!({})).expect_ok();
    wait_until("the page's end", SOON, || (page.call("browser_text", json!({})).code == "unknown_page").then_some(()))
        .expect("it goes");
    other.click("button", "Press").expect_ok();
    stage.close();
}

/// N01: a Chromium that dies is said to be gone; the other Window and new ones go on.
#[test]
fn a_killed_browser_is_gone_and_the_others_are_not() {
    let stage = Stage::with([("/", PAGE)]);
    let (one, two) = (stage.open("/"), stage.open("/"));
    let waiting = stage
        .host
        .agent
        .start_call("browser_wait", json!({"page": one.id, "text": "never", "timeout_s": 30}))
        .expect("sent");
    assert!(waiting.wait(Duration::from_millis(200)).is_err());
    one.fault("kill");
    stage.heard(waiting.wait(SOON).expect("answered")).expect_code("browser_gone");
    let event = stage.host.human.wait_event("browser_exited", SOON).expect("the person is told");
    assert_eq!(event["window"], one.window);
    let gone = one.call("browser_text", json!({}));
    assert!(["browser_gone", "unknown_page"].contains(&gone.code.as_str()), "{}", gone.raw);
    stage.call("browser_page_open", json!({"window": one.window, "url": "about:blank"})).expect_code("browser_gone");
    two.click("button", "Press").expect_ok();
    stage.call("browser_window_close", json!({"window": one.window})).expect_ok();
    stage.open("/").click("button", "Press").expect_ok();
    stage.close();
}

/// N04, L20: no Chromium, or one that ends at once: `unavailable`. The person learns which program it was and what it said,
/// the agent neither.
#[test]
fn a_browser_that_does_not_start_says_why() {
    let nowhere = HostOptions::default().arguments(["--browser", "/nonexistent/chromium"]);
    let stage = Stage::with_options(nowhere, [("/", "")]);
    let refused = stage.call("browser_window_open", json!({})).expect_code("unavailable");
    assert!(refused.text.contains("no Chromium that it can start"), "{}", refused.text);
    assert!(!refused.raw.to_string().contains("/nonexistent"), "{}", refused.raw);
    assert!(stage.view()["notices"].to_string().contains("/nonexistent/chromium isn't a program"), "{}", stage.view());
    assert!(stage.host.human.open_window("about:blank").is_err_and(|error| error.code() == Some("browser_missing")));
    stage.close();

    let folder = tempfile::tempdir().expect("a folder");
    let fake = folder.path().join("chromium");
    std::fs::write(&fake, "#!/bin/sh\necho 'libfake.so: cannot open shared object' >&2\nexit 3\n").expect("a file");
    std::fs::set_permissions(&fake, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let options = HostOptions::default().arguments(["--browser".into(), fake.into_os_string()]);
    let stage = Stage::with_options(options, [("/", "")]);
    let started = Instant::now();
    let refused = stage.call("browser_window_open", json!({})).expect_code("unavailable");
    assert!(refused.text.contains("ended before it was ready"), "{}", refused.text);
    assert!(!refused.raw.to_string().contains("libfake.so"), "{}", refused.raw);
    let notices = stage.view()["notices"].to_string();
    assert!(notices.contains("libfake.so") && notices.contains("exit status: 3"), "{notices}");
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    let error = stage.host.human.open_window("about:blank").expect_err("it can't");
    assert!(error.to_string().contains("libfake.so"), "{error}");
    let windows = stage.call("browser_windows", json!({})).expect_ok();
    assert_eq!(windows.structured["leases"].as_array().map(Vec::len), Some(0), "{}", windows.raw);
    stage.close();
}
