//! What a field for files takes, by its `accept`: a hint of the page's, which a file is held against by its name alone.

/// The kinds of files whose endings are no matter of opinion.
const KINDS: &[(&str, &[&str])] = &[
    ("image/png", &["png"]),
    ("image/jpeg", &["jpg", "jpeg"]),
    ("image/gif", &["gif"]),
    ("image/webp", &["webp"]),
    ("image/svg+xml", &["svg"]),
    ("application/pdf", &["pdf"]),
    ("application/zip", &["zip"]),
    ("application/json", &["json"]),
    ("text/plain", &["txt"]),
    ("text/csv", &["csv"]),
    ("text/html", &["html", "htm"]),
    ("audio/mpeg", &["mp3"]),
    ("audio/wav", &["wav"]),
    ("video/mp4", &["mp4"]),
    ("video/webm", &["webm"]),
    ("application/msword", &["doc"]),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", &["docx"]),
    ("application/vnd.ms-excel", &["xls"]),
    ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", &["xlsx"]),
];

/// Whether a field with this `accept` takes a file of this name. Where that can't be told, it does: the page sees for itself.
pub(crate) fn accepts(accept: &str, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let wanted: Vec<String> =
        accept.split(',').map(|token| token.trim().to_ascii_lowercase()).filter(|token| !token.is_empty()).collect();
    wanted.is_empty() || wanted.iter().any(|token| takes(token, &name))
}

fn takes(token: &str, name: &str) -> bool {
    if token.starts_with('.') {
        return name.ends_with(token);
    }
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match KINDS.iter().find(|(_, endings)| endings.contains(&ending)) {
        None => true,
        Some((kind, _)) => match token.strip_suffix("/*") {
            Some("*") => true,
            Some(family) => kind.split_once('/').is_some_and(|(first, _)| first == family),
            // A kind that isn't in the list may go with any ending.
            None => token == *kind || !KINDS.iter().any(|(known, _)| known == &token),
        },
    }
}
