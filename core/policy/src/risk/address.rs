//! What an address says about going there.

use super::fold::Folded;
use super::lexicon::{Lexicon, Words};
use super::{PageText, Reason};
use crate::{Destination, Reach};

/// Names of a query's parts whose values say what to do.
const COMMANDS: [&str; 14] = [
    "action",
    "act",
    "do",
    "cmd",
    "command",
    "op",
    "operation",
    "task",
    "method",
    "event",
    "func",
    "function",
    "verb",
    "doaction",
];

/// Files that Chromium saves, or opens in something that isn't a page.
const FILES: [&str; 42] = [
    "7z", "apk", "appimage", "bin", "bz2", "csv", "deb", "dmg", "doc", "docx", "epub", "exe", "gz", "ics", "img",
    "iso", "jar", "mobi", "msi", "msix", "odp", "ods", "odt", "pdf", "pkg", "ppt", "pptx", "rar", "rpm", "rtf", "run",
    "sql", "tar", "tgz", "torrent", "vcf", "vsix", "xls", "xlsx", "xpi", "xz", "zip",
];

/// Why it matters where a link, a form or a navigation leads.
pub(super) fn judge(destination: &Destination, words: &Words, reasons: &mut Vec<Reason>) {
    match &destination.reach {
        // Only scripts can make anything of it.
        Reach::SameDocument => reasons.push(Reason::Scripted),
        Reach::SameOrigin => {}
        Reach::OtherOrigin(origin) => reasons.push(Reason::Leaves(origin.clone())),
        Reach::OtherProgram { scheme } => reasons.push(Reason::OtherProgram { scheme: scheme.clone() }),
        Reach::Script | Reach::Opaque | Reach::Unparsable => reasons.push(Reason::UnclearAddress),
    }
    match words {
        Words::Absent | Words::Broken => reasons.push(Reason::NoWords),
        Words::Loaded(lexicon) => read(destination, lexicon, reasons),
    }
}

/// Whether going there saves a file.
pub(super) fn is_file(destination: &Destination) -> bool {
    let name = destination.path.rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| FILES.contains(&ending.as_str()))
}

fn read(destination: &Destination, lexicon: &Lexicon, reasons: &mut Vec<Reason>) {
    let commands = destination.query.iter().filter(|(name, _)| COMMANDS.contains(&Folded::text(name).joined.as_str()));
    let path: Vec<&str> = destination.path.split('/').map(without_ending).collect();
    let names = destination.query.iter().map(|(name, _)| name.as_str());
    let says = |part: &str| lexicon.read_path(&Folded::identifier(part));
    let silent = |part: &&&str| part.chars().any(char::is_alphabetic) && says(part).is_empty();
    let silent: Vec<&str> = path.iter().filter(silent).copied().collect();
    // `account/7/close` says as much as `account-close`.
    let pairs = silent.windows(2).map(|pair| pair.join(" "));
    for part in path.iter().copied().chain(names).map(str::to_owned).chain(pairs) {
        for consequence in says(&part) {
            reasons.push(Reason::AddressSays { consequence, text: PageText(part.clone()) });
        }
    }
    // What a command says is an act, so labels' words count as well.
    for (_, value) in commands {
        let value_says = Folded::identifier(value);
        let labels = lexicon.read(&value_says).into_iter().map(|(consequence, _)| consequence);
        for consequence in lexicon.read_path(&value_says).into_iter().chain(labels) {
            reasons.push(Reason::AddressSays { consequence, text: PageText(value.clone()) });
        }
    }
}

fn without_ending(part: &str) -> &str {
    part.split_once('.').map_or(part, |(name, _)| name)
}
