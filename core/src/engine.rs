//! The two engine roles and what fills them: both built in, over CDP. A call goes to the owner of its capability and nowhere
//! else (N03, N04).

mod capability;
pub(crate) mod inspection;
pub(crate) mod interaction;
mod outcome;

use crate::broker::PageRequest;
use crate::browser::Hand;

pub use capability::{Capability, EngineRole};
pub(crate) use outcome::{Done, Failure, Outcome};

/// How long a page may take to answer one question.
const ANSWER_DEADLINE: std::time::Duration = std::time::Duration::from_secs(10);

/// Has the owner of a call's capability carry it out.
pub(crate) async fn perform(hand: &Hand, request: &PageRequest) -> Outcome {
    match request.capability().owner() {
        EngineRole::Interaction => interaction::perform(hand, request).await,
        EngineRole::Inspection => inspection::perform(hand, request).await,
    }
}
