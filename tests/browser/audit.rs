//! N16, V20 over MCP: what the audit log says of decisions and acts, and what happens when it can't be written.

use std::time::{Duration, Instant};

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::deadline::wait_until;
use rusqlite::Connection;
use serde_json::{Value, json};

use nexus_test_support::stage::{Page, SOON, Stage};

const PAGE: &str = "<!doctype html><title>Log</title><button onclick='n=(window.n||0)+1'>Press</button>";

fn database(stage: &Stage) -> Connection {
    Connection::open(stage.host.data_dir().join("nexus.db")).expect("the host's database")
}

/// Another program that writes, until it is dropped.
fn lock(stage: &Stage) -> Connection {
    let other = database(stage);
    other.busy_timeout(Duration::from_secs(5)).expect("it waits");
    other.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    other
}

/// The entry that says this.
#[track_caller]
fn logged(stage: &Stage, what: &str) -> Value {
    let audit = stage.host.human.audit().expect("the log");
    let entries = audit["entries"].as_array().expect("entries");
    let found = entries.iter().find(|entry| entry["what"] == what);
    found.unwrap_or_else(|| panic!("no {what:?} in {entries:#?}")).clone()
}

fn notices(stage: &Stage) -> String {
    stage.view()["notices"].to_string()
}

/// What the person decides is logged with the request's name, whose it is, what is asked, where, and the page's address.
#[test]
fn decisions_are_logged_with_what_they_are_about() {
    let stage = Stage::with_options(HostOptions::default().arguments(["--approval", "every"]), [("/", PAGE)]);
    let url = json!({"url": stage.site.url("/?token=CANARY")});
    let asked = stage.call("browser_window_open", url.clone()).expect_code("approval_pending");
    let opening = asked.fact("approval").to_owned();
    stage.host.human.approve(&opening).expect("open");
    let page = Page::of(&stage, &stage.call("browser_window_open", url).expect_ok());
    let entry = logged(&stage, &format!("approve {opening} of bench (s1): open Window"));
    assert_eq!((&entry["agent"], &entry["window"]), (&Value::Null, &Value::Null), "the person's own doing, {entry}");
    let button = page.find("button", "Press");
    let press = page.click_ref(&button).expect_code("approval_pending").fact("approval").to_owned();
    stage.host.human.reject(&press).expect("open");
    let entry = logged(&stage, &format!("reject {press} of bench (s1): click button “Press”"));
    let place = (&entry["window"], &entry["page"], &entry["address"]);
    assert_eq!(place, (&json!(page.window), &json!(page.id), &json!(stage.site.url("/"))), "{entry}");
    assert!(stage.host.human.approve(&press).is_err());
    logged(&stage, &format!("approve {press}, which wasn't open"));

    let handoff = json!({"page": page.id, "reason": "CANARY reason"});
    let waiting = stage.host.agent.start_call("browser_handoff", handoff).expect("sent");
    let event = stage.host.human.wait_event("handoff_requested", SOON).expect("the person is asked");
    let id = event["handoff"].as_str().expect("an id").to_owned();
    assert_eq!(logged(&stage, &format!("handoff {id} begins"))["agent"], "bench");
    stage.host.human.ask("finish_handoff", json!({"handoff": id, "completed": true})).expect("open");
    stage.heard(waiting.wait(SOON).expect("answered")).expect_ok();
    let entry = logged(&stage, &format!("finish handoff {id} of bench (s1)"));
    assert_eq!((&entry["agent"], &entry["page"]), (&Value::Null, &json!(page.id)), "{entry}");
    assert_eq!(logged(&stage, &format!("handoff {id} is over"))["session"], "s1");

    let windows = stage.view()["windows"][0].clone();
    let lease = windows["leases"][0]["lease"].as_str().expect("a lease").to_owned();
    stage.host.human.revoke_lease(&lease).expect("held");
    assert_eq!(logged(&stage, &format!("revoke lease {lease} of bench (s1)"))["window"], page.window);
    let audit = stage.host.human.audit().expect("the log");
    assert_eq!(audit["verified"], true, "{audit}");
    stage.close();
}

/// The record of an act is on the disk before the act: with the database locked by another program nothing is pressed, the
/// agent is told what to do, the person sees why, reads go on; and all is well again once it is free.
#[test]
fn no_act_without_its_record_while_the_database_is_locked() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let button = page.find("button", "Press");
    let other = lock(&stage);
    let refused = page.click_ref(&button).expect_code("unavailable");
    assert!(refused.text.contains("database_locked") && refused.text.contains("call again"), "{}", refused.text);
    assert_eq!(page.eval("window.n || 0"), 0, "nothing was pressed");
    wait_until("the person to see it", SOON, || notices(&stage).contains("database_locked").then_some(()))
        .expect("seen");
    let asked = Instant::now();
    assert!(page.text().contains("Press"));
    page.snapshot();
    assert!(asked.elapsed() < Duration::from_secs(1), "reads don't wait: {:?}", asked.elapsed());
    let asked = Instant::now();
    for (tool, arguments) in [
        ("browser_click", json!({"page": page.id, "ref": button})),
        ("browser_page_open", json!({"window": page.window, "url": stage.site.url("/")})),
        ("browser_window_open", json!({})),
        ("browser_window_close", json!({"window": page.window})),
    ] {
        stage.call(tool, arguments).expect_code("unavailable");
    }
    assert!(asked.elapsed() < Duration::from_secs(1), "known by now: {:?}", asked.elapsed());
    stage.host.human.take_control(&page.window, None).expect("the person can always");
    stage.host.human.give_back(&page.window, None).expect("the person can always");
    drop(other);
    wait_until("the database to be written", SOON, || (!notices(&stage).contains("database_")).then_some(()))
        .expect("free");
    page.click("button", "Press").expect_ok();
    assert_eq!(page.eval("window.n"), 1);
    logged(&stage, "take control");
    let audit = stage.host.human.audit().expect("the log");
    assert_eq!(audit["verified"], true, "{audit}");
    stage.close();
}

