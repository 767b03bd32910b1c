//! What the bench host's trace log says of the commands to Chromium: when each was sent, and when answered.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::time::Duration;

/// What has to be logged for it.
pub(super) const FILTER: &str = "warn,nexus_core::browser::cdp=trace";

/// One command; its times count from midnight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sent {
    pub(super) method: String,
    pub(super) sent: Duration,
    pub(super) answered: Duration,
}

/// The commands of a piece of the log that were answered within it, in the order in which they were sent.
pub(super) fn parse(log: &str) -> Vec<Sent> {
    let mut open = BTreeMap::new();
    let mut done = BTreeMap::new();
    for line in log.lines() {
        let Some((time, id)) = time_of(line).zip(field(line, "id=")) else { continue };
        match field(line, "method=") {
            Some(method) => drop(open.insert(id, (method.to_owned(), time))),
            None => {
                if let Some((method, sent)) = open.remove(id) {
                    done.insert((sent, id), Sent { method, sent, answered: time });
                }
            }
        }
    }
    done.into_values().collect()
}

/// The time of day of a line that begins like `2026-12-03T08:33:34.972076Z`.
fn time_of(line: &str) -> Option<Duration> {
    let time = line.split_once('T')?.1.split_once('Z')?.0;
    let (clock, micros) = time.split_once('.')?;
    let mut parts = clock.split(':').map(str::parse::<u64>);
    let (hours, minutes, seconds) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    Some(Duration::from_secs((hours * 60 + minutes) * 60 + seconds) + Duration::from_micros(micros.parse().ok()?))
}

fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').find_map(|word| word.strip_prefix(name))
}
