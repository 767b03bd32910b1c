//! Typing into a field.

use chromiumoxide::cdp::browser_protocol::input::{DispatchKeyEventType, InsertTextParams};
use nexus_policy::Code;
use serde::{Deserialize, Serialize};

use super::act::{Act, Sent};
use super::settle::Watched;
use super::spot::Spot;
use super::{ANSWER_DEADLINE, cannot, stale};
use crate::broker::{ElementRef, Ending, KeyPress, Placement, TypedText};
use crate::browser::{Hand, HandError, InputCommand, Press, key};
use crate::engine::{Failure, Outcome};

#[derive(Deserialize)]
struct Field {
    kind: FieldKind,
}

/// What a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FieldKind {
    /// It takes text.
    Typed,
    /// It takes a value as a whole: a date, a colour, a range.
    Set,
    /// It takes one of its options.
    Choice,
    /// It is checked or not.
    Check,
    Missing,
    NotAField,
    ReadOnly,
    Disabled,
}

#[derive(Serialize)]
struct FocusArguments {
    number: u64,
    append: bool,
    sent: Sent,
}

#[derive(Deserialize)]
struct Prepared {
    problem: Option<String>,
}

#[derive(Serialize)]
struct TextArguments<'a> {
    number: u64,
    text: &'a str,
    append: bool,
    sent: Sent,
}

#[derive(Deserialize)]
struct WasSet {
    problem: Option<String>,
    takes: Option<String>,
}

/// Types into a field, checks inside the page that it now holds the text, and presses Enter if asked to. The text is
/// never part of an answer (N27).
pub(super) async fn type_text(
    hand: &Hand,
    target: ElementRef,
    text: &TypedText,
    placement: Placement,
    ending: Ending,
) -> Outcome {
    let spot = Spot::find(hand, target).await?;
    let kind = check_field(&spot, "field").await?;
    let act = Act::text(text, ending);
    spot.ready_to_fill(hand, &act).await?;
    let watched = Watched::started(hand, &act);
    let verified = put(hand, &spot, kind, text, placement).await?;
    let mut done = match ending {
        Ending::Stay => watched.finish(hand, &spot, Ok(())).await?,
        Ending::Submit => {
            let enter = KeyPress::enter();
            let enter = [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp].map(|kind| key(kind, &enter));
            let pressed = hand.input(enter.into(), ANSWER_DEADLINE).await;
            watched.finish(hand, &spot, pressed).await?
        }
    };
    let how = if verified { "The field holds exactly that now." } else { "The field holds something else now." };
    done.verified = Some(verified);
    done.summary = format!("Typed into {target}. {how} {}", done.summary).trim_end().to_owned();
    Ok(done)
}

/// Puts a text into a field of a kind that takes it; answers whether it holds it now.
pub(super) async fn put(
    hand: &Hand,
    spot: &Spot<'_>,
    kind: FieldKind,
    text: &TypedText,
    placement: Placement,
) -> Result<bool, Failure> {
    let append = placement == Placement::Append;
    let arguments = TextArguments { number: spot.reference.0, text: &text.0, append, sent: Sent::now() };
    if kind == FieldKind::Set {
        set(spot, &arguments).await?;
    } else {
        insert(hand, spot, &arguments).await?;
    }
    Ok(spot.world.call("holds", &arguments, ANSWER_DEADLINE).await?)
}

/// What a field takes, asked of the script's function of that name.
pub(super) async fn check_field(spot: &Spot<'_>, function: &'static str) -> Result<FieldKind, Failure> {
    let target = spot.reference;
    let Field { kind } = spot.world.call(function, &spot.numbered(), ANSWER_DEADLINE).await?;
    match kind {
        FieldKind::Typed | FieldKind::Set | FieldKind::Choice | FieldKind::Check => Ok(kind),
        FieldKind::Missing => Err(stale(target)),
        FieldKind::NotAField => Err(cannot(target, "isn't a field that takes text")),
        FieldKind::ReadOnly => Err(cannot(target, "is read-only")),
        FieldKind::Disabled => Err(cannot(target, "is disabled")),
    }
}

async fn insert(hand: &Hand, spot: &Spot<'_>, arguments: &TextArguments<'_>) -> Result<(), Failure> {
    let TextArguments { number, text, append, .. } = *arguments;
    spot.focus_frames().await?;
    let arguments = FocusArguments { number, append, sent: Sent::now() };
    prepared(spot, spot.world.call("focusField", &arguments, ANSWER_DEADLINE).await?)?;
    if text.is_empty() {
        if !append {
            prepared(spot, spot.world.call("clearSelection", &arguments, ANSWER_DEADLINE).await?)?;
        }
        return Ok(());
    }
    let command = InsertTextParams::new(text);
    Ok(hand.input(vec![InputCommand { command, press: Press::Neutral }], ANSWER_DEADLINE).await?)
}

fn prepared(spot: &Spot<'_>, Prepared { problem }: Prepared) -> Result<(), Failure> {
    problem.map_or(Ok(()), |problem| Err(spot.problem(&problem)))
}

async fn set(spot: &Spot<'_>, arguments: &TextArguments<'_>) -> Result<(), Failure> {
    let set: Result<WasSet, HandError> = spot.world.call("setField", arguments, ANSWER_DEADLINE).await;
    match set? {
        WasSet { problem: None, .. } => Ok(()),
        WasSet { problem: Some(problem), takes: Some(takes) } if problem == "form" => {
            Err(Failure::new(Code::InvalidArguments, format!("{} takes {takes}. Nothing was done.", spot.reference)))
        }
        WasSet { problem: Some(problem), .. } => Err(spot.problem(&problem)),
    }
}
