//! Reading a page: the accessibility snapshot and the visible text.

use chromiumoxide::cdp::browser_protocol::accessibility;
use chromiumoxide::{Command, Method};
use serde::{Deserialize, Serialize};

use super::{ANSWER_DEADLINE, check_reference, stale};
use crate::broker::{Detail, ElementRef, SnapshotOptions};
use crate::browser::world::World;
use crate::browser::{Extent, Hand, HandError, adopt_closed_roots};
use crate::engine::{Done, Outcome};
use crate::redaction::Untrusted;

/// Characters of a snapshot or text if the agent doesn't say.
const DEFAULT_CHARS: usize = 40_000;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SnapshotArguments {
    within: Option<u64>,
    interactive_only: bool,
    max_chars: usize,
    next: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SnapshotResult {
    gone: bool,
    #[serde(default)]
    text: String,
    #[serde(default)]
    left: usize,
    #[serde(default)]
    frames: usize,
    #[serde(default)]
    references: Vec<u64>,
    #[serde(default)]
    next: u64,
}

pub(super) async fn snapshot(hand: &Hand, options: &SnapshotOptions) -> Outcome {
    let SnapshotOptions { within, detail, max_chars } = options;
    if let Some(within) = within {
        check_reference(hand, *within)?;
    }
    let page = hand.page();
    let document = page.state().document;
    wake_accessibility(hand, &document).await?;
    let world = World::of(hand, ANSWER_DEADLINE).await?;
    adopt_closed_roots(&world).await?;
    let arguments = SnapshotArguments {
        within: within.map(|reference| reference.0),
        interactive_only: *detail == Detail::InteractiveOnly,
        max_chars: max_chars.unwrap_or(DEFAULT_CHARS),
        next: page.references.last() + 1,
    };
    let result: SnapshotResult = world.call("snapshot", &arguments, ANSWER_DEADLINE).await?;
    page.references.reserve(result.next.saturating_sub(1));
    if let (true, Some(within)) = (result.gone, within) {
        return Err(stale(*within));
    }
    if page.state().document != document {
        return Err(HandError::DocumentGone.into());
    }
    let extent = if within.is_none() { Extent::Whole } else { Extent::Part };
    page.references.learn(&document, hand.epoch(), extent, result.references.iter().copied());
    let mut done = Done::new(describe(&result));
    done.text = Some(Untrusted::new(result.text));
    Ok(done)
}

fn describe(result: &SnapshotResult) -> String {
    let mut summary = format!("Snapshot with {} references.", result.references.len());
    if result.left > 0 {
        summary += &format!(
            " {} more lines didn't fit: ask for a part with `within`, for `interactive_only`, or for more `max_chars`.",
            result.left
        );
    }
    if result.frames > 0 {
        summary += &format!(" The content of {} frames isn't included.", result.frames);
    }
    summary
}

/// Has Chromium keep the accessibility tree of this document: without that each name is worked out from nothing.
async fn wake_accessibility(hand: &Hand, document: &str) -> Result<(), HandError> {
    if hand.page().accessible_document() == document {
        return Ok(());
    }
    hand.ask(accessibility::EnableParams::default(), ANSWER_DEADLINE).await?;
    hand.ask(GetRootAxNode {}, ANSWER_DEADLINE).await?;
    hand.page().set_accessible_document(document);
    Ok(())
}

/// `Accessibility.getRootAXNode`, asked for its effect alone: a node's properties differ between Chromium versions.
#[derive(Debug, Serialize)]
struct GetRootAxNode {}

impl Method for GetRootAxNode {
    fn identifier(&self) -> chromiumoxide::types::MethodId {
        "Accessibility.getRootAXNode".into()
    }
}

impl Command for GetRootAxNode {
    type Response = serde::de::IgnoredAny;
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TextArguments {
    within: Option<u64>,
    max_chars: usize,
}

#[derive(Deserialize)]
struct TextResult {
    gone: bool,
    #[serde(default)]
    text: String,
    #[serde(default)]
    left: usize,
}

pub(super) async fn text(hand: &Hand, within: Option<ElementRef>, max_chars: Option<usize>) -> Outcome {
    if let Some(within) = within {
        check_reference(hand, within)?;
    }
    let world = World::of(hand, ANSWER_DEADLINE).await?;
    adopt_closed_roots(&world).await?;
    let max_chars = max_chars.unwrap_or(DEFAULT_CHARS);
    let arguments = TextArguments { within: within.map(|reference| reference.0), max_chars };
    let TextResult { gone, text, left } = world.call("text", &arguments, ANSWER_DEADLINE).await?;
    if let (true, Some(within)) = (gone, within) {
        return Err(stale(within));
    }
    let mut done = Done::new(match left {
        0 => "The visible text.".to_owned(),
        left => format!("The visible text; {left} more characters didn't fit `max_chars`."),
    });
    done.text = Some(Untrusted::new(text));
    Ok(done)
}
