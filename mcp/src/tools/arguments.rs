//! Pieces that several tools' arguments are made of, and how they are parsed.

use std::str::FromStr;
use std::time::Duration;

use nexus_core::broker::{ElementRef, PageRequest, Request};
use nexus_policy::{Code, LeaseId, NotAnId, PageId, Refusal, Scope};

use super::Asked;

/// The longest address, in characters.
pub(super) const MAX_ADDRESS_CHARS: usize = 16_384;
/// The most that is typed at once, in characters.
pub(super) const MAX_TYPED_CHARS: usize = 100_000;
/// The longest text that is waited for, in characters.
pub(super) const MAX_WAITED_CHARS: usize = 1_000;

/// A no that says what the argument takes.
pub(super) fn wrong(sentence: impl Into<String>) -> Refusal {
    Refusal::new(Code::InvalidArguments, sentence)
}

/// An id.
pub(super) fn id<I: FromStr<Err = NotAnId>>(argument: &str, text: &str) -> Result<I, Refusal> {
    text.parse().map_err(|NotAnId { example }| wrong(format!("`{argument}` takes an id like {example}.")))
}

/// An id that may be left out.
pub(super) fn optional_id<I: FromStr<Err = NotAnId>>(argument: &str, text: Option<&str>) -> Result<Option<I>, Refusal> {
    text.map(|text| id(argument, text)).transpose()
}

/// A reference such as `e12`.
pub(super) fn element(argument: &str, text: &str) -> Result<ElementRef, Refusal> {
    let number = numbered('e', text).map(ElementRef);
    number.ok_or_else(|| wrong(format!("`{argument}` takes a ref from the latest snapshot, like e12.")))
}

/// The number after a letter, as NEXUS writes it.
pub(super) fn numbered(letter: char, text: &str) -> Option<u64> {
    let digits = text.strip_prefix(letter).filter(|digits| !digits.starts_with('0'))?;
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// A reference that may be left out.
pub(super) fn optional_element(argument: &str, text: Option<&str>) -> Result<Option<ElementRef>, Refusal> {
    text.map(|text| element(argument, text)).transpose()
}

/// Exactly one of `window` and `page`.
pub(super) fn scope(window: Option<&str>, page: Option<&str>) -> Result<Scope, Refusal> {
    match (window, page) {
        (Some(window), None) => id("window", window).map(Scope::Window),
        (None, Some(page)) => id("page", page).map(Scope::Page),
        (None, None) | (Some(_), Some(_)) => Err(wrong("Give exactly one of `window` and `page`.")),
    }
}

/// `window`, `page`, or neither.
pub(super) fn optional_scope(window: Option<&str>, page: Option<&str>) -> Result<Option<Scope>, Refusal> {
    match (window, page) {
        (None, None) => Ok(None),
        (window, page) => scope(window, page).map(Some),
    }
}

/// A length of time; the schema has checked that it is neither negative nor long.
pub(super) fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// A request about a page, under the lease it names.
pub(super) fn on_page(page: Option<&str>, lease: Option<&str>, request: PageRequest) -> Result<Asked, Refusal> {
    let page: Option<PageId> = optional_id("page", page)?;
    under_lease(lease, Request::OnPage { page, request })
}

/// A request under the lease it names.
pub(super) fn under_lease(lease: Option<&str>, request: Request) -> Result<Asked, Refusal> {
    let lease: Option<LeaseId> = optional_id("lease", lease)?;
    Ok(Asked { lease, request })
}
