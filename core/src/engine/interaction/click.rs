//! Pressing an element, and pointing at one.

use chromiumoxide::cdp::browser_protocol::input::{self, DispatchMouseEventType as Kind};

use super::ANSWER_DEADLINE;
use super::settle::Watched;
use super::spot::{Armed, Pace, Spot};
use crate::broker::{ElementRef, Modifier, MouseButton};
use crate::browser::{Hand, bits, button};
use crate::engine::{Failure, Outcome};

/// Presses an element: moves there, tests what is under the pointer after the move, and only then sends press and
/// release, in one write, so that a take-over finds either both or neither.
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
    let modifiers = bits(modifiers);
    for pace in [Pace::Quick, Pace::Steady, Pace::Steady] {
        let at = spot.ready_to_press(pace).await?;
        let move_there = vec![button(Kind::MouseMoved, at.in_page(), input::MouseButton::None, 0, modifiers)];
        hand.input(move_there, ANSWER_DEADLINE).await?;
        let watched = Watched::started(hand.page().state());
        if spot.arm(&at, events_of(which)).await? == Armed::Shifted {
            continue;
        }
        let presses = (1..=i64::from(count))
            .flat_map(|nth| {
                [Kind::MousePressed, Kind::MouseReleased]
                    .map(|kind| button(kind, at.in_page(), cdp(which), nth, modifiers))
            })
            .collect();
        let handled = hand.input(presses, ANSWER_DEADLINE).await;
        return watched.finish(hand, &spot.world, handled).await;
    }
    Err(spot.problem("moving"))
}

/// Moves the pointer onto an element.
pub(super) async fn hover(hand: &Hand, target: ElementRef) -> Outcome {
    let spot = Spot::find(hand, target).await?;
    let at = spot.ready_to_press(Pace::Quick).await?;
    let (x, y) = at.in_page();
    let watched = Watched::start(hand, &spot, &["mousemove", "mouseover", "pointermove"]).await?;
    // Two moves: where the pointer is already there, one alone would be no event.
    let moves = [(x - 1.0, y), (x, y)].map(|at| button(Kind::MouseMoved, at, input::MouseButton::None, 0, 0));
    let handled = hand.input(moves.into(), ANSWER_DEADLINE).await;
    let mut done = match watched.finish(hand, &spot.world, handled).await {
        Err(failure) => return Err(why_not_reached(&spot, &at, failure).await),
        Ok(done) => done,
    };
    done.summary = format!("Points at {target}. {}", done.summary).trim_end().to_owned();
    Ok(done)
}

/// If the element didn't get the move, something else did: says what.
async fn why_not_reached(spot: &Spot<'_>, at: &super::spot::Point, failure: Failure) -> Failure {
    match failure.effect {
        Some(_) => spot.hit_test(at).await.err().unwrap_or(failure),
        None => failure,
    }
}

/// The events by which the target learns of the press. What goes away as soon as it is pressed has been pressed.
fn events_of(button: MouseButton) -> &'static [&'static str] {
    match button {
        MouseButton::Left => &["click", "mousedown"],
        MouseButton::Middle => &["auxclick", "mousedown"],
        MouseButton::Right => &["contextmenu", "mousedown"],
    }
}

fn cdp(button: MouseButton) -> input::MouseButton {
    match button {
        MouseButton::Left => input::MouseButton::Left,
        MouseButton::Middle => input::MouseButton::Middle,
        MouseButton::Right => input::MouseButton::Right,
    }
}
