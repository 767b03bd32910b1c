//! Dragging one element onto another. What the browser itself drags is intercepted, so that the person's screen never sees
//! a drag of the desktop.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::input::{
    self, DispatchDragEventType, DispatchMouseEventParams, DispatchMouseEventType as Kind, SetInterceptDragsParams,
};
use chromiumoxide::types::MethodId;
use chromiumoxide::{Command, Method};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::ANSWER_DEADLINE;
use super::act::Act;
use super::kept::Kept;
use super::settle::Watched;
use super::spot::{Pace, Spot};
use crate::broker::{ElementRef, MouseButton};
use crate::browser::{Hand, HandError, InputCommand, Press, button};
use crate::engine::Outcome;

/// How long Chromium may take to tell what is dragged, once the page let a drag begin.
const DRAG_DEADLINE: Duration = Duration::from_secs(1);
/// Moves on the way: pages listen for more than the first and the last.
const STEPS: u8 = 6;

/// `Input.dispatchDragEvent` with the data as Chromium gave it.
#[derive(Debug, Clone, Serialize)]
struct DispatchDragEvent {
    r#type: DispatchDragEventType,
    x: f64,
    y: f64,
    data: Box<RawValue>,
}

impl Method for DispatchDragEvent {
    fn identifier(&self) -> MethodId {
        "Input.dispatchDragEvent".into()
    }
}

impl Command for DispatchDragEvent {
    type Response = serde::de::IgnoredAny;
}

pub(super) async fn drag(hand: &Hand, from: ElementRef, to: ElementRef) -> Outcome {
    let source = Spot::find(hand, from).await?;
    let target = Spot::find(hand, to).await?;
    // A drag that can't end is not begun.
    target.ready().await?;
    let start = source.ready_to_press(hand, Pace::Steady, &Act::press(MouseButton::Left)).await?;
    let (x, y) = start.in_page();
    let _there: bool = source.world.call("watchDrag", &source.numbered(), ANSWER_DEADLINE).await?;
    hand.page().update(|state| state.drag = None);
    let intercepted = Intercepted::start(hand).await?;
    hand.input(vec![moved((x, y), input::MouseButton::None), left(Kind::MousePressed, (x, y))], ANSWER_DEADLINE)
        .await?;
    // A first short way: that is what makes it a drag.
    for way in [3.0, 8.0] {
        move_to(hand, (x + way, y + way)).await?;
    }
    let Begun { pressed, by_browser } = source.world.call("dragBegun", &(), ANSWER_DEADLINE).await?;
    if !pressed {
        let_go(hand, (x, y)).await?;
        return Err(Kept::before_it_came().failure(&source));
    }
    let end = match target.ready().await {
        Ok(end) => end,
        Err(failure) => {
            // What stays held would be dragged along by whatever comes next.
            let_go(hand, (x, y)).await?;
            return Err(failure);
        }
    };
    let act = Act::drop_of(from);
    act.begin_at(hand, &target).await?;
    let watched = Watched::started(hand, &act);
    let handled = if by_browser {
        drop_data(hand, end.in_page()).await
    } else {
        carry(hand, start.in_page(), end.in_page()).await
    };
    drop(intercepted);
    let mut done = watched.finish(hand, &target, handled).await?;
    done.summary = format!("Dragged {from} to {to}. {}", done.summary).trim_end().to_owned();
    Ok(done)
}

/// How a drag began.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Begun {
    /// Whether the press came to what is dragged.
    pressed: bool,
    /// Whether the page has the browser drag it, rather than drags by itself.
    by_browser: bool,
}

fn moved(at: (f64, f64), held: input::MouseButton) -> InputCommand<DispatchMouseEventParams> {
    let mut moved = button(Kind::MouseMoved, at, held.clone(), 0, 0);
    moved.command.buttons = (held == input::MouseButton::Left).then_some(1);
    moved
}

fn left(kind: Kind, at: (f64, f64)) -> InputCommand<DispatchMouseEventParams> {
    button(kind, at, input::MouseButton::Left, 1, 0)
}

async fn move_to(hand: &Hand, at: (f64, f64)) -> Result<(), HandError> {
    hand.input(vec![moved(at, input::MouseButton::Left)], ANSWER_DEADLINE).await
}

/// The page drags by itself: it only needs the moves.
async fn carry(hand: &Hand, from: (f64, f64), to: (f64, f64)) -> Result<(), HandError> {
    for step in 1..=STEPS {
        let part = f64::from(step) / f64::from(STEPS);
        let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        move_to(hand, at).await?;
    }
    let_go(hand, to).await
}

async fn let_go(hand: &Hand, at: (f64, f64)) -> Result<(), HandError> {
    hand.input(vec![left(Kind::MouseReleased, at)], ANSWER_DEADLINE).await
}

/// The browser drags: the target gets what the source gave.
async fn drop_data(hand: &Hand, at: (f64, f64)) -> Result<(), HandError> {
    let mut state = hand.page().watch();
    let told = async { state.wait_for(|state| state.drag.is_some()).await.map(|state| state.drag.clone()) };
    let told = tokio::time::timeout(DRAG_DEADLINE, told).await.map_err(|_| HandError::TimedOut)?;
    let data = told.ok().flatten().ok_or(HandError::Closed)?.for_chromium();
    for kind in [DispatchDragEventType::DragEnter, DispatchDragEventType::DragOver, DispatchDragEventType::Drop] {
        let command = DispatchDragEvent { r#type: kind, x: at.0, y: at.1, data: data.clone() };
        hand.input(vec![InputCommand { command, press: Press::Neutral }], ANSWER_DEADLINE).await?;
    }
    let_go(hand, at).await
}

/// Drags are intercepted while this lives. Afterwards the person's are theirs again.
struct Intercepted<'a> {
    hand: &'a Hand,
}

impl<'a> Intercepted<'a> {
    async fn start(hand: &'a Hand) -> Result<Self, HandError> {
        let intercepted = Self { hand };
        hand.ask(SetInterceptDragsParams::new(true), ANSWER_DEADLINE).await?;
        Ok(intercepted)
    }
}

impl Drop for Intercepted<'_> {
    fn drop(&mut self) {
        let page = self.hand.page();
        // NEXUS's own doing, not the agent's, so no permit is asked for.
        if let Err(error) = page.connection.send(&page.session, &SetInterceptDragsParams::new(false)) {
            tracing::debug!(%error, "a page that is gone drags nothing");
        }
    }
}
