//! Starting NEXUS while it runs.

use std::time::Duration;

use nexus_test_support::process::run_to_end;

use crate::agent::Agent;
use crate::stage::{START, Stage};

const SOON: Duration = Duration::from_secs(10);

/// C01: a second start brings the hub of the first to the front, also where it was hidden, and ends; the first goes on.
#[test]
fn second_start_shows_the_hub_of_the_first_and_ends() {
    let stage = Stage::set();
    let mut app = stage.start_app();
    let agent = Agent::paired(&stage, "Claude Code");
    let opened = agent.open_window(&stage.site.url("/"));
    let person = stage.person();
    let hub = person.hub().expect("the windows").expect("the hub");
    stage.screen.close_window(&hub).expect("the hub can be asked to close");
    let hidden = stage.screen.wait_until("the hub to hide", SOON, |_| Ok(person.hub()?.is_none().then_some(())));
    hidden.expect("it hides while a Window is open");
    assert!(app.is_running(), "closing the hub doesn't end NEXUS while a Window is open");

    let second = run_to_end(stage.nexus(), START).expect("it ends");
    let said = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(0), "{said}");
    assert!(said.contains("running already"), "{said}");

    let in_front = stage.screen.wait_until("the hub in front", SOON, |screen| {
        Ok(screen.active_window()?.filter(|active| active.id == hub.id))
    });
    in_front.expect("the hub of the first is in front");
    assert!(app.is_running(), "the first goes on");
    assert_eq!(agent.control_of(&opened.window).as_deref(), Some("agent"));
    agent.leave();
    app.stop(&stage);
}
