//! Scrolling by the wheel, as a person does, or to an element.

use chromiumoxide::cdp::browser_protocol::input::{self, DispatchMouseEventType as Kind};
use serde::{Deserialize, Serialize};

use super::spot::{Place, Spot};
use super::{ANSWER_DEADLINE, settle};
use crate::broker::{ActEffect, ElementRef, Scroll};
use crate::browser::world::World;
use crate::browser::{Hand, HandError, button};
use crate::engine::{Done, Outcome};

#[derive(Serialize)]
struct Over {
    number: Option<u64>,
}

#[derive(Deserialize)]
struct Moved {
    #[serde(default)]
    moved: bool,
    #[serde(default)]
    problem: Option<String>,
}

pub(super) async fn scroll(hand: &Hand, scroll: Scroll) -> Outcome {
    let before = hand.page().state();
    let moved = match scroll {
        Scroll::IntoView(target) => into_view(hand, target).await?,
        Scroll::By { over: Some(target), dx, dy } => {
            let spot = Spot::find(hand, target).await?;
            let at: Place = spot.world.call("beginScroll", &Over { number: Some(target.0) }, ANSWER_DEADLINE).await?;
            let at = spot.point(spot.placed(at)?).await?.in_page();
            by(hand, &spot.world, at, (dx, dy)).await?
        }
        Scroll::By { over: None, dx, dy } => {
            let world = World::of(hand, ANSWER_DEADLINE).await?;
            let at: Place = world.call("beginScroll", &Over { number: None }, ANSWER_DEADLINE).await?;
            let Place::At { x, y } = at else { return Err(HandError::DocumentGone.into()) };
            by(hand, &world, (x, y), (dx, dy)).await?
        }
    };
    let mut done: Done = settle::changes(&before, &hand.page().state());
    let (what, effect) = match (moved, scroll) {
        (true, Scroll::IntoView(target)) => (format!("Scrolled {target} into view."), ActEffect::Changed),
        (false, Scroll::IntoView(target)) => (format!("{target} is in view already."), ActEffect::Delivered),
        (true, Scroll::By { .. }) => ("Scrolled.".to_owned(), ActEffect::Changed),
        (false, Scroll::By { .. }) => (
            "The wheel turned there, but nothing moved: it is at its end, or doesn't scroll.".to_owned(),
            ActEffect::Delivered,
        ),
    };
    done.effect = Some(done.effect.unwrap_or(effect));
    done.summary = format!("{what} {}", done.summary).trim_end().to_owned();
    Ok(done)
}

async fn into_view(hand: &Hand, target: ElementRef) -> Result<bool, crate::engine::Failure> {
    let spot = Spot::find(hand, target).await?;
    let Moved { moved, problem } = spot.world.call("show", &spot.numbered(), ANSWER_DEADLINE).await?;
    problem.map_or(Ok(moved), |problem| Err(spot.problem(&problem)))
}

async fn by(hand: &Hand, world: &World<'_>, at: (f64, f64), (dx, dy): (f64, f64)) -> Result<bool, HandError> {
    let mut wheel = button(Kind::MouseWheel, at, input::MouseButton::None, 0, 0);
    (wheel.command.delta_x, wheel.command.delta_y) = (Some(dx), Some(dy));
    hand.point_at(at, (0.0, 0.0));
    hand.input(vec![wheel], ANSWER_DEADLINE).await?;
    let Moved { moved, .. } = world.call("endScroll", &(), ANSWER_DEADLINE).await?;
    Ok(moved)
}
