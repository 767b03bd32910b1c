//! Text as it is compared: without case, accents, invisible characters and signs, in words.

/// A text made comparable. Words are pieces of one string without anything between, so that a match in a language without
/// spaces is a range of it as well.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Folded {
    /// All words, one after the other.
    pub(super) joined: String,
    /// Where each word is in it.
    pub(super) words: Vec<std::ops::Range<usize>>,
}

impl Folded {
    /// A label or a sentence.
    pub(super) fn text(text: &str) -> Self {
        Self::of_words(split(text.chars()))
    }

    /// A name out of a program: `deleteAccount`, `delete_account` and `delete-account` are the same two words.
    pub(super) fn identifier(text: &str) -> Self {
        let mut spaced = String::with_capacity(text.len() + 4);
        let mut was_lower = false;
        for c in text.chars() {
            if was_lower && c.is_uppercase() {
                spaced.push(' ');
            }
            was_lower = c.is_lowercase();
            spaced.push(if c.is_numeric() { ' ' } else { c });
        }
        Self::text(&spaced)
    }

    fn of_words(words: Vec<String>) -> Self {
        let mut folded = Self::default();
        for word in spelled_out(words) {
            let start = folded.joined.len();
            folded.joined.push_str(&word);
            folded.words.push(start..folded.joined.len());
        }
        folded
    }

    /// The words themselves.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.words.iter().map(|range| &self.joined[range.clone()])
    }

    /// One word, if there are that many.
    pub(super) fn word(&self, index: usize) -> Option<&str> {
        self.words.get(index).map(|range| &self.joined[range.clone()])
    }

    /// Whether it holds no letter and no digit.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// Whether a character is of a writing system that puts no spaces between words, or glues endings to them.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3005}'..='\u{30FF}'
        | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

fn split(text: impl Iterator<Item = char>) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in text.filter(|c| !is_ignored(*c)) {
        let c = narrow(c);
        if !c.is_alphanumeric() {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            c.to_lowercase().filter(|c| !is_ignored(*c)).for_each(|c| push_plain(word, c));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// `d e l e t e` is a way to write a word.
fn spelled_out(words: Vec<String>) -> Vec<String> {
    const ENOUGH: usize = 3;
    let is_letter = |word: &String| word.chars().count() == 1 && !word.chars().all(is_unspaced);
    let mut out: Vec<String> = Vec::with_capacity(words.len());
    for run in words.chunk_by(|a, b| is_letter(a) == is_letter(b)) {
        if run.len() >= ENOUGH && run.iter().all(is_letter) {
            out.push(run.concat());
        } else {
            out.extend_from_slice(run);
        }
    }
    out
}

/// Characters that nobody sees, and marks that are put on others.
pub(super) fn is_ignored(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{483}'..='\u{487}' | '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{61A}'
        | '\u{640}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{93C}' | '\u{94D}' | '\u{180B}'..='\u{180E}' | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E01EF}')
}

/// Full-width Latin letters and digits are Latin letters and digits; styled ones too, as far as they are plain.
fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        // Devanagari letters with a dot, which can also be written as letter and dot.
        '\u{958}'..='\u{95F}' => ['क', 'ख', 'ग', 'ज', 'ड', 'ढ', 'फ', 'य'][c as usize - 0x958],
        '\u{1D400}'..='\u{1D6A3}' => {
            let letter = (c as u32 - 0x1D400) % 52;
            char::from_u32(if letter < 26 { 0x41 + letter } else { 0x61 + letter - 26 }).unwrap_or(c)
        }
        '\u{1F130}'..='\u{1F149}' => letter_from(c, 0x1F130),
        '\u{1F150}'..='\u{1F169}' => letter_from(c, 0x1F150),
        '\u{1F170}'..='\u{1F189}' => letter_from(c, 0x1F170),
        '\u{24B6}'..='\u{24CF}' => letter_from(c, 0x24B6),
        '\u{24D0}'..='\u{24E9}' => letter_from(c, 0x24D0),
        _ => c,
    }
}

/// The Latin letter that stands as far in the alphabet as this one after its block's first.
fn letter_from(c: char, first: u32) -> char {
    char::from_u32(c as u32 - first + u32::from('a')).unwrap_or(c)
}

/// Letters and what they are without what is added to them.
const PLAIN: [(&str, &str); 38] = [
    ("a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"),
    ("ae", "æ"),
    ("c", "çćĉċč"),
    ("d", "ďđðḍɖ"),
    ("e", "èéêëēĕėęěẹẻẽếềểễệ"),
    ("g", "ĝğġģ"),
    ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįıǐịỉ"),
    ("j", "ĵ"),
    ("k", "ķ"),
    ("l", "ĺļľŀł"),
    ("n", "ñńņňŋ"),
    ("o", "òóôõöøōŏőơǒọỏốồổỗộớờởỡợ"),
    ("oe", "œ"),
    ("r", "ŕŗř"),
    ("s", "śŝşšșṣ"),
    ("ss", "ß"),
    ("t", "ţťŧțṭ"),
    ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔụủứừửữự"),
    ("w", "ŵ"),
    ("y", "ýÿŷỳỵỷỹ"),
    ("z", "źżž"),
    ("α", "ά"),
    ("ε", "έ"),
    ("η", "ή"),
    ("ι", "ίϊΐ"),
    ("ο", "ό"),
    ("υ", "ύϋΰ"),
    ("ω", "ώ"),
    ("σ", "ς"),
    ("е", "ё"),
    ("и", "й"),
    ("і", "ї"),
    ("г", "ґ"),
    ("ا", "أإآٱ"),
    ("ه", "ة"),
    ("ي", "ى"),
];

fn push_plain(word: &mut String, c: char) {
    let plain = (!c.is_ascii()).then(|| PLAIN.iter().find(|(_, with)| with.contains(c))).flatten();
    match plain {
        Some((plain, _)) => word.push_str(plain),
        None => word.push(c),
    }
}
