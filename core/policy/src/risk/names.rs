//! What an element's names say about pressing it.

use super::agreement::disagreement;
use super::disguise::{disguised, other_readings};
use super::fold::{Folded, is_unspaced};
use super::lexicon::{Lexicon, Span, Words};
use super::{Consequence, PageText, Reason};
use crate::{Element, Names};

/// How strictly names are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// They name an act.
    Act,
    /// They name a place: a long one is a headline, and the way to a sign-up makes no account yet.
    Place,
}

impl Reading {
    fn counts(self, consequence: Consequence, span: Span, text: &Folded) -> bool {
        match self {
            Self::Act => true,
            Self::Place => {
                let is_at_an_end = span.start == 0 || span.end == text.joined.len();
                consequence != Consequence::Enrol && (is_at_an_end || !is_headline(text))
            }
        }
    }
}

fn is_headline(text: &Folded) -> bool {
    const WORDS: usize = 6;
    const CHARACTERS: usize = 16;
    let unspaced = text.joined.chars().filter(|c| is_unspaced(*c)).count();
    text.words.len() > WORDS || unspaced > CHARACTERS
}

/// Reads all names an element has; the most dangerous wins, because all are reasons.
pub(super) fn judge(element: &Element, reading: Reading, words: &Words, reasons: &mut Vec<Reason>) {
    let lexicon = match words {
        Words::Absent | Words::Broken => return reasons.push(Reason::NoWords),
        Words::Loaded(lexicon) => lexicon,
    };
    read(&element.names, reading, lexicon, reasons);
    if let Some((name, shows)) = disagreement(&element.names) {
        reasons.push(Reason::NamesDisagree { name: text_of(name), shows: text_of(shows) });
    }
    let names = all(&element.names).map(Folded::text);
    if names.filter(|name| !name.is_empty()).all(|name| lexicon.is_vague(&name)) {
        let around = Folded::text(&element.surroundings);
        for (consequence, _) in lexicon.read(&around) {
            reasons.push(Reason::SurroundingsSay { consequence, text: text_of(&element.surroundings) });
        }
    }
}

/// Reads names, as long as there are words to compare with.
pub(super) fn judge_names(names: &Names, words: &Words, reasons: &mut Vec<Reason>) {
    match words {
        Words::Absent | Words::Broken => reasons.push(Reason::NoWords),
        Words::Loaded(lexicon) => read(names, Reading::Act, lexicon, reasons),
    }
}

/// Reads one text that names an act.
pub(super) fn judge_text(text: &str, words: &Words, reasons: &mut Vec<Reason>) {
    match words {
        Words::Absent | Words::Broken => reasons.push(Reason::NoWords),
        Words::Loaded(lexicon) => read_text(text, Reading::Act, lexicon, reasons),
    }
}

/// Whether no name says anything.
pub(super) fn is_nameless(names: &Names) -> bool {
    all(names).all(|name| name.chars().all(|c| !c.is_alphanumeric() && !is_plain_sign(c)))
}

/// Signs that say what they do: arrows, plus and minus, crosses, dots, lines, and the ones on players. Of any other picture
/// nobody can say whether it sends or deletes.
fn is_plain_sign(c: char) -> bool {
    matches!(c, '!'..='~' | '«' | '»' | '×' | '÷' | '‹' | '›' | '–' | '—' | '…' | '•' | '·' | '−' | '\u{2190}'..='\u{21FF}'
        | '☰' | '≡' | '⋮' | '⋯' | '✕' | '✖' | '⚙' | '▲'..='◄' | '⏏'..='⏺' | '🔍' | '🔎' | '🔇'..='🔊' | '\u{276E}'..='\u{276F}'
        | '\u{2B05}'..='\u{2B07}' | '\u{27E8}'..='\u{27E9}' | '\u{1F310}' | '\u{E000}'..='\u{F8FF}')
}

fn all(names: &Names) -> impl Iterator<Item = &str> {
    let Names { accessible, visible, title, value } = names;
    [accessible, visible, title, value].into_iter().map(String::as_str)
}

fn read(names: &Names, reading: Reading, lexicon: &Lexicon, reasons: &mut Vec<Reason>) {
    for name in all(names) {
        read_text(name, reading, lexicon, reasons);
    }
}

fn read_text(name: &str, reading: Reading, lexicon: &Lexicon, reasons: &mut Vec<Reason>) {
    let folded = Folded::text(name);
    if let Some(word) = disguised(name) {
        reasons.push(Reason::Disguised(text_of(word)));
    }
    for folded in std::iter::once(folded).chain(other_readings(name)) {
        for (consequence, span) in lexicon.read(&folded) {
            if reading.counts(consequence, span, &folded) {
                reasons.push(Reason::Says { consequence, text: text_of(name) });
            }
        }
        if reading == Reading::Act && lexicon.handles_something(&folded) {
            reasons.push(Reason::Says { consequence: Consequence::Operate, text: text_of(name) });
        }
    }
}

fn text_of(text: &str) -> PageText {
    PageText(text.trim().to_owned())
}
