//! A05, A06, N11 over MCP: what an agent hands to the person, and to another agent.

use nexus_test_support::mcp_client::CallInFlight;
use serde_json::{Value, json};

use nexus_test_support::stage::{Page, SOON, Stage};

const PAGE: &str = "<!doctype html><title>Hand</title><button id=b onclick='hits.push(Date.now())'>Press</button><p id=p>quiet</p>\
                    <script>window.hits=[]</script>";

/// How often a race is run.
const RACES: usize = 200;

fn hand_off(page: &Page<'_>) -> CallInFlight {
    let arguments = json!({"page": page.id, "reason": "Please sign in"});
    page.stage.host.agent.start_call("browser_handoff", arguments).expect("sent")
}

/// The id under which the person is asked.
fn asked(stage: &Stage) -> Value {
    stage.host.human.wait_event("handoff_requested", SOON).expect("the person is asked")
}

fn finish(stage: &Stage, event: &Value, completed: bool) {
    let answer = json!({"handoff": event["handoff"], "completed": completed});
    stage.host.human.ask("finish_handoff", answer).expect("it is open");
}

/// A05: the person sees who asks for what; nothing there is read or done meanwhile; Done gives control back and wants a
/// fresh snapshot, anything else leaves control with the person until Give back.
#[test]
fn a_handoff_has_two_outcomes_and_keeps_agents_out_meanwhile() {
    let stage = Stage::with([("/", PAGE)]);
    let second = stage.host.connect_agent("second");
    let page = stage.open("/");
    let button = page.find("button", "Press");
    let waiting = hand_off(&page);
    let event = asked(&stage);
    assert_eq!((&event["reason"], &event["page"]), (&json!("Please sign in"), &json!(page.id)), "{event}");
    assert_eq!(event["asked_by"]["agent"], "bench");
    assert_eq!(stage.view()["windows"][0]["pages"][0]["control"]["state"], "handoff");
    page.eval("p.textContent = 'CANARY of the person'; 0");
    for (tool, arguments) in [
        ("browser_snapshot", json!({})),
        ("browser_screenshot", json!({})),
        ("browser_click", json!({"ref": button})),
        ("browser_navigate", json!({"go": "reload"})),
    ] {
        page.call(tool, arguments).expect_code("in_handoff");
    }
    stage.call_as(&second, "browser_text", json!({"page": page.id})).expect_code("in_handoff");
    page.eval("p.textContent = 'quiet'; 0");
    finish(&stage, &event, true);
    let done = stage.heard(waiting.wait(SOON).expect("answered")).expect_ok();
    assert_eq!((done.fact("outcome"), done.fact("address")), ("completed", stage.site.url("/").as_str()));
    page.click_ref(&button).expect_code("stale_reference");
    page.click_with_a_yes("button", "Press").expect_ok();
    // What the person did there may have been a sign-in: it is this agent's, not another's.
    stage.call_as(&second, "browser_text", json!({"page": page.id})).expect_code("observation_pending");

    let waiting = hand_off(&page);
    finish(&stage, &asked(&stage), false);
    let ended = stage.heard(waiting.wait(SOON).expect("answered")).expect_code("not_completed");
    assert_eq!(ended.fact("outcome"), "not_completed");
    page.call("browser_text", json!({})).expect_code("paused_by_user");
    stage.host.human.give_back(&page.window, None).expect("given back");
    page.text();
    stage.close();
}

/// A05: clients that stop waiting lose nothing: the handoff goes on and the repeat joins it. Taking control out of it
/// ends it.
#[test]
fn a_repeated_handoff_joins_the_open_one() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let first = hand_off(&page);
    let event = asked(&stage);
    first.cancel().expect("cancelled");
    let again = hand_off(&page);
    page.call("browser_text", json!({})).expect_code("in_handoff");
    assert_eq!(stage.view()["handoffs"].as_array().map(Vec::len), Some(1));
    let refused =
        stage.host.human.give_back(&page.window, Some(&page.id)).expect_err("only its end gives control back");
    assert_eq!(refused.code(), Some("in_handoff"));
    stage.host.human.take_control(&page.window, None).expect("in force");
    stage.heard(again.wait(SOON).expect("answered")).expect_code("not_completed");
    let over = json!({"handoff": event["handoff"], "completed": true});
    let refused = stage.host.human.ask("finish_handoff", over).expect_err("it is over");
    assert_eq!(refused.code(), Some("unknown_handoff"));
    page.call("browser_text", json!({})).expect_code("paused_by_user");
    stage.close();
}

