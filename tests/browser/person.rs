//! N12, A02, A03, A13: the person takes control of anything at any moment, and nothing slips.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use nexus_test_support::ToolResult;
use serde_json::{Value, json};

use nexus_test_support::stage::{Page, SOON, Stage};

const PAGE: &str = "<!doctype html><title>Person</title><button id=b>Press</button><p id=p>quiet</p>\
                    <script>window.hits=[];addEventListener('pointerdown',e=>hits.push(performance.timeOrigin+performance.now()),true)</script>";

fn control(stage: &Stage, window: &str) -> Value {
    let view = stage.view();
    let windows = view["windows"].as_array().expect("Windows");
    windows.iter().find(|one| one["window"] == window).map(|one| one["control"].clone()).expect("the Window")
}

/// A01, A02, A03: one page or the whole Window; old references and waiting calls don't survive it.
#[test]
fn control_is_taken_of_a_page_or_of_the_window() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let opened =
        stage.call("browser_page_open", json!({"window": page.window, "url": stage.site.url("/")})).expect_ok();
    let other = Page::of(&stage, &opened);
    let button = page.find("button", "Press");
    let waiting = page.start_waiting();
    let queued = stage.host.agent.start_call("browser_click", json!({"page": page.id, "ref": button})).expect("sent");
    stage.host.human.take_control(&page.window, Some(&page.id)).expect("in force");
    for call in [waiting, queued] {
        stage.heard(call.wait(SOON).expect("answered at once")).expect_code("paused_by_user");
    }
    for (tool, arguments) in [
        ("browser_snapshot", json!({})),
        ("browser_text", json!({})),
        ("browser_screenshot", json!({})),
        ("browser_wait", json!({"seconds": 0})),
        ("browser_click", json!({"ref": button})),
        ("browser_type", json!({"ref": button, "text": "x"})),
        ("browser_navigate", json!({"go": "reload"})),
        ("browser_dialog", json!({"accept": true})),
        ("browser_page_close", json!({})),
    ] {
        page.call(tool, arguments).expect_code("paused_by_user");
    }
    // The other page is the agent's all the while.
    other.click("button", "Press").expect_ok();
    stage.host.human.give_back(&page.window, Some(&page.id)).expect("given back");
    page.click_ref(&button).expect_code("stale_reference");
    page.click("button", "Press").expect_ok();
    assert_eq!(page.eval("hits.length"), 1, "the queued click never ran");
    // The whole Window, pages that come later included.
    stage.host.human.take_control(&page.window, None).expect("in force");
    assert_eq!(control(&stage, &page.window)["state"], "user");
    for one in [&page, &other] {
        one.call("browser_text", json!({})).expect_code("paused_by_user");
    }
    stage.call("browser_page_open", json!({"window": page.window, "url": "about:blank"})).expect_code("paused_by_user");
    stage.call("browser_lease_acquire", json!({"window": page.window})).expect_code("paused_by_user");
    stage.host.human.give_back(&page.window, None).expect("given back");
    assert_eq!(control(&stage, &page.window)["state"], "agent", "the lease goes on");
    other.click("button", "Press").expect_ok();
    stage.close();
}

/// A03: nothing in flight survives: no press after it is in force, no read of what the person shows then.
#[test]
fn nothing_in_flight_survives_a_take_over() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    for round in 0..6 {
        let button = page.find("button", "Press");
        page.eval("hits = [], 0");
        let calls: Vec<_> = (0..40)
            .map(|number| match number % 3 {
                0 => ("browser_click", json!({"page": page.id, "ref": button})),
                1 => ("browser_text", json!({"page": page.id})),
                _ => ("browser_snapshot", json!({"page": page.id})),
            })
            .map(|(tool, arguments)| stage.host.agent.start_call(tool, arguments).expect("sent"))
            .collect();
        calls[round].wait(SOON).expect("the first ones run").expect_ok();
        let in_force = stage.host.human.take_control(&page.window, None).expect("in force");
        page.eval("p.textContent = 'CANARY of the person'; 0");
        let answers: Vec<ToolResult> = calls
            .iter()
            .enumerate()
            .filter(|(number, _)| *number != round)
            .map(|(_, call)| stage.heard(call.wait(SOON).expect("answered")))
            .collect();
        assert!(answers.iter().all(|answer| answer.is_ok() || answer.code == "paused_by_user"), "{answers:?}");
        assert!(answers.last().is_some_and(|last| last.code == "paused_by_user"));
        let late = page.eval(&format!("hits.filter((at) => at > {} + 1).length", in_force.at_millis));
        assert_eq!(late, 0, "round {round}: a press came after the take-over was in force");
        page.eval("p.textContent = 'quiet'; 0");
        stage.host.human.give_back(&page.window, None).expect("given back");
        page.click_ref(&button).expect_code("stale_reference");
    }
    stage.close();
}

