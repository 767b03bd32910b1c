//! What taking secrets out costs a snapshot: one page with a password in its field, and without.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::page::MeasuredPage;
use super::{median, pages};
use crate::site::{Content, Site};

/// Elements in the page.
const NODES: usize = 5_000;
/// Enough for the whole page.
const MAX_CHARS: usize = 1_000_000;
/// Snapshots of each kind, in turn.
const ROUNDS: usize = 15;
/// How much longer one may take with a secret.
const RATIO: f64 = 1.10;

/// Measures both kinds of page. Demanded is that a secret makes a snapshot no more than a tenth slower.
pub(super) fn measure(report: &mut impl Write) -> Result<bool> {
    let site = Site::start::<Content>([])?;
    let page = MeasuredPage::open();
    let mut holds = true;
    writeln!(report, "{:<18} {:>11} {:>14} {:>6}", "page", "without ms", "with secret ms", "ratio")?;
    for (kind, build) in pages::KINDS {
        site.set("/page", format!("<!doctype html><input type=password id=secret>{}", build(NODES)));
        page.navigate(&site.url("/page"));
        let (mut without, mut with) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            without.push(took(&page, "")?);
            with.push(took(&page, "Correct horse 7")?);
        }
        let [without, with] = [without, with].map(|took| median(took).as_secs_f64() * 1000.0);
        let ratio = with / without;
        writeln!(report, "{kind:<18} {without:>11.1} {with:>14.1} {ratio:>6.2}")?;
        holds &= ratio <= RATIO;
    }
    page.close();
    writeln!(report, "a snapshot no more than {RATIO} times as long: {}", if holds { "yes" } else { "no" })?;
    Ok(holds)
}

fn took(page: &MeasuredPage, secret: &str) -> Result<Duration> {
    page.evaluate::<()>(&format!(
        "secret.value = '{secret}'; new Promise((done) => requestIdleCallback(() => done(null)))"
    ))?;
    let asked = Instant::now();
    let snapshot = page.snapshot(Some(MAX_CHARS));
    ensure!(snapshot.is_ok(), "no snapshot: {}", snapshot.code);
    Ok(snapshot.at - asked)
}
