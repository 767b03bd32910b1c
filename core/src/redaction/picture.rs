//! Pictures: what is typed is painted over before anyone sees them (N27).

use std::io::Cursor;

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
    let mut pixels = Pixels::decode(png)?;
    if css_width < 1.0 {
        return Err(PaintError::Kind);
    }
    let scale = pixels.width as f64 / css_width;
    for mask in masks {
        let Mask { x, y, width, height } = *mask;
        pixels.fill(&Bounds::of(x - MARGIN, y - MARGIN, width + 2.0 * MARGIN, height + 2.0 * MARGIN, scale, &pixels));
    }
    if let Some(Area { x, y, width, height }) = area {
        let bounds = Bounds::of(x, y, width, height, scale, &pixels);
        pixels = pixels.cut(&bounds);
    }
    pixels.encode()
}

struct Pixels {
    width: usize,
    height: usize,
    /// 3 or 4.
    channels: usize,
    bytes: Vec<u8>,
}

/// A rectangle of whole pixels inside a picture.
struct Bounds {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Bounds {
    fn of(x: f64, y: f64, width: f64, height: f64, scale: f64, within: &Pixels) -> Self {
        // Out-of-range floats saturate, which is what is wanted at the edges.
        let low = |value: f64, limit: usize| ((value * scale).floor().max(0.0) as usize).min(limit);
        let high = |value: f64, limit: usize| ((value * scale).ceil().max(0.0) as usize).min(limit);
        Self {
            left: low(x, within.width),
            top: low(y, within.height),
            right: high(x + width, within.width),
            bottom: high(y + height, within.height),
        }
    }
}

impl Pixels {
    fn decode(png: &[u8]) -> Result<Self, PaintError> {
        let mut decoder = png::Decoder::new(Cursor::new(png));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().ok_or(PaintError::Kind)?];
        let frame = reader.next_frame(&mut bytes)?;
        let channels = match frame.color_type {
            png::ColorType::Rgb => 3,
            png::ColorType::Rgba => 4,
            png::ColorType::Grayscale | png::ColorType::GrayscaleAlpha | png::ColorType::Indexed => {
                return Err(PaintError::Kind);
            }
        };
        bytes.truncate(frame.buffer_size());
        Ok(Self { width: frame.width as usize, height: frame.height as usize, channels, bytes })
    }

    fn fill(&mut self, bounds: &Bounds) {
        for row in bounds.top..bounds.bottom {
            let start = (row * self.width + bounds.left) * self.channels;
            let end = (row * self.width + bounds.right.max(bounds.left)) * self.channels;
            for pixel in self.bytes[start..end].chunks_exact_mut(self.channels) {
                pixel.copy_from_slice(&PAINT[..self.channels]);
            }
        }
    }

    fn cut(&self, bounds: &Bounds) -> Self {
        let (width, height) =
            (bounds.right.saturating_sub(bounds.left).max(1), bounds.bottom.saturating_sub(bounds.top).max(1));
        let left = bounds.left.min(self.width.saturating_sub(width));
        let top = bounds.top.min(self.height.saturating_sub(height));
        let mut bytes = Vec::with_capacity(width * height * self.channels);
        for row in top..top + height {
            let start = (row * self.width + left) * self.channels;
            bytes.extend_from_slice(&self.bytes[start..start + width * self.channels]);
        }
        Self { width, height, channels: self.channels, bytes }
    }

    fn encode(&self) -> Result<Vec<u8>, PaintError> {
        let mut png = Vec::new();
        let (width, height) = (u32::try_from(self.width), u32::try_from(self.height));
        let (Ok(width), Ok(height)) = (width, height) else { return Err(PaintError::Kind) };
        let mut encoder = png::Encoder::new(&mut png, width, height);
        encoder.set_color(if self.channels == 3 { png::ColorType::Rgb } else { png::ColorType::Rgba });
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.bytes)?;
        writer.finish()?;
        Ok(png)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(width: usize, height: usize) -> Pixels {
        Pixels { width, height, channels: 3, bytes: vec![0xff; width * height * 3] }
    }

    fn is_painted(pixels: &Pixels, x: usize, y: usize) -> bool {
        let start = (y * pixels.width + x) * pixels.channels;
        pixels.bytes[start..start + 3] == PAINT[..3]
    }

    /// N27: pictures count. The place is painted at the picture's own scale, with a margin, and nothing else is.
    #[test]
    fn typed_places_are_painted_over_at_scale() {
        let png = white(200, 100).encode().expect("a picture");
        let mask = Mask { x: 10.0, y: 10.0, width: 20.0, height: 10.0 };
        let painted = paint_over(&png, 100.0, &[mask], None).expect("it is painted over");
        let painted = Pixels::decode(&painted).expect("a picture");
        assert!(is_painted(&painted, 20, 20) && is_painted(&painted, 59, 39) && is_painted(&painted, 17, 17));
        assert!(!is_painted(&painted, 10, 10) && !is_painted(&painted, 70, 30) && !is_painted(&painted, 30, 50));
    }

    /// N27: two different values under the same mask give the same picture.
    #[test]
    fn what_is_under_a_mask_leaves_no_trace() {
        let mut other = white(50, 50);
        other.bytes[(20 * 50 + 20) * 3] = 0;
        let mask = Mask { x: 10.0, y: 10.0, width: 30.0, height: 30.0 };
        let paint = |pixels: &Pixels| paint_over(&pixels.encode().expect("a picture"), 50.0, &[mask], None);
        assert_eq!(paint(&white(50, 50)).expect("painted"), paint(&other).expect("painted"));
    }

    #[test]
    fn a_mask_that_reaches_outside_is_cut_to_the_picture() {
        let png = white(20, 20).encode().expect("a picture");
        let masks = [
            Mask { x: -50.0, y: -50.0, width: 1000.0, height: 60.0 },
            Mask { x: 1000.0, y: 1000.0, width: 10.0, height: 10.0 },
            Mask { x: -100.0, y: -100.0, width: 10.0, height: 10.0 },
        ];
        let painted = Pixels::decode(&paint_over(&png, 20.0, &masks, None).expect("painted")).expect("a picture");
        assert!(is_painted(&painted, 19, 9) && !is_painted(&painted, 19, 19));
    }

    #[test]
    fn an_area_is_cut_out() {
        let png = white(100, 100).encode().expect("a picture");
        let area = Area { x: 90.0, y: 10.0, width: 40.0, height: 5.0 };
        let cut = Pixels::decode(&paint_over(&png, 100.0, &[], Some(area)).expect("cut")).expect("a picture");
        assert_eq!((cut.width, cut.height), (10, 5));
    }

    /// N27: what can't be painted over isn't shown.
    #[test]
    fn something_that_is_no_picture_is_refused() {
        let mask = Mask { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
        assert!(paint_over(b"not a picture", 100.0, &[mask], None).is_err());
    }
}
