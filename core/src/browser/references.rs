//! The references of one page: which `e12` may be used, in which document it lives, and in which frame of it (A09).

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nexus_policy::Epoch;

use super::frames::FrameId;
use crate::broker::ElementRef;

/// What the newest snapshot of a page holds. Numbers are never used again, so an old reference can't hit another
/// element.
#[derive(Debug, Default)]
pub(crate) struct References {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    document: String,
    epoch: Epoch,
    valid: BTreeMap<u64, FrameId>,
    frames: BTreeMap<FrameId, KnownFrame>,
}

#[derive(Debug, Default)]
struct KnownFrame {
    /// The frame around it, and the number of its element there; none for the main frame.
    owner: Option<Owner>,
    /// The last number of its own that was told.
    taken: u64,
}

/// The element that holds a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Owner {
    /// The frame whose document it is in.
    pub(crate) frame: FrameId,
    /// Its number there.
    pub(crate) number: u64,
}

/// What one frame's part of a snapshot gave out.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    pub(crate) frame: FrameId,
    pub(crate) owner: Option<Owner>,
    pub(crate) numbers: Vec<u64>,
}

/// Where a reference lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Home {
    /// The frames around it with the elements that hold them, from the main frame inwards.
    pub(crate) around: Vec<Owner>,
    pub(crate) frame: FrameId,
}

/// Whether a snapshot is of the whole page or a part given since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    Whole,
    Part,
}

/// How deep frames may be nested.
pub(crate) const MOST_NESTED: usize = 10;

impl References {
    /// The last number that was told of a frame.
    pub(crate) fn taken(&self, frame: &FrameId) -> u64 {
        self.lock().frames.get(frame).map_or(0, |known| known.taken)
    }

    /// Takes in a snapshot: of the whole page, it replaces what was known; of a part, it adds to it while the document
    /// and the epoch are the same.
    pub(crate) fn learn(&self, document: &str, epoch: Epoch, extent: Extent, given: Vec<Given>) {
        let mut known = self.lock();
        if extent == Extent::Whole || known.document != document || known.epoch != epoch {
            known.valid.clear();
        }
        document.clone_into(&mut known.document);
        known.epoch = epoch;
        for Given { frame, owner, numbers } in given {
            let last = numbers.iter().copied().max().unwrap_or(0);
            let entry = known.frames.entry(frame.clone()).or_default();
            entry.taken = entry.taken.max(last);
            if owner.is_some() {
                entry.owner = owner;
            }
            known.valid.extend(numbers.into_iter().map(|number| (number, frame.clone())));
        }
    }

    /// Where a good reference lives. It is good if its document is the one shown, no take-over came between (`floor`), and
    /// the newest snapshot holds it.
    pub(crate) fn home(&self, reference: ElementRef, document: &str, floor: Epoch) -> Option<Home> {
        let known = self.lock();
        if known.document != document || known.epoch < floor {
            return None;
        }
        let frame = known.valid.get(&reference.0)?.clone();
        let mut around = Vec::new();
        let mut inner = &frame;
        while let Some(owner) = known.frames.get(inner).and_then(|known| known.owner.as_ref()) {
            around.insert(0, owner.clone());
            if around.len() > MOST_NESTED {
                return None;
            }
            inner = &owner.frame;
        }
        Some(Home { around, frame })
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // A snapshot that was taken in by half holds fewer references than it could, never a wrong one.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
