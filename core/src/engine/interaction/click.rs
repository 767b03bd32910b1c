//! Pressing an element.

use chromiumoxide::cdp::browser_protocol::input::{self, DispatchMouseEventType as Kind};

use super::ready::{hit_test, wait_until_ready};
use super::settle::Watched;
use super::{ANSWER_DEADLINE, check_reference};
use crate::broker::{ElementRef, Modifier, MouseButton};
use crate::browser::world::World;
use crate::browser::{Hand, button};
use crate::engine::Outcome;

/// Presses an element: moves there, tests what is under the pointer after the move, and only then sends press and
/// release, in one write, so that a take-over finds either both or neither.
pub(super) async fn click(
    hand: &Hand,
    target: ElementRef,
    which: MouseButton,
    count: u8,
    modifiers: &[Modifier],
) -> Outcome {
    check_reference(hand, target)?;
    let world = World::of(hand, ANSWER_DEADLINE).await?;
    let at = wait_until_ready(&world, target).await?;
    let modifiers = modifiers.iter().fold(0, |bits, modifier| bits | bit(*modifier));
    let move_there = vec![button(Kind::MouseMoved, at, input::MouseButton::None, 0, modifiers)];
    hand.input(move_there, ANSWER_DEADLINE).await?;
    let watched = Watched::start(hand, &world, target, event_of(which)).await?;
    hit_test(&world, target, at).await?;
    let presses = (1..=i64::from(count))
        .flat_map(|nth| {
            [Kind::MousePressed, Kind::MouseReleased].map(|kind| button(kind, at, cdp(which), nth, modifiers))
        })
        .collect();
    let handled = hand.input(presses, ANSWER_DEADLINE).await;
    let mut done = watched.finish(hand, &world, handled).await?;
    done.summary = format!("Clicked {target}. {}", done.summary).trim_end().to_owned();
    Ok(done)
}

/// The event by which the target learns of the press.
fn event_of(button: MouseButton) -> &'static str {
    match button {
        MouseButton::Left => "click",
        MouseButton::Middle => "auxclick",
        MouseButton::Right => "contextmenu",
    }
}

fn cdp(button: MouseButton) -> input::MouseButton {
    match button {
        MouseButton::Left => input::MouseButton::Left,
        MouseButton::Middle => input::MouseButton::Middle,
        MouseButton::Right => input::MouseButton::Right,
    }
}

fn bit(modifier: Modifier) -> i64 {
    match modifier {
        Modifier::Alt => 1,
        Modifier::Control => 2,
        Modifier::Meta => 4,
        Modifier::Shift => 8,
    }
}
