//! Times as a person reads them. Moments are shown by the clock, never as ages: an age goes stale on a screen that
//! isn't repainted.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, Local};

/// A moment on the person's clock: `14:02`, or with the day if it wasn't today.
pub fn clock_text(at: SystemTime, now: SystemTime) -> String {
    let at: DateTime<Local> = at.into();
    let now: DateTime<Local> = now.into();
    if at.date_naive() == now.date_naive() {
        at.format("%H:%M").to_string()
    } else {
        at.format("%-d %b, %H:%M").to_string()
    }
}

/// What is left until a moment, as `4:12`; `None` once it has passed.
pub fn time_left_text(until: SystemTime, now: SystemTime) -> Option<String> {
    let left = until.duration_since(now).ok().filter(|left| !left.is_zero())?;
    let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
    Some(format!("{}:{:02}", seconds / 60, seconds % 60))
}

/// The same for a card: `4:12 left`.
pub(crate) fn left_text(until: SystemTime, now: SystemTime) -> String {
    time_left_text(until, now).map_or_else(|| "no time left".to_owned(), |left| format!("{left} left"))
}

/// How long the text of [`time_left_text`] stays true.
pub(crate) fn until_next_second(until: SystemTime, now: SystemTime) -> Option<Duration> {
    let left = until.duration_since(now).ok().filter(|left| !left.is_zero())?;
    let rest = Duration::from_nanos(u64::from(left.subsec_nanos()));
    Some(if rest.is_zero() { Duration::from_secs(1) } else { rest })
}
