//! After an act: what followed, without fixed sleeps (A12).

use std::time::Duration;

use nexus_policy::Code;
use serde::{Deserialize, Serialize};

use super::ANSWER_DEADLINE;
use crate::broker::{ActEffect, ElementRef};
use crate::browser::world::World;
use crate::browser::{Hand, HandError, PageLife, PageState};
use crate::engine::{Done, Failure, Outcome};

/// How long an act waits for a navigation that it began to be committed.
const COMMIT_DEADLINE: Duration = Duration::from_millis(500);

#[derive(Serialize)]
struct WatchArguments {
    number: u64,
    kind: &'static str,
}

/// An act that is being watched: what the page was before, and whether the target gets the event.
pub(super) struct Watched {
    before: PageState,
}

impl Watched {
    /// Starts watching for a trusted event of this kind at the target.
    pub(super) async fn start(
        hand: &Hand,
        world: &World<'_>,
        target: ElementRef,
        kind: &'static str,
    ) -> Result<Self, HandError> {
        let before = hand.page().state();
        let _there: bool = world.call("watch", &WatchArguments { number: target.0, kind }, ANSWER_DEADLINE).await?;
        Ok(Self { before })
    }

    /// Waits until what the act set off can be told, and tells it.
    pub(super) async fn finish(self, hand: &Hand, world: &World<'_>, input: Result<(), HandError>) -> Outcome {
        let seen = match input {
            Ok(()) => tokio::select! {
                biased;
                seen = outcome(world) => seen,
                // Chromium keeps back what the page is asked until the other document comes.
                () = loading_for_long(hand) => Err(HandError::DocumentGone),
            },
            Err(error) => Err(error),
        };
        let seen = match seen {
            Ok(seen) => Some(seen),
            // The document that was acted on is gone: the act has led elsewhere.
            Err(HandError::DocumentGone) => None,
            Err(HandError::DialogOpen(_)) => return tell(&self.before, &hand.page().state(), None),
            Err(HandError::TimedOut) => {
                let sentence = "The page was too busy to say whether it handled the input; it may still do so.";
                return Err(Failure::new(Code::TimedOut, sentence));
            }
            Err(error) => return Err(error.into()),
        };
        wait_for_commit(hand).await?;
        hand.page().learn_title().await;
        tell(&self.before, &hand.page().state(), seen)
    }
}

/// What the script saw of the act.
#[derive(Deserialize)]
struct Seen {
    delivered: bool,
    changed: bool,
}

async fn outcome(world: &World<'_>) -> Result<Seen, HandError> {
    world.call("outcome", &(), ANSWER_DEADLINE).await
}

/// Ends once another document has been on its way for as long as an act waits for it.
async fn loading_for_long(hand: &Hand) {
    let mut state = hand.page().watch();
    while state.wait_for(|state| state.coming.is_some()).await.is_ok() {
        if tokio::time::timeout(COMMIT_DEADLINE, state.wait_for(|state| state.coming.is_none())).await.is_err() {
            return;
        }
    }
    std::future::pending().await
}

/// Waits for the document that is on its way: what was there before can't be asked any more.
pub(super) async fn arrive(hand: &Hand) -> Result<(), Failure> {
    let mut state = hand.page().watch();
    let arrived =
        state.wait_for(|state| state.coming.is_none() || state.dialog.is_some() || state.life != PageLife::Alive);
    match tokio::time::timeout(ANSWER_DEADLINE, arrived).await {
        Ok(_) => Ok(()),
        Err(_) => Err(Failure::new(
            Code::TimedOut,
            "The page is loading another document, which doesn't come. Go elsewhere with browser_navigate.",
        )),
    }
}

/// If a navigation has begun or a page is being opened, waits until the new document or page is there, but not for ever:
/// a slow server is no reason to hold the answer back.
pub(super) async fn wait_for_commit(hand: &Hand) -> Result<(), HandError> {
    let mut state = hand.page().watch();
    let committed = tokio::time::timeout(COMMIT_DEADLINE, state.wait_for(is_still)).await;
    match committed {
        Ok(Ok(_)) => Ok(()),
        Err(_) => {
            // What didn't come by now was blocked, or isn't this act's any more.
            hand.page().update(|state| (state.opening, state.leaving) = (0, false));
            Ok(())
        }
        Ok(Err(_)) => Err(HandError::Closed),
    }
}

fn is_still(state: &PageState) -> bool {
    state.coming.is_none() && !state.leaving && state.opening == 0
}

/// Compares before and after.
pub(super) fn changes(before: &PageState, after: &PageState) -> Done {
    let moved = before.document != after.document || before.address != after.address;
    let mut done = Done { dialog: after.dialog.as_ref().map(|dialog| dialog.kind), ..Done::default() };
    let mut words: Vec<&str> = Vec::new();
    if before.document != after.document {
        words.push("The page shows another document now.");
    } else if moved {
        words.push("The page's address changed.");
    } else if after.coming.is_some() {
        words.push("The page is loading another document.");
    }
    if before.title != after.title {
        done.text = Some(after.title.labelled("title: "));
    }
    if let Some(dialog) = &after.dialog {
        words.push("A dialog opened; answer it with browser_dialog.");
        done.text = Some(dialog.message.labelled("dialog: "));
    }
    done.summary = words.join(" ");
    if moved || done.dialog.is_some() || before.title != after.title || after.coming.is_some() {
        done.effect = Some(ActEffect::Changed);
    } else if after.requests > before.requests {
        done.effect = Some(ActEffect::Request);
    }
    done
}

fn tell(before: &PageState, after: &PageState, seen: Option<Seen>) -> Outcome {
    let mut done = changes(before, after);
    let effect = match (done.effect, seen) {
        (Some(ActEffect::Changed), _) => ActEffect::Changed,
        (_, Some(Seen { delivered: false, .. })) => ActEffect::None,
        (_, Some(Seen { changed: true, .. })) => ActEffect::Changed,
        (Some(effect), _) => effect,
        (None, Some(_)) => ActEffect::Delivered,
        (None, None) => ActEffect::Changed,
    };
    done.effect = Some(effect);
    match effect {
        ActEffect::None => {
            let mut failure =
                Failure::new(Code::TargetChanged, "The element did not get the event; something else may have.");
            failure.effect = Some(ActEffect::None);
            Err(failure)
        }
        ActEffect::Changed | ActEffect::Request | ActEffect::Delivered => Ok(done),
    }
}
