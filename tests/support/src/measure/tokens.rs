//! What a model has to read for a task of ten steps, through NEXUS and through Playwright MCP.

mod player;
mod shop;
mod task;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use rustix::process::geteuid;

use super::chromium;
use crate::bench_host::BenchHost;
use crate::built::installed;
use crate::mcp_client::McpClient;
use crate::process::bound_command;
use player::{Told, play};
use task::{Server, TASK};

/// Plays the task through NEXUS and the Playwright MCP in `DIR/node_modules`. Nothing is demanded of the figures.
pub(super) fn measure(engines: &Path, report: &mut impl Write) -> Result<bool> {
    let shop = shop::open()?;
    let playwright = play_playwright(engines, &shop.origin())?;
    let host = BenchHost::start();
    let nexus = play(Server::Nexus, &host.agent, &shop.origin());
    host.close();
    tell(&nexus?, &playwright, report)?;
    Ok(true)
}

fn play_playwright(engines: &Path, origin: &str) -> Result<Told> {
    let program = engines.join("node_modules/@playwright/mcp/cli.js");
    ensure!(program.is_file(), "no {}; install it with npm install @playwright/mcp", program.display());
    let folder = tempfile::Builder::new().prefix("nexus-test-").tempdir()?;
    let mut command = bound_command(installed("node").context("no node in PATH")?);
    command.arg(program.canonicalize()?).args(["--headless", "--browser", "chromium", "--isolated"]);
    command.arg("--executable-path").arg(chromium::find()?);
    if geteuid().is_root() {
        command.arg("--no-sandbox");
    }
    command.current_dir(folder.path()).env("TMPDIR", folder.path()).stderr(Stdio::null());
    let client = McpClient::spawn(command, "measure")?;
    client.initialize()?;
    let told = play(Server::Playwright, &client, origin);
    client.close()?;
    told
}

fn tell(nexus: &Told, playwright: &Told, report: &mut impl Write) -> Result<()> {
    writeln!(report, "characters             NEXUS  Playwright MCP  NEXUS / Playwright MCP")?;
    let mut row = |what: &str, nexus: usize, playwright: usize| {
        writeln!(report, "{what:<18}  {nexus:>8}  {playwright:>14}  {:>22.2}", nexus as f64 / playwright as f64)
    };
    for (step, (nexus, playwright)) in TASK.iter().zip(nexus.steps.iter().zip(&playwright.steps)) {
        row(step.what, *nexus, *playwright)?;
    }
    row("all steps", nexus.steps.iter().sum(), playwright.steps.iter().sum())?;
    row("list of tools", nexus.tools, playwright.tools)?;
    Ok(())
}
