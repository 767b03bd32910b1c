//! Several threads of one client that call tools without a pause, and what they were answered.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde_json::{Value, json};

use crate::agent::{Agent, CALL, OpenWindow};
use crate::stage::SECRET;

/// One call and its answer.
#[derive(Debug, Clone)]
pub(crate) struct Blow {
    pub(crate) tool: &'static str,
    pub(crate) sent_at: Instant,
    pub(crate) answered_at: Instant,
    pub(crate) code: String,
    pub(crate) is_ok: bool,
}

impl Blow {
    pub(crate) fn is_paused(&self) -> bool {
        self.code == "paused_by_user"
    }
}

/// Counts what its threads were answered.
#[derive(Default)]
pub(crate) struct Hammer {
    blows: Mutex<Vec<Blow>>,
    is_over: AtomicBool,
}

impl Hammer {
    /// Calls a tool again and again until [`Hammer::stop`].
    pub(crate) fn strike(&self, agent: &Agent, tool: &'static str, arguments: &Value) {
        while !self.is_over.load(Ordering::Acquire) {
            let call = agent.client.start_call(tool, arguments.clone()).expect("the bridge takes it");
            let sent_at = call.sent_at();
            let answer = call.wait(CALL).expect("an answer");
            assert!(!answer.mentions(SECRET), "{tool} tells what was typed: {}", answer.raw);
            let is_ok = answer.is_ok();
            let blow = Blow { tool, sent_at, answered_at: answer.at, code: answer.code, is_ok };
            self.blows.lock().unwrap_or_else(PoisonError::into_inner).push(blow);
        }
    }

    pub(crate) fn stop(&self) {
        self.is_over.store(true, Ordering::Release);
    }

    pub(crate) fn blows(&self) -> Vec<Blow> {
        self.blows.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many were refused because a person has control.
    pub(crate) fn paused(&self) -> usize {
        self.blows().iter().filter(|blow| blow.is_paused()).count()
    }
}

/// Stops the hammer when a test fails, so that its threads end.
pub(crate) struct StopAtEnd<'a>(pub(crate) &'a Hammer);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// What each thread calls: reads and clicks on one page, side by side.
pub(crate) fn reads_and_clicks(opened: &OpenWindow, button: &str) -> [(&'static str, Value); 4] {
    let OpenWindow { window: _, page } = opened;
    let click = || ("browser_click", json!({"page": page, "ref": button}));
    [click(), ("browser_text", json!({"page": page})), click(), ("browser_screenshot", json!({"page": page}))]
}
