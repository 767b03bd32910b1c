//! What was measured, in words that say where to look.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::profile::Profile;
use super::vitals::{FrameScript, Vitals};
use crate::redaction::PublicAddress;

/// Functions that are told.
const FUNCTIONS: usize = 10;
/// From here on a part of the time is worth a word.
const NOTABLE: f64 = 0.1;

/// How a vital counts: what is good, and what is still fair. The thresholds are those of web.dev.
struct Scale {
    good: f64,
    fair: f64,
}

const FIRST_BYTE: Scale = Scale { good: 800.0, fair: 1_800.0 };
const FIRST_PAINT: Scale = Scale { good: 1_800.0, fair: 3_000.0 };
const LARGEST_PAINT: Scale = Scale { good: 2_500.0, fair: 4_000.0 };
const REACTION: Scale = Scale { good: 200.0, fair: 500.0 };
const SHIFT: Scale = Scale { good: 0.1, fair: 0.25 };

impl Scale {
    fn rate(&self, value: f64) -> &'static str {
        if value <= self.good {
            "good"
        } else if value <= self.fair {
            "needs improvement"
        } else {
            "poor"
        }
    }
}

pub(super) fn of_vitals(vitals: &Vitals) -> String {
    let mut lines = Lines::default();
    if let Some(load) = &vitals.load {
        lines.vital("TTFB", load.first_byte, &FIRST_BYTE, "");
        lines.add(format!("Loaded: document ready after {:.0} ms, load event after {:.0} ms", load.ready, load.done));
    }
    if let Some(first) = vitals.first_paint {
        lines.vital("FCP", first, &FIRST_PAINT, "");
    }
    if let Some(largest) = &vitals.largest {
        lines.vital("LCP", largest.at, &LARGEST_PAINT, &what(largest.tag.as_deref(), largest.address.as_deref()));
    }
    lines.add(format!("CLS {:.3} ({}), {} layout shifts", vitals.shift, SHIFT.rate(vitals.shift), vitals.shifted));
    if let Some(reaction) = &vitals.reaction {
        let parts = format!(
            ": {}{}, waited {:.0} ms, its handlers ran {:.0} ms",
            reaction.event,
            what(reaction.tag.as_deref(), None).replace(": ", " on "),
            reaction.waited,
            reaction.ran
        );
        lines.vital("INP", reaction.took, &REACTION, &parts);
    }
    if let Some(longest) = vitals.tasks.iter().copied().reduce(f64::max) {
        let blocked: f64 = vitals.tasks.iter().map(|took| took - 50.0).sum();
        let count = vitals.tasks.len();
        lines.add(format!("Long tasks: {count}, the longest {longest:.0} ms; blocking time {blocked:.0} ms"));
    }
    for frame in &vitals.frames {
        lines.add(format!("Slow frame of {:.0} ms, {:.0} ms of it blocking", frame.took, frame.blocked));
        frame.scripts.iter().for_each(|script| lines.add(of_script(script)));
    }
    let requests = &vitals.requests;
    lines.add(format!("Requests: {}, {:.1} kB", requests.count, requests.bytes / 1000.0));
    for asked in &requests.blocking {
        lines.add(format!("  blocks rendering: {}, {:.0} ms", public(&asked.address), asked.took));
    }
    for asked in &requests.slowest {
        lines.add(format!("  slowest: {}, {:.0} ms", public(&asked.address), asked.took));
    }
    lines.0
}

fn of_script(script: &FrameScript) -> String {
    let forced = if script.layout >= 1.0 {
        format!(", {:.0} ms of it layout that the script forced by asking for sizes", script.layout)
    } else {
        String::new()
    };
    format!("  {:.0} ms in {} ({}){forced}", script.took, script.function, public(&script.address))
}

pub(super) fn of_memory(counters: &BTreeMap<String, f64>) -> String {
    let of = |name: &str| counters.get(name).copied().unwrap_or_default();
    let mut lines = Lines::default();
    lines.add(format!(
        "Memory: {:.1} MB of JavaScript, {:.0} nodes, {:.0} event listeners, {:.0} documents",
        of("JSHeapUsedSize") / 1e6,
        of("Nodes"),
        of("JSEventListeners"),
        of("Documents"),
    ));
    lines.0
}

pub(super) fn of_trace(profile: &Profile, counters: &BTreeMap<String, f64>) -> String {
    let millis = |name: &str| counters.get(name).copied().unwrap_or_default() * 1000.0;
    let count = |name: &str| counters.get(name).copied().unwrap_or_default();
    let (layout, styles) = (millis("LayoutDuration"), millis("RecalcStyleDuration"));
    let mut lines = Lines::default();
    let part = |took: f64| format!("{took:.0} ms ({:.0} %)", 100.0 * took / profile.whole.max(1.0));
    lines.add(format!("Scripts {}, garbage collection {}", part(profile.scripts()), part(profile.collecting_garbage)));
    lines.add(format!(
        "Layout {} in {:.0}, styles {} in {:.0}; the browser's own work {}, idle {}",
        part(layout),
        count("LayoutCount"),
        part(styles),
        count("RecalcStyleCount"),
        part(profile.browser),
        part(profile.idle),
    ));
    for function in profile.functions.iter().take(FUNCTIONS).filter(|function| function.took >= 1.0) {
        let (name, line) = (&function.name, function.line + 1);
        lines.add(format!("  {} in {name} ({}:{line})", part(function.took), public(&function.address)));
    }
    for insight in insights(profile, layout + styles) {
        lines.add(format!("Insight: {insight}"));
    }
    lines.0
}

/// Where a developer would look first.
fn insights(profile: &Profile, laying_out: f64) -> Vec<String> {
    let is_notable = |took: f64| took > NOTABLE * profile.whole;
    let mut found = Vec::new();
    if let Some(first) = profile.functions.first().filter(|first| is_notable(first.took)) {
        let share = 100.0 * first.took / profile.scripts().max(1.0);
        found.push(format!("{share:.0} % of the time in scripts is {}'s own", first.name));
    }
    if is_notable(laying_out) {
        found.push(
            "much of the time is styles and layout: change many elements at once, and ask for sizes before".to_owned(),
        );
    }
    if is_notable(profile.collecting_garbage) {
        found.push("much of the time is garbage collection: the scripts make many short-lived objects".to_owned());
    }
    found
}

/// What a vital is about.
fn what(tag: Option<&str>, address: Option<&str>) -> String {
    let address = address.map(public);
    let parts: Vec<String> = tag.map(str::to_owned).into_iter().chain(address).collect();
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(" ")) }
}

fn public(address: &str) -> String {
    if address.is_empty() { "no address".to_owned() } else { PublicAddress::from_page(address).to_string() }
}

#[derive(Default)]
struct Lines(String);

impl Lines {
    fn add(&mut self, line: impl AsRef<str>) {
        // Writing to a string can't fail.
        let _ = writeln!(self.0, "{}", line.as_ref());
    }

    fn vital(&mut self, name: &str, value: f64, scale: &Scale, about: &str) {
        self.add(format!("{name} {value:.0} ms ({}){about}", scale.rate(value)));
    }
}
