//! Whether an element's accessible name and its text are the same thing.

use super::fold::Folded;
use crate::Names;

/// Names of icons in fonts that draw them: to a person, pictures.
const ICONS: [&str; 18] = [
    "menu", "close", "search", "add", "remove", "star", "share", "home", "tune", "sort", "check", "clear", "info",
    "help", "person", "settings", "favorite", "language",
];

/// The two that disagree, if they do: what it is called, and what it shows.
pub(super) fn disagreement(names: &Names) -> Option<(&str, &str)> {
    let shown = if names.visible.trim().is_empty() { &names.value } else { &names.visible };
    let (name, shows) = (Folded::text(&names.accessible), Folded::text(shown));
    let agrees = says_little(&names.accessible, &name)
        || says_little(shown, &shows)
        || name.joined.contains(&shows.joined)
        || shows.joined.contains(&name.joined)
        || share_a_word(&name, &shows)
        || is_initials(&shows, &name)
        || is_initials(&name, &shows);
    (!agrees).then_some((names.accessible.as_str(), shown.as_str()))
}

/// Nothing, a sign, a number, a letter or two, or a picture.
fn says_little(text: &str, folded: &Folded) -> bool {
    let letters = folded.joined.chars().filter(|c| c.is_alphabetic()).count();
    let is_alphabet_of_few = folded.joined.chars().any(super::fold::is_unspaced);
    let is_icon = text.trim().chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && (text.contains('_') || ICONS.contains(&text.trim()));
    letters == 0 || (letters <= 2 && !is_alphabet_of_few) || is_icon
}

/// A word that says something, or one that starts alike.
fn share_a_word(one: &Folded, other: &Folded) -> bool {
    const STEM: usize = 4;
    let stem = |word: &str| word.chars().take(STEM).collect::<String>();
    let says_something = |word: &&str| word.chars().count() >= STEM - 1;
    let stems: Vec<String> = one.iter().filter(says_something).map(stem).collect();
    other.iter().filter(says_something).any(|word| stems.contains(&stem(word)))
        || (one.joined.chars().any(super::fold::is_unspaced) && share_a_pair(&one.joined, &other.joined))
}

/// Two characters in a row, where words aren't apart.
fn share_a_pair(one: &str, other: &str) -> bool {
    let characters: Vec<char> = one.chars().collect();
    characters.windows(2).any(|pair| other.contains(&pair.iter().collect::<String>()))
}

fn is_initials(short: &Folded, long: &Folded) -> bool {
    let initials: String = long.iter().filter_map(|word| word.chars().next()).collect();
    short.words.len() == 1 && initials.len() > 1 && short.joined == initials
}
