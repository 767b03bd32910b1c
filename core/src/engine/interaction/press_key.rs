//! Pressing a key: it goes to whatever has the focus, in whichever frame.

use chromiumoxide::cdp::browser_protocol::input::DispatchKeyEventType as Kind;
use serde::Deserialize;

use super::act::Act;
use super::evidence::check_judged;
use super::kept::Kept;
use super::settle::{Ended, Watched};
use super::{ANSWER_DEADLINE, Patience};
use crate::broker::KeyPress;
use crate::browser::world::World;
use crate::browser::{Hand, HandError, MOST_NESTED, Sight, frames_found, key};
use crate::engine::{Failure, Outcome};

pub(super) async fn press_key(hand: &Hand, pressed: &KeyPress) -> Outcome {
    let patience = Patience::from_now();
    let mut done = loop {
        match try_to_press(hand, pressed).await? {
            Ended::Kept(kept) if kept.came_too_late() && !patience.is_over() => {}
            ended => break ended.or_say(Kept::by_what_has_the_focus)?,
        }
    };
    done.summary =
        format!("Pressed {}. {}", pressed.key.name.replace(' ', "Space"), done.summary).trim_end().to_owned();
    Ok(done)
}

async fn try_to_press(hand: &Hand, pressed: &KeyPress) -> Result<Ended, Failure> {
    let world = focused_world(hand).await?;
    let act = Act::key(pressed);
    let begun = act.begin(&world, None).await?;
    if !begun.is_there {
        return Err(HandError::DocumentGone.into());
    }
    check_judged(hand, &begun.facts)?;
    let watched = Watched::started(hand, &act);
    let keys = [Kind::KeyDown, Kind::KeyUp].map(|kind| key(kind, pressed));
    let handled = hand.input(keys.into(), ANSWER_DEADLINE).await;
    watched.end(hand, &world, handled).await
}

/// The document that has the focus.
pub(super) async fn focused_world(sight: &Sight) -> Result<World<'_>, HandError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Focus {
        in_frame: bool,
    }
    let mut world = World::of(sight, ANSWER_DEADLINE).await?;
    for _ in 0..MOST_NESTED {
        let Focus { in_frame } = world.call("focused", &(), ANSWER_DEADLINE).await?;
        if !in_frame {
            return Ok(world);
        }
        let frame = frames_found(&world).await?.into_iter().flatten().next().ok_or(HandError::DocumentGone)?;
        world = World::in_frame(sight, frame, ANSWER_DEADLINE).await?;
    }
    Err(HandError::Malformed)
}
