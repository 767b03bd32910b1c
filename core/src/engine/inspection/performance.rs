//! How fast a page is: what the browser measured of its loading and reacting, and a trace of what its scripts do.
//!
//! All of it is of the time in which an agent has had control: what a person did to the page is theirs.

mod profile;
mod report;
mod vitals;

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use chromiumoxide::cdp::browser_protocol::performance;
use chromiumoxide::cdp::js_protocol::profiler;
use nexus_policy::Code;

use super::withhold::Kept;
use super::{ANSWER_DEADLINE, Done, Failure, Outcome};
use crate::broker::PerformanceAction;
use crate::browser::world::World;
use crate::browser::{Hand, HandError, LONGEST_TRACE, Teller, TraceEnd};
use crate::redaction::Untrusted;
use profile::Profile;
use vitals::Vitals;

/// Characters that are told.
const TOLD: usize = 8_000;
/// How often a trace looks at what runs, in microseconds.
const INTERVAL: i64 = 1_000;

pub(super) async fn performance(hand: &Hand, action: PerformanceAction) -> Outcome {
    match action {
        PerformanceAction::Metrics => metrics(hand).await,
        PerformanceAction::Start => start(hand).await,
        PerformanceAction::Stop => stop(hand).await,
    }
}

async fn metrics(hand: &Hand) -> Outcome {
    let page = hand.page();
    let since = page.record.since().ok_or(HandError::Stale)?;
    let kept = Kept::ask(hand, Teller::Logged).await?;
    let vitals = Vitals::of(hand, since).await?;
    if !page.trace.is_running() {
        hand.ask(performance::EnableParams::default(), ANSWER_DEADLINE).await?;
    }
    let counters = counters(hand).await?;
    if !page.trace.is_running() {
        hand.ask(performance::DisableParams::default(), ANSWER_DEADLINE).await?;
    }
    let summary = if vitals.saw_loading() {
        "How loading and reacting went since you have had control."
    } else {
        "The page was loaded before you had control of it, so its loading isn't told: reload it to measure that. This came since."
    };
    Ok(told(summary.to_owned(), &(report::of_vitals(&vitals) + &report::of_memory(&counters)), &kept))
}

async fn start(hand: &Hand) -> Outcome {
    hand.page().begin_trace(now());
    hand.ask(performance::EnableParams::default(), ANSWER_DEADLINE).await?;
    hand.ask(profiler::EnableParams::default(), ANSWER_DEADLINE).await?;
    hand.ask(profiler::SetSamplingIntervalParams::new(INTERVAL), ANSWER_DEADLINE).await?;
    hand.ask(profiler::StartParams::default(), ANSWER_DEADLINE).await?;
    let longest = LONGEST_TRACE.as_secs();
    Ok(Done::new(format!("A trace began. Do what you want to measure, then stop it; after {longest} s it is dropped.")))
}

async fn stop(hand: &Hand) -> Outcome {
    let since = hand.page().trace.take().map_err(none_running)?;
    let stopped = hand.ask(profiler::StopParams::default(), ANSWER_DEADLINE).await;
    let counters = counters(hand).await;
    hand.ask(profiler::DisableParams::default(), ANSWER_DEADLINE).await?;
    hand.ask(performance::DisableParams::default(), ANSWER_DEADLINE).await?;
    let profile = Profile::from(&stopped?.profile);
    let kept = Kept::ask(hand, Teller::Logged).await?;
    let vitals = Vitals::of(hand, since).await?;
    let summary = format!("Traced {:.1} s of what the page's scripts do.", profile.seconds());
    Ok(told(summary, &(report::of_trace(&profile, &counters?) + &report::of_vitals(&vitals)), &kept))
}

fn none_running(ended: Option<TraceEnd>) -> Failure {
    let sentence = match ended {
        None => "No trace is running: begin one with action start.".to_owned(),
        Some(TraceEnd::TooLong) => {
            format!("The trace ran longer than {} s and was dropped: begin another.", LONGEST_TRACE.as_secs())
        }
        Some(TraceEnd::OtherOrigin) => {
            "The page went to another origin, so its trace was dropped: begin another there.".to_owned()
        }
    };
    Failure::new(Code::InvalidArguments, sentence)
}

fn told(summary: String, text: &str, kept: &Kept) -> Done {
    let text = kept.told_of(&Untrusted::new(text.to_owned()), TOLD);
    Done { text: Some(text), ..Done::new(summary) }
}

/// Chromium's counters by their names: durations in seconds, since they were switched on.
async fn counters(hand: &Hand) -> Result<BTreeMap<String, f64>, HandError> {
    let counted = hand.ask(performance::GetMetricsParams::default(), ANSWER_DEADLINE).await?;
    Ok(counted.metrics.into_iter().map(|metric| (metric.name, metric.value)).collect())
}

/// In milliseconds since 1970, as pages count.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64() * 1000.0
}

impl Vitals {
    async fn of(hand: &Hand, since: f64) -> Result<Self, HandError> {
        World::of(hand, ANSWER_DEADLINE).await?.call("vitals", &since, ANSWER_DEADLINE).await
    }
}
