//! What `nexus doctor` looks at: whether this computer has what NEXUS needs, and what an earlier run has left. It mends nothing by
//! itself; each finding says what to do.

mod machine;
mod records;
#[cfg(test)]
mod tests;

use std::path::Path;

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What it is about, in a word.
    pub about: &'static str,
    /// Whether NEXUS can work with it.
    pub verdict: Verdict,
    /// What was found and, if it isn't good, what to do.
    pub text: String,
}

/// Whether NEXUS can work with what was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// As it should be.
    Good,
    /// It works, with a limit that the person should know.
    Limited,
    /// It doesn't work.
    Bad,
}

impl Finding {
    fn new(about: &'static str, verdict: Verdict, text: impl Into<String>) -> Self {
        Self { about, verdict, text: text.into() }
    }

    fn good(about: &'static str, text: impl Into<String>) -> Self {
        Self::new(about, Verdict::Good, text)
    }

    fn limited(about: &'static str, text: impl Into<String>) -> Self {
        Self::new(about, Verdict::Limited, text)
    }

    fn bad(about: &'static str, text: impl Into<String>) -> Self {
        Self::new(about, Verdict::Bad, text)
    }
}

/// Looks at this computer and at NEXUS's own directory, whether or not NEXUS runs.
pub fn examine(data_dir: &Path) -> Vec<Finding> {
    let (mut findings, chosen_browser) = records::examine(data_dir);
    let mut all = machine::examine(data_dir, chosen_browser.as_deref());
    all.append(&mut findings);
    all
}
