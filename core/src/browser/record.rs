//! What a page says beside what it shows: its console and its requests, kept while an agent has control of it and no longer.
//!
//! Invariant (I17): nothing of a time in which no agent had control is ever in it. It is empty then, and what happened before
//! control came is left out whenever Chromium tells of it: a busy page's news come late, and a page that comes back from the
//! cache has its old console told once more.

mod console;
mod headers;
mod network;
mod speaker;
#[cfg(test)]
mod tests;
mod value;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::cdp::{CdpEvent, CdpSession};
use crate::broker::{ConsoleQuery, NetworkQuery};
use crate::redaction::{PublicAddress, Secrets, Untrusted};
use console::Console;
use network::Network;
use speaker::Speakers;

/// A moment, in milliseconds since 1970, by the clock that Chromium reads as well.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Moment(f64);

impl Moment {
    fn now() -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self(since.as_secs_f64() * 1000.0)
    }
}

/// The record of one page, with its frames and workers.
#[derive(Default)]
pub(crate) struct Record {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Since when an agent has had control.
    since: Option<Moment>,
    origin: String,
    speakers: Speakers,
    console: Console,
    network: Network,
}

/// What of a record is told.
#[derive(Debug)]
pub(crate) struct Told {
    /// How much that is, without a page's words.
    pub(crate) summary: String,
    /// The page's words; none if there are none.
    pub(crate) text: Option<Untrusted<String>>,
    /// Whose content it is.
    pub(crate) origins: Vec<PublicAddress>,
}

/// What is kept out of what is told.
pub(crate) struct Withheld<'a> {
    pub(crate) secrets: &'a Secrets,
    /// Those that didn't say what is secret in them.
    pub(crate) silent: &'a [CdpSession],
}

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Record(…)")
    }
}

/// Whether an event belongs into the record.
pub(super) fn is_about(method: &str) -> bool {
    matches!(
        method,
        "Runtime.consoleAPICalled"
            | "Runtime.exceptionThrown"
            | "Log.entryAdded"
            | "Runtime.executionContextCreated"
            | "Runtime.executionContextDestroyed"
            | "Runtime.executionContextsCleared"
            | "Network.requestWillBeSent"
            | "Network.responseReceived"
            | "Network.loadingFinished"
            | "Network.loadingFailed"
            | "Network.webSocketCreated"
            | "Network.webSocketWillSendHandshakeRequest"
            | "Network.webSocketHandshakeResponseReceived"
            | "Network.webSocketFrameSent"
            | "Network.webSocketFrameReceived"
            | "Network.webSocketFrameError"
            | "Network.webSocketClosed"
    )
}

impl Record {
    /// An agent has control from now on.
    pub(crate) fn open(&self) {
        let mut state = self.lock();
        if state.since.is_none() {
            state.since = Some(Moment::now());
        }
    }

    /// Nobody has, or a person: what was kept is nobody's any more.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.since = None;
        (state.console, state.network) = Default::default();
    }

    /// Whether something of this time, in milliseconds since 1970, is of the time for which an agent has had control.
    pub(crate) fn covers(&self, millis: f64) -> bool {
        self.lock().since.is_some_and(|since| Moment(millis) >= since)
    }

    /// Whether an agent has control.
    pub(crate) fn is_open(&self) -> bool {
        self.lock().since.is_some()
    }

    /// Takes in an event that [`is_about`] it.
    pub(super) fn take_in(&self, event: &CdpEvent, secrets: &Secrets) {
        let mut state = self.lock();
        if event.method.starts_with("Runtime.executionContext") {
            return state.speakers.take_in(event);
        }
        let State { since: Some(since), speakers, console, network, origin: _ } = &mut *state else { return };
        if event.method.starts_with("Network.") {
            network.take_in(event, *since, secrets);
        } else {
            console.take_in(event, *since, speakers, secrets);
        }
    }

    /// Since when an agent has had control, in milliseconds since 1970.
    pub(crate) fn since(&self) -> Option<f64> {
        self.lock().since.map(|Moment(since)| since)
    }

    /// The page shows another document. Answers whether it is of another origin: whoever may read that one was not asked about
    /// those before.
    pub(super) fn document_changed(&self, origin: &str, loader: &str) -> bool {
        let mut state = self.lock();
        let is_other = state.origin != origin;
        if is_other {
            state.console.clear();
            state.network.forget_others_than(loader);
            state.origin = origin.to_owned();
        }
        is_other
    }

    /// CDP's unique name for the own world of what a frame shows.
    pub(crate) fn own_world(&self, session: &CdpSession, frame: &str) -> Option<String> {
        self.lock().speakers.own_world(session, frame)
    }

    /// The console, as asked.
    pub(crate) fn console(&self, query: &ConsoleQuery, withheld: &Withheld<'_>) -> Told {
        self.lock().console.tell(query, withheld)
    }

    /// The requests, as asked; none if there isn't the one that is asked about.
    pub(crate) fn network(&self, query: &NetworkQuery, withheld: &Withheld<'_>) -> Option<Told> {
        self.lock().network.tell(query, withheld)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is complete in itself, so a panic elsewhere leaves it sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Decodes an event leniently; one that isn't as expected is logged by its name alone.
fn decode<T: DeserializeOwned>(event: &CdpEvent) -> Option<T> {
    let decoded = serde_json::from_str(event.params.get());
    decoded.inspect_err(|_| tracing::warn!(event = event.method, "an event of Chromium's could not be read")).ok()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StackTrace {
    #[serde(default)]
    call_frames: Vec<CallFrame>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallFrame {
    #[serde(default)]
    function_name: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    line_number: i64,
    #[serde(default)]
    column_number: i64,
}

/// A place in a script, for people: Chromium counts from zero.
fn place(url: &str, line: i64) -> String {
    format!("{}:{}", PublicAddress::from_page(url), line + 1)
}

/// Old ones that didn't fit and new ones that aren't shown, in words.
fn left_out(forgotten: u64, older: usize, what: &str) -> String {
    let mut said = String::new();
    if older > 0 {
        said += &format!(" {older} older {what} that fit aren't shown; raise `limit`.");
    }
    if forgotten > 0 {
        said += &format!(" {forgotten} before them weren't kept.");
    }
    said
}
