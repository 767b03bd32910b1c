//! Time as a number that is passed in: policy never reads a clock.

use std::ops::Add;

/// Milliseconds on a monotonic clock that also counts suspended time. Only differences mean anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Time(pub u64);

impl Time {
    /// Whole milliseconds from `earlier` until this moment; 0 if `earlier` is later.
    pub fn millis_since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Span> for Time {
    type Output = Time;

    fn add(self, span: Span) -> Time {
        Time(self.0.saturating_add(span.0))
    }
}

/// A length of time in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(pub u64);

impl Span {
    /// A length given in whole seconds.
    pub const fn secs(seconds: u64) -> Span {
        Span(seconds * 1000)
    }
}
