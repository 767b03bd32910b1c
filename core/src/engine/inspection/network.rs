//! What a page asked the network for.

use nexus_policy::Code;

use super::withhold::Kept;
use super::{Failure, Outcome};
use crate::broker::NetworkQuery;
use crate::browser::{Hand, Teller};

pub(super) async fn network(hand: &Hand, query: &NetworkQuery) -> Outcome {
    let kept = Kept::ask(hand, Teller::Logged).await?;
    let unknown =
        || Failure::new(Code::InvalidArguments, "`request` takes an id that browser_network lists, like r12.");
    let told = hand.page().record.network(query, &kept.withheld());
    Ok(kept.done(told.ok_or_else(unknown)?))
}
