//! Waiting until a page shows something, in whichever of its frames.

use std::time::Duration;

use futures_util::future::{join_all, select_all};
use nexus_policy::Code;
use serde::Serialize;
use tokio::time::Instant;

use super::spot::Spot;
use super::{ANSWER_DEADLINE, stale};
use crate::broker::WaitUntil;
use crate::browser::world::World;
use crate::browser::{Frame, Hand, HandError, MOST_NESTED, PageState, frames_found};
use crate::engine::{Done, Failure, Outcome};

/// How long frames that can't be asked now are left alone.
const ASK_AGAIN: Duration = Duration::from_millis(500);

#[derive(Clone, Serialize)]
struct WaitArguments<'a> {
    kind: &'static str,
    text: &'a str,
    number: u64,
    patience: u128,
}

pub(super) async fn wait(hand: &Hand, until: &WaitUntil, timeout: Duration) -> Outcome {
    let (kind, text) = match until {
        WaitUntil::Elapsed(time) => {
            tokio::time::sleep(*time).await;
            return Ok(Done::new("Waited."));
        }
        WaitUntil::Text(text) => ("text", text.as_str()),
        WaitUntil::Gone(text) => ("gone", text.as_str()),
        WaitUntil::Visible(reference) => {
            let spot = Spot::find(hand, *reference).await?;
            let arguments =
                WaitArguments { kind: "visible", text: "", number: reference.0, patience: timeout.as_millis() };
            let seen: Result<bool, HandError> = spot.world.call("waitFor", &arguments, timeout + ANSWER_DEADLINE).await;
            return match seen {
                Ok(true) => Ok(Done::new("It happened.")),
                Ok(false) => Err(too_late(timeout)),
                Err(HandError::DocumentGone) => Err(stale(*reference)),
                Err(error) => Err(error.into()),
            };
        }
    };
    let end = Instant::now() + timeout;
    let mut question = WaitArguments { kind, text, number: 0, patience: 0 };
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(too_late(timeout));
        }
        question.patience = left.as_millis();
        match look(hand, &question, left).await {
            Ok(true) => return Ok(Done::new("It happened.")),
            Ok(false) => {}
            // The page went elsewhere: go on waiting there, once it is there.
            Err(HandError::DocumentGone) => next_document(hand, left).await?,
            Err(error) => return Err(error.into()),
        }
    }
}

fn too_late(timeout: Duration) -> Failure {
    Failure::new(Code::TimedOut, format!("It didn't happen within {} s.", timeout.as_secs()))
}

/// Waits in every document that is there now, until it happens or the documents change.
async fn look(hand: &Hand, question: &WaitArguments<'_>, left: Duration) -> Result<bool, HandError> {
    let mut state = hand.page().watch();
    let changes = state.borrow_and_update().frame_changes;
    let worlds = worlds(hand).await?;
    let frames_change = async {
        let changed = |state: &PageState| state.frame_changes != changes;
        if state.wait_for(changed).await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    let happened = async {
        match question.kind {
            "gone" => everywhere(&worlds, question, left).await,
            _ => anywhere(&worlds, question, left).await,
        }
    };
    tokio::select! {
        biased;
        happened = happened => happened,
        () = frames_change => Ok(false),
    }
}

async fn ask(world: &World<'_>, question: &WaitArguments<'_>, left: Duration) -> Result<bool, HandError> {
    world.call("waitFor", question, left + ANSWER_DEADLINE).await
}

/// The text has come in one of them. What befalls a frame is no reason to stop waiting in the others.
async fn anywhere(worlds: &[World<'_>], question: &WaitArguments<'_>, left: Duration) -> Result<bool, HandError> {
    let mut open: Vec<_> = worlds
        .iter()
        .enumerate()
        .map(|(index, world)| Box::pin(async move { (index, ask(world, question, left).await) }))
        .collect();
    while !open.is_empty() {
        let ((index, answer), _, rest) = select_all(open).await;
        match answer {
            Ok(true) => return Ok(true),
            Err(error) if index == 0 => return Err(error),
            Ok(false) | Err(_) => open = rest,
        }
    }
    Ok(false)
}

/// The text is gone from all of them at once: each waits until it is gone there, and then all look once more.
async fn everywhere(worlds: &[World<'_>], question: &WaitArguments<'_>, left: Duration) -> Result<bool, HandError> {
    if let [only] = worlds {
        return ask(only, question, left).await;
    }
    if !in_all(worlds, question, left).await? {
        return Ok(false);
    }
    in_all(worlds, &WaitArguments { patience: 0, ..question.clone() }, left).await
}

async fn in_all(worlds: &[World<'_>], question: &WaitArguments<'_>, left: Duration) -> Result<bool, HandError> {
    let mut holds = true;
    let asked = worlds.iter().map(|world| ask(world, question, left));
    for (index, answer) in join_all(asked).await.into_iter().enumerate() {
        match answer {
            Ok(answer) => holds &= answer,
            Err(error) if index == 0 => return Err(error),
            Err(_) => {}
        }
    }
    Ok(holds)
}

/// The page's documents that can be asked now, the main one first.
async fn worlds(hand: &Hand) -> Result<Vec<World<'_>>, HandError> {
    let mut worlds = vec![World::of(hand, ANSWER_DEADLINE).await?];
    let mut next = 0;
    while let Some(world) = worlds.get(next) {
        next += 1;
        let _there: bool = world.call("notePlainFrames", &(), ANSWER_DEADLINE).await?;
        let frames: Vec<Frame> = frames_found(world).await?.into_iter().flatten().collect();
        for frame in frames {
            if worlds.len() > MOST_NESTED * MOST_NESTED {
                break;
            }
            match World::in_frame(hand, frame, ASK_AGAIN).await {
                Ok(world) => worlds.push(world),
                Err(HandError::DocumentGone | HandError::TimedOut | HandError::NotWeb) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(worlds)
}

async fn next_document(hand: &Hand, left: Duration) -> Result<(), HandError> {
    let mut state = hand.page().watch();
    let there = state.wait_for(|state| state.coming.is_none());
    match tokio::time::timeout(left, there).await {
        Ok(Ok(_)) | Err(_) => Ok(()),
        Ok(Err(_)) => Err(HandError::Closed),
    }
}
