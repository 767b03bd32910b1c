//! Ways to write a word so that it looks like itself and compares like another. What is found here can only raise a risk.

use super::fold::{Folded, is_ignored, is_unspaced};

/// Letters of other alphabets, and the Latin ones that they look like.
const LOOKALIKES: [(char, char); 36] = [
    ('а', 'a'),
    ('в', 'b'),
    ('с', 'c'),
    ('ԁ', 'd'),
    ('е', 'e'),
    ('һ', 'h'),
    ('н', 'h'),
    ('і', 'i'),
    ('ј', 'j'),
    ('к', 'k'),
    ('ӏ', 'l'),
    ('м', 'm'),
    ('п', 'n'),
    ('о', 'o'),
    ('р', 'p'),
    ('ԛ', 'q'),
    ('г', 'r'),
    ('ѕ', 's'),
    ('т', 't'),
    ('у', 'y'),
    ('ѵ', 'v'),
    ('ԝ', 'w'),
    ('х', 'x'),
    ('α', 'a'),
    ('β', 'b'),
    ('ε', 'e'),
    ('η', 'n'),
    ('ι', 'i'),
    ('κ', 'k'),
    ('ν', 'v'),
    ('ο', 'o'),
    ('ρ', 'p'),
    ('τ', 't'),
    ('υ', 'u'),
    ('χ', 'x'),
    ('γ', 'y'),
];

/// The other ways to read a text, where there are some: with its figures as letters, its signs left out, its humps as words,
/// its letters as the Latin ones that they look like.
pub(super) fn other_readings(text: &str) -> Vec<Folded> {
    let plain = Folded::text(text);
    let mut readings = vec![Folded::text(&spelled(text, 'l')), Folded::text(&spelled(text, 'i')), without_signs(text)];
    if !text.trim().contains(char::is_whitespace) {
        readings.push(Folded::identifier(text));
    }
    let latin: String = text.to_lowercase().chars().map(lookalike).collect();
    readings.push(Folded::text(&latin));
    readings.retain(|reading| *reading != plain);
    readings.dedup();
    readings
}

/// The first word that isn't written as it looks: with letters of two alphabets, or ones that no language is written in.
pub(super) fn disguised(text: &str) -> Option<&str> {
    const OVERRIDES: [char; 2] = ['\u{202D}', '\u{202E}'];
    if text.contains(OVERRIDES) {
        return Some(text);
    }
    let mut words = text.split(|c: char| !c.is_alphanumeric() && !is_ignored(c));
    words.find(|word| word.chars().any(is_ornamental) || mixes_alphabets(word))
}

fn mixes_alphabets(word: &str) -> bool {
    let is_latin =
        |c: char| c.is_alphabetic() && matches!(c, 'A'..='z' | '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}');
    let is_other = |c: char| {
        c.is_alphabetic() && matches!(c, '\u{370}'..='\u{58F}' | '\u{10A0}'..='\u{10FF}' | '\u{13A0}'..='\u{167F}')
    };
    word.chars().count() > 2 && word.chars().any(is_latin) && word.chars().any(is_other)
}

/// Phonetic letters, small capitals, Lisu, letters in squares: what nobody labels a button with but to be looked at.
fn is_ornamental(c: char) -> bool {
    c.is_alphanumeric()
        && matches!(c, '\u{250}'..='\u{2AF}' | '\u{1D00}'..='\u{1D2B}' | '\u{A4D0}'..='\u{A4FF}' | '\u{A730}'..='\u{A731}'
            | '\u{AB30}'..='\u{ABBF}' | '\u{1D6A4}'..='\u{1D7CB}')
}

fn lookalike(c: char) -> char {
    LOOKALIKES.iter().find(|(other, _)| *other == c).map_or(c, |(_, latin)| *latin)
}

/// `d3l3te`, `$end`: words of letters and of figures that look like letters.
fn spelled(text: &str, one: char) -> String {
    let words = text.split_inclusive(char::is_whitespace);
    words
        .map(|word| if is_spelled_with_figures(word) { letters_for_figures(word, one) } else { word.to_owned() })
        .collect()
}

fn is_spelled_with_figures(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_ascii_alphabetic()).count();
    let figures = word.chars().filter(|c| figure(*c, 'l').is_some()).count();
    letters > 0 && figures > 0 && letters + figures > 2 && letters * 2 >= letters + figures
}

fn letters_for_figures(word: &str, one: char) -> String {
    word.chars().map(|c| figure(c, one).unwrap_or(c)).collect()
}

fn figure(c: char, one: char) -> Option<char> {
    match c {
        '0' => Some('o'),
        '1' | '!' | '|' => Some(one),
        '3' | '€' => Some('e'),
        '4' | '@' => Some('a'),
        '5' | '$' => Some('s'),
        '7' | '+' => Some('t'),
        '8' => Some('b'),
        _ => None,
    }
}

/// `de-lete`, `s.e.n.d`, or a word broken over two lines.
fn without_signs(text: &str) -> Folded {
    let kept = text.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || is_unspaced(*c));
    Folded::text(&kept.collect::<String>())
}
