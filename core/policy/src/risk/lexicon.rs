//! Words of consequence, in many languages: what a label has to say for an act to ask.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use super::Consequence;
use super::fold::Folded;
use super::pattern::Pattern;

/// The words there are to compare with. Without them an act that the page's scripts decide about is consequential.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::large_enum_variant, reason = "there is one, and it is loaded")]
pub enum Words {
    /// None were given.
    #[default]
    Absent,
    /// They couldn't be read.
    Broken,
    /// These.
    Loaded(Lexicon),
}

/// What is typed into a field that isn't an ordinary one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldKind {
    /// A password, a recovery phrase.
    Password,
    /// A code that somebody was just sent.
    OneTimeCode,
    /// A card number, an account number.
    Payment,
}

/// Words of consequence by kind, and harmless phrases that hold some of them. An entry is words; `=` before them stands for the
/// whole label, `^` for its beginning, `$` behind them for its end, a star at a word's end or start for any letters, a star alone for any word.
///
/// Verbs of handling, such as *close* and *start*, say nothing by themselves: what they do depends on the thing. Of what a page
/// is made of, a menu or a video, it is the page's business; of everything else, an account or an engine, it is a consequence.
///
/// Orders are endings by which a language tells somebody to do something. No list holds all its verbs, but few of them only look.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lexicon {
    words: Vec<(Consequence, Pattern)>,
    paths: Vec<(Consequence, Pattern)>,
    fields: Vec<(FieldKind, Pattern)>,
    harmless: Vec<Pattern>,
    vague: Vec<Pattern>,
    handling: Vec<Pattern>,
    orders: Vec<Pattern>,
    looking: Vec<Pattern>,
    screen: Vec<Pattern>,
}

impl Lexicon {
    /// Adds words of labels.
    ///
    /// # Errors
    /// If the entry says nothing.
    pub fn add_words(&mut self, consequence: Consequence, entry: &str) -> Result<(), BadEntry> {
        self.words.push((consequence, Pattern::parse(entry)?));
        Ok(())
    }

    /// Adds words of addresses: of one part of a path, or of a query that says what to do.
    ///
    /// # Errors
    /// If the entry says nothing.
    pub fn add_path(&mut self, consequence: Consequence, entry: &str) -> Result<(), BadEntry> {
        self.paths.push((consequence, Pattern::parse(entry)?));
        Ok(())
    }

    /// Adds words by which a field is called that isn't ordinary.
    ///
    /// # Errors
    /// If the entry says nothing.
    pub fn add_field(&mut self, kind: FieldKind, entry: &str) -> Result<(), BadEntry> {
        self.fields.push((kind, Pattern::parse(entry)?));
        Ok(())
    }

    /// Adds a phrase inside which words of consequence speak of none.
    ///
    /// # Errors
    /// If the entry says nothing.
    pub fn add_harmless(&mut self, entry: &str) -> Result<(), BadEntry> {
        self.harmless.push(Pattern::parse(entry)?);
        Ok(())
    }

    /// Adds a label that only means something by what stands around it.
    ///
    /// # Errors
    /// If the entry says nothing.
    pub fn add_vague(&mut self, entry: &str) -> Result<(), BadEntry> {
        self.vague.push(Pattern::parse(entry)?);
        Ok(())
    }

    /// Adds a verb of handling.
    ///
    /// # Errors
    /// If the entry says nothing.
    pub fn add_handling(&mut self, entry: &str) -> Result<(), BadEntry> {
        self.handling.push(Pattern::parse(entry)?);
        Ok(())
    }

    /// Adds an ending by which a label is an order.
    ///
    /// # Errors
    /// If the entry says nothing.
    pub fn add_order(&mut self, entry: &str) -> Result<(), BadEntry> {
        self.orders.push(Pattern::parse(entry)?);
        Ok(())
    }

    /// Adds an order that changes nothing, or a word that only ends like one.
    ///
    /// # Errors
    /// If the entry says nothing.
    pub fn add_looking(&mut self, entry: &str) -> Result<(), BadEntry> {
        self.looking.push(Pattern::parse(entry)?);
        Ok(())
    }