/// N12: a revoked lease ends what its holder does, at once and for good.
#[test]
fn a_revoked_lease_stops_the_agent() {
    let stage = Stage::with([("/", PAGE)]);
    let opened = stage.call("browser_window_open", json!({"url": stage.site.url("/")})).expect_ok();
    let (page, lease) = (Page::of(&stage, &opened), opened.fact("lease").to_owned());
    let button = page.find("button", "Press");
    let calls: Vec<_> = (0..30)
        .map(|_| stage.host.agent.start_call("browser_click", json!({"page": page.id, "ref": button})).expect("sent"))
        .collect();
    calls[0].wait(SOON).expect("it runs").expect_ok();
    stage.host.human.revoke_lease(&lease).expect("revoked");
    let codes: Vec<String> = calls[1..].iter().map(|call| call.wait(SOON).expect("answered").code).collect();
    assert!(
        codes.iter().all(|code| code.is_empty() || code == "lease_required" || code == "not_authorized"),
        "{codes:?}"
    );
    assert!(codes.last().is_some_and(|code| !code.is_empty()), "{codes:?}");
    let hits = page.eval("hits.length");
    let again = page.click_ref(&button);
    assert!(!again.is_ok(), "{}", again.raw);
    assert_eq!(page.eval("hits.length"), hits);
    assert!(stage.host.human.revoke_lease(&lease).is_err_and(|error| error.code() == Some("unknown_lease")));
    stage.close();
}

/// A13: an agent that waits learns of a take-over and of Give back without polling.
#[test]
fn waiting_agents_learn_of_take_over_and_give_back() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    for take in [true, false] {
        let waiting = stage.host.agent.start_call("browser_windows", json!({"wait_s": 30})).expect("sent");
        assert!(waiting.wait(Duration::from_millis(300)).is_err(), "nothing has changed yet");
        let started = Instant::now();
        if take {
            stage.host.human.take_control(&page.window, None).expect("in force");
        } else {
            stage.host.human.give_back(&page.window, None).expect("given back");
        }
        let woken = stage.heard(waiting.wait(SOON).expect("woken")).expect_ok();
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
        let expected = if take { "user" } else { "agent" };
        assert_eq!(woken.structured["windows"][0]["control"], expected, "{}", woken.raw);
    }
    stage.close();
}

/// N10: once the person's own hand was at work in a Window, no other agent reads there without asking.
#[test]
fn a_window_the_person_pressed_in_is_read_by_its_agent_alone() {
    let stage = Stage::with([("/", PAGE)]);
    let second = stage.host.connect_agent("second");
    let page = stage.open("/");
    let read = || stage.call_as(&second, "browser_text", json!({"page": page.id}));
    read().expect_ok();
    assert_eq!(stage.view()["windows"][0]["may_be_signed_in"], false);
    stage.host.human.press(&page.id, "#b").expect("pressed");
    let signed_in = nexus_test_support::deadline::wait_until("the Window to count as signed in", SOON, || {
        (stage.view()["windows"][0]["may_be_signed_in"] == true).then_some(())
    });
    signed_in.expect("a person's press is noticed");
    // Their press has taken control, too.
    read().expect_code("paused_by_user");
    stage.host.human.give_back(&page.window, None).expect("given back");
    let refused = read().expect_code("observation_pending");
    assert!(!refused.mentions("quiet"));
    for (tool, arguments) in
        [("browser_snapshot", json!({})), ("browser_screenshot", json!({})), ("browser_wait", json!({"text": "quiet"}))]
    {
        let mut arguments = arguments;
        arguments["page"] = json!(page.id);
        stage.call_as(&second, tool, arguments).expect_code("observation_pending");
    }
    // L25: nor does the list tell it more than that the Window is there.
    let listed = stage.call_as(&second, "browser_windows", json!({})).expect_ok();
    assert!(listed.mentions(&page.window) && !listed.mentions(&stage.site.origin()), "{}", listed.raw);
    page.text();
    stage.close();
}

/// N12, V09: a page in an endless loop holds up neither the take-over nor the other pages.
#[test]
fn a_busy_page_does_not_hold_up_the_take_over() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let button = page.find("button", "Press");
    page.eval(
        "b.onclick = () => { const said = new XMLHttpRequest(); said.open('POST', '/log/pressed', false); said.send(); \
         const end = performance.now() + 3000; while (performance.now() < end); }; 0",
    );
    let click = stage.host.agent.start_call("browser_click", json!({"page": page.id, "ref": button})).expect("sent");
    stage.site.wait_logged("pressed", SOON).expect("the page is in its loop");
    let asked_at = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs_f64() * 1000.0;
    let answer = stage.host.human.ask("take_control", json!({"window": page.window})).expect("in force");
    let after = answer["in_force_at_ms"].as_f64().expect("a time") - asked_at;
    assert!((-1.0..=200.0).contains(&after), "in force after {after} ms");
    stage.heard(click.wait(SOON).expect("answered")).expect_code("paused_by_user");
    page.call("browser_text", json!({})).expect_code("paused_by_user");
    stage.close();
}
