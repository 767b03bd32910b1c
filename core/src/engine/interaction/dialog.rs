//! Answering a page's dialog.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::page::HandleJavaScriptDialogParams;
use nexus_policy::Code;

use super::ANSWER_DEADLINE;
use super::settle::{changes, wait_for_commit};
use crate::broker::{ActEffect, DialogReply, TypedText};
use crate::browser::world::World;
use crate::browser::{Hand, HandError};
use crate::engine::{Failure, Outcome};

/// How long a page that goes on may be busy before its answer is told without what follows.
const FRAME_DEADLINE: Duration = Duration::from_millis(500);

pub(super) async fn answer(hand: &Hand, reply: DialogReply, text: Option<&TypedText>) -> Outcome {
    let before = hand.page().state();
    let Some(dialog) = &before.dialog else {
        return Err(Failure::new(Code::NotActionable, "The page shows no dialog. Nothing was done."));
    };
    let mut handle = HandleJavaScriptDialogParams::new(reply == DialogReply::Accept);
    handle.prompt_text = text.map(|text| text.0.clone());
    hand.ask_despite_dialog(handle, ANSWER_DEADLINE).await?;
    wait_until_closed(hand, dialog.number).await;
    wait_a_frame(hand).await?;
    wait_for_commit(hand).await?;
    let mut done = changes(&before, &hand.page().state());
    let how = match reply {
        DialogReply::Accept => "Accepted",
        DialogReply::Dismiss => "Dismissed",
    };
    done.effect = Some(ActEffect::Changed);
    done.summary = format!("{how} the dialog ({}). {}", dialog.kind.as_str(), done.summary).trim_end().to_owned();
    Ok(done)
}

/// The page goes on once its dialog is answered: what it does then, such as opening the next one, belongs to the answer.
async fn wait_a_frame(hand: &Hand) -> Result<(), HandError> {
    let frame = async {
        let world = World::of(hand, FRAME_DEADLINE).await?;
        world.call::<bool>("frame", &(), FRAME_DEADLINE).await
    };
    match frame.await {
        Ok(_) | Err(HandError::DialogOpen(_) | HandError::DocumentGone | HandError::TimedOut | HandError::NotWeb) => {
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// The page says by itself that the dialog is gone; a following one counts as another.
async fn wait_until_closed(hand: &Hand, number: u64) {
    let mut state = hand.page().watch();
    let closed = state.wait_for(|state| state.dialog.as_ref().is_none_or(|dialog| dialog.number != number));
    if tokio::time::timeout(ANSWER_DEADLINE, closed).await.is_err() {
        tracing::debug!("a dialog was answered and is still there");
    }
}