    /// Adds something that a page is made of.
    ///
    /// # Errors
    /// If the entry says nothing.
    pub fn add_screen(&mut self, entry: &str) -> Result<(), BadEntry> {
        self.screen.push(Pattern::parse(entry)?);
        Ok(())
    }

    /// Whether a label names an act on something that isn't a part of the page. Longer ones are sentences, not commands.
    pub(super) fn handles_something(&self, text: &Folded) -> bool {
        const COMMAND_WORDS: usize = 9;
        const WORDS_APART: usize = 3;
        if text.words.len() > COMMAND_WORDS {
            return false;
        }
        let found = |patterns: &[Pattern]| -> Vec<Range<usize>> {
            patterns.iter().flat_map(|pattern| pattern.matches(text)).collect()
        };
        let (handled, orders) = (found(&self.handling), found(&self.orders));
        if handled.is_empty() && orders.is_empty() {
            return false;
        }
        let whole = 0..text.joined.len();
        let looking = found(&self.looking);
        let calming = [found(&self.screen), found(&self.harmless)].concat();
        let is_near = |calm: &Range<usize>, verb: &Range<usize>| {
            let lies_between = |word: &&Range<usize>| {
                (verb.end <= word.start && word.end <= calm.start) || (calm.end <= word.start && word.end <= verb.start)
            };
            text.words.iter().filter(lies_between).count() <= WORDS_APART
        };
        // `Link` is a verb at the beginning, and a thing behind another one.
        let is_other = |calm: &Range<usize>, verb: &Range<usize>| calm.start < verb.start || calm.end > verb.end;
        let is_calm = |verb: &Range<usize>| calming.iter().any(|calm| is_other(calm, verb) && is_near(calm, verb));
        let says_nothing = |verb: &Range<usize>| *verb == whole && (handled.contains(verb) || self.is_vague(text));
        let only_looks =
            |verb: &Range<usize>| looking.iter().any(|look| look.start <= verb.start && verb.end <= look.end);
        let orders = orders.iter().filter(|verb| !says_nothing(verb) && !only_looks(verb) && !calming.contains(verb));
        handled.iter().filter(|verb| **verb != whole).chain(orders).any(|verb| !is_calm(verb))
    }

    /// What a label speaks of, and where in it.
    pub(super) fn read(&self, text: &Folded) -> BTreeSet<(Consequence, Span)> {
        let calmed: Vec<Span> = self.harmless.iter().flat_map(|phrase| phrase.matches(text)).map(Span::from).collect();
        let is_calmed = |span: &Span| calmed.iter().any(|calm| calm.start <= span.start && span.end <= calm.end);
        let found = self
            .words
            .iter()
            .flat_map(|(kind, pattern)| pattern.matches(text).into_iter().map(|range| (*kind, Span::from(range))));
        found.filter(|(_, span)| !is_calmed(span)).collect()
    }

    /// What a part of an address speaks of. In longer parts, which are titles rather than commands, only the first word counts.
    pub(super) fn read_path(&self, part: &Folded) -> BTreeSet<Consequence> {
        const COMMAND_WORDS: usize = 2;
        const TITLE_WORDS: usize = 4;
        let counts = |at: usize| part.words.len() <= COMMAND_WORDS || (part.words.len() < TITLE_WORDS && at == 0);
        let found = self.paths.iter().filter(|(_, pattern)| pattern.matches(part).iter().any(|at| counts(at.start)));
        found.map(|(kind, _)| *kind).collect()
    }

    /// What a field is called as.
    pub(super) fn read_field(&self, hint: &Folded) -> BTreeSet<FieldKind> {
        let found = self.fields.iter().filter(|(_, pattern)| !pattern.matches(hint).is_empty());
        found.map(|(kind, _)| *kind).collect()
    }

    /// Whether a label only means something by what stands around it.
    pub(super) fn is_vague(&self, text: &Folded) -> bool {
        self.vague.iter().any(|pattern| pattern.matches(text).contains(&(0..text.joined.len())))
    }
}

/// A piece of a folded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// An entry of a lexicon that says nothing: empty, or only signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadEntry;

impl fmt::Display for BadEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an entry holds at least one letter")
    }
}

impl std::error::Error for BadEntry {}