/// A database that is damaged in the middle of a run stops acts until a restart, and isn't written to.
#[test]
fn a_database_damaged_in_the_middle_of_a_run_stops_acts() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let button = page.find("button", "Press");
    let path = stage.host.data_dir().join("nexus.db");
    database(&stage).execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").expect("one file");
    let mut bytes = std::fs::read(&path).expect("the database");
    bytes.iter_mut().skip(4096).for_each(|byte| *byte = 0xA5);
    std::fs::write(&path, &bytes).expect("it can be written");
    // A change by another program has SQLite read the file anew.
    database(&stage).execute_batch("PRAGMA user_version = 3").expect("the first page is whole");
    let refused = page.click_ref(&button).expect_code("unavailable");
    assert!(refused.text.contains("database_corrupt"), "{}", refused.text);
    assert_eq!(page.eval("window.n || 0"), 0, "nothing was pressed");
    wait_until("the person to see it", SOON, || notices(&stage).contains("until NEXUS is restarted").then_some(()))
        .expect("seen");
    page.text();
    page.click_ref(&button).expect_code("unavailable");
    let stranger = nexus_test_support::mcp_client::Hello::from_agent("second");
    assert!(stage.host.knock(&stranger).initialize().is_err(), "nobody new is let in");
    stage.host.kill();
}

/// N13: how much to ask about an agent outlives NEXUS, and ends with its pairing.
#[test]
fn the_approval_setting_of_an_agent_outlives_nexus() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = |stage: &Stage, setting: &str| {
        stage.host.human.ask("set_approvals", json!({"agent": "bench", "setting": setting}))
    };
    let shown = |stage: &Stage| {
        let shown = || stage.view()["agents"][0]["approvals"].as_str().map(str::to_owned);
        wait_until("the agent to be shown", SOON, shown).expect("it is connected")
    };
    let stage = Stage::with_options(HostOptions::default().data_dir(folder.path()), [("/", PAGE)]);
    assert_eq!(shown(&stage), "matters");
    let page = stage.open("/");
    page.click("button", "Press").expect_ok();
    set(&stage, "every").expect("it is paired");
    assert_eq!(shown(&stage), "every");
    logged(&stage, "ask about every action of bench");
    page.click("button", "Press").expect_code("approval_pending");
    let stranger = stage.host.human.ask("set_approvals", json!({"agent": "stranger", "setting": "minimal"}));
    assert!(stranger.is_err_and(|error| error.code() == Some("unknown_agent")));
    stage.close();
    let stage = Stage::with_options(HostOptions::default().data_dir(folder.path()), [("/", PAGE)]);
    assert_eq!(shown(&stage), "every");
    stage.call("browser_window_open", json!({"url": stage.site.url("/")})).expect_code("approval_pending");
    stage.host.human.ask("revoke_agent", json!({"agent": "bench"})).expect("it is paired");
    stage.host.kill();
    let stage = Stage::with_options(HostOptions::default().data_dir(folder.path()), [("/", PAGE)]);
    assert_eq!(shown(&stage), "matters", "another agent of this name starts from nothing");
    stage.close();
}

/// What waiting for the record costs an act. Reported, and bounded far above what it should be.
#[test]
fn waiting_for_the_record_costs_an_act_little() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let mut took: Vec<Duration> = (0..30)
        .map(|_| {
            let started = Instant::now();
            page.call("browser_press_key", json!({"key": "Escape"})).expect_ok();
            started.elapsed()
        })
        .collect();
    took.sort();
    eprintln!("an act took {:?} in the middle, {:?} at most", took[took.len() / 2], took[took.len() - 1]);
    assert!(took[took.len() / 2] < Duration::from_secs(1), "{took:?}");
    stage.close();
}

/// A Window that an agent closes is closed at once in NEXUS, and in its Chromium only after the beginning of that is in the
/// log: a crash between the two shows as unknown.
#[test]
fn closing_a_window_is_logged_before_it_ends() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    stage.call("browser_window_close", json!({"window": page.window})).expect_ok();
    let audit = stage.host.human.audit().expect("the log");
    let entries = audit["entries"].as_array().expect("entries").iter();
    let closings: Vec<&Value> = entries.filter(|entry| entry["what"] == "close Window").collect();
    let outcomes: Vec<&Value> = closings.iter().rev().map(|entry| &entry["outcome"]).collect();
    assert_eq!(outcomes, [&json!("started"), &json!("done")], "{closings:#?}");
    assert!(closings.iter().all(|entry| entry["window"] == json!(page.window)), "{closings:#?}");
}
