//! Typing into a field.

use chromiumoxide::cdp::browser_protocol::input::{DispatchKeyEventType, InsertTextParams};
use nexus_policy::Code;
use serde::{Deserialize, Serialize};

use super::act::{Act, Sent};
use super::kept::Kept;
use super::settle::{Ended, Watched};
use super::spot::{Changed, Spot};
use super::{ANSWER_DEADLINE, Patience, cannot, stale};
use crate::broker::{ElementRef, Ending, KeyPress, Placement, TypedText};
use crate::browser::{Hand, InputCommand, Press, key};
use crate::engine::{Done, Failure, Outcome};

/// A field that is ready for text.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) kind: FieldKind,
    /// Whether it has the focus already, and in it what the text replaces or comes after.
    pub(super) is_focused: bool,
}

#[derive(Serialize)]
struct NumberedFocus {
    number: u64,
    #[serde(flatten)]
    focus: FocusArguments,
}

#[derive(Deserialize)]
struct Kind {
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

/// How a field gets the focus.
#[derive(Debug, Serialize)]
pub(super) struct FocusArguments {
    append: bool,
    sent: Sent,
}

impl FocusArguments {
    pub(super) fn now(placement: Placement) -> Self {
        Self { append: placement == Placement::Append, sent: Sent::now() }
    }
}

/// Whether a field holds the text it was given: a page may have made something else of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Held {
    Exactly,
    SomethingElse,
    /// The page came to the text too late, so it was kept from it.
    Late,
}

/// A text for a field. It goes into the page, and nowhere else.
#[derive(Serialize)]
pub(super) struct TextArguments<'a> {
    number: u64,
    text: &'a str,
    append: bool,
    sent: Sent,
}

impl<'a> TextArguments<'a> {
    fn now(spot: &Spot<'_>, TypedText(text): &'a TypedText, placement: Placement) -> Self {
        Self { number: spot.reference.0, text, append: placement == Placement::Append, sent: Sent::now() }
    }
}

/// Types into a field, checks inside the page that it now holds the text, and presses Enter if asked to; once more while a
/// busy page comes to it too late. The text is never part of an answer (N27).
pub(super) async fn type_text(
    hand: &Hand,
    target: ElementRef,
    text: &TypedText,
    placement: Placement,
    ending: Ending,
) -> Outcome {
    let spot = Spot::find(hand, target).await?;
    let patience = Patience::from_now();
    let mut done = loop {
        match try_to_type(hand, &spot, text, placement, ending).await? {
            Ended::Kept(kept) if kept.came_too_late() && !patience.is_over() => {}
            ended => break ended.or_say(|kept| kept.failure(&spot))?,
        }
    };
    let how = match done.verified {
        Some(true) => "The field holds exactly that now.",
        Some(false) => "The field holds something else now.",
        None => "The page went on before the field could be looked at again.",
    };
    done.verified = Some(done.verified == Some(true));
    done.summary = format!("Typed into {target}. {how} {}", done.summary).trim_end().to_owned();
    Ok(done)
}

async fn try_to_type(
    hand: &Hand,
    spot: &Spot<'_>,
    text: &TypedText,
    placement: Placement,
    ending: Ending,
) -> Result<Ended, Failure> {
    let act = Act::text(text, ending);
    let field = spot.ready_to_type(hand, &act, placement).await?;
    let watched = Watched::started(hand, &act);
    put(hand, spot, &field, text, placement).await?;
    if ending == Ending::Stay {
        return watched.end_typed(hand, spot, &TextArguments::now(spot, text, placement)).await;
    }
    let held = is_held(spot, text, placement).await?;
    if held == Held::Late {
        return Ok(Ended::Kept(Kept::too_late()));
    }
    let done = submit(hand, spot, watched).await?;
    Ok(Ended::Done(Done { verified: Some(held == Held::Exactly), ..done }))
}

/// Presses Enter, and once more while the page comes to it too late: the text is there, and the key did nothing.
async fn submit(hand: &Hand, spot: &Spot<'_>, mut watched: Watched) -> Outcome {
    let patience = Patience::from_now();
    loop {
        match press_enter(hand, spot, watched).await? {
            Ended::Kept(kept) if kept.came_too_late() && !patience.is_over() => {
                let again = Act::key(&KeyPress::enter());
                again.begin_at(hand, spot).await?;
                watched = Watched::started(hand, &again);
            }
            // The text is typed, so this isn't the whole to be tried again.
            Ended::Kept(kept) => return Err(kept.after_the_text(spot)),
            Ended::Done(done) => return Ok(done),
        }
    }
}

async fn press_enter(hand: &Hand, spot: &Spot<'_>, watched: Watched) -> Result<Ended, Failure> {
    let enter = KeyPress::enter();
    let enter = [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp].map(|kind| key(kind, &enter));
    let pressed = hand.input(enter.into(), ANSWER_DEADLINE).await;
    watched.end(hand, &spot.world, pressed).await
}

/// Puts a text into a field.
pub(super) async fn put(
    hand: &Hand,
    spot: &Spot<'_>,
    field: &Field,
    text: &TypedText,
    placement: Placement,
) -> Result<(), Failure> {
    if field.kind == FieldKind::Set {
        return prepare(spot, "setField", || TextArguments::now(spot, text, placement)).await;
    }
    let focus = || NumberedFocus { number: spot.reference.0, focus: FocusArguments::now(placement) };
    if !field.is_focused {
        spot.focus_frames().await?;
        prepare(spot, "focusField", focus).await?;
    }
    match text.0.as_str() {
        "" if placement == Placement::Append => Ok(()),
        "" => prepare(spot, "clearSelection", focus).await,
        text => {
            let command = InsertTextParams::new(text);
            Ok(hand.input(vec![InputCommand { command, press: Press::Neutral }], ANSWER_DEADLINE).await?)
        }
    }
}

pub(super) async fn is_held(spot: &Spot<'_>, text: &TypedText, placement: Placement) -> Result<Held, Failure> {
    Ok(spot.world.call("held", &TextArguments::now(spot, text, placement), ANSWER_DEADLINE).await?)
}

/// What a field of a form takes.
pub(super) async fn check_form_field(spot: &Spot<'_>) -> Result<FieldKind, Failure> {
    let Kind { kind } = spot.world.call("formField", &spot.numbered(), ANSWER_DEADLINE).await?;
    kind.check(spot.reference)
}

impl FieldKind {
    /// Refuses what takes nothing.
    pub(super) fn check(self, target: ElementRef) -> Result<Self, Failure> {
        match self {
            Self::Typed | Self::Set | Self::Choice | Self::Check => Ok(self),
            Self::Missing => Err(stale(target)),
            Self::NotAField => Err(cannot(target, "isn't a field that takes text")),
            Self::ReadOnly => Err(cannot(target, "is read-only")),
            Self::Disabled => Err(cannot(target, "is disabled")),
        }
    }
}

async fn prepare<A: Serialize>(
    spot: &Spot<'_>,
    function: &'static str,
    arguments: impl Fn() -> A,
) -> Result<(), Failure> {
    let Changed { problem, takes, .. } = spot.change(function, arguments).await?;
    match (problem.as_deref(), takes) {
        (None, _) => Ok(()),
        (Some("form"), Some(takes)) => {
            Err(Failure::new(Code::InvalidArguments, format!("{} takes {takes}. Nothing was done.", spot.reference)))
        }
        (Some(problem), _) => Err(spot.problem(problem)),
    }
}
