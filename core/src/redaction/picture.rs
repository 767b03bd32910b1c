//! Pictures: what is typed is painted over before anyone sees them (N27).

mod close_up;
mod pixels;
#[cfg(test)]
mod tests;

use pixels::{Bounds, Pixels};

/// A place to paint over, in CSS pixels of the viewport.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mask {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The part of a picture that is shown, in CSS pixels of the viewport.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Why a picture could not be painted over. It isn't shown then.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PaintError {
    #[error("the picture could not be decoded")]
    Decode(#[from] png::DecodingError),
    #[error("the picture could not be encoded")]
    Encode(#[from] png::EncodingError),
    #[error("the picture is of an unexpected kind")]
    Kind,
}

pub(crate) use close_up::close_up;

/// The colour painted over typed values.
const PAINT: [u8; 4] = [0x8a, 0x8f, 0x98, 0xff];
/// Pixels painted around each place: text may overhang its box, and scaled edges are blurred.
const MARGIN: f64 = 2.0;

/// Paints over each place of a PNG and cuts it to an area. `css_width` is the width of the viewport it shows, which gives
/// the scale.
pub(crate) fn paint_over(
    png: &[u8],
    css_width: f64,
    masks: &[Mask],
    area: Option<Area>,
) -> Result<Vec<u8>, PaintError> {
    if masks.is_empty() && area.is_none() {
        return Ok(png.to_vec());
    }
    let (mut pixels, scale) = painted(png, css_width, masks)?;
    if let Some(area) = area {
        pixels = pixels.cut(&Bounds::of(&area, scale, &pixels));
    }
    pixels.encode()
}

/// The pixels with each place painted over, and how many of them a CSS pixel is.
fn painted(png: &[u8], css_width: f64, masks: &[Mask]) -> Result<(Pixels, f64), PaintError> {
    let mut pixels = Pixels::decode(png)?;
    if css_width < 1.0 {
        return Err(PaintError::Kind);
    }
    let scale = pixels.width as f64 / css_width;
    for Mask { x, y, width, height } in masks {
        let area = Area { x: x - MARGIN, y: y - MARGIN, width: width + 2.0 * MARGIN, height: height + 2.0 * MARGIN };
        pixels.fill(&Bounds::of(&area, scale, &pixels), PAINT);
    }
    Ok((pixels, scale))
}
