//! A page that asks for files: it got none, and the agent learns which field they are for.

use serde::{Deserialize, Serialize};

use super::ANSWER_DEADLINE;
use crate::browser::world::World;
use crate::browser::{Chooser, Extent, Given, Hand, HandError, Numbers, PageState, resolve};

#[derive(Serialize)]
struct Next {
    next: u64,
    taken: u64,
}

#[derive(Deserialize)]
struct Named {
    number: u64,
    next: u64,
}

/// What the agent is told if the page has asked for files since `before`.
pub(super) async fn told(
    hand: &Hand,
    world: &World<'_>,
    before: &PageState,
    after: &PageState,
) -> Result<Option<String>, HandError> {
    let Some(chooser) = after.chooser.as_ref().filter(|_| after.choosers > before.choosers) else { return Ok(None) };
    let asked = "The page asked for files and got none: no dialog stays open.";
    Ok(Some(match reference(hand, world, after, chooser).await? {
        Some(number) => format!("{asked} Give them with browser_upload to e{number}."),
        None => asked.to_owned(),
    }))
}

/// A reference for the field, which may be one that no snapshot shows. Only in the document that was acted on: where another
/// is among the page's frames is for a snapshot to find out.
async fn reference(
    hand: &Hand,
    world: &World<'_>,
    after: &PageState,
    Chooser { frame, field }: &Chooser,
) -> Result<Option<u64>, HandError> {
    let Some(field) = field.filter(|_| frame == world.frame()) else { return Ok(None) };
    let Some(field) = resolve(world, field).await? else { return Ok(None) };
    let (numbers, references) = (Numbers::following(), &hand.page().references);
    let next = Next { next: numbers.first(), taken: references.taken(world.frame()) };
    let Named { number, next } = world.call_about("nameField", field, &next, ANSWER_DEADLINE).await?;
    if !numbers.keep(next) {
        return Ok(None);
    }
    let given = Given { frame: world.frame().clone(), owner: None, numbers: vec![number] };
    references.learn(&after.document, hand.epoch(), Extent::Part, vec![given]);
    Ok(Some(number))
}
