//! Choosing in a select.

use nexus_policy::Code;
use serde::Serialize;

use super::act::{Act, Sent};
use super::settle::Watched;
use super::spot::{Changed, Spot};
use super::{ANSWER_DEADLINE, cannot};
use crate::broker::ElementRef;
use crate::browser::Hand;
use crate::engine::{Failure, Outcome};
use crate::redaction::Untrusted;

#[derive(Serialize)]
struct Choice<'a> {
    number: u64,
    values: &'a [String],
    sent: Sent,
}

pub(super) async fn select(hand: &Hand, target: ElementRef, values: &[String]) -> Outcome {
    let spot = Spot::find(hand, target).await?;
    let act = Act::choose();
    // An option list of its own would open on a press, so the choice is made without one.
    spot.ready_to_fill(hand, &act).await?;
    let watched = Watched::started(hand, &act);
    let verified = choose(&spot, values).await?;
    let mut done = watched.finish(hand, &spot, Ok(())).await?;
    let how = if verified { "It is chosen now." } else { "The page chose something else." };
    done.verified = Some(verified);
    done.summary = format!("Chose in {target}. {how} {}", done.summary).trim_end().to_owned();
    Ok(done)
}

/// Chooses all of these or nothing; answers whether they are chosen now.
pub(super) async fn choose(spot: &Spot<'_>, values: &[String]) -> Result<bool, Failure> {
    let arguments = || Choice { number: spot.reference.0, values, sent: Sent::now() };
    let Changed { problem, options, .. } = spot.change("choose", arguments).await?;
    let target = spot.reference;
    match problem.as_deref() {
        None => Ok(spot.world.call("isChosen", &arguments(), ANSWER_DEADLINE).await?),
        Some("not_a_select") => {
            Err(cannot(target, "isn't a select. Open it with browser_click and choose what it then shows"))
        }
        Some("single") => {
            Err(Failure::new(Code::InvalidArguments, format!("{target} takes exactly one value. Nothing was done.")))
        }
        Some("option_disabled") => Err(cannot(target, "has that option, but it is disabled")),
        Some("no_such_option") => {
            let sentence = format!("{target} has no such option. Nothing was done. It has those below.");
            let mut failure = Failure::new(Code::InvalidArguments, sentence);
            failure.text = Some(Untrusted::new(options.join("\n")));
            Err(failure)
        }
        Some(problem) => Err(spot.problem(problem)),
    }
}
