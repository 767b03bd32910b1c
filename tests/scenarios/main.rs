//! The scenarios in this folder: played against the rules alone, where time passes as they say, and again over MCP with a
//! real Chromium. The same lines have to hold in both.

mod in_policy;
mod over_mcp;

use std::collections::BTreeMap;
use std::path::Path;

use nexus_test_support::Scenario;

fn scenarios() -> Vec<Scenario> {
    let read = Scenario::read_folder(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios")));
    assert!(read.len() >= 20, "{} scenarios", read.len());
    read
}

/// What the scenario calls something, and what it is called here.
type Names<T> = BTreeMap<String, T>;

/// N05–N17, N20, A01–A03, A05, A08, A13: every scenario, against the rules alone.
#[test]
fn scenarios_hold_in_policy() {
    let failed: Vec<_> = scenarios().into_iter().filter(|scenario| !holds(|| in_policy::play(scenario))).collect();
    assert_eq!(names(&failed), "", "these don't hold");
}

/// Whether it goes through; what fails is told by the panic itself.
fn holds(play: impl FnOnce()) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(play)).is_ok()
}

fn names(scenarios: &[impl std::borrow::Borrow<Scenario>]) -> String {
    let names = scenarios.iter().map(|scenario| scenario.borrow().file.display().to_string());
    names.collect::<Vec<_>>().join("\n")
}

/// The same with a real Chromium, but for those that need the clock to jump.
#[test]
fn scenarios_hold_over_mcp() {
    let all = scenarios();
    let (skipped, played): (Vec<_>, Vec<_>) = all.iter().partition(|scenario| scenario.policy_only.is_some());
    assert!(played.len() >= 12, "{} of {} are played over MCP", played.len(), all.len());
    for scenario in &skipped {
        let why = scenario.policy_only.as_deref().unwrap_or_default();
        eprintln!("{} isn't played over MCP: {why}", scenario.file.display());
    }
    assert_eq!(names(&over_mcp::failing(&played)), "", "these don't hold");
}
