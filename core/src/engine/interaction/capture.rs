//! Pictures of a page, with what was typed painted over (N27).

use std::time::Duration;

use base64::Engine as _;
use chromiumoxide::cdp::browser_protocol::emulation::SetDeviceMetricsOverrideParams;
use chromiumoxide::cdp::browser_protocol::page::{CaptureScreenshotParams, GetLayoutMetricsParams};
use nexus_policy::Code;
use serde::Deserialize;

use super::spot::Spot;
use super::{ANSWER_DEADLINE, stale};
use crate::broker::{Picture, PictureArea};
use crate::browser::world::World;
use crate::browser::{Frame, Hand, HandError, MOST_NESTED, Sight, adopt_closed_roots, frames_found};
use crate::engine::{Done, Failure, Outcome};
use crate::redaction::{Area, Mask, PublicAddress, paint_over};

/// A page taller than this is cut: a picture of it would be of no use, and larger than Chromium can draw.
const MAX_HEIGHT: f64 = 16_000.0;
/// How long a frame may take to say what is typed in it.
const FRAME_DEADLINE: Duration = Duration::from_secs(2);
/// How often a picture is taken anew because something that is to be painted over moved meanwhile.
const TRIES: usize = 3;

/// A box in CSS pixels: left, top, width, height.
pub(super) type Box4 = (f64, f64, f64, f64);

/// Where one document shows typed values, in CSS pixels of its viewport.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Masks {
    boxes: Vec<Box4>,
    frames: Vec<FrameBox>,
    width: f64,
    height: f64,
    scroll_x: f64,
    scroll_y: f64,
    origin: String,
}

/// Where a frame is, and where its document begins.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct FrameBox {
    frame: usize,
    #[serde(rename = "box")]
    outer: Box4,
    left: f64,
    top: f64,
    across: f64,
    down: f64,
}

/// What has to be painted over, in CSS pixels of the page's viewport.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Covers {
    boxes: Vec<Box4>,
    /// Frames that are painted over as a whole, because what is in them isn't known.
    frames: usize,
    pub(super) width: f64,
    /// Whose content is shown, as long as nothing covers it.
    origins: Vec<PublicAddress>,
    /// Tells one look from another.
    scrolled: (f64, f64),
}

impl Covers {
    pub(super) fn masks(&self) -> Vec<Mask> {
        self.boxes.iter().map(|&(x, y, width, height)| Mask { x, y, width, height }).collect()
    }
}

pub(super) async fn screenshot(hand: &Hand, area: PictureArea) -> Outcome {
    let world = World::of(hand, ANSWER_DEADLINE).await?;
    hand.hide_pointer(ANSWER_DEADLINE).await?;
    let (picture, covers, crop) = match area {
        PictureArea::Viewport => {
            let (picture, covers) = capture(hand, &world).await?;
            (picture, covers, None)
        }
        PictureArea::FullPage => {
            let stretched = Stretched::to_whole_page(hand).await?;
            let taken = capture(hand, &world).await;
            drop(stretched);
            let (picture, covers) = taken?;
            (picture, covers, None)
        }
        PictureArea::Element(target) => {
            let area = area_of(&Spot::find(hand, target).await?).await?;
            let (picture, covers) = capture(hand, &world).await?;
            (picture, covers, Some(area))
        }
    };
    let masks = covers.masks();
    let Covers { boxes: _, frames, width, origins, scrolled: _ } = covers;
    let painted = tokio::task::spawn_blocking(move || paint_over(&picture, width, &masks, crop)).await;
    let png = painted
        .ok()
        .and_then(Result::ok)
        .ok_or_else(|| Failure::new(Code::Unavailable, "The picture could not be painted over, so it isn't shown."))?;
    let mut done = Done::new(match frames {
        0 => "A picture of the page; what is typed in it is painted over.".to_owned(),
        frames => format!(
            "A picture of the page; what is typed in it and {frames} frames that don't answer are painted over."
        ),
    });
    done.picture = Some(Picture { png });
    done.origins = origins;
    Ok(done)
}

