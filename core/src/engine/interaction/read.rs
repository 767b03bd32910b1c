//! Reading a page: the accessibility snapshot, the visible text, and elements that fit a description.

use super::reading::{Question, Whole, read};
use super::spot::Spot;
use super::{ANSWER_DEADLINE, stale};
use crate::broker::{Detail, ElementRef, SnapshotOptions, Sought};
use crate::browser::world::World;
use crate::browser::{Extent, Hand, HandError};
use crate::engine::{Done, Failure, Outcome};
use crate::redaction::Untrusted;

/// Characters of a snapshot or text if the agent doesn't say.
const DEFAULT_CHARS: usize = 40_000;
/// Elements that `browser_find` tells at most.
const MOST_FOUND: usize = 30;

pub(super) async fn snapshot(hand: &Hand, options: &SnapshotOptions) -> Outcome {
    let SnapshotOptions { within, detail, max_chars } = options;
    let question = Question {
        within: within.map(|reference| reference.0),
        interactive_only: *detail == Detail::InteractiveOnly,
        ..Question::of(max_chars.unwrap_or(DEFAULT_CHARS))
    };
    let extent = if within.is_none() { Extent::Whole } else { Extent::Part };
    let whole = read_part(hand, *within, "snapshot", question, Some(extent)).await?;
    let mut summary = format!("Snapshot with {} references.", whole.references());
    if whole.left > 0 {
        summary += &format!(
            " It is cut: about {} elements didn't fit. Ask for a part with `within`, for `interactive_only`, for more \
             `max_chars`, or use browser_find.",
            whole.left
        );
    }
    Ok(told(summary, whole))
}

pub(super) async fn text(hand: &Hand, within: Option<ElementRef>, max_chars: Option<usize>) -> Outcome {
    let question =
        Question { within: within.map(|reference| reference.0), ..Question::of(max_chars.unwrap_or(DEFAULT_CHARS)) };
    let whole = read_part(hand, within, "text", question, None).await?;
    let summary = match whole.left {
        0 => "The visible text.".to_owned(),
        left => format!("The visible text; {left} more characters didn't fit `max_chars`."),
    };
    Ok(told(summary, whole))
}

pub(super) async fn find(hand: &Hand, sought: &Sought) -> Outcome {
    let Sought { role, name, text } = sought.clone();
    let question = Question { role, name, text, ..Question::of(MOST_FOUND) };
    let whole = read_part(hand, None, "find", question, Some(Extent::Part)).await?;
    let shown: usize = whole.texts.iter().map(|text| text.lines().count()).sum();
    let summary = match (shown, whole.left) {
        (0, _) => "Nothing on the page fits. Try a part of the name or text, or take a snapshot.".to_owned(),
        (1, 0) => "One element fits.".to_owned(),
        (shown, 0) => format!("{shown} elements fit."),
        (shown, left) => format!("{shown} elements that fit; {left} more do. Say more to see those."),
    };
    let mut done = told(summary, whole);
    if shown == 0 {
        done.text = None;
    }
    Ok(done)
}

/// Reads the page, or what is below one of its elements, and learns the references if some are given out.
async fn read_part(
    hand: &Hand,
    within: Option<ElementRef>,
    name: &'static str,
    question: Question,
    extent: Option<Extent>,
) -> Result<Whole, Failure> {
    let page = hand.page();
    let document = page.state().document;
    let world = match within {
        Some(reference) => Spot::find(hand, reference).await?.world,
        None => World::of(hand, ANSWER_DEADLINE).await?,
    };
    let whole = read(world, name, question, extent.is_some()).await?;
    if let (true, Some(within)) = (whole.gone, within) {
        return Err(stale(within));
    }
    if page.state().document != document {
        return Err(HandError::DocumentGone.into());
    }
    if let Some(extent) = extent {
        page.references.learn(&document, hand.epoch(), extent, whole.given.clone());
    }
    Ok(whole)
}

fn told(mut summary: String, whole: Whole) -> Done {
    match whole.silent {
        0 => {}
        1 => summary += " One frame could not be read.",
        silent => summary += &format!(" {silent} frames could not be read."),
    }
    let mut done = Done::new(summary);
    done.origins = whole.origins;
    let texts: Vec<String> = whole.texts.into_iter().filter(|text| !text.is_empty()).collect();
    done.text = Some(Untrusted::new(texts.join("\n")));
    done
}
