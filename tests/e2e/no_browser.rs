//! No Chromium, or one that is none.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use nexus_test_support::ToolResult;
use nexus_test_support::person::{FAILURE, TOLERANCE};
use serde_json::json;

use crate::agent::Agent;
use crate::stage::{App, Stage};

const SOON: Duration = Duration::from_secs(10);
/// Of the frame around a message: more than a stray icon has.
const FRAME_PIXELS: usize = 300;

fn start(stage: &Stage, browser: &Path) -> App {
    stage.start_app_with(|command| {
        command.env("CHROMIUM", browser);
    })
}

fn open_in_vain(stage: &Stage) -> ToolResult {
    let agent = Agent::paired(stage, "Claude Code");
    let answer = agent.call("browser_window_open", json!({"url": stage.site.url("/")}));
    agent.leave();
    answer.expect_code("unavailable")
}

/// The hub tells the person that something is wrong.
fn expect_notice(stage: &Stage) {
    let notice = stage.screen.wait_for_color(FAILURE, TOLERANCE, FRAME_PIXELS, SOON);
    notice.expect("a notice in the hub");
}

/// N04, L20: without a Chromium NEXUS starts all the same and shows it on the start screen. Agents are told, but not
/// where it was looked for.
#[test]
fn without_chromium_person_and_agent_are_told() {
    let stage = Stage::set();
    let app = start(&stage, Path::new("/nonexistent/chromium"));
    expect_notice(&stage);
    let answer = open_in_vain(&stage);
    assert!(answer.text.contains("no Chromium that it can start"), "{}", answer.text);
    assert!(!answer.raw.to_string().contains("/nonexistent"), "{}", answer.raw);
    app.quit(&stage);
}

/// N04, L20: a Chromium that ends at once is shown to the person with its last words; the agent learns neither those
/// nor a path, and no Window is left behind.
#[test]
fn chromium_that_ends_at_once_is_shown_to_the_person() {
    let stage = Stage::set();
    let fake = stage.screen.folder().join("chromium");
    std::fs::write(&fake, "#!/bin/sh\necho 'cannot open the frobnicator' >&2\nexit 1\n").expect("a script");
    std::fs::set_permissions(&fake, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let app = start(&stage, &fake);
    assert_eq!(stage.screen.find_color(FAILURE, TOLERANCE).expect("the screen"), None, "nothing is wrong so far");
    let answer = open_in_vain(&stage);
    assert!(answer.text.contains("Chromium ended before it was ready"), "{}", answer.text);
    assert!(!answer.raw.to_string().contains("frobnicator"), "{}", answer.raw);
    expect_notice(&stage);
    let said = stage.said();
    assert!(said.contains("exit status: 1") && said.contains("cannot open the frobnicator"), "{said}");
    assert!(stage.isolated_profiles().is_empty(), "its profile is discarded");
    app.stop(&stage);
}
