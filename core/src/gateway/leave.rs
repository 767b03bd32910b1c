//! What a client may do right now: that depends on the permit that is being spent on its engine's call.

use std::sync::atomic::{AtomicU8, Ordering};

/// How far a permit goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Extent {
    /// None is being spent: the engine may set itself up and listen.
    Listening = 0,
    /// One to read.
    Reading = 1,
    /// One to act, which has to look first.
    Acting = 2,
}

/// What is being spent on one client's behalf.
#[derive(Debug, Default)]
pub(super) struct Leave(AtomicU8);

impl Leave {
    /// Whether something that needs this much may be done now.
    pub(super) fn covers(&self, needed: Extent) -> bool {
        self.0.load(Ordering::Acquire) >= needed as u8
    }

    pub(super) fn set(&self, extent: Extent) {
        self.0.store(extent as u8, Ordering::Release);
    }
}
