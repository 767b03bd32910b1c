//! Waiting for something with an end to it. Nothing in this crate waits any other way.

use std::time::{Duration, Instant};

/// How often a condition is looked at that nobody announces.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// A moment by which something must have happened.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(Instant);

impl Deadline {
    /// That long from now.
    pub fn after(limit: Duration) -> Self {
        Self(Instant::now() + limit)
    }

    /// How long there is left; zero once it has passed.
    pub fn remaining(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Whether it has passed.
    pub fn passed(self) -> bool {
        self.remaining().is_zero()
    }
}

/// What was waited for did not happen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("timed out after {limit:?} waiting for {what}")]
pub struct TimedOut {
    /// What should have happened.
    pub what: String,
    /// How long it had.
    pub limit: Duration,
}

/// Looks at a condition until it holds or the time is up. It is looked at once more at the very end.
pub fn wait_until<T>(what: &str, limit: Duration, mut probe: impl FnMut() -> Option<T>) -> Result<T, TimedOut> {
    let deadline = Deadline::after(limit);
    loop {
        let last_look = deadline.passed();
        if let Some(value) = probe() {
            return Ok(value);
        }
        if last_look {
            return Err(TimedOut { what: what.to_owned(), limit });
        }
        std::thread::sleep(LOOK_EVERY.min(deadline.remaining()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn condition_that_comes_true_gives_its_value() {
        let mut looks = 0;
        let value = wait_until("the third look", Duration::from_secs(5), || {
            looks += 1;
            (looks == 3).then_some("there")
        });
        assert_eq!(value, Ok("there"));
    }

    #[test]
    fn condition_that_never_holds_times_out_by_name() {
        let error = wait_until("nothing", Duration::from_millis(10), || None::<()>).expect_err("never holds");
        assert_eq!(error.what, "nothing");
    }
}
