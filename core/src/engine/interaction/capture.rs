//! Pictures of a page, with what was typed painted over (N27).

use base64::Engine as _;
use chromiumoxide::cdp::browser_protocol::emulation::{
    ClearDeviceMetricsOverrideParams, SetDeviceMetricsOverrideParams,
};
use chromiumoxide::cdp::browser_protocol::page::{CaptureScreenshotParams, GetLayoutMetricsParams};
use nexus_policy::Code;
use serde::{Deserialize, Serialize};

use super::{ANSWER_DEADLINE, check_reference, stale};
use crate::broker::{ElementRef, Picture, PictureArea};
use crate::browser::world::World;
use crate::browser::{Hand, adopt_closed_roots};
use crate::engine::{Done, Failure, Outcome};
use crate::redaction::{Area, Mask, paint_over};

/// A page taller than this is cut: a picture of it would be of no use, and larger than Chromium can draw.
const MAX_HEIGHT: f64 = 16_000.0;
/// How often a picture is taken anew because something that is to be painted over moved meanwhile.
const TRIES: usize = 3;

/// Where a picture shows typed values, in CSS pixels of the viewport.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Masks {
    boxes: Vec<(f64, f64, f64, f64)>,
    frames: usize,
    width: f64,
    height: f64,
}

pub(super) async fn screenshot(hand: &Hand, area: PictureArea) -> Outcome {
    if let PictureArea::Element(target) = area {
        check_reference(hand, target)?;
    }
    let world = World::of(hand, ANSWER_DEADLINE).await?;
    adopt_closed_roots(&world).await?;
    let (picture, masks, crop) = match area {
        PictureArea::Viewport => {
            let (picture, masks) = capture(hand, &world).await?;
            (picture, masks, None)
        }
        PictureArea::FullPage => {
            let stretched = Stretched::to_whole_page(hand).await?;
            let taken = capture(hand, &world).await;
            drop(stretched);
            let (picture, masks) = taken?;
            (picture, masks, None)
        }
        PictureArea::Element(target) => {
            let area = area_of(&world, target).await?;
            let (picture, masks) = capture(hand, &world).await?;
            (picture, masks, Some(area))
        }
    };
    let Masks { boxes, frames, width, .. } = masks;
    let boxes: Vec<Mask> = boxes.into_iter().map(|(x, y, width, height)| Mask { x, y, width, height }).collect();
    let painted = tokio::task::spawn_blocking(move || paint_over(&picture, width, &boxes, crop)).await;
    let png = painted
        .ok()
        .and_then(Result::ok)
        .ok_or_else(|| Failure::new(Code::Unavailable, "The picture could not be painted over, so it isn't shown."))?;
    let mut done = Done::new(match frames {
        0 => "A picture of the page; what is typed in it is painted over.".to_owned(),
        frames => format!("A picture of the page; what is typed in it and {frames} frames are painted over."),
    });
    done.picture = Some(Picture { png });
    Ok(done)
}

/// Takes the picture between two looks at what has to be painted over. What moved meanwhile is painted over at both
/// places.
async fn capture(hand: &Hand, world: &World<'_>) -> Result<(Vec<u8>, Masks), Failure> {
    let mut before: Masks = world.call("masks", &(), ANSWER_DEADLINE).await?;
    for attempt in 1.. {
        let taken = hand.ask(CaptureScreenshotParams::default(), ANSWER_DEADLINE).await?;
        let after: Masks = world.call("masks", &(), ANSWER_DEADLINE).await?;
        let picture = base64::engine::general_purpose::STANDARD.decode(taken.data.as_ref() as &[u8]);
        let picture = picture.map_err(|_| Failure::new(Code::Unavailable, "Chromium's picture could not be read."))?;
        if before == after {
            return Ok((picture, after));
        }
        if attempt == TRIES {
            before.boxes.extend(after.boxes);
            return Ok((picture, before));
        }
        before = after;
    }
    Err(Failure::new(Code::Unavailable, "No picture could be taken."))
}

#[derive(Serialize)]
struct Target {
    number: u64,
}

async fn area_of(world: &World<'_>, target: ElementRef) -> Result<Area, Failure> {
    let found: Option<(f64, f64, f64, f64)> =
        world.call("boxOf", &Target { number: target.0 }, ANSWER_DEADLINE).await?;
    let (x, y, width, height) = found.ok_or_else(|| stale(target))?;
    if width < 1.0 || height < 1.0 {
        return Err(Failure::new(Code::NotActionable, format!("{target} has no size, so there is no picture of it.")));
    }
    Ok(Area { x, y, width, height })
}

/// The page laid out at its full height. Back to normal when dropped, also when a take-over stops the call: the person
/// must not find their page stretched.
struct Stretched<'a> {
    hand: &'a Hand,
}

impl<'a> Stretched<'a> {
    async fn to_whole_page(hand: &'a Hand) -> Result<Self, Failure> {
        let metrics = hand.ask(GetLayoutMetricsParams::default(), ANSWER_DEADLINE).await?;
        let (width, height) = (metrics.css_layout_viewport.client_width, metrics.css_content_size.height);
        let stretched = Self { hand };
        let stretch = SetDeviceMetricsOverrideParams::new(width, height.min(MAX_HEIGHT).ceil() as i64, 0.0, false);
        hand.ask(stretch, ANSWER_DEADLINE).await?;
        Ok(stretched)
    }
}

impl Drop for Stretched<'_> {
    fn drop(&mut self) {
        let page = self.hand.page();
        // NEXUS's own doing, not the agent's, so no permit is asked for.
        if let Err(error) = page.connection.send(&page.session, &ClearDeviceMetricsOverrideParams::default()) {
            tracing::debug!(%error, "a page that is gone can't be laid out as before");
        }
    }
}
