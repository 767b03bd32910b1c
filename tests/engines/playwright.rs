//! Playwright MCP at the gateway: it is let have what it needs to see a page and to act there. N02, N03.

use std::process::Command;
use std::time::Duration;

use nexus_test_support::McpClient;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::process::bound_command;
use nexus_test_support::stage::{SOON, Stage};
use serde_json::{Value, json};

use crate::attached::engines;
use crate::gateway::endpoint;

const PAGE: &str = "<!doctype html><title>Played</title><button>Press</button><input aria-label=Name>\
    <script>window.moves = 0; addEventListener('mousemove', () => { moves += 1 }, true)</script>";

/// N02: attached by its own option for that, Playwright MCP sees NEXUS's page through the gateway, in a world of its own.
#[test]
fn playwright_mcp_can_work_at_the_gateway() {
    let Some(engines) = engines() else { return };
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let home = tempfile::tempdir().expect("a folder");
    let mut command: Command = bound_command("node");
    command
        .arg(engines.join("node_modules/@playwright/mcp/cli.js"))
        .args(["--no-webmcp", "--output-dir"])
        .arg(home.path());
    command.env("PLAYWRIGHT_MCP_CDP_ENDPOINT", endpoint(&page, "interaction", "acting")).env("HOME", home.path());
    command.current_dir(home.path());
    let engine = McpClient::spawn(command, "playwright").expect("it can be started");
    engine.initialize().expect("it speaks MCP");
    let call = |tool: &str, arguments: Value| engine.call(tool, arguments, Duration::from_secs(30)).expect("answered");
    let seen = call("browser_snapshot", json!({}));
    assert!(seen.text.contains("button \"Press\"") && seen.text.contains("textbox \"Name\""), "{}", seen.text);
    let reference = seen.text.lines().find(|line| line.contains("button")).and_then(|line| line.split("[ref=").nth(1));
    let reference = reference.and_then(|rest| rest.split(']').next()).expect("a reference");
    let hovered = call("browser_hover", json!({"element": "Press", "target": reference}));
    assert!(!hovered.is_error, "{}", hovered.text);
    wait_until("its hand in the page", SOON, || page.eval("moves").as_i64().filter(|moves| *moves > 0))
        .expect("it moves");
    page.snapshot();
    engine.close().expect("it ends");
    stage.close();
}
