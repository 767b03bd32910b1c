//! A trace of what a page's scripts do. It ends with the agent's control, and what it held is nobody's then.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::performance;
use chromiumoxide::cdp::js_protocol::profiler;

use super::page::Page;

/// Longer ones aren't kept: they would be more than anybody reads, and a page pays for them as long as they run.
pub(crate) const LONGEST_TRACE: Duration = Duration::from_secs(60);

/// The trace of one page.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// How many were begun.
    begun: u64,
    /// When the present one began, in milliseconds since 1970.
    running: Option<f64>,
    /// Why the last one ended by itself.
    ended: Option<TraceEnd>,
}

/// Why a trace ended by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TraceEnd {
    /// It ran longer than one may.
    TooLong,
    /// The page went to another origin.
    OtherOrigin,
}

impl Trace {
    /// Whether one is running.
    pub(crate) fn is_running(&self) -> bool {
        self.lock().running.is_some()
    }

    /// Ends the running one and answers when it began; else why there is none, if it ended by itself.
    pub(crate) fn take(&self) -> Result<f64, Option<TraceEnd>> {
        let mut state = self.lock();
        state.running.take().ok_or_else(|| state.ended.take())
    }

    /// Begins one, instead of any that is running, and answers which it is.
    fn begin(&self, now: f64) -> u64 {
        let mut state = self.lock();
        state.begun += 1;
        (state.running, state.ended) = (Some(now), None);
        state.begun
    }

    /// Ends what is running, if that is still the one that is meant. Answers whether it was.
    fn end(&self, meant: Option<u64>, why: Option<TraceEnd>) -> bool {
        let mut state = self.lock();
        if meant.is_some_and(|meant| meant != state.begun) || state.running.is_none() {
            return false;
        }
        (state.running, state.ended) = (None, why);
        true
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is complete in itself, so a panic elsewhere leaves it sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Page {
    /// A trace is about to begin. It ends by itself when it gets too long.
    pub(crate) fn begin_trace(self: &Arc<Self>, now: f64) {
        let number = self.trace.begin(now);
        let page = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep(LONGEST_TRACE).await;
            if let Some(page) = page.upgrade()
                && page.trace.end(Some(number), Some(TraceEnd::TooLong))
            {
                page.stop_tracing();
            }
        });
    }

    /// Ends a trace if one is running, and drops what it held.
    pub(super) fn end_trace(&self, why: Option<TraceEnd>) {
        if self.trace.end(None, why) {
            self.stop_tracing();
        }
    }

    /// NEXUS's own doing, not the agent's, so no permit is asked for.
    fn stop_tracing(&self) {
        let profiler = self.connection.send(&self.session, &profiler::DisableParams::default()).map(drop);
        let counters = self.connection.send(&self.session, &performance::DisableParams::default()).map(drop);
        if let Err(error) = profiler.and(counters) {
            tracing::debug!(%error, "a page that is gone traces nothing");
        }
    }
}
