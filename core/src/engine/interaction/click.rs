//! Pressing an element, and pointing at one.

use std::iter;

use chromiumoxide::cdp::browser_protocol::input::{self, DispatchMouseEventParams, DispatchMouseEventType as Kind};

use super::act::Act;
use super::settle::{Ended, Watched};
use super::spot::{Pace, Point, Spot};
use super::{ANSWER_DEADLINE, Patience};
use crate::broker::{ElementRef, Modifier, MouseButton};
use crate::browser::{Hand, InputCommand, bits, button};
use crate::engine::{Failure, Outcome};

/// Presses an element: pointer, press and release go in one write, so that a take-over finds all of it or nothing, and so
/// that a page has no time in between. Whether they come to what was looked at is for the guard to see, in the page.
pub(super) async fn click(
    hand: &Hand,
    target: ElementRef,
    which: MouseButton,
    count: u8,
    modifiers: &[Modifier],
) -> Outcome {
    let spot = Spot::find(hand, target).await?;
    let mut done = press(hand, &spot, which, count, modifiers).await?;
    done.summary = format!("Clicked {target}. {}", done.summary).trim_end().to_owned();
    Ok(done)
}

/// The same for an element that has been found.
pub(super) async fn press(
    hand: &Hand,
    spot: &Spot<'_>,
    which: MouseButton,
    count: u8,
    modifiers: &[Modifier],
) -> Outcome {
    let patience = Patience::from_now();
    let mut pace = Pace::Quick;
    loop {
        let act = Act::press(which);
        let at = spot.ready_to_press(hand, pace, &act).await?;
        let watched = Watched::started(hand, &act);
        let handled = hand.input(presses(&at, which, count, bits(modifiers)), ANSWER_DEADLINE).await;
        match watched.end(hand, &spot.world, handled).await? {
            Ended::Kept(kept) if kept.may_be_tried_again() && !patience.is_over() => pace = Pace::Steady,
            ended => return ended.or_say(|kept| kept.failure(spot)),
        }
    }
}

fn presses(at: &Point, which: MouseButton, count: u8, modifiers: i64) -> Vec<InputCommand<DispatchMouseEventParams>> {
    let at = at.in_page();
    let there = button(Kind::MouseMoved, at, input::MouseButton::None, 0, modifiers);
    let presses = (1..=i64::from(count)).flat_map(|nth| {
        [Kind::MousePressed, Kind::MouseReleased].map(|kind| button(kind, at, cdp(which), nth, modifiers))
    });
    iter::once(there).chain(presses).collect()
}

/// Moves the pointer onto an element.
pub(super) async fn hover(hand: &Hand, target: ElementRef) -> Outcome {
    let spot = Spot::find(hand, target).await?;
    let act = Act::point();
    let at = spot.ready_to_press(hand, Pace::Quick, &act).await?;
    let (x, y) = at.in_page();
    let watched = Watched::started(hand, &act);
    // Two moves: where the pointer is already there, one alone would be no event.
    let moves = [(x - 1.0, y), (x, y)].map(|at| button(Kind::MouseMoved, at, input::MouseButton::None, 0, 0));
    let handled = hand.input(moves.into(), ANSWER_DEADLINE).await;
    let mut done = match watched.end(hand, &spot.world, handled).await? {
        Ended::Done(done) => done,
        Ended::Kept(kept) => return Err(why_not_reached(&spot, &at, kept.failure(&spot)).await),
    };
    done.summary = format!("Points at {target}. {}", done.summary).trim_end().to_owned();
    Ok(done)
}

/// If the element didn't get the move, something else did: says what.
async fn why_not_reached(spot: &Spot<'_>, at: &Point, failure: Failure) -> Failure {
    spot.hit_test(at).await.err().unwrap_or(failure)
}

fn cdp(button: MouseButton) -> input::MouseButton {
    match button {
        MouseButton::Left => input::MouseButton::Left,
        MouseButton::Middle => input::MouseButton::Middle,
        MouseButton::Right => input::MouseButton::Right,
    }
}
