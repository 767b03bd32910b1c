//! What NEXUS knows of the secrets of a page: keyed fingerprints, which the script in each document makes of the values of
//! password-like fields. By them it finds what titles, dialogs, names of files, addresses and other documents repeat of one.
//! A value itself never leaves its document (N22); the key and the fingerprints are in memory alone.

mod fold;
mod print;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;

use fold::Folded;
pub(crate) use print::{Print, key};

/// What stands where a secret or a token was.
pub(super) const MASK: &str = "•••";

/// Fingerprints that are remembered of one page.
const REMEMBERED: usize = 200;

/// A fingerprint of what a field holds.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Noted {
    /// Tells the field from the others of all documents.
    field: String,
    print: Print,
    /// What is typed goes on: the one that was noted of the field last is a part of this one, or this one of it.
    instead: bool,
}

/// The secrets of one page, with its frames.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    known: Mutex<Known>,
}

#[derive(Debug, Default, Clone)]
struct Known {
    /// Those of the document that is shown, and of the one before it.
    noted: Vec<(Document, Noted)>,
    shown: Document,
    origin: Option<String>,
}

/// Counts the documents of a page.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Document(u64);

impl Secrets {
    /// Those of a page that another one opens: what it knows can be handed on.
    pub(crate) fn opened_by(opener: &Self) -> Self {
        Self { known: Mutex::new(opener.lock().clone()) }
    }

    /// A field holds something.
    pub(crate) fn note(&self, noted: Noted) {
        let mut known = self.lock();
        let shown = known.shown;
        if let Some(last) = known.noted.iter().rposition(|(_, last)| last.field == noted.field)
            && (noted.instead || known.noted[last].1.print == noted.print)
        {
            known.noted.remove(last);
        }
        if known.noted.len() == REMEMBERED {
            known.noted.remove(0);
        }
        known.noted.push((shown, noted));
    }

    /// The page shows another document. What was typed in the one before may be repeated in this one, if it is of the same
    /// origin; longer isn't remembered: who may choose what a page says could try guesses out.
    pub(crate) fn document_changed(&self, origin: &str) {
        let mut known = self.lock();
        if known.origin.as_deref().is_some_and(|before| before != origin) {
            known.noted.clear();
        }
        known.origin = Some(origin.to_owned());
        let before = known.shown;
        known.noted.retain(|(document, _)| *document == before);
        known.shown = Document(before.0 + 1);
    }

    /// The text without secrets, also where they are spaced or folded, or cut by the lines of a list.
    pub(crate) fn scrub<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let prints: BTreeSet<Print> = self.lock().noted.iter().map(|(_, noted)| noted.print).collect();
        if prints.is_empty() {
            return Cow::Borrowed(text);
        }
        let as_list = scrubbed(text, Folded::list(text), &prints);
        let as_text = scrubbed(&as_list, Folded::text(&as_list), &prints);
        Cow::Owned(as_text.into_owned())
    }

    /// Whether a text holds one.
    pub(super) fn are_in(&self, text: &str) -> bool {
        self.scrub(text) != text
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // Each change is complete in itself, so a panic elsewhere leaves it sound.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn scrubbed<'a>(text: &'a str, folded: Folded, prints: &BTreeSet<Print>) -> Cow<'a, str> {
    let found = print::find(&folded.units, prints);
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    // By byte: what is there instead of the character.
    let mut instead = vec![None; text.len()];
    for range in found {
        let at = &folded.at[range];
        at.iter().for_each(|place| instead[*place] = instead[*place].or(Some("")));
        instead[at[0]] = Some(MASK);
        // What is between the letters would tell how many there are.
        for pair in at.windows(2) {
            let between = text[pair[0]..pair[1]].char_indices().skip(1);
            let places = between.map(|(place, c)| (pair[0] + place, c));
            if places.clone().all(|(_, c)| c != '\n' && fold::is_between(c)) {
                places.for_each(|(place, _)| instead[place] = Some(""));
            }
        }
    }
    let mut kept = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match instead[at] {
            Some(instead) => kept.push_str(instead),
            None => kept.push(c),
        }
    }
    // How many lines there were would tell the same.
    let lines = kept.split('\n').filter(|line| line.trim() != "- text:");
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}
