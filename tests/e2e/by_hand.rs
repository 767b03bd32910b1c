//! The person's own hand on Chromium's window.

use std::time::Duration;

use nexus_test_support::deadline::wait_until;
use nexus_test_support::person::PANEL_TITLE;
use serde_json::json;

use crate::agent::Agent;
use crate::stage::Stage;

const SOON: Duration = Duration::from_secs(15);

/// N01, N12: closing a Window's last Chromium window by hand closes the Window, with its panel; the agent is told that
/// it is gone, and NEXUS goes on.
#[test]
fn chromium_window_closed_by_hand_closes_its_window() {
    let stage = Stage::set();
    let mut app = stage.start_app();
    let agent = Agent::paired(&stage, "Claude Code");
    let opened = agent.open_window(&stage.site.url("/"));
    stage.screen.wait_for_window(PANEL_TITLE, SOON).expect("a panel beside it");
    let chromium = stage.screen.wait_for_window("Counter", SOON).expect("Chromium's own window");
    stage.screen.close_window(&chromium).expect("it can be asked to close");

    let gone = wait_until("the Window to be gone", SOON, || agent.control_of(&opened.window).is_none().then_some(()));
    gone.expect("the Window isn't listed any more");
    stage.wait_for_hub_alone();
    let answer = agent.call("browser_snapshot", json!({"page": opened.page}));
    assert!(["unknown_page", "browser_gone"].contains(&answer.code.as_str()), "{}", answer.raw);
    let answer = agent.call("browser_window_close", json!({"window": opened.window}));
    assert!(["unknown_window", "browser_gone"].contains(&answer.code.as_str()), "{}", answer.raw);
    assert!(app.is_running(), "NEXUS goes on");
    agent.open_window(&stage.site.url("/"));
    agent.leave();
    app.stop(&stage);
}