/// A05: a handoff needs the lease and a reason that a person can read.
#[test]
fn a_handoff_without_lease_or_reason_is_refused() {
    let stage = Stage::with([("/", PAGE)]);
    let second = stage.host.connect_agent("second");
    let page = stage.open("/");
    for reason in ["", "   ", &"x".repeat(10_000)] {
        page.call("browser_handoff", json!({"reason": reason})).expect_code("invalid_arguments");
    }
    let asked = json!({"page": page.id, "reason": "Please sign in"});
    stage.call_as(&second, "browser_handoff", asked).expect_code("lease_held");
    let nowhere = json!({"page": "p99", "reason": "Please sign in"});
    stage.call("browser_handoff", nowhere).expect_code("unknown_page");
    assert_eq!(stage.view()["handoffs"], json!([]));
    stage.close();
}

/// A05, A03: whatever is on its way when a handoff or a take-over begins neither acts nor reads after it.
#[test]
fn no_read_or_act_slips_past_the_beginning_of_a_handoff_or_take_over() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    for race in 0..2 * RACES {
        let is_handoff = race % 2 == 0;
        let button = page.find("button", "Press");
        let calls: Vec<CallInFlight> = (0..4)
            .map(|number| match number % 2 {
                0 => ("browser_click", json!({"page": page.id, "ref": button})),
                _ => ("browser_text", json!({"page": page.id})),
            })
            .map(|(tool, arguments)| stage.host.agent.start_call(tool, arguments).expect("sent"))
            .collect();
        // So that it begins at every stage of those calls.
        std::thread::sleep(std::time::Duration::from_millis((race / 2 % 20) as u64));
        let handed = is_handoff.then(|| hand_off(&page));
        let event = match &handed {
            Some(_) => Some(asked(&stage)),
            None => {
                stage.host.human.take_control(&page.window, Some(&page.id)).expect("in force");
                None
            }
        };
        let before = page.eval("p.textContent = 'CANARY of the person'; hits.length");
        for call in calls {
            let answer = stage.heard(call.wait(SOON).expect("answered"));
            let refused = if is_handoff { "in_handoff" } else { "paused_by_user" };
            assert!(
                answer.is_ok() || [refused, "approval_pending"].contains(&answer.code.as_str()),
                "race {race}: {answer:?}"
            );
        }
        let after = page.eval("p.textContent = 'quiet'; hits.length");
        assert_eq!(after, before, "race {race}: a press slipped past");
        match (handed, event) {
            (Some(handed), Some(event)) => {
                finish(&stage, &event, true);
                stage.heard(handed.wait(SOON).expect("answered")).expect_ok();
            }
            _ => stage.host.human.give_back(&page.window, Some(&page.id)).expect("given back"),
        }
    }
    stage.close();
}

/// N11: a transfer is one step: from then on the previous holder can't act, and the new one can.
#[test]
fn a_transferred_lease_is_the_other_agent_s_at_once() {
    let stage = Stage::with([("/", PAGE)]);
    let second = stage.host.connect_agent("second");
    let page = stage.open("/");
    let button = page.find("button", "Press");
    let transfer = |to: &str| page.stage.call("browser_lease_transfer", json!({"window": page.window, "to": to}));
    for wrong in ["nobody", "bench", "s99"] {
        transfer(wrong).expect_code("invalid_arguments");
    }
    transfer("second").expect_ok();
    page.click_ref(&button).expect_code("lease_held");
    transfer("second").expect_code("lease_held");
    let theirs = stage.call_as(&second, "browser_snapshot", json!({"page": page.id})).expect_ok();
    let button = theirs.reference("button", "Press").to_owned();
    stage.call_as(&second, "browser_click", json!({"page": page.id, "ref": button})).expect_ok();
    assert_eq!(page.eval("hits.length"), 1);
    stage.close();
}

/// N05: a lost connection keeps its lease for ten seconds, for the agent that names it, and nobody else.
#[test]
fn a_lost_connection_s_lease_is_resumed_by_its_agent() {
    let stage = Stage::with([("/", PAGE)]);
    let second = stage.host.connect_agent("second");
    let opened = stage.call_as(&second, "browser_window_open", json!({"url": stage.site.url("/")})).expect_ok();
    let (window, lease) = (opened.fact("window").to_owned(), opened.fact("lease").to_owned());
    second.close().expect("hung up");
    stage.call("browser_lease_acquire", json!({"window": window})).expect_code("lease_held");
    stage.call("browser_lease_acquire", json!({"window": window, "lease": lease})).expect_code("lease_held");
    let again = stage.host.connect_agent("second");
    let resumed = stage.call_as(&again, "browser_lease_acquire", json!({"window": window, "lease": lease})).expect_ok();
    assert_eq!(resumed.fact("lease"), lease);
    stage.call_as(&again, "browser_navigate", json!({"page": opened.fact("page"), "go": "reload"})).expect_ok();
    again.close().expect("hung up");
    // Whoever waits in line gets it when the grace is over, and not before.
    let started = std::time::Instant::now();
    let waited = json!({"window": window, "wait_s": 30});
    stage.call("browser_lease_acquire", waited).expect_ok();
    let waited = started.elapsed().as_secs_f64();
    assert!((8.0..14.0).contains(&waited), "after {waited} s");
    stage.close();
}
