//! A trace of the scripts of a page, added up by function.

use std::collections::HashMap;

use chromiumoxide::cdp::js_protocol::profiler;

/// What ran how long, in milliseconds.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Profile {
    pub(super) whole: f64,
    pub(super) idle: f64,
    pub(super) collecting_garbage: f64,
    /// The browser's own work: parsing, layout, painting.
    pub(super) browser: f64,
    /// By their own time, the longest first.
    pub(super) functions: Vec<Function>,
}

/// A function of a script.
#[derive(Debug, PartialEq)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) address: String,
    /// From 0.
    pub(super) line: i64,
    pub(super) took: f64,
}

impl Profile {
    pub(super) fn seconds(&self) -> f64 {
        self.whole / 1000.0
    }

    /// How long scripts ran.
    pub(super) fn scripts(&self) -> f64 {
        self.functions.iter().map(|function| function.took).sum()
    }
}

impl From<&profiler::Profile> for Profile {
    fn from(traced: &profiler::Profile) -> Self {
        let samples = traced.samples.iter().flatten();
        let mut own: HashMap<i64, f64> = HashMap::new();
        for (node, micros) in samples.zip(traced.time_deltas.iter().flatten()) {
            *own.entry(*node).or_default() += *micros as f64 / 1000.0;
        }
        let mut profile = Self { whole: (traced.end_time - traced.start_time) / 1000.0, ..Self::default() };
        let mut functions: HashMap<(&str, &str, i64), f64> = HashMap::new();
        for node in &traced.nodes {
            let took = own.get(&node.id).copied().unwrap_or_default();
            let frame = &node.call_frame;
            match frame.function_name.as_str() {
                "(root)" => {}
                "(idle)" => profile.idle += took,
                "(garbage collector)" => profile.collecting_garbage += took,
                "(program)" => profile.browser += took,
                name => *functions.entry((name, &frame.url, frame.line_number)).or_default() += took,
            }
        }
        profile.functions = functions
            .into_iter()
            .map(|((name, address, line), took)| {
                let name = if name.is_empty() { "(anonymous)" } else { name };
                Function { name: name.to_owned(), address: address.to_owned(), line, took }
            })
            .collect();
        profile.functions.sort_by(|a, b| b.took.total_cmp(&a.took));
        profile
    }
}

#[cfg(test)]
mod tests;
