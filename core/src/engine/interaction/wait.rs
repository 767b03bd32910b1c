//! Waiting until a page shows something.

use std::time::Duration;

use nexus_policy::Code;
use serde::Serialize;
use tokio::time::Instant;

use super::{ANSWER_DEADLINE, check_reference};
use crate::broker::WaitUntil;
use crate::browser::world::World;
use crate::browser::{Hand, HandError};
use crate::engine::{Done, Failure, Outcome};

#[derive(Serialize)]
struct WaitArguments<'a> {
    kind: &'static str,
    text: &'a str,
    number: u64,
    patience: u128,
}

pub(super) async fn wait(hand: &Hand, until: &WaitUntil, timeout: Duration) -> Outcome {
    let (kind, text, number) = match until {
        WaitUntil::Elapsed(time) => {
            tokio::time::sleep(*time).await;
            return Ok(Done::new("Waited."));
        }
        WaitUntil::Text(text) => ("text", text.as_str(), 0),
        WaitUntil::Gone(text) => ("gone", text.as_str(), 0),
        WaitUntil::Visible(reference) => {
            check_reference(hand, *reference)?;
            ("visible", "", reference.0)
        }
    };
    let end = Instant::now() + timeout;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Failure::new(Code::TimedOut, format!("It didn't happen within {} s.", timeout.as_secs())));
        }
        let arguments = WaitArguments { kind, text, number, patience: left.as_millis() };
        match look(hand, &arguments, left).await {
            Ok(true) => return Ok(Done::new("It happened.")),
            Ok(false) => {}
            // The page went elsewhere: go on waiting there, once it is there.
            Err(HandError::DocumentGone) => next_document(hand, left).await?,
            Err(error) => return Err(error.into()),
        }
    }
}

async fn look(hand: &Hand, arguments: &WaitArguments<'_>, left: Duration) -> Result<bool, HandError> {
    let world = World::of(hand, ANSWER_DEADLINE).await?;
    world.call("waitFor", arguments, left + ANSWER_DEADLINE).await
}

async fn next_document(hand: &Hand, left: Duration) -> Result<(), HandError> {
    let mut state = hand.page().watch();
    let there = state.wait_for(|state| state.coming.is_none());
    match tokio::time::timeout(left, there).await {
        Ok(Ok(_)) | Err(_) => Ok(()),
        Ok(Err(_)) => Err(HandError::Closed),
    }
}
