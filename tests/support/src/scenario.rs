//! Scenarios: who asks what, when, and what happens, as lines of text. Read here, and nowhere else; what carries them out
//! is elsewhere. The words mean what `ARCHITECTURE.md` says of them.
//!
//! ```text
//! agent a opens w1 with p1 -> ok
//! agent b waits for w1
//! person takes control of p1
//! agent a clicks p1 -> paused_by_user
//! after 301 s
//! p1 is the person's
//! ```
//!
//! A line that begins with `#` is for people. `policy only: …` says why a scenario can't be played over MCP.

mod parse;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::{Path, PathBuf};

/// One scenario: the file it comes from and its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// Where it was read from.
    pub file: PathBuf,
    /// Why it can be played against the rules alone and not over MCP.
    pub policy_only: Option<String>,
    /// What happens, in order.
    pub lines: Vec<Line>,
}

/// One step, with the line it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Counted from 1.
    pub number: usize,
    /// As it is written.
    pub text: String,
    /// What it means.
    pub step: Step,
}

/// What happens, or what has to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// An agent does something, and is answered with this code or `ok`.
    Agent {
        /// Which connection: `a`, or `a.2` for another one of the same agent.
        agent: String,
        /// What.
        does: AgentStep,
        /// The code of the answer, or `ok`; nothing where there is none at once.
        answer: Option<String>,
    },
    /// The person does something.
    Person {
        /// What.
        does: PersonStep,
        /// The code of the answer, or `ok`.
        answer: String,
    },
    /// Time passes.
    After {
        /// How much, in seconds.
        seconds: u64,
    },
    /// A Window's Chromium ends.
    BrowserEnds(String),
    /// A page shows a document of another origin.
    GoesElsewhere(String),
    /// Who has control somewhere, now.
    Is {
        /// Of a Window, `w1`, or a page, `p1`.
        place: String,
        /// Who.
        state: State,
    },
    /// So many things wait for the person's answer.
    Asked(usize),
}

/// What an agent does. Windows and pages are called as the scenario calls them, whatever numbers they get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentStep {
    /// Opens a Window with its first page.
    OpenWindow {
        /// What the scenario calls the Window.
        window: String,
        /// What it calls the page.
        page: String,
    },
    /// Opens a page.
    OpenPage {
        /// What the scenario calls it.
        page: String,
        /// In which Window.
        window: String,
    },
    /// Acquires a lease.
    Acquire(String),
    /// Waits in line for one.
    WaitFor(String),
    /// Comes back for the lease that this agent had there.
    Resume(String),
    /// Gives a lease back.
    Release(String),
    /// Gives a lease to another connection.
    Transfer {
        /// Over what.
        place: String,
        /// To whom.
        to: String,
    },
    /// Reads a page.
    Read(String),
    /// Acts on a page.
    Click {
        /// Which.
        page: String,
        /// What the scenario calls the page that this opens, if it opens one.
        opens: Option<String>,
    },
    /// Closes a page or a Window.
    Close(String),
    /// Hands a page to the person and waits.
    HandOver(String),
    /// The oldest call that waits is answered.
    IsTold,
    /// No call that waits is answered yet.
    StillWaits,
    /// The connection is lost.
    Leave,
    /// The agent connects again.
    ComeBack,
}

/// What the person does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PersonStep {
    /// Opens a Window with its first page.
    OpenWindow {
        /// What the scenario calls the Window.
        window: String,
        /// What it calls the page.
        page: String,
        /// On which profile; an isolated one if absent. It is made when it is first named.
        profile: Option<String>,
    },
    /// Closes a Window.
    CloseWindow(String),
    /// Keeps a Window that would close by itself.
    KeepWindow(String),
    /// Takes control.
    TakeControl(String),
    /// Gives it back.
    GiveBack(String),
    /// Says yes to the one thing that is asked.
    Approve,
    /// Says yes for good.
    ApproveAlways,
    /// Says no to the one thing that is asked.
    Reject,
    /// Says that the one handoff is done, or can't be.
    FinishHandoff {
        /// It is done.
        completed: bool,
    },
    /// Ends the lease over a Window or page.
    RevokeLease(String),
    /// Ends an agent's pairing.
    RevokeAgent(String),
    /// Lets an agent drive a profile.
    Grant {
        /// Which agent.
        agent: String,
        /// Which profile.
        profile: String,
    },
    /// Lets it no more.
    RevokeGrant {
        /// Which agent.
        agent: String,
        /// Which profile.
        profile: String,
    },
    /// Wants to be asked about every act of an agent.
    AskAboutEverything(String),
    /// Presses something on a page with their own hand.
    Touch(String),
}

/// Who has control of a Window or page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// Nobody.
    Idle,
    /// An agent, by its connection's name.
    Of(String),
    /// The person.
    Persons,
    /// The person, for an agent.
    HandedOver,
    /// It isn't there.
    Gone,
}

/// A line that isn't understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct BadLine {
    /// In which file.
    pub file: PathBuf,
    /// Which line, counted from 1.
    pub number: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, number, why } = self;
        write!(f, "{}:{number}: {why}", file.display())
    }
}

impl Scenario {
    /// Reads one from its text.
    pub fn parse(file: &Path, text: &str) -> Result<Self, BadLine> {
        parse::scenario(file, text)
    }

    /// Reads every `.txt` file of a folder, by name.
    ///
    /// # Panics
    /// If the folder or a file can't be read, or a line isn't understood.
    #[track_caller]
    pub fn read_folder(folder: &Path) -> Vec<Self> {
        let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
        files.sort();
        let read = |file: &PathBuf| {
            let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            Self::parse(file, &text).unwrap_or_else(|error| panic!("{error}"))
        };
        files.iter().map(read).collect()
    }

    /// Where a line is, for a message about it.
    pub fn at(&self, line: &Line) -> String {
        format!("{}:{}: {}", self.file.display(), line.number, line.text)
    }
}

/// The agent of a connection: `a` for `a.2`.
pub fn agent_of(connection: &str) -> &str {
    connection.split('.').next().unwrap_or(connection)
}
