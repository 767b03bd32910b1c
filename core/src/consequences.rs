//! The words of consequence that policy compares labels with: those that come with NEXUS, and those the person adds.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use nexus_policy::{Consequence, FieldKind, Lexicon, Words};
use serde::Deserialize;
use toml::Spanned;

const OWN: &str = include_str!("../../resources/consequences.toml");

/// The name of the person's own file in the data directory.
pub const FILE_NAME: &str = "consequences.toml";

/// Why words couldn't be read. Until that is mended, nothing that a page's scripts decide about goes unasked.
#[derive(Debug, thiserror::Error)]
pub enum ConsequencesError {
    /// The file is there and can't be read.
    #[error("consequences_unreadable: {path}: {source}")]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It isn't what it should be.
    #[error("consequences_broken: {path}, line {line}: {problem}")]
    Broken {
        /// Which.
        path: PathBuf,
        /// Where, from 1.
        line: usize,
        /// What.
        problem: String,
    },
}

/// A problem, and at which byte of the text it is.
struct Problem {
    at: usize,
    what: String,
}

type Entries = BTreeMap<String, Vec<Spanned<String>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    words: BTreeMap<Spanned<String>, Entries>,
    #[serde(default)]
    paths: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
    #[serde(default)]
    fields: BTreeMap<Spanned<String>, Entries>,
    #[serde(default)]
    harmless: Entries,
    #[serde(default)]
    vague: Entries,
    #[serde(default)]
    handling: Entries,
    #[serde(default)]
    orders: Entries,
    #[serde(default)]
    looking: Entries,
    #[serde(default)]
    screen: Entries,
}

/// Whose words they are. The person's own only add (N14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Author {
    Nexus,
    Person,
}

/// The words, and why they are broken if they are. A file of the person's own that isn't there is fine.
pub fn load(data_dir: &Path) -> (Words, Option<ConsequencesError>) {
    match read_all(data_dir) {
        Ok(lexicon) => (Words::Loaded(lexicon), None),
        Err(error) => (Words::Broken, Some(error)),
    }
}

/// The words that come with NEXUS, alone.
pub fn own() -> Words {
    let mut lexicon = Lexicon::default();
    match add(&mut lexicon, OWN, Author::Nexus) {
        Ok(()) => Words::Loaded(lexicon),
        Err(_) => Words::Broken,
    }
}

fn read_all(data_dir: &Path) -> Result<Lexicon, ConsequencesError> {
    let mut lexicon = Lexicon::default();
    let resource = Path::new("resources").join(FILE_NAME);
    add(&mut lexicon, OWN, Author::Nexus).map_err(|problem| problem.in_file(&resource, OWN))?;
    let path = data_dir.join(FILE_NAME);
    match std::fs::read_to_string(&path) {
        Ok(text) => add(&mut lexicon, &text, Author::Person).map_err(|problem| problem.in_file(&path, &text))?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(source) => return Err(ConsequencesError::Unreadable { path, source }),
    }
    Ok(lexicon)
}

fn add(lexicon: &mut Lexicon, text: &str, author: Author) -> Result<(), Problem> {
    let File { words, paths, fields, harmless, vague, handling, orders, looking, screen } = toml::from_str(text)
        .map_err(|error| Problem { at: error.span().map_or(0, |span| span.start), what: error.message().to_owned() })?;
    for (kind, entries) in &words {
        let kind = consequence(kind)?;
        each(entries, |entry| lexicon.add_words(kind, entry))?;
    }
    for (kind, entries) in &paths {
        let kind = consequence(kind)?;
        entries.iter().try_for_each(|entry| checked(entry, |entry| lexicon.add_path(kind, entry)))?;
    }
    for (kind, entries) in &fields {
        let kind = field_kind(kind)?;
        each(entries, |entry| lexicon.add_field(kind, entry))?;
    }
    let mut calming = [&harmless, &looking, &screen].into_iter().flat_map(BTreeMap::values).flatten();
    if let (Author::Person, Some(entry)) = (author, calming.next()) {
        let what = "harmless phrases can't be added: your words only make NEXUS ask more".to_owned();
        return Err(Problem { at: entry.span().start, what });
    }
    each(&harmless, |entry| lexicon.add_harmless(entry))?;
    each(&vague, |entry| lexicon.add_vague(entry))?;
    each(&handling, |entry| lexicon.add_handling(entry))?;
    each(&orders, |entry| lexicon.add_order(entry))?;
    each(&looking, |entry| lexicon.add_looking(entry))?;
    each(&screen, |entry| lexicon.add_screen(entry))
}

fn each<E: std::fmt::Display>(entries: &Entries, mut add: impl FnMut(&str) -> Result<(), E>) -> Result<(), Problem> {
    entries.values().flatten().try_for_each(|entry| checked(entry, &mut add))
}

fn checked<E: std::fmt::Display>(
    entry: &Spanned<String>,
    add: impl FnOnce(&str) -> Result<(), E>,
) -> Result<(), Problem> {
    add(entry.as_ref()).map_err(|error| Problem { at: entry.span().start, what: error.to_string() })
}

fn consequence(name: &Spanned<String>) -> Result<Consequence, Problem> {
    let known = Consequence::ALL.into_iter().find(|kind| kind.as_str() == name.as_ref().as_str());
    known.ok_or_else(|| {
        let all = Consequence::ALL.map(Consequence::as_str).join(", ");
        Problem { at: name.span().start, what: format!("no such consequence; there are {all}") }
    })
}

fn field_kind(name: &Spanned<String>) -> Result<FieldKind, Problem> {
    match name.as_ref().as_str() {
        "password" => Ok(FieldKind::Password),
        "one_time_code" => Ok(FieldKind::OneTimeCode),
        "payment" => Ok(FieldKind::Payment),
        _ => {
            let what = "no such kind of field; there are password, one_time_code, payment".to_owned();
            Err(Problem { at: name.span().start, what })
        }
    }
}

impl Problem {
    fn in_file(self, path: &Path, text: &str) -> ConsequencesError {
        let line = text.bytes().take(self.at).filter(|byte| *byte == b'\n').count() + 1;
        ConsequencesError::Broken { path: path.to_owned(), line, problem: self.what }
    }
}

#[cfg(test)]
mod tests;
