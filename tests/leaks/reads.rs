//! Every way in which an agent can read a page or make a call about it fail, and the search through what it is told.

use nexus_test_support::ToolResult;
use nexus_test_support::stage::Page;
use serde_json::{Value, json};

/// Calls everything that tells of a page, and some that fail, and searches each answer.
#[track_caller]
pub(crate) fn search_all(page: &Page<'_>, canaries: &[String]) {
    for (tool, arguments) in [
        ("browser_snapshot", json!({})),
        ("browser_snapshot", json!({"interactive_only": true})),
        ("browser_snapshot", json!({"max_chars": 3000})),
        ("browser_text", json!({})),
        ("browser_text", json!({"max_chars": 500})),
        ("browser_find", json!({"text": "e"})),
        ("browser_find", json!({"role": "button"})),
        ("browser_find", json!({"name": "a"})),
        ("browser_console", json!({"limit": 300})),
        ("browser_network", json!({"limit": 300})),
    ] {
        search(&page.call(tool, arguments).expect_ok(), canaries);
    }
    for (tool, arguments, code) in [
        ("browser_click", json!({"ref": "e999999"}), "stale_reference"),
        ("browser_type", json!({"ref": "e999999", "text": "x"}), "stale_reference"),
        ("browser_screenshot", json!({"ref": "e999999"}), "stale_reference"),
        ("browser_snapshot", json!({"within": "e999999"}), "stale_reference"),
        ("browser_wait", json!({"text": "nowhere on the page", "timeout_s": 0.1}), "timed_out"),
        ("browser_dialog", json!({"accept": true}), "not_actionable"),
        ("browser_click", json!({"ref": ["e1"]}), "invalid_arguments"),
    ] {
        search(&page.call(tool, arguments).expect_code(code), canaries);
    }
    let listed = page.call("browser_network", json!({"limit": 300})).expect_ok();
    let numbers =
        listed.text.lines().filter_map(|line| line.split(' ').next().filter(|number| number.starts_with('r')));
    for number in numbers.take(20).filter(|number| number[1..].parse::<u64>().is_ok()) {
        search(&page.call("browser_network", json!({"request": number})).expect_ok(), canaries);
    }
    search(&page.stage.call("browser_windows", Value::Null), canaries);
    search(&page.stage.call("browser_downloads", json!({"window": page.window})), canaries);
}

/// A guess at what is typed is neither found nor waited for successfully (L19).
#[track_caller]
pub(crate) fn guess(page: &Page<'_>, canary: &str) {
    let found = page.stage.host.call("browser_find", json!({"page": page.id, "text": canary})).expect_ok();
    assert!(found.text.starts_with("Nothing"), "{canary} is found: {}", found.text);
    let waiting = json!({"page": page.id, "text": canary, "timeout_s": 0.05});
    page.stage.host.call("browser_wait", waiting).expect_code("timed_out");
}

/// No canary is in an answer, neither as it is nor cut into pieces by the lines of a list.
#[track_caller]
pub(crate) fn search(answer: &ToolResult, canaries: &[String]) {
    let (whole, folded) = (answer.raw.to_string(), folded(&answer.text));
    for canary in canaries {
        assert!(!whole.contains(canary), "{} tells {canary}: {}", answer.tool, answer.text);
        assert!(!folded.contains(&folded_value(canary)), "{} tells {canary} in pieces: {}", answer.tool, answer.text);
    }
}

/// What is left of the lines of a list if only what the page wrote counts.
fn folded(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim_start();
        let from_page = match line.strip_prefix("- ") {
            Some(item) => item.split_once(' ').map_or("", |(_, rest)| rest),
            None => line,
        };
        let end = from_page.find(" [ref=").unwrap_or(from_page.len());
        kept += &folded_value(&from_page[..end]);
    }
    kept
}

fn folded_value(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\\' | '\u{200b}' | '\u{ad}'));
    kept.flat_map(char::to_lowercase).collect()
}
