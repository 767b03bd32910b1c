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
