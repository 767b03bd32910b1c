//! The part of a page's picture around what an act would touch, with that outlined: for the person's card (N27).

use super::pixels::{Bounds, Pixels};
use super::{Area, Mask, PaintError, painted};

/// How much of the page is shown around a small target, in CSS pixels: enough to know the place, not too much to be read in
/// a panel.
const SHOWN: (f64, f64) = (520.0, 250.0);
/// What is shown around a large one, in CSS pixels.
const AROUND: f64 = 16.0;
/// A close-up has at most so many pixels across and down.
const MOST: (f64, f64) = (640.0, 400.0);
/// The lines around a target, by how far out they are: coloured between light ones, so that they show on any ground. At the
/// edge of the picture those that come later cover the others.
const OUTLINE: [(usize, [u8; 4]); 5] = [(5, LIGHT), (1, LIGHT), (2, COLOR), (3, COLOR), (4, COLOR)];
const LIGHT: [u8; 4] = [0xff, 0xff, 0xff, 0xff];
const COLOR: [u8; 4] = [0xd6, 0x1c, 0x4e, 0xff];

/// A close-up as pixels.
#[derive(Debug)]
pub(crate) struct CloseUp {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Three bytes a pixel, row by row.
    pub(crate) rgb: Vec<u8>,
}

/// Paints over what is typed in a PNG, cuts it to what is around the targets, and outlines each. The rest is darkened: a page
/// can draw an outline of its own, but can't lighten anything.
pub(crate) fn close_up(png: &[u8], css_width: f64, masks: &[Mask], targets: &[Area]) -> Result<CloseUp, PaintError> {
    let (whole, scale) = painted(png, css_width, masks)?;
    let page = Area { x: 0.0, y: 0.0, width: css_width, height: whole.height as f64 / scale };
    let shown = shown(targets, &page);
    let cut = whole.cut(&Bounds::of(&shown, scale, &whole));
    let factor = (MOST.0 / cut.width as f64).min(MOST.1 / cut.height as f64).min(1.0);
    let mut pixels = cut.shrunk(factor);
    let bounds: Vec<Bounds> = targets
        .iter()
        .map(|target| Area { x: target.x - shown.x, y: target.y - shown.y, ..*target })
        .map(|target| Bounds::of(&target, scale * factor, &pixels))
        .collect();
    outline(&mut pixels, &bounds);
    let (width, height) = (pixels.width, pixels.height);
    Ok(CloseUp { width, height, rgb: pixels.into_rgb() })
}

/// What of the page is shown: the targets with some of their surroundings, in the middle where that is possible; all of it if
/// there are none.
fn shown(targets: &[Area], page: &Area) -> Area {
    let Some(all) = targets.iter().copied().reduce(around_both) else { return *page };
    let (x, width) = span(all.x, all.width, SHOWN.0, page.width);
    let (y, height) = span(all.y, all.height, SHOWN.1, page.height);
    Area { x, y, width, height }
}

fn around_both(one: Area, other: Area) -> Area {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let right = (one.x + one.width).max(other.x + other.width);
    let bottom = (one.y + one.height).max(other.y + other.height);
    Area { x, y, width: right - x, height: bottom - y }
}

/// Start and length of what is shown in one direction.
fn span(start: f64, length: f64, least: f64, most: f64) -> (f64, f64) {
    // Whole pixels, so that what is cut out and what is outlined in it fit together.
    let shown = (length + 2.0 * AROUND).max(least).min(most).ceil();
    let first = (start + length / 2.0 - shown / 2.0).round();
    (first.min(most - shown).max(0.0), shown)
}

fn outline(pixels: &mut Pixels, targets: &[Bounds]) {
    if targets.is_empty() {
        return;
    }
    let is_target = |x, y| targets.iter().any(|target| target.holds(x, y));
    pixels.change(|x, y| !is_target(x, y), |value| value - value / 4);
    for target in targets {
        for (out, color) in OUTLINE {
            target.grown(out, pixels).sides().iter().for_each(|side| pixels.fill(side, color));
        }
    }
}

impl Bounds {
    fn holds(&self, x: usize, y: usize) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    /// Larger on each side, as far as the picture goes: at its edge the outline is inside of the target.
    fn grown(&self, by: usize, within: &Pixels) -> Self {
        Self {
            left: self.left.saturating_sub(by),
            top: self.top.saturating_sub(by),
            right: (self.right + by).min(within.width),
            bottom: (self.bottom + by).min(within.height),
        }
    }

    /// Its outermost pixels.
    fn sides(&self) -> [Self; 4] {
        let Self { left, top, right, bottom } = *self;
        [
            Self { bottom: (top + 1).min(bottom), ..*self },
            Self { top: bottom.saturating_sub(1).max(top), ..*self },
            Self { right: (left + 1).min(right), ..*self },
            Self { left: right.saturating_sub(1).max(left), ..*self },
        ]
    }
}
