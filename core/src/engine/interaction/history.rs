//! Back and forward.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::page::{
    GetNavigationHistoryParams, GetNavigationHistoryReturns, NavigateToHistoryEntryParams, NavigationEntry,
};
use nexus_policy::Code;

use super::ANSWER_DEADLINE;
use super::navigate::{LOAD_DEADLINE, told, wait_until_parsed};
use crate::browser::{Hand, HandError, Sight};
use crate::engine::{Failure, Outcome};

/// The page's history. While another document takes the page over, what it is asked is refused, so it is asked again.
pub(super) async fn of(sight: &Sight) -> Result<GetNavigationHistoryReturns, HandError> {
    const BETWEEN_TRIES: Duration = Duration::from_millis(10);
    let asked_again = async {
        loop {
            match sight.ask_to_leave(GetNavigationHistoryParams::default(), ANSWER_DEADLINE).await {
                Err(HandError::DocumentGone) => tokio::time::sleep(BETWEEN_TRIES).await,
                answer => return answer,
            }
        }
    };
    tokio::time::timeout(ANSWER_DEADLINE, asked_again).await.unwrap_or(Err(HandError::TimedOut))
}

/// What is one step away in the page's history.
pub(super) async fn entry(sight: &Sight, by: i64) -> Result<NavigationEntry, Failure> {
    let mut history = of(sight).await?;
    let wanted = usize::try_from(history.current_index + by).ok().filter(|index| *index < history.entries.len());
    wanted.map(|index| history.entries.swap_remove(index)).ok_or_else(|| {
        let which = if by < 0 { "an earlier" } else { "a later" };
        Failure::new(Code::NotActionable, format!("There is no {which} page. Nothing was done."))
    })
}

/// Goes one step in the page's history; -1 is back, 1 is forward.
pub(super) async fn step(hand: &Hand, by: i64) -> Outcome {
    let before = hand.page().state();
    let entry = entry(hand, by).await?;
    match hand.ask_to_leave(NavigateToHistoryEntryParams::new(entry.id), LOAD_DEADLINE).await {
        // Chromium doesn't answer a command whose page has gone to another process because of it.
        Ok(_) | Err(HandError::DocumentGone) => {}
        Err(error) => return Err(error.into()),
    }
    let mut state = hand.page().watch();
    let moved = state.wait_for(|state| state.document != before.document || state.address != before.address);
    match tokio::time::timeout(LOAD_DEADLINE, moved).await {
        Ok(Ok(_)) => {}
        Ok(Err(_)) => return Err(HandError::Closed.into()),
        Err(_) => return Err(Failure::new(Code::TimedOut, "The page didn't change within 15 s.")),
    }
    if hand.page().state().document != before.document {
        wait_until_parsed(hand, &before).await?;
    }
    Ok(told(hand, &before, if by < 0 { "Went back." } else { "Went forward." }).await)
}
