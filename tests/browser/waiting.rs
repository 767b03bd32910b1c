//! Waiting for the page: as soon as it happens, no longer than asked, and across a navigation.

use std::time::{Duration, Instant};

use serde_json::json;

use nexus_test_support::stage::Stage;

/// A wait answers when it happens, and says so when it doesn't.
#[test]
fn waits_end_when_it_happens_or_time_is_up() {
    let stage = Stage::with([
        ("/", "<!doctype html><title>Wait</title><p id=p>start</p><button id=b>Button</button><div id=h></div>"),
        ("/next", "<!doctype html><title>Next</title><p>arrived</p>"),
    ]);
    let page = stage.open("/");
    let wait = |arguments| page.call("browser_wait", arguments);
    let later = |code: &str| drop(page.eval(&format!("setTimeout(() => {{ {code} }}, 300), 0")));
    later("p.textContent = 'it   appeared'");
    wait(json!({"text": "it appeared"})).expect_ok();
    wait(json!({"text": "it appeared"})).expect_ok();
    later("p.textContent = ''");
    wait(json!({"gone": "it appeared"})).expect_ok();
    // By style alone, without a change of the text.
    page.eval("p.textContent = 'styled'; p.style.display = 'none'; 0");
    later("p.style.display = ''");
    wait(json!({"text": "styled"})).expect_ok();
    // In a shadow root, and by a style sheet.
    later("h.attachShadow({mode: 'open'}).innerHTML = '<p>in the shadow</p>'");
    wait(json!({"text": "in the shadow", "timeout_s": 5})).expect_ok();
    later("h.shadowRoot.firstChild.textContent = 'changed in the shadow'");
    wait(json!({"text": "changed in the shadow", "timeout_s": 5})).expect_ok();
    let button = page.find("button", "Button");
    page.eval("b.style.visibility = 'hidden'; 0");
    wait(json!({"ref": button, "timeout_s": 0.2})).expect_code("timed_out");
    later("b.style.visibility = ''");
    wait(json!({"ref": button})).expect_ok();
    let started = Instant::now();
    wait(json!({"seconds": 0.4})).expect_ok();
    assert!((0.4..3.0).contains(&started.elapsed().as_secs_f64()), "{:?}", started.elapsed());
    let started = Instant::now();
    wait(json!({"text": "never", "timeout_s": 0.5})).expect_code("timed_out");
    assert!((0.5..5.0).contains(&started.elapsed().as_secs_f64()), "{:?}", started.elapsed());
    later("location.href = '/next'");
    wait(json!({"text": "arrived"})).expect_ok();
    later("location.href = '/'");
    wait(json!({"gone": "arrived"})).expect_ok();
    later("location.href = '/next'");
    wait(json!({"seconds": 1})).expect_ok();
    wait(json!({})).expect_code("invalid_arguments");
    stage.close();
}

/// V15: a wait that nobody wants any more frees its page at once.
#[test]
fn a_cancelled_wait_frees_its_page() {
    let stage = Stage::with([("/", "<!doctype html><title>Cancel</title><button>Button</button>")]);
    let page = stage.open("/");
    let wait = json!({"page": page.id, "text": "never", "timeout_s": 30});
    let waiting = stage.host.agent.start_call("browser_wait", wait).expect("sent");
    let queued = stage.host.agent.start_call("browser_snapshot", json!({"page": page.id})).expect("sent");
    assert!(queued.wait(Duration::from_millis(500)).is_err(), "one page's calls run in order");
    let started = Instant::now();
    waiting.cancel().expect("sent");
    queued.wait(Duration::from_secs(5)).expect("the page is free").expect_ok();
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    stage.close();
}
