//! One snapshot's figures, and those of a page together.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::deadline::{TimedOut, wait_until};
use crate::measure::median;
use crate::measure::page::MeasuredPage;

/// How long the largest page may take to come to rest.
const REST: Duration = Duration::from_secs(60);
/// What a page is asked has to be answered within seconds.
const LONGEST_CONTROL: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Round {
    pub(super) took: Duration,
    /// How many characters, or the code of a snapshot that failed.
    pub(super) told: Result<usize, String>,
    /// The longest time for which the page's main thread came to nothing else.
    pub(super) block_millis: f64,
    /// The same for as long a time without a snapshot.
    pub(super) control_millis: f64,
}

impl Round {
    pub(super) fn measure(page: &MeasuredPage, max_chars: Option<usize>) -> Result<Self> {
        settle(page)?;
        page.evaluate::<()>("probe.reset()")?;
        let asked = Instant::now();
        let snapshot = page.snapshot(max_chars);
        let block_millis = page.evaluate("probe.longest()")?;
        let took = snapshot.at - asked;
        settle(page)?;
        let control = took.min(LONGEST_CONTROL).as_millis();
        let control_millis = page.evaluate(&format!("probe.control({control})"))?;
        let told = if snapshot.is_ok() { Ok(snapshot.text.chars().count()) } else { Err(snapshot.code) };
        Ok(Self { took, told, block_millis, control_millis })
    }
}

/// Waits for as long as the page needs to be laid out and painted, which can be longer than one question may take.
fn settle(page: &MeasuredPage) -> Result<(), TimedOut> {
    wait_until("the page to come to rest", REST, || page.evaluate::<()>("probe.settle()").ok())
}

/// The rounds on one document.
#[derive(Debug)]
pub(super) struct Series {
    pub(super) kind: &'static str,
    /// Elements in the page.
    pub(super) nodes: usize,
    pub(super) max_chars: Option<usize>,
    pub(super) rounds: Vec<Round>,
}

impl Series {
    /// What [`Series::row`] tells.
    pub(super) const HEAD: &str = "\
page               nodes  max_chars      chars  first ms  median ms  growth  block ms: first  longest  control";

    pub(super) fn median(&self) -> Duration {
        median(self.rounds.iter().map(|round| round.took))
    }

    pub(super) fn slowest(&self) -> Duration {
        self.rounds.iter().map(|round| round.took).max().unwrap_or_default()
    }

    /// What the last one told: only that can have failed.
    pub(super) fn told(&self) -> &Result<usize, String> {
        &self.rounds[self.rounds.len() - 1].told
    }

    pub(super) fn longest_block(&self) -> f64 {
        self.rounds.iter().map(|round| round.block_millis).fold(0.0, f64::max)
    }

    /// One line of figures; growth is measured against the median on the smallest page.
    pub(super) fn row(&self, smallest: Duration) -> String {
        let first = &self.rounds[0];
        let control = self.rounds.iter().map(|round| round.control_millis).fold(0.0, f64::max);
        let chars = self.told().as_ref().map_or_else(String::clone, usize::to_string);
        let max_chars = self.max_chars.map_or("default".to_owned(), |max_chars| max_chars.to_string());
        format!(
            "{:<16} {:>7}  {max_chars:>9}  {chars:>9}  {:>8}  {:>9}  {:>6.1}  {:>15.1}  {:>7.1}  {control:>7.1}",
            self.kind,
            self.nodes,
            first.took.as_millis(),
            self.median().as_millis(),
            self.median().as_secs_f64() / smallest.as_secs_f64(),
            first.block_millis,
            self.longest_block(),
        )
    }
}
