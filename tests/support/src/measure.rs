//! A developer's measurements: the bench host is driven from outside, as an agent and as a test that looks into the page.

mod chromium;
mod clicks;
mod line;
mod names;
mod page;
mod pages;
mod secrets;
mod snapshots;
mod tokens;

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: measure clicks                 where a click's time goes, and what looking first and guarding add to a bare press
       measure names DIR              names and roles in snapshots of the accname tests in DIR/name
       measure snapshots              time, size and longest block of the page's main thread, up to 100,000 nodes
       measure secrets                what taking secrets out costs a snapshot of 5,000 elements
       measure tokens --engines DIR   what a task makes a model read, beside Playwright MCP in DIR/node_modules";

/// Runs the measurement that the arguments ask for and writes its figures as they come. Answers whether they are as
/// demanded.
///
/// # Panics
/// If the bench host isn't built, doesn't answer, or leaves something behind.
pub fn run(arguments: &[String], report: &mut impl Write) -> Result<bool> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["clicks"] => clicks::measure(report),
        ["names", folder] => names::measure(Path::new(folder), report),
        ["secrets"] => secrets::measure(report),
        ["snapshots"] => snapshots::measure(report),
        ["tokens", "--engines", folder] => tokens::measure(Path::new(folder), report),
        [] => bail!("{USAGE}"),
        _ => bail!("not a measurement: {}\n{USAGE}", arguments.join(" ")),
    }
}

/// The middle one of several times.
fn median(took: impl IntoIterator<Item = Duration>) -> Duration {
    let mut took: Vec<Duration> = took.into_iter().collect();
    took.sort();
    took[took.len() / 2]
}
