//! The numbers of references. They are counted for all pages together, so that one page's `e12` is never another's (A09).

use std::sync::atomic::{AtomicU64, Ordering};

/// The last number that a reading has kept.
static LAST: AtomicU64 = AtomicU64::new(0);

/// The numbers that one reading may give out.
#[derive(Debug)]
pub(crate) struct Numbers {
    first: u64,
    /// The first that isn't its own, if they were reserved; else whoever reads first keeps them.
    end: Option<u64>,
}

impl Numbers {
    /// Those that follow what is kept so far. Another reading may begin with the same.
    pub(crate) fn following() -> Self {
        Self { first: LAST.load(Ordering::Acquire) + 1, end: None }
    }

    /// So many that no other reading gets.
    pub(crate) fn reserved(count: u64) -> Self {
        let first = LAST.fetch_add(count, Ordering::AcqRel) + 1;
        Self { first, end: Some(first + count) }
    }

    /// The first of them.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    /// How many a reading gave out that goes on with `next`.
    pub(crate) fn given(&self, next: u64) -> u64 {
        next.saturating_sub(self.first)
    }

    /// Keeps what a reading gave out. `false` if another has kept some of it meanwhile, or they weren't enough: then nothing
    /// of it may be told.
    #[must_use]
    pub(crate) fn keep(&self, next: u64) -> bool {
        match self.end {
            _ if self.given(next) == 0 => true,
            Some(end) => next <= end,
            None => LAST.compare_exchange(self.first - 1, next - 1, Ordering::AcqRel, Ordering::Acquire).is_ok(),
        }
    }
}

#[cfg(test)]
mod tests;
