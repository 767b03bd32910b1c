//! The gate of one page: the last check before a command of an agent is written to Chromium, and the count of what was
//! written and isn't acknowledged yet.
//!
//! Invariant (I3): raising the floor and letting a command through happen under one lock, so nothing permitted before a
//! take-over is written after it (A03).

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nexus_policy::Epoch;
use tokio::sync::Notify;

/// One page's gate. Shared by the broker, which raises it, and the writer thread, which asks it.
#[derive(Debug)]
pub(crate) struct Gate {
    state: Mutex<State>,
    settled: Notify,
}

#[derive(Debug)]
struct State {
    /// Permits of earlier epochs are void.
    floor: Epoch,
    /// Inputs that were written and not acknowledged.
    unacknowledged: usize,
    /// What input that was written leaves down.
    held: Vec<Held>,
}

/// A button or key that is down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Held {
    /// A mouse button, by its CDP name.
    Button(&'static str),
    /// A key, by its `key` value.
    Key(Cow<'static, str>),
}

/// What writing an input does to what is down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Press {
    /// Neither: a move, inserted text.
    Neutral,
    /// Something goes down.
    Down(Held),
    /// Something comes up.
    Up(Held),
}

impl Gate {
    /// A gate that voids permits older than `floor`.
    pub(crate) fn new(floor: Epoch) -> Self {
        let state = State { floor, unacknowledged: 0, held: Vec::new() };
        Self { state: Mutex::new(state), settled: Notify::new() }
    }

    /// Voids every permit of an earlier epoch, from this moment on.
    pub(crate) fn raise(&self, floor: Epoch) {
        let mut state = self.lock();
        state.floor = state.floor.max(floor);
    }

    /// Whether a permit of this epoch still counts.
    pub(crate) fn admits(&self, epoch: Epoch) -> bool {
        epoch >= self.lock().floor
    }

    /// The epoch below which permits are void.
    pub(crate) fn floor(&self) -> Epoch {
        self.lock().floor
    }

    /// Lets a batch of inputs through, all or none, and counts them. Called right before they are written.
    pub(crate) fn admit_inputs(&self, epoch: Epoch, presses: &[Press]) -> bool {
        let mut state = self.lock();
        if epoch < state.floor {
            return false;
        }
        state.unacknowledged += presses.len();
        for press in presses {
            match press {
                Press::Neutral => {}
                Press::Down(held) => state.held.push(held.clone()),
                Press::Up(held) => state.held.retain(|down| down != held),
            }
        }
        true
    }

    /// One input has been handled by the page, or never will be.
    pub(crate) fn acknowledge(&self) {
        let mut state = self.lock();
        state.unacknowledged = state.unacknowledged.saturating_sub(1);
        if state.unacknowledged == 0 {
            self.settled.notify_waiters();
        }
    }

    /// Whether nothing that was written waits for its acknowledgement.
    pub(crate) fn is_settled(&self) -> bool {
        self.lock().unacknowledged == 0
    }

    /// Waits until nothing that was written waits for its acknowledgement.
    pub(crate) async fn settled(&self) {
        loop {
            let notified = self.settled.notified();
            if self.is_settled() {
                return;
            }
            notified.await;
        }
    }

    /// What is down, to be released by NEXUS itself. Afterwards nothing counts as down.
    pub(crate) fn take_held(&self) -> Vec<Held> {
        std::mem::take(&mut self.lock().held)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every change of the state is complete in itself, so a panic elsewhere leaves it sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
