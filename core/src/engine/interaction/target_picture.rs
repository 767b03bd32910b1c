//! The picture on a card: what an act would touch, as the page shows it, outlined. For the person alone: nothing of it goes to
//! an agent (N27).

use nexus_policy::{Code, Digest};
use serde::{Deserialize, Serialize};

use super::ANSWER_DEADLINE;
use super::act::Means;
use super::capture::{Box4, capture};
use super::evidence::Facts;
use super::press_key::focused_world;
use super::spot::Spot;
use crate::broker::{ElementRef, Ending, FormField, FormValue, PagePicture, PageRequest};
use crate::browser::Sight;
use crate::browser::world::World;
use crate::engine::Failure;
use crate::redaction::{Area, close_up};

/// How often the picture is taken anew because a target moved meanwhile.
const TRIES: usize = 3;
const CHANGED: &str = "The page changed meanwhile.";

/// An element that would be touched, and how; without a reference what has the focus.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Target {
    reference: Option<ElementRef>,
    means: Means,
}

#[derive(Serialize)]
struct InViewArguments {
    number: Option<u64>,
    means: Means,
}

#[derive(Deserialize)]
struct InView {
    #[serde(rename = "box")]
    place: Option<Box4>,
    facts: Vec<Facts>,
}

/// Takes it, if everything it shows as touched still is what was judged: `judged` has a digest of each thing.
pub(crate) async fn picture_targets(
    sight: &Sight,
    request: &PageRequest,
    judged: &[Digest],
) -> Result<PagePicture, Failure> {
    let targets = targets(request);
    let world = World::of(sight, ANSWER_DEADLINE).await?;
    sight.hide_pointer(ANSWER_DEADLINE).await?;
    let mut before = places(sight, &targets, judged).await?;
    for _ in 0..TRIES {
        let (png, covers) = capture(sight, &world).await?;
        let after = places(sight, &targets, judged).await?;
        if before == after {
            let (masks, width, outlined) = (covers.masks(), covers.width, after.len());
            let drawn = tokio::task::spawn_blocking(move || close_up(&png, width, &masks, &after)).await;
            let drawn =
                drawn.ok().and_then(Result::ok).ok_or_else(|| no("What is typed could not be painted over."))?;
            let out_of_view = targets.len() - outlined;
            return Ok(PagePicture { width: drawn.width, height: drawn.height, rgb: drawn.rgb, outlined, out_of_view });
        }
        before = after;
    }
    Err(no("The page kept moving."))
}

fn no(why: &str) -> Failure {
    Failure::new(Code::Unavailable, why)
}

/// The elements that a request is about.
fn targets(request: &PageRequest) -> Vec<Target> {
    let target = |reference: ElementRef, means| Target { reference: Some(reference), means };
    match request {
        PageRequest::Click { target: reference, .. } => vec![target(*reference, Means::Press)],
        PageRequest::Hover { target: reference } => vec![target(*reference, Means::Point)],
        PageRequest::Type { target: reference, text, ending, .. } => {
            vec![target(*reference, Means::typing(text, *ending))]
        }
        PageRequest::Select { target: reference, .. } => vec![target(*reference, Means::Choose)],
        PageRequest::Upload { target: reference, .. } => vec![target(*reference, Means::Upload)],
        PageRequest::Drag { from, to } => vec![target(*from, Means::Press), target(*to, Means::Drag)],
        PageRequest::FillForm { fields } => fields.iter().map(in_form).collect(),
        PageRequest::PressKey(pressed) => vec![Target { reference: None, means: Means::of_key(pressed) }],
        PageRequest::Navigate(_)
        | PageRequest::Scroll(_)
        | PageRequest::Dialog { .. }
        | PageRequest::Close
        | PageRequest::Snapshot(_)
        | PageRequest::Text { .. }
        | PageRequest::Find(_)
        | PageRequest::Screenshot(_)
        | PageRequest::Wait { .. }
        | PageRequest::Console(_)
        | PageRequest::Network(_)
        | PageRequest::Performance(_)
        | PageRequest::Emulate(_) => Vec::new(),
        PageRequest::Evaluate { target: reference, .. } => {
            reference.iter().map(|reference| target(*reference, Means::Point)).collect()
        }
    }
}

fn in_form(FormField { target, value }: &FormField) -> Target {
    let means = match value {
        FormValue::Text(text) => Means::typing(text, Ending::Stay),
        FormValue::Checked(_) => Means::Choose,
    };
    Target { reference: Some(*target), means }
}

/// Where those that are in view are, in the page's viewport.
async fn places(sight: &Sight, targets: &[Target], judged: &[Digest]) -> Result<Vec<Area>, Failure> {
    let mut places = Vec::new();
    for target in targets {
        places.extend(place(sight, *target, judged).await?);
    }
    Ok(places)
}

async fn place(sight: &Sight, Target { reference, means }: Target, judged: &[Digest]) -> Result<Option<Area>, Failure> {
    let number = reference.map(|reference| reference.0);
    let arguments = InViewArguments { number, means };
    let Some(reference) = reference else {
        let world = focused_world(sight).await?;
        let found: Option<InView> = world.call("inView", &arguments, ANSWER_DEADLINE).await?;
        // Where a frame is isn't known from inside of it.
        let is_in_frame = world.frame().as_str() != sight.page().target;
        let place = still_judged(found, judged)?.filter(|_| !is_in_frame);
        return Ok(place.map(|(x, y, width, height)| Area { x, y, width, height }));
    };
    let spot = Spot::find(sight, reference).await.map_err(|failure| match failure.code {
        Code::StaleReference => no(CHANGED),
        _ => failure,
    })?;
    let found: Option<InView> = spot.world.call("inView", &arguments, ANSWER_DEADLINE).await?;
    let Some((left, top, width, height)) = still_judged(found, judged)? else { return Ok(None) };
    let corners = (spot.point((left, top)).await, spot.point((left + width - 1.0, top + height - 1.0)).await);
    let (Ok(first), Ok(last)) = corners else { return Ok(None) };
    let ((x, y), (right, bottom)) = (first.in_page(), last.in_page());
    Ok(Some(Area { x, y, width: right + 1.0 - x, height: bottom + 1.0 - y }))
}

/// Where an element is, if it is the one that was judged: the card says one thing, and its picture mustn't show another.
fn still_judged(found: Option<InView>, judged: &[Digest]) -> Result<Option<Box4>, Failure> {
    let InView { place, facts } = found.ok_or_else(|| no(CHANGED))?;
    // Pointing at something isn't judged by what it is.
    let is_judged = judged.is_empty() || facts.iter().all(|facts| judged.contains(&facts.part()));
    if is_judged { Ok(place) } else { Err(no(CHANGED)) }
}
