//! How fast a client may send: a burst, then so many a second. Who sends faster isn't read any faster.

use std::time::{Duration, Instant};

/// Messages at once. An engine that sets itself up sends a few dozen.
const BURST: f64 = 2_000.0;
/// Messages a second after that.
const PER_SECOND: f64 = 1_000.0;

/// The pace of one client.
#[derive(Debug)]
pub(super) struct Pace {
    left: f64,
    at: Instant,
}

impl Pace {
    pub(super) fn starting(now: Instant) -> Self {
        Self { left: BURST, at: now }
    }

    /// Counts a message; how long the next one has to wait.
    pub(super) fn count(&mut self, now: Instant) -> Duration {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + since * PER_SECOND).min(BURST) - 1.0;
        self.at = now;
        if self.left >= 0.0 { Duration::ZERO } else { Duration::from_secs_f64(-self.left / PER_SECOND) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A flood is slowed down to the pace, and a pause gives the burst back.
    #[test]
    fn a_flood_is_slowed_down() {
        let start = Instant::now();
        let mut pace = Pace::starting(start);
        for _ in 0..2_000 {
            assert_eq!(pace.count(start), Duration::ZERO);
        }
        assert!(pace.count(start) > Duration::ZERO);
        let later = start + Duration::from_secs(60);
        for _ in 0..2_000 {
            assert_eq!(pace.count(later), Duration::ZERO);
        }
        assert!(pace.count(later) > Duration::ZERO, "a long pause gives no more than a burst");
    }
}
