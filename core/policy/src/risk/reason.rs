//! Why an act is risky, in words for the person who decides.

use std::fmt;

use super::{Consequence, Risk};
use crate::Origin;

/// Text of a page inside a reason. It is kept as data so that whoever shows it can redact it first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageText(pub String);

impl PageText {
    const MAX_CHARS: usize = 80;
}

impl fmt::Display for PageText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.split_whitespace().collect::<Vec<_>>().join(" ");
        let cut = words.chars().take(Self::MAX_CHARS).collect::<String>();
        let rest = if cut.len() < words.len() { "…" } else { "" };
        write!(f, "“{cut}{rest}”")
    }
}

/// One thing in the evidence that raises the risk of an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// What it would touch couldn't be found out.
    Unresolved,
    /// There are no words of consequence to compare with, so what the page's scripts would do is anyone's guess.
    NoWords,
    /// The page's scripts decide what it does.
    Scripted,
    /// Nothing says what the button does.
    Nameless,
    /// It is in a frame of another origin than the page.
    ForeignFrame(Origin),
    /// It leads to another origin.
    Leaves(Origin),
    /// It opens another program.
    OtherProgram {
        /// The scheme of its address.
        scheme: String,
    },
    /// Its address is a script, data, or nothing that can be judged.
    UnclearAddress,
    /// It sends a form in the body of a request.
    Sends,
    /// It sends a form to another origin.
    SendsElsewhere(Origin),
    /// It sends a form that was sent before.
    SendsAgain,
    /// Its words speak of a consequence.
    Says {
        /// Of which.
        consequence: Consequence,
        /// The words.
        text: PageText,
    },
    /// The words around it speak of a consequence, and its own don't say otherwise.
    SurroundingsSay {
        /// Of which.
        consequence: Consequence,
        /// The words.
        text: PageText,
    },
    /// Its address speaks of a consequence.
    AddressSays {
        /// Of which.
        consequence: Consequence,
        /// The part of the address.
        text: PageText,
    },
    /// Its accessible name and its text aren't the same thing.
    NamesDisagree {
        /// What it is called.
        name: PageText,
        /// What it shows.
        shows: PageText,
    },
    /// One of its words mixes alphabets or is written with letters for show, so that it may not be what it looks like.
    Disguised(PageText),
    /// A page may do anything upon this key.
    UnclearKey,
    /// It answers yes to a question of the page.
    AcceptsDialog(PageText),
    /// It leaves a page that asks not to be left.
    LeavesUnsaved,
    /// It uploads a file.
    Uploads,
    /// It downloads a file.
    Downloads,
    /// The page may use something of this computer.
    Permits {
        /// Chromium's word for it.
        name: String,
    },
    /// It runs a script of the agent's.
    RunsScript,
    /// It types into a field for payments.
    PaymentField,
    /// It types a password.
    Password,
    /// It types a one-time code.
    OneTimeCode,
}

impl Reason {
    /// How far up it raises an act.
    pub fn risk(&self) -> Risk {
        match self {
            Self::Scripted | Self::ForeignFrame(_) => Risk::Scripted,
            Self::Leaves(_) => Risk::Leaving,
            Self::Unresolved
            | Self::NoWords
            | Self::Nameless
            | Self::OtherProgram { .. }
            | Self::UnclearAddress
            | Self::Sends
            | Self::SendsElsewhere(_)
            | Self::SendsAgain
            | Self::NamesDisagree { .. }
            | Self::Disguised(_)
            | Self::UnclearKey
            | Self::AcceptsDialog(_)
            | Self::LeavesUnsaved => Risk::Consequential,
            Self::Says { consequence, .. }
            | Self::SurroundingsSay { consequence, .. }
            | Self::AddressSays { consequence, .. } => consequence.risk(),
            Self::Uploads | Self::Downloads | Self::Permits { .. } | Self::RunsScript | Self::PaymentField => {
                Risk::AlwaysSensitive
            }
            Self::Password | Self::OneTimeCode => Risk::Secret,
        }
    }

