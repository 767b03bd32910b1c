//! Pressing a key: it goes to whatever has the focus, in whichever frame.

use chromiumoxide::cdp::browser_protocol::input::DispatchKeyEventType as Kind;
use serde::Deserialize;

use super::ANSWER_DEADLINE;
use super::act::Act;
use super::kept::Kept;
use super::settle::Watched;
use super::typing::only_the_person;
use crate::broker::KeyPress;
use crate::browser::world::World;
use crate::browser::{Hand, HandError, MOST_NESTED, frames_found, key};
use crate::engine::Outcome;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Focus {
    in_frame: bool,
    secret: bool,
}

pub(super) async fn press_key(hand: &Hand, pressed: &KeyPress) -> Outcome {
    let (world, secret) = focused(hand).await?;
    if secret && pressed.edits() {
        return Err(only_the_person("What has the focus"));
    }
    let act = Act::key(pressed);
    if !act.begin(&world, None).await? {
        return Err(HandError::DocumentGone.into());
    }
    let watched = Watched::started(hand, &act);
    let keys = [Kind::KeyDown, Kind::KeyUp].map(|kind| key(kind, pressed));
    let handled = hand.input(keys.into(), ANSWER_DEADLINE).await;
    let mut done = watched.end(hand, &world, handled).await?.or_say(Kept::by_what_has_the_focus)?;
    done.summary =
        format!("Pressed {}. {}", pressed.key.name.replace(' ', "Space"), done.summary).trim_end().to_owned();
    Ok(done)
}

/// The document that has the focus, and whether the key would reach a field that only the person
/// fills.
async fn focused(hand: &Hand) -> Result<(World<'_>, bool), HandError> {
    let mut world = World::of(hand, ANSWER_DEADLINE).await?;
    for _ in 0..MOST_NESTED {
        let Focus { in_frame, secret } = world.call("focused", &(), ANSWER_DEADLINE).await?;
        if !in_frame {
            return Ok((world, secret));
        }
        let frame = frames_found(&world).await?.into_iter().flatten().next().ok_or(HandError::DocumentGone)?;
        world = World::in_frame(hand, frame, ANSWER_DEADLINE).await?;
    }
    Err(HandError::Malformed)
}
