//! What a page's scripts logged, what they threw, and what Chromium thinks of them.

use super::Outcome;
use super::withhold::Kept;
use crate::broker::ConsoleQuery;
use crate::browser::{Hand, Teller};

pub(super) async fn console(hand: &Hand, query: &ConsoleQuery) -> Outcome {
    let kept = Kept::ask(hand, Teller::Logged).await?;
    Ok(kept.done(hand.page().record.console(query, &kept.withheld())))
}
