//! Typing into a field.

use chromiumoxide::cdp::browser_protocol::input::{DispatchKeyEventType, InsertTextParams};
use nexus_policy::Code;
use serde::{Deserialize, Serialize};

use super::ready::wait_until_ready;
use super::settle::Watched;
use super::{ANSWER_DEADLINE, check_reference, stale};
use crate::broker::{ElementRef, Ending, Placement, TypedText};
use crate::browser::world::World;
use crate::browser::{Hand, HandError, InputCommand, Press, key};
use crate::engine::{Failure, Outcome};

#[derive(Serialize)]
struct Target {
    number: u64,
}

#[derive(Deserialize)]
struct Field {
    kind: FieldKind,
    secret: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FieldKind {
    /// It takes text.
    Typed,
    /// It takes a value as a whole: a date, a colour, a range.
    Set,
    Missing,
    NotAField,
    ReadOnly,
}

#[derive(Serialize)]
struct FocusArguments {
    number: u64,
    append: bool,
}

#[derive(Deserialize)]
struct Focused {
    focused: bool,
}

#[derive(Serialize)]
struct TextArguments<'a> {
    number: u64,
    text: &'a str,
    append: bool,
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
    check_reference(hand, target)?;
    let world = World::of(hand, ANSWER_DEADLINE).await?;
    let kind = check_field(&world, target).await?;
    wait_until_ready(&world, target).await?;
    let watched = Watched::start(hand, &world, target, event_of(ending)).await?;
    let arguments = TextArguments { number: target.0, text: &text.0, append: placement == Placement::Append };
    match kind {
        FieldKind::Set => set(&world, target, &arguments).await?,
        FieldKind::Typed | FieldKind::Missing | FieldKind::NotAField | FieldKind::ReadOnly => {
            insert(hand, &world, target, &arguments).await?;
        }
    }
    let verified: bool = world.call("holds", &arguments, ANSWER_DEADLINE).await?;
    let mut done = match ending {
        Ending::Stay => watched.finish(hand, &world, Ok(())).await?,
        Ending::Submit => {
            let enter = [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp].map(key).into();
            let pressed = hand.input(enter, ANSWER_DEADLINE).await;
            watched.finish(hand, &world, pressed).await?
        }
    };
    let how = if verified { "The field holds exactly that now." } else { "The field holds something else now." };
    done.verified = Some(verified);
    done.summary = format!("Typed into {target}. {how} {}", done.summary).trim_end().to_owned();
    Ok(done)
}

/// The event by which the field learns of what was done last.
fn event_of(ending: Ending) -> &'static str {
    match ending {
        // What a field makes of the text is `verified`'s to say; this comes also where it takes none of it.
        Ending::Stay => "beforeinput",
        Ending::Submit => "keydown",
    }
}

async fn check_field(world: &World<'_>, target: ElementRef) -> Result<FieldKind, Failure> {
    let Field { kind, secret } = world.call("field", &Target { number: target.0 }, ANSWER_DEADLINE).await?;
    if secret {
        let sentence = format!("{target} takes a password, a code or a card number, which only the person types.");
        return Err(Failure::new(Code::HandoffRequired, sentence));
    }
    match kind {
        FieldKind::Typed | FieldKind::Set => Ok(kind),
        FieldKind::Missing => Err(stale(target)),
        FieldKind::NotAField => Err(cannot(target, "isn't a field that takes text")),
        FieldKind::ReadOnly => Err(cannot(target, "is read-only")),
    }
}

fn cannot(target: ElementRef, why: &str) -> Failure {
    Failure::new(Code::NotActionable, format!("{target} {why}. Nothing was done."))
}

async fn insert(
    hand: &Hand,
    world: &World<'_>,
    target: ElementRef,
    arguments: &TextArguments<'_>,
) -> Result<(), Failure> {
    let TextArguments { number, text, append } = *arguments;
    let Focused { focused } = world.call("focusField", &FocusArguments { number, append }, ANSWER_DEADLINE).await?;
    if !focused {
        return Err(cannot(target, "doesn't take the focus"));
    }
    if text.is_empty() {
        if !append {
            let _cleared: bool = world.call("clearSelection", &(), ANSWER_DEADLINE).await?;
        }
        return Ok(());
    }
    let command = InsertTextParams::new(text);
    Ok(hand.input(vec![InputCommand { command, press: Press::Neutral }], ANSWER_DEADLINE).await?)
}

async fn set(world: &World<'_>, target: ElementRef, arguments: &TextArguments<'_>) -> Result<(), Failure> {
    let set: Result<bool, HandError> = world.call("setField", arguments, ANSWER_DEADLINE).await;
    if set? { Ok(()) } else { Err(stale(target)) }
}
