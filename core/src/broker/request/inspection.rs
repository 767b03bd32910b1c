//! What an agent may ask of what lies behind a page.

use std::fmt;

/// What of a page's console is told.
#[derive(Debug, Clone, Default)]
pub struct ConsoleQuery {
    /// Nothing less grave than this.
    pub level: ConsoleLevel,
    /// Only what came after the entry of this number.
    pub since: u64,
    /// At most so many entries, the newest.
    pub limit: Option<usize>,
}

/// How grave an entry of the console is, from the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ConsoleLevel {
    /// For those who wrote the page.
    #[default]
    Debug,
    /// Ordinary.
    Info,
    /// Something to look at.
    Warning,
    /// Something went wrong.
    Error,
}

impl ConsoleLevel {
    /// As agents see it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What of a page's requests is told.
#[derive(Debug, Clone)]
pub enum NetworkQuery {
    /// A line for each.
    List {
        /// Only those that it fits: a part of their address, or their type, method or outcome.
        filter: Option<String>,
        /// At most so many, the newest.
        limit: Option<usize>,
    },
    /// All there is to tell of one.
    One(RequestRef),
}

/// A request's name in the list, as the number in `r12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestRef(pub u64);

impl fmt::Display for RequestRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

/// What is done about how fast a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PerformanceAction {
    /// How its loading and reacting went.
    Metrics,
    /// Begin to trace what its scripts do.
    Start,
    /// End that, and tell what it found.
    Stop,
}

/// A script of an agent's. `Debug` shows only its length, so that it can't reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct AgentScript(pub String);

impl fmt::Debug for AgentScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentScript({} chars)", self.0.chars().count())
    }
}

/// As what a page is to be shown; what is absent stays.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Emulated {
    /// The size of what is in view.
    pub viewport: Option<Viewport>,
    /// What it is connected by.
    pub network: Option<Connection>,
    /// How many times slower its scripts run; 1 is as they are.
    pub cpu: Option<f64>,
    /// What it is told that the person prefers.
    pub color_scheme: Option<ColorScheme>,
}

/// The size of what is in view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Viewport {
    /// As its window is.
    Natural,
    /// Another one.
    Size {
        /// CSS pixels.
        width: u32,
        /// CSS pixels.
        height: u32,
        /// Device pixels for each; 0 leaves it as it is.
        scale: f64,
        /// Whether it is laid out as on a phone.
        is_mobile: bool,
    },
}

/// What a page is connected by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connection {
    /// Nothing.
    Offline,
    /// A slow phone.
    Slow3g,
    /// An ordinary phone of before.
    Fast3g,
    /// A good phone.
    Fast4g,
    /// What there is.
    Natural,
}

/// What a page is told that the person prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorScheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// What they do.
    Natural,
}
