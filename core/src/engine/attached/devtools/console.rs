//! Its console, rebuilt.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::broker::{ConsoleLevel, ConsoleQuery};
use crate::browser::Told;
use crate::engine::inspection::Kept;
use crate::redaction::Untrusted;

pub(super) const TOOL: &str = "list_console_messages";

/// Entries that are told if the agent doesn't say.
const SHOWN: usize = 50;
/// Characters that are told of one.
const TOLD: usize = 1_500;

pub(super) fn arguments() -> Value {
    json!({"includePreservedMessages": true, "includeStackTraces": true})
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    id: u64,
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    stack_trace: String,
    count: Option<u64>,
}

impl Message {
    fn level(&self) -> ConsoleLevel {
        match self.r#type.as_str() {
            "error" | "assert" => ConsoleLevel::Error,
            "warn" | "warning" | "issue" => ConsoleLevel::Warning,
            "debug" | "verbose" => ConsoleLevel::Debug,
            _ => ConsoleLevel::Info,
        }
    }

    fn line(&self, kept: &Kept) -> Untrusted<String> {
        let times = self.count.filter(|count| *count > 1).map(|count| format!(" [times={count}]")).unwrap_or_default();
        let said = [self.text.as_str(), self.stack_trace.as_str()].into_iter().filter(|part| !part.is_empty());
        let said = Untrusted::new(said.collect::<Vec<_>>().join("\n"));
        kept.told_of(&said, TOLD).indented(&format!("- {} [n={}]{times}: ", self.level().as_str(), self.id))
    }
}

pub(super) fn told(content: &Map<String, Value>, query: &ConsoleQuery, kept: &Kept) -> Told {
    let ConsoleQuery { level, since, limit } = query;
    let listed = content.get("consoleMessages").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    // One that isn't as expected costs itself alone.
    let messages = listed.iter().filter_map(|message| Message::deserialize(message).ok());
    let fitting: Vec<Message> = messages.filter(|message| message.level() >= *level && message.id > *since).collect();
    let older = fitting.len().saturating_sub(limit.unwrap_or(SHOWN));
    let shown = &fitting[older..];
    let mut summary = match shown.len() {
        0 => "The console has nothing that fits since the engine was attached to this page.".to_owned(),
        1 => "1 entry of the console.".to_owned(),
        many => format!("{many} entries of the console, the newest last."),
    };
    if let Some(last) = shown.last() {
        summary += &format!(" Later ones: `since` {}.", last.id);
    }
    if older > 0 {
        summary += &format!(" {older} older entries that fit aren't shown; raise `limit`.");
    }
    let lines: Vec<Untrusted<String>> = shown.iter().map(|message| message.line(kept)).collect();
    Told { summary, text: (!lines.is_empty()).then(|| Untrusted::lines(&lines)), origins: Vec::new() }
}
