//! What Chromium computes, asked of one that NEXUS has nothing to do with: in a NEXUS Window no page can ask.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rustix::process::geteuid;

use super::TAG;
use super::case::Case;
use crate::process::{bound_command, run_to_end};
use crate::site::Site;

const COMPUTE: &str = include_str!("compute.js");
const BEGIN: &str = "<script type=\"application/json\" id=\"computed\">";
const END: &str = "</script>";
/// How long a Chromium may take from its start to its end.
const RUN: Duration = Duration::from_secs(60);

/// The tested elements of a page, as a headless Chromium of its own leaves them in the document.
pub(super) fn compute(chromium: &Path, site: &Site, html: &str) -> Result<Vec<Case>> {
    site.set("/computed", format!("{html}<script>{TAG}{COMPUTE}</script>"));
    let folder = tempfile::Builder::new().prefix("nexus-test-").tempdir()?;
    let mut command = bound_command(chromium);
    command.args(["--headless", "--dump-dom", "--enable-features=ComputedAccessibilityInfo", "--no-first-run"]);
    command.arg(format!("--user-data-dir={}", folder.path().display()));
    if geteuid().is_root() {
        command.arg("--no-sandbox");
    }
    command.arg(site.url("/computed"));
    let output = run_to_end(command, RUN)?;
    ensure!(output.status.success(), "{} failed: {}", chromium.display(), output.status);
    let dom = String::from_utf8_lossy(&output.stdout);
    let json = dom.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END));
    let (json, _) = json.context("Chromium left nothing computed in the page")?;
    Ok(serde_json::from_str(json)?)
}