    /// Whether it says that a file comes onto this computer.
    pub(super) fn is_download(&self) -> bool {
        const DOWNLOAD: Consequence = Consequence::Download;
        matches!(
            self,
            Self::Downloads
                | Self::Says { consequence: DOWNLOAD, .. }
                | Self::SurroundingsSay { consequence: DOWNLOAD, .. }
                | Self::AddressSays { consequence: DOWNLOAD, .. }
        )
    }

    /// The same reason with every text of a page replaced.
    pub fn redacted(mut self, redact: impl Fn(&str) -> String) -> Self {
        match &mut self {
            Self::Says { text, .. }
            | Self::SurroundingsSay { text, .. }
            | Self::AddressSays { text, .. }
            | Self::Disguised(text)
            | Self::AcceptsDialog(text) => text.0 = redact(&text.0),
            Self::NamesDisagree { name, shows } => {
                name.0 = redact(&name.0);
                shows.0 = redact(&shows.0);
            }
            Self::Unresolved
            | Self::NoWords
            | Self::Scripted
            | Self::Nameless
            | Self::ForeignFrame(_)
            | Self::Leaves(_)
            | Self::OtherProgram { .. }
            | Self::UnclearAddress
            | Self::Sends
            | Self::SendsElsewhere(_)
            | Self::SendsAgain
            | Self::UnclearKey
            | Self::LeavesUnsaved
            | Self::Uploads
            | Self::Downloads
            | Self::Permits { .. }
            | Self::RunsScript
            | Self::PaymentField
            | Self::Password
            | Self::OneTimeCode => {}
        }
        self
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unresolved => f.write_str("NEXUS couldn't find out what it would touch"),
            Self::NoWords => f.write_str("The list of words of consequence can't be read, so nothing can be ruled out"),
            Self::Scripted => f.write_str("The page's scripts decide what it does"),
            Self::Nameless => f.write_str("Nothing says what this button does"),
            Self::ForeignFrame(origin) => write!(f, "It is in a frame of another site ({})", origin.0),
            Self::Leaves(origin) => write!(f, "It leads to another site ({})", origin.0),
            Self::OtherProgram { scheme } => write!(f, "It opens another program ({scheme}:)"),
            Self::UnclearAddress => f.write_str("Its address doesn't say where it leads"),
            Self::Sends => f.write_str("It sends a form"),
            Self::SendsElsewhere(origin) => write!(f, "It sends a form to another site ({})", origin.0),
            Self::SendsAgain => f.write_str("It sends a form once more"),
            Self::Says { consequence, text } => write!(f, "Its words say that it {consequence}: {text}"),
            Self::SurroundingsSay { consequence, text } => {
                write!(f, "The words around it say that it {consequence}: {text}")
            }
            Self::AddressSays { consequence, text } => write!(f, "Its address says that it {consequence}: {text}"),
            Self::NamesDisagree { name, shows } => write!(f, "Its name says {name} but it shows {shows}"),
            Self::Disguised(text) => write!(f, "A word of it may not be what it looks like: {text}"),
            Self::UnclearKey => f.write_str("What the page does upon this key isn't known"),
            Self::AcceptsDialog(text) => write!(f, "It answers yes to the page's question {text}"),
            Self::LeavesUnsaved => f.write_str("It leaves a page that asks to stay, so what was entered may be lost"),
            Self::Uploads => f.write_str("It uploads a file"),
            Self::Downloads => f.write_str("It downloads a file"),
            Self::RunsScript => f.write_str("It runs a script of the agent's, which can do there whatever you can"),
            Self::Permits { name } => write!(f, "It lets the page use something of this computer ({name})"),
            Self::PaymentField => f.write_str("It types into a field for a payment"),
            Self::Password => f.write_str("It types a password"),
            Self::OneTimeCode => f.write_str("It types a one-time code"),
        }
    }
}
