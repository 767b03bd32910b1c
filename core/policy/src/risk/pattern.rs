//! One entry of a lexicon, and where it fits into a text.

use std::ops::Range;

use super::BadEntry;
use super::fold::{Folded, is_ignored, is_unspaced};

/// An entry: words one after the other. `=` before it: the whole label; `^` before it: its beginning; `$` behind it: its end. A
/// star at a word's end or start stands for any letters, a star alone for any word. Entries of languages without spaces fit
/// anywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    place: Place,
    parts: Parts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Anywhere,
    Start,
    End,
    Whole,
}

impl Place {
    /// The place an entry names, and the rest of it.
    fn parse(entry: &str) -> (Self, &str) {
        if let Some(rest) = entry.strip_prefix('=') {
            return (Self::Whole, rest);
        }
        match (entry.strip_prefix('^'), entry.strip_suffix('$')) {
            (Some(rest), None) => (Self::Start, rest),
            (None, Some(rest)) => (Self::End, rest),
            (Some(rest), Some(_)) => (Self::Whole, rest),
            (None, None) => (Self::Anywhere, entry),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Parts {
    Words(Vec<Part>),
    /// Any piece of the text.
    Piece(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Any,
    Exactly(String),
    StartsWith(String),
    EndsWith(String),
    Holds(String),
}

impl Part {
    fn parse(text: &str) -> Result<Self, BadEntry> {
        if text == "*" {
            return Ok(Self::Any);
        }
        let word = Folded::text(text).joined;
        // A stem of one letter would fit everything.
        let is_stem = text.starts_with('*') || text.ends_with('*');
        if word.is_empty() || (is_stem && word.chars().count() < 2) {
            return Err(BadEntry);
        }
        Ok(match (text.starts_with('*'), text.ends_with('*')) {
            (false, false) => Self::Exactly(word),
            (false, true) => Self::StartsWith(word),
            (true, false) => Self::EndsWith(word),
            (true, true) => Self::Holds(word),
        })
    }

    fn fits(&self, word: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Exactly(exactly) => word == exactly,
            Self::StartsWith(start) => word.starts_with(start.as_str()),
            Self::EndsWith(end) => word.ends_with(end.as_str()),
            Self::Holds(piece) => word.contains(piece.as_str()),
        }
    }
}

impl Pattern {
    pub(super) fn parse(entry: &str) -> Result<Self, BadEntry> {
        let (place, rest) = Place::parse(entry.trim());
        if rest.chars().any(is_unspaced) {
            return Ok(Self { place, parts: Parts::Piece(Folded::text(rest).joined) });
        }
        let separators = |c: char| !(c.is_alphanumeric() || c == '*' || is_ignored(c));
        let words = rest.split(separators).filter(|word| !word.is_empty());
        let parts = words.map(Part::parse).collect::<Result<Vec<_>, _>>()?;
        if parts.iter().all(|part| *part == Part::Any) {
            return Err(BadEntry);
        }
        Ok(Self { place, parts: Parts::Words(parts) })
    }

    /// Everywhere it fits.
    pub(super) fn matches(&self, text: &Folded) -> Vec<Range<usize>> {
        let mut found = match &self.parts {
            Parts::Piece(piece) => {
                text.joined.match_indices(piece.as_str()).map(|(at, piece)| at..at + piece.len()).collect()
            }
            Parts::Words(parts) => words_match(parts, text),
        };
        found.retain(|range| match self.place {
            Place::Anywhere => true,
            Place::Start => range.start == 0,
            Place::End => range.end == text.joined.len(),
            Place::Whole => *range == (0..text.joined.len()),
        });
        found
    }
}

fn words_match(parts: &[Part], text: &Folded) -> Vec<Range<usize>> {
    let starts = 0..(text.words.len() + 1).saturating_sub(parts.len());
    let fits_at = |start: usize| {
        let mut words = parts.iter().enumerate();
        words.all(|(index, part)| text.word(start + index).is_some_and(|word| part.fits(word)))
    };
    let range = |start: usize| {
        let (first, last) = (text.words.get(start)?, text.words.get(start + parts.len() - 1)?);
        Some(first.start..last.end)
    };
    starts.filter(|start| fits_at(*start)).filter_map(range).collect()
}
