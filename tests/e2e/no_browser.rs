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

/// N04: without a Chromium NEXUS starts all the same, shows it on the start screen, and tells agents which path is wrong.
#[test]
fn without_chromium_person_and_agent_are_told() {
    let stage = Stage::set();
    let app = start(&stage, Path::new("/nonexistent/chromium"));
    let notice = stage.screen.wait_for_color(FAILURE, TOLERANCE, FRAME_PIXELS, SOON);
    notice.expect("a notice on the start screen");
    let answer = open_in_vain(&stage);
    assert!(answer.text.contains("/nonexistent/chromium isn't a program"), "{}", answer.text);
    app.quit(&stage);
}

/// N04: a Chromium that ends at once is reported with its last words, and leaves no Window behind.
#[test]
fn chromium_that_ends_at_once_is_reported_with_its_last_words() {
    let stage = Stage::set();
    let fake = stage.screen.folder().join("chromium");
    std::fs::write(&fake, "#!/bin/sh\necho 'cannot open the frobnicator' >&2\nexit 1\n").expect("a script");
    std::fs::set_permissions(&fake, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let app = start(&stage, &fake);
    assert_eq!(stage.screen.find_color(FAILURE, TOLERANCE).expect("the screen"), None, "nothing is wrong so far");
    let answer = open_in_vain(&stage);
    for words in ["Chromium ended before it was ready", "exit status: 1", "cannot open the frobnicator"] {
        assert!(answer.text.contains(words), "it doesn't say {words:?}: {}", answer.text);
    }
    assert!(stage.isolated_profiles().is_empty(), "its profile is discarded");
    app.stop(&stage);
}
