//! The references of one page: which `e12` may be used, and in which document it lives (A09).

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nexus_policy::Epoch;

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
    last: u64,
    valid: BTreeSet<u64>,
}

/// Whether a snapshot is of the whole page or a part given since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    Whole,
    Part,
}

impl References {
    /// The last number given on this page.
    pub(crate) fn last(&self) -> u64 {
        self.lock().last
    }

    /// Takes in a snapshot: of the whole page, it replaces what was known; of a part, it adds to it while the document
    /// and the epoch are the same.
    pub(crate) fn learn(&self, document: &str, epoch: Epoch, extent: Extent, given: impl IntoIterator<Item = u64>) {
        let mut known = self.lock();
        if extent == Extent::Whole || known.document != document || known.epoch != epoch {
            known.valid.clear();
        }
        document.clone_into(&mut known.document);
        known.epoch = epoch;
        known.valid.extend(given);
        known.last = known.last.max(known.valid.last().copied().unwrap_or(0));
    }

    /// Keeps a number from being given twice even if its snapshot was never told.
    pub(crate) fn reserve(&self, last: u64) {
        let mut known = self.lock();
        known.last = known.last.max(last);
    }

    /// Whether a reference is good: its document is the one shown, no take-over came between (`floor`), and the newest
    /// snapshot holds it.
    pub(crate) fn holds(&self, reference: ElementRef, document: &str, floor: Epoch) -> bool {
        let known = self.lock();
        known.document == document && known.epoch >= floor && known.valid.contains(&reference.0)
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // A snapshot that was taken in by half holds fewer references than it could, never a wrong one.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
