//! `nexus mcp` without the app, and across its restart.

use std::time::{Duration, Instant};

use nexus_test_support::mcp_client::ClientError;
use serde_json::{Value, json};

use crate::agent::{Agent, CALL, let_in};
use crate::stage::Stage;

/// The bridge's patience and a margin.
const PATIENCE: Duration = Duration::from_secs(20);

#[track_caller]
fn expect_error<T: std::fmt::Debug>(answer: Result<T, ClientError>, words: &str) {
    match answer {
        Err(ClientError::Rpc { message, .. }) => assert!(message.contains(words), "{message}"),
        other => panic!("not a JSON-RPC error: {other:?}"),
    }
}

/// C05: without NEXUS the bridge says so within its patience, to every request, and still ends with its client.
#[test]
fn bridge_without_nexus_says_so_and_ends_with_its_client() {
    let stage = Stage::set();
    let agent = Agent::start(&stage, "Claude Code");
    let begun = Instant::now();
    expect_error(agent.client.initialize(), "NEXUS isn't running. Start it");
    expect_error(agent.client.tools(), "NEXUS isn't running. Start it");
    assert!(begun.elapsed() < PATIENCE, "it took {:?}", begun.elapsed());
    agent.leave();
}

/// C05, N23: the bridge outlives a crash of NEXUS. Its client is told once, and nothing is replayed: no Window, no lease.
#[test]
fn bridge_outlives_nexus_and_nothing_is_replayed() {
    let stage = Stage::set();
    let app = stage.start_app();
    let agent = Agent::paired(&stage, "Claude Code");
    let opened = agent.open_window(&stage.site.url("/"));
    app.kill(&stage);

    let app = stage.start_app();
    // There is no keychain here, so the pairing wasn't kept.
    let_in(&stage);
    let call = |tool: &str, arguments: Value| agent.client.call(tool, arguments, CALL);
    expect_error(call("browser_snapshot", json!({"page": opened.page})), "NEXUS was closed or restarted");
    let overview = call("browser_windows", json!({})).expect("the next call works").expect_ok();
    assert_eq!((&overview.structured["windows"], &overview.structured["leases"]), (&json!([]), &json!([])));
    let answer = agent.call("browser_snapshot", json!({"page": opened.page}));
    answer.expect_code("unknown_page");
    agent.open_window(&stage.site.url("/"));
    let windows = agent.call("browser_windows", json!({})).expect_ok();
    assert_eq!(windows.structured["windows"].as_array().map(Vec::len), Some(1), "one, opened just now");
    assert_eq!(stage.isolated_profiles().len(), 1, "those of before are swept");
    agent.leave();
    app.stop(&stage);
}
