//! Parts of a path that look like tokens: who knows the link of a reset or an invitation can use it (L11).

use super::secrets::MASK;
use crate::destination::decoded;

/// Letters and digits that a token drawn at random has at least.
const LENGTH: usize = 16;
/// Shorter pieces between hyphens and dots say little: `b2b`, `s3`.
const PIECE: usize = 4;
/// Letters and digits of a token after a word that announces one.
const ANNOUNCED_LENGTH: usize = 8;
/// Letters of a piece that has no digits and only one case; every fourth of a word's is a vowel.
const LETTERS: usize = 20;
const VOWELS_PER_LETTER: usize = 4;

/// Digits of a number that hardly anyone can guess, written in hexadecimal: a digest, a UUID.
const HEXADECIMAL: usize = 32;

/// What comes before a token in links that are sent to people.
const ANNOUNCING: [&str; 18] = [
    "accept",
    "activate",
    "activation",
    "auth",
    "code",
    "confirm",
    "invitation",
    "invite",
    "key",
    "login",
    "magic",
    "password",
    "reset",
    "secret",
    "share",
    "token",
    "unsubscribe",
    "verify",
];

/// How tokens begin that are known by it.
const PREFIXES: [&str; 22] = [
    "akia",
    "asia",
    "aiza",
    "dop_v1_",
    "eyj",
    "gh_pat_",
    "ghp_",
    "gho_",
    "ghs_",
    "ghu_",
    "github_pat_",
    "glpat-",
    "hf_",
    "npm_",
    "pypi-",
    "rk_live_",
    "sg.",
    "shpat_",
    "sk-",
    "sk_live_",
    "whsec_",
    "xox",
];

/// The path with a mask for each part that looks like a token.
pub(super) fn without_tokens(path: &str) -> String {
    let mut before = "";
    let parts = path.split('/').map(|part| {
        let announced = is_announced_by(std::mem::replace(&mut before, part));
        if is_token(&decoded(part), announced) { MASK } else { part }
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Whether a word begins as tokens do and is as long as one.
pub(super) fn is_known_token(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    word.len() >= LENGTH && PREFIXES.iter().any(|prefix| lower.starts_with(prefix))
}

fn is_announced_by(part: &str) -> bool {
    let mut words = part.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| ANNOUNCING.iter().any(|announcing| word.eq_ignore_ascii_case(announcing)))
}

fn is_token(part: &str, is_announced: bool) -> bool {
    let pieces: Vec<&str> = part.split(|c: char| !c.is_alphanumeric()).filter(|piece| piece.len() >= PIECE).collect();
    let length: usize = pieces.iter().map(|piece| piece.chars().count()).sum();
    let changes: usize = pieces.iter().map(|piece| changes(piece)).sum();
    let is_mixed = changes * 4 >= length;
    if is_announced && length >= ANNOUNCED_LENGTH {
        return is_mixed || part.contains(|c: char| c.is_ascii_digit());
    }
    if length < LENGTH {
        return false;
    }
    let lower = part.to_ascii_lowercase();
    is_mixed
        || PREFIXES.iter().any(|prefix| lower.starts_with(prefix))
        || pieces.iter().any(|piece| is_unspeakable(piece))
        || is_hexadecimal(part)
}

fn is_hexadecimal(part: &str) -> bool {
    let part = part.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let digits = || part.chars().filter(|c| *c != '-');
    digits().count() >= HEXADECIMAL && digits().all(|c| c.is_ascii_hexdigit())
}

#[derive(PartialEq, Eq)]
enum Class {
    Lower,
    Upper,
    Digit,
}

fn class(c: char) -> Class {
    match c {
        c if c.is_numeric() => Class::Digit,
        c if c.is_uppercase() => Class::Upper,
        _ => Class::Lower,
    }
}

/// How often letters and digits, or small and capital letters, follow each other other than as a word begins.
fn changes(piece: &str) -> usize {
    let classes: Vec<Class> = piece.chars().map(class).collect();
    let is_change = |pair: &&[Class]| pair[0] != pair[1] && *pair != [Class::Upper, Class::Lower];
    classes.windows(2).filter(is_change).count()
}

/// Whether letters are none of a word's.
fn is_unspeakable(piece: &str) -> bool {
    let vowels = piece.chars().filter(|c| "aeiouyAEIOUY".contains(*c)).count();
    piece.len() >= LETTERS && piece.chars().all(|c| c.is_ascii_alphabetic()) && vowels * VOWELS_PER_LETTER < piece.len()
}
