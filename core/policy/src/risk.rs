//! What an act may do in the world, worked out from its evidence alone. The table of ARCHITECTURE.md, § Risk.

mod address;
mod agreement;
mod consequence;
mod disguise;
mod fold;
mod lexicon;
mod names;
mod pattern;
mod reason;
mod touched;
mod verdict;

pub use consequence::Consequence;
pub use lexicon::{BadEntry, FieldKind, Lexicon, Words};
pub use reason::{PageText, Reason};
pub use verdict::{Place, Verdict, verdict};

use crate::Touched;

/// What an act may do in the world: the rows of the table, from the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Risk {
    /// Nothing but what every page expects: scrolling, typing into an ordinary field, a link or a search on the same origin.
    Inert,
    /// Whatever the page's scripts make of it; nothing says that it has consequences.
    Scripted,
    /// It leads to another origin.
    Leaving,
    /// It may send, publish, order or change something, or that can't be ruled out.
    Consequential,
    /// It uploads, pays, deletes, grants access or downloads.
    AlwaysSensitive,
    /// It types a password or a one-time code.
    Secret,
}

impl Risk {
    /// The word for it, in UI and wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Inert => "inert",
            Self::Scripted => "scripted",
            Self::Leaving => "leaving",
            Self::Consequential => "consequential",
            Self::AlwaysSensitive => "always_sensitive",
            Self::Secret => "secret",
        }
    }
}

/// How risky an act is, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The highest row of the table that anything in the evidence puts it in.
    pub risk: Risk,
    /// Everything that raises it, the gravest first.
    pub reasons: Vec<Reason>,
}

impl Judgement {
    /// A judgement for these reasons; inert if there are none.
    pub(crate) fn of(mut reasons: Vec<Reason>) -> Self {
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.risk()));
        reasons.dedup();
        let risk = reasons.first().map_or(Risk::Inert, Reason::risk);
        Self { risk, reasons }
    }

    /// Whether it says that a file comes onto this computer, so that a yes to it is a yes to that.
    pub(crate) fn downloads(&self) -> bool {
        self.reasons.iter().any(Reason::is_download)
    }
}

/// Judges an act by what it would touch. Total: whatever isn't known for sure counts as consequential.
pub fn judge(touched: &Touched, words: &Words) -> Judgement {
    Judgement::of(touched::reasons(touched, words))
}

#[cfg(test)]
mod tests;