/// Takes the picture between two looks at what has to be painted over. What moved meanwhile is painted over at both
/// places. Only the second look searches for closed shadow roots: what is typed in one that the first didn't know makes the
/// looks differ, and the picture is taken anew.
pub(super) async fn capture(sight: &Sight, world: &World<'_>) -> Result<(Vec<u8>, Covers), Failure> {
    let mut before = look(world, Roots::Known).await?;
    for attempt in 1.. {
        // It is encoded once more anyway.
        let take = CaptureScreenshotParams { optimize_for_speed: Some(true), ..CaptureScreenshotParams::default() };
        let taken = sight.ask(take, ANSWER_DEADLINE).await?;
        let after = look(world, Roots::All).await?;
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

/// Where a document's viewport is in the page's.
#[derive(Clone, Copy)]
struct Placed {
    left: f64,
    top: f64,
    across: f64,
    down: f64,
}

impl Placed {
    fn outwards(self, (x, y, width, height): Box4) -> Box4 {
        let Self { left, top, across, down } = self;
        (left + x * across, top + y * down, width * across, height * down)
    }
}

/// The closed shadow roots that a look goes into.
#[derive(Clone, Copy)]
enum Roots {
    /// Those that earlier looks and readings found.
    Known,
    /// All there are, for which Chromium has to tell the whole document.
    All,
}

/// Looks at everything that has to be painted over now, through all frames. A frame that doesn't answer is painted over as
/// a whole.
async fn look(world: &World<'_>, roots: Roots) -> Result<Covers, HandError> {
    let mut covers = Covers::default();
    let all = Placed { left: 0.0, top: 0.0, across: 1.0, down: 1.0 };
    let masks = masks(world, roots, ANSWER_DEADLINE).await?;
    (covers.width, covers.scrolled) = (masks.width, (masks.scroll_x, masks.scroll_y));
    cover(world, roots, masks, all, 0, &mut covers).await?;
    Ok(covers)
}

async fn masks(world: &World<'_>, roots: Roots, deadline: Duration) -> Result<Masks, HandError> {
    match roots {
        Roots::Known => {}
        Roots::All => adopt_closed_roots(world).await?,
    }
    world.call("masks", &(), deadline).await
}

async fn cover(
    world: &World<'_>,
    roots: Roots,
    masks: Masks,
    placed: Placed,
    nested: usize,
    covers: &mut Covers,
) -> Result<(), HandError> {
    let Masks { boxes, frames, origin, .. } = masks;
    covers.origins.push(PublicAddress::from_page(&origin));
    covers.boxes.extend(boxes.into_iter().map(|each| placed.outwards(each)));
    if frames.is_empty() {
        return Ok(());
    }
    let found = frames_found(world).await?;
    for FrameBox { frame, outer, left, top, across, down } in frames {
        let whole = placed.outwards(outer);
        let inside = (left, top, across, down);
        let inside = Placed {
            left: placed.left + inside.0 * placed.across,
            top: placed.top + inside.1 * placed.down,
            across: placed.across * across,
            down: placed.down * down,
        };
        let (known, painted, shown) = (covers.boxes.len(), covers.frames, covers.origins.len());
        let frame = found.get(frame).cloned().flatten().filter(|_| nested < MOST_NESTED);
        match Box::pin(cover_frame(world, roots, frame, inside, nested, covers)).await {
            Ok(true) => {}
            Ok(false)
            | Err(HandError::DocumentGone | HandError::TimedOut | HandError::Malformed | HandError::NotWeb) => {
                covers.boxes.truncate(known);
                covers.origins.truncate(shown);
                covers.frames = painted + 1;
                covers.boxes.push(whole);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Covers what is typed in one frame; `false` if it can't be asked.
async fn cover_frame(
    around: &World<'_>,
    roots: Roots,
    frame: Option<Frame>,
    placed: Placed,
    nested: usize,
    covers: &mut Covers,
) -> Result<bool, HandError> {
    let Some(frame) = frame else { return Ok(false) };
    let world = World::in_frame(around.hand(), frame, FRAME_DEADLINE).await?;
    let masks = masks(&world, roots, FRAME_DEADLINE).await?;
    cover(&world, roots, masks, placed, nested + 1, covers).await?;
    Ok(true)
}

/// Where an element is in the page's viewport, scrolled there.
async fn area_of(spot: &Spot<'_>) -> Result<Area, Failure> {
    let target = spot.reference;
    let found: Option<Box4> = spot.world.call("boxOf", &spot.numbered(), ANSWER_DEADLINE).await?;
    let (left, top, width, height) = found.ok_or_else(|| stale(target))?;
    if width < 1.0 || height < 1.0 {
        return Err(Failure::new(Code::NotActionable, format!("{target} has no size, so there is no picture of it.")));
    }
    let (x, y) = spot.point((left, top)).await?.in_page();
    let (right, bottom) = spot
        .point((left + width - 1.0, top + height - 1.0))
        .await
        .map_or((x + width, y + height), |point| point.in_page());
    Ok(Area { x, y, width: (right - x).max(1.0), height: (bottom - y).max(1.0) })
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
        self.hand.page().lay_out_as_before();
    }
}
