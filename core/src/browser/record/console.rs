//! The console: a bounded ring in which an entry that repeats the last one is folded into it.

use std::collections::{HashMap, VecDeque};

use serde::Deserialize;

use super::speaker::{Speaker, Speakers};
use super::value::{RemoteObject, message};
use super::{Moment, StackTrace, Told, Withheld, decode, left_out};
use crate::broker::{ConsoleLevel, ConsoleQuery};
use crate::browser::cdp::{CdpEvent, CdpSession};
use crate::redaction::{PublicAddress, Secrets, Untrusted};

/// Entries that are kept.
const KEPT: usize = 300;
/// Characters that are told of one.
const TOLD: usize = 1_500;
/// Entries that are told if the agent doesn't say.
const SHOWN: usize = 50;
/// Frames that are told of a stack.
const FRAMES: usize = 6;

#[derive(Default)]
pub(super) struct Console {
    entries: VecDeque<Entry>,
    /// The number of the newest.
    last: u64,
    forgotten: u64,
    /// When each session spoke last: what is older was told before.
    newest: HashMap<CdpSession, Moment>,
}

struct Entry {
    /// Of the last time that it came.
    number: u64,
    times: u64,
    said: Said,
}

/// What is said, without when.
#[derive(PartialEq, Eq)]
struct Said {
    level: ConsoleLevel,
    text: Untrusted<String>,
    session: CdpSession,
    origin: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ApiCalled {
    r#type: String,
    #[serde(default)]
    args: Vec<RemoteObject>,
    timestamp: f64,
    #[serde(default)]
    execution_context_id: i64,
    stack_trace: Option<StackTrace>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Thrown {
    timestamp: f64,
    exception_details: Exception,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Exception {
    #[serde(default)]
    text: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    line_number: i64,
    exception: Option<RemoteObject>,
    execution_context_id: Option<i64>,
    stack_trace: Option<StackTrace>,
}

#[derive(Deserialize)]
struct Logged {
    entry: LogEntry,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LogEntry {
    #[serde(default)]
    level: String,
    #[serde(default)]
    text: String,
    timestamp: f64,
    #[serde(default)]
    url: String,
    #[serde(default)]
    line_number: i64,
    stack_trace: Option<StackTrace>,
}

/// What an event tells, before it is known whether it may be kept.
struct News {
    at: Moment,
    level: ConsoleLevel,
    message: String,
    context: Option<i64>,
    /// Where it comes from, where no stack says so.
    url: String,
    line: i64,
    stack: Option<StackTrace>,
}

impl Console {
    pub(super) fn take_in(&mut self, event: &CdpEvent, since: Moment, speakers: &Speakers, secrets: &Secrets) {
        let Some(news) = News::of(event) else { return };
        let newest = self.newest.entry(event.session.clone()).or_insert(since);
        if news.at < since || news.at < *newest {
            return;
        }
        *newest = news.at;
        let speaker = news.context.and_then(|context| speakers.of(&event.session, context));
        let origin = match speaker {
            Some(Speaker::Other) => return,
            Some(Speaker::Web(origin)) => origin.clone(),
            None => PublicAddress::from_page(news.source()).origin().to_owned(),
        };
        let text = Untrusted::new(news.text(&origin)).kept(secrets);
        self.push(Said { level: news.level, text, session: event.session.clone(), origin });
    }

    fn push(&mut self, said: Said) {
        self.last += 1;
        let number = self.last;
        if let Some(last) = self.entries.back_mut().filter(|last| last.said == said) {
            (last.number, last.times) = (number, last.times + 1);
            return;
        }
        if self.entries.len() == KEPT {
            self.entries.pop_front();
            self.forgotten += 1;
        }
        self.entries.push_back(Entry { number, times: 1, said });
    }

    /// Numbers go on, so that a `since` of before means what it meant.
    pub(super) fn clear(&mut self) {
        *self = Self { last: self.last, newest: std::mem::take(&mut self.newest), ..Self::default() };
    }

    pub(super) fn tell(&self, query: &ConsoleQuery, withheld: &Withheld<'_>) -> Told {
        let ConsoleQuery { level, since, limit } = query;
        let is_told = |entry: &&Entry| !withheld.silent.contains(&entry.said.session);
        let fits = |entry: &&Entry| entry.said.level >= *level && entry.number > *since;
        let fitting: Vec<&Entry> = self.entries.iter().filter(fits).filter(is_told).collect();
        let older = fitting.len().saturating_sub(limit.unwrap_or(SHOWN));
        let shown = &fitting[older..];
        let mut summary = match shown.len() {
            0 => "The console has nothing that fits since an agent got control of this page.".to_owned(),
            1 => "1 entry of the console.".to_owned(),
            many => format!("{many} entries of the console, the newest last."),
        };
        if let Some(last) = shown.last() {
            summary += &format!(" Later ones: `since` {}.", last.number);
        }
        summary += &left_out(self.forgotten, older, "entries");
        let lines: Vec<Untrusted<String>> = shown.iter().map(|entry| entry.line(withheld.secrets)).collect();
        let mut origins: Vec<&str> = shown.iter().map(|entry| entry.said.origin.as_str()).collect();
        origins.sort_unstable();
        origins.dedup();
        Told {
            summary,
            text: (!lines.is_empty()).then(|| Untrusted::lines(&lines)),
            origins: origins.into_iter().map(PublicAddress::from_page).collect(),
        }
    }
}

impl Entry {
    fn line(&self, secrets: &Secrets) -> Untrusted<String> {
        let Self { number, times, said } = self;
        // As a line of a snapshot, so that a secret is found as well where its pieces are entries.
        let times = if *times > 1 { format!(" [times={times}]") } else { String::new() };
        said.text.shortened(secrets, TOLD).indented(&format!("- {} [n={number}]{times}: ", said.level.as_str()))
    }
}

impl News {
    fn of(event: &CdpEvent) -> Option<Self> {
        match event.method.as_str() {
            "Runtime.consoleAPICalled" => {
                let ApiCalled { r#type, args, timestamp, execution_context_id, stack_trace } = decode(event)?;
                let level = match r#type.as_str() {
                    "clear" | "endGroup" | "profile" | "profileEnd" => return None,
                    "error" | "assert" => ConsoleLevel::Error,
                    "warning" => ConsoleLevel::Warning,
                    "debug" => ConsoleLevel::Debug,
                    _ => ConsoleLevel::Info,
                };
                // Where something was logged is of use where something is wrong, or was asked for.
                let has_stack = level >= ConsoleLevel::Warning || r#type == "trace";
                Some(Self {
                    at: Moment(timestamp),
                    level,
                    message: message(&args),
                    context: Some(execution_context_id),
                    url: String::new(),
                    line: 0,
                    stack: stack_trace.filter(|_| has_stack),
                })
            }
            "Runtime.exceptionThrown" => {
                let Thrown { timestamp, exception_details } = decode(event)?;
                let Exception { text, url, line_number, exception, execution_context_id, stack_trace } =
                    exception_details;
                let thrown = exception.map(|thrown| thrown.text()).unwrap_or_default();
                Some(Self {
                    at: Moment(timestamp),
                    level: ConsoleLevel::Error,
                    message: format!("{text} {thrown}").trim().to_owned(),
                    context: execution_context_id,
                    url,
                    line: line_number,
                    stack: stack_trace,
                })
            }
            _ => {
                let Logged { entry } = decode(event)?;
                let LogEntry { level, text, timestamp, url, line_number, stack_trace } = entry;
                let level = match level.as_str() {
                    "error" => ConsoleLevel::Error,
                    "warning" => ConsoleLevel::Warning,
                    "verbose" => ConsoleLevel::Debug,
                    _ => ConsoleLevel::Info,
                };
                let (at, stack) = (Moment(timestamp), stack_trace);
                Some(Self { at, level, message: text, context: None, url, line: line_number, stack })
            }
        }
    }

    /// The address that it comes from, as far as it says.
    fn source(&self) -> &str {
        let frame = self.stack.iter().flat_map(|stack| &stack.call_frames).find(|frame| !frame.url.is_empty());
        frame.map_or(&self.url, |frame| &frame.url)
    }

    /// What it says, and where: of a stack only the frames of its own origin, also where an error's text repeats others.
    fn text(&self, origin: &str) -> String {
        let is_own = |url: &str| PublicAddress::from_page(url).origin() == origin;
        let mut lines: Vec<String> = Vec::new();
        let mut others = 0;
        let frames = self.stack.iter().flat_map(|stack| &stack.call_frames).filter(|frame| !frame.url.is_empty());
        for frame in frames {
            if !is_own(&frame.url) || lines.len() == FRAMES {
                others += 1;
                continue;
            }
            let name = if frame.function_name.is_empty() { "(anonymous)" } else { &frame.function_name };
            let place = super::place(&frame.url, frame.line_number);
            lines.push(format!("at {name} ({place}:{})", frame.column_number + 1));
        }
        if lines.is_empty() && !self.url.is_empty() {
            lines.push(format!("at {}", super::place(&self.url, self.line)));
        }
        if others > 0 {
            lines.push(format!("and {others} more"));
        }
        let message = if self.stack.is_some() { without_frames(&self.message) } else { self.message.clone() };
        std::iter::once(message).chain(lines).collect::<Vec<_>>().join("\n")
    }
}

/// An error's text repeats its stack, which is told by itself.
fn without_frames(message: &str) -> String {
    message.lines().filter(|line| !line.starts_with("    at ")).collect::<Vec<_>>().join("\n")
}
