//! How long snapshots of large pages take, what they tell, and how long they keep the page from everything else.

mod round;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::time::Duration;

use anyhow::Result;

use super::page::MeasuredPage;
use super::pages;
use crate::site::{Content, Site};
use round::{Round, Series};

const PROBE: &str = include_str!("snapshots/probe.js");
const SIZES: [usize; 4] = [1_000, 5_000, 50_000, 100_000];
/// `None` is what an agent gets that doesn't say.
const MAX_CHARS: [Option<usize>; 2] = [None, Some(1_000_000)];
/// Snapshots of one document. The first is one that Chromium has computed no role in yet.
const ROUNDS: usize = 5;
/// How long a snapshot of the largest page may take.
const LARGEST: Duration = Duration::from_secs(2);
/// How long a snapshot may keep the page's main thread at a time.
const BLOCK_MILLIS: f64 = 50.0;

/// Measures both kinds of page in every size. Demanded is that no snapshot takes longer or blocks longer than the limits.
pub(super) fn measure(report: &mut impl Write) -> Result<bool> {
    let site = Site::start::<Content>([])?;
    let page = MeasuredPage::open();
    let mut holds = true;
    writeln!(report, "{}", Series::HEAD)?;
    for (kind, build) in pages::KINDS {
        for max_chars in MAX_CHARS {
            let mut smallest = None;
            for nodes in SIZES {
                site.set("/page", format!("<!doctype html><script>{PROBE}</script>{}", build(nodes)));
                let series = Series { kind, nodes, max_chars, rounds: rounds(&page, &site, max_chars)? };
                let smallest = *smallest.get_or_insert(series.median());
                writeln!(report, "{}", series.row(smallest))?;
                holds &= series.told().is_ok() && series.longest_block() <= BLOCK_MILLIS && series.slowest() <= LARGEST;
            }
        }
    }
    page.close();
    let limits = format!("every snapshot within {LARGEST:?}, and no block longer than {BLOCK_MILLIS} ms");
    writeln!(report, "{limits}: {}", if holds { "yes" } else { "no" })?;
    Ok(holds)
}

/// All on one document, up to the first snapshot that fails.
fn rounds(page: &MeasuredPage, site: &Site, max_chars: Option<usize>) -> Result<Vec<Round>> {
    page.navigate(&site.url("/page"));
    let mut rounds: Vec<Round> = Vec::new();
    while rounds.len() < ROUNDS && rounds.last().is_none_or(|round| round.told.is_ok()) {
        rounds.push(Round::measure(page, max_chars)?);
    }
    Ok(rounds)
}
