//! NEXUS itself is killed, or the screen that it shows on.

use crate::agent::Agent;
use crate::stage::Stage;

/// N01, N19: when NEXUS is killed its Chromiums end with it, and the next start discards their isolated profiles.
#[test]
fn killed_nexus_leaves_no_chromium_and_its_profiles_are_swept() {
    let stage = Stage::set();
    let app = stage.start_app();
    let agent = Agent::paired(&stage, "Claude Code");
    for _ in 0..2 {
        agent.open_window(&stage.site.url("/"));
    }
    assert_eq!(stage.isolated_profiles().len(), 2, "each Window has a profile of its own");
    agent.leave();
    app.kill(&stage);
    assert_eq!(stage.isolated_profiles().len(), 2, "nobody was there to remove them");

    let app = stage.start_app();
    assert!(stage.isolated_profiles().is_empty(), "the next start sweeps them");
    app.quit(&stage);
}

/// N01, N23: NEXUS ends with the X server, and its Chromiums with it; the next start brings nothing of it back.
#[test]
fn the_end_of_the_x_server_leaves_no_chromium_and_nothing_comes_back() {
    let mut stage = Stage::set();
    let app = stage.start_app();
    let agent = Agent::paired(&stage, "Claude Code");
    agent.open_window(&stage.site.url("/"));
    agent.leave();
    app.lose_screen(&mut stage);

    let app = stage.start_app();
    assert!(stage.isolated_profiles().is_empty(), "the next start sweeps them");
    stage.wait_for_hub_alone();
    app.quit(&stage);
}
