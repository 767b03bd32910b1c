//! Epochs: what was decided before a person took control doesn't count after it (A03).

/// A count of take-overs and revocations in this run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Epoch(pub u64);

impl Epoch {
    /// The epoch that follows.
    pub(crate) fn next(self) -> Epoch {
        Epoch(self.0 + 1)
    }
}
