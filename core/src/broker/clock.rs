//! The clock that policy's time is read from: monotonic, and going on while the machine sleeps (I13).

use std::time::{Duration, SystemTime};

use nexus_policy::Time;
use rustix::time::{ClockId, clock_gettime};

/// Milliseconds since the machine started, sleep included.
pub(super) fn now() -> Time {
    let time = clock_gettime(ClockId::Boottime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let millis = u64::try_from(time.tv_nsec / 1_000_000).unwrap_or(0);
    Time(seconds * 1000 + millis)
}

/// How long from now until a moment.
pub(super) fn until(moment: Time) -> Duration {
    Duration::from_millis(moment.millis_since(now()))
}

/// What the wall clock shows or showed at a moment.
pub(super) fn wall(moment: Time) -> SystemTime {
    let now_at = now();
    let wall_now = SystemTime::now();
    if moment >= now_at {
        wall_now + Duration::from_millis(moment.millis_since(now_at))
    } else {
        wall_now - Duration::from_millis(now_at.millis_since(moment))
    }
}
