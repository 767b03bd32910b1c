//! Before a press: the target is there, seen, still and enabled, and it is what would get the event.

use nexus_policy::Code;
use serde::{Deserialize, Serialize};

use super::{ANSWER_DEADLINE, PATIENCE, stale};
use crate::broker::ElementRef;
use crate::browser::HandError;
use crate::browser::world::World;
use crate::engine::Failure;

#[derive(Serialize)]
struct ReadyArguments {
    number: u64,
    patience: u128,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Readiness {
    At { x: f64, y: f64 },
    Not { problem: String },
}

/// Waits until an element can be pressed, scrolled into view; answers where, in CSS pixels of the viewport.
pub(super) async fn wait_until_ready(world: &World<'_>, target: ElementRef) -> Result<(f64, f64), Failure> {
    let arguments = ReadyArguments { number: target.0, patience: PATIENCE.as_millis() };
    match world.call("ready", &arguments, ANSWER_DEADLINE).await? {
        Readiness::At { x, y } => Ok((x, y)),
        Readiness::Not { problem } => Err(not_ready(target, &problem, None)),
    }
}

#[derive(Serialize)]
struct HitArguments {
    number: u64,
    x: f64,
    y: f64,
}

#[derive(Deserialize)]
struct Hit {
    problem: Option<String>,
    by: Option<CoveredBy>,
}

/// What is in the way: its role and number, never its text.
#[derive(Deserialize)]
struct CoveredBy {
    role: String,
    number: u64,
}

/// Whether the element is what a press at this point would reach, right now.
pub(super) async fn hit_test(world: &World<'_>, target: ElementRef, at: (f64, f64)) -> Result<(), Failure> {
    let arguments = HitArguments { number: target.0, x: at.0, y: at.1 };
    let hit: Result<Hit, HandError> = world.call("hit", &arguments, ANSWER_DEADLINE).await;
    let Hit { problem, by } = hit?;
    problem.map_or(Ok(()), |problem| Err(not_ready(target, &problem, by)))
}

fn not_ready(target: ElementRef, problem: &str, by: Option<CoveredBy>) -> Failure {
    let what = match (problem, by) {
        ("missing", _) => return stale(target),
        ("hidden", _) => "is hidden".to_owned(),
        ("disabled", _) => "is disabled".to_owned(),
        ("moving", _) => "is moving".to_owned(),
        ("out_of_view", _) => "can't be scrolled into view".to_owned(),
        ("file", _) => {
            let sentence = format!("{target} takes files, and agents can't upload any yet. Nothing was done.");
            return Failure::new(Code::Unavailable, sentence);
        }
        ("frame", _) => "is a frame; what is in it can't be used yet".to_owned(),
        ("covered", Some(by)) => format!("is covered by another element ({}, e{})", by.role, by.number),
        _ => "can't be pressed".to_owned(),
    };
    Failure::new(Code::NotActionable, format!("{target} {what}. Nothing was done."))
}
