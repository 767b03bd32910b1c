//! The built-in inspection provider: what a developer looks at behind a page, over CDP.
//!
//! Every function takes a [`Hand`], so nothing here works without a permit.

mod console;
mod emulate;
mod evaluate;
mod network;
mod performance;
mod withhold;

pub(crate) use withhold::Kept;

use super::{ANSWER_DEADLINE, Done, Failure, Outcome};
use crate::broker::PageRequest;
use crate::browser::Hand;

/// Carries out a call that is inspection's.
pub(crate) async fn perform(hand: &Hand, request: &PageRequest) -> Outcome {
    match request {
        PageRequest::Console(query) => console::console(hand, query).await,
        PageRequest::Network(query) => network::network(hand, query).await,
        PageRequest::Performance(action) => performance::performance(hand, *action).await,
        PageRequest::Evaluate { function, target } => evaluate::evaluate(hand, function, *target).await,
        PageRequest::Emulate(wish) => emulate::emulate(hand, *wish).await,
        PageRequest::Close
        | PageRequest::Navigate(_)
        | PageRequest::Snapshot(_)
        | PageRequest::Text { .. }
        | PageRequest::Click { .. }
        | PageRequest::Type { .. }
        | PageRequest::Find(_)
        | PageRequest::Hover { .. }
        | PageRequest::FillForm { .. }
        | PageRequest::Select { .. }
        | PageRequest::PressKey(_)
        | PageRequest::Scroll(_)
        | PageRequest::Drag { .. }
        | PageRequest::Upload { .. }
        | PageRequest::Screenshot(_)
        | PageRequest::Wait { .. }
        | PageRequest::Dialog { .. } => Err(Failure::not_mine(request.capability())),
    }
}
