//! A picture as pixels: decoded, changed, and encoded again.

use std::io::Cursor;
use std::ops::Range;

use super::{Area, PaintError};

/// A picture's pixels, row by row.
pub(super) struct Pixels {
    pub(super) width: usize,
    pub(super) height: usize,
    /// 3 or 4.
    pub(super) channels: usize,
    pub(super) bytes: Vec<u8>,
}

/// A rectangle of whole pixels inside a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

impl Bounds {
    /// The pixels that an area touches; `scale` says how many of them one of its units is.
    pub(super) fn of(&Area { x, y, width, height }: &Area, scale: f64, within: &Pixels) -> Self {
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
    pub(super) fn decode(png: &[u8]) -> Result<Self, PaintError> {
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

    /// Gives each pixel of a rectangle one colour.
    pub(super) fn fill(&mut self, bounds: &Bounds, color: [u8; 4]) {
        for row in bounds.top..bounds.bottom {
            let start = (row * self.width + bounds.left) * self.channels;
            let end = (row * self.width + bounds.right.max(bounds.left)) * self.channels;
            for pixel in self.bytes[start..end].chunks_exact_mut(self.channels) {
                pixel.copy_from_slice(&color[..self.channels]);
            }
        }
    }

    /// One rectangle of it; one pixel at least.
    pub(super) fn cut(&self, bounds: &Bounds) -> Self {
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

    /// The same with fewer pixels, each the mean of those in its place. Never larger.
    pub(super) fn shrunk(self, factor: f64) -> Self {
        if factor >= 1.0 {
            return self;
        }
        let smaller = |length: usize| ((length as f64 * factor).round() as usize).clamp(1, length);
        let (width, height) = (smaller(self.width), smaller(self.height));
        let mut bytes = Vec::with_capacity(width * height * self.channels);
        for y in 0..height {
            let rows = y * self.height / height..((y + 1) * self.height).div_ceil(height);
            for x in 0..width {
                let columns = x * self.width / width..((x + 1) * self.width).div_ceil(width);
                for channel in 0..self.channels {
                    bytes.push(self.mean(rows.clone(), columns.clone(), channel));
                }
            }
        }
        Self { width, height, channels: self.channels, bytes }
    }

    fn mean(&self, rows: Range<usize>, columns: Range<usize>, channel: usize) -> u8 {
        let count = rows.len() * columns.len();
        let value =
            |row: usize, column: usize| usize::from(self.bytes[(row * self.width + column) * self.channels + channel]);
        let sum: usize = rows.map(|row| columns.clone().map(|column| value(row, column)).sum::<usize>()).sum();
        u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX)
    }

    /// Changes the colour of each pixel for which `chosen` holds.
    pub(super) fn change(&mut self, chosen: impl Fn(usize, usize) -> bool, change: impl Fn(u8) -> u8) {
        for (index, pixel) in self.bytes.chunks_exact_mut(self.channels).enumerate() {
            if chosen(index % self.width, index / self.width) {
                pixel.iter_mut().take(3).for_each(|value| *value = change(*value));
            }
        }
    }

    /// Red, green and blue of each pixel.
    pub(super) fn into_rgb(self) -> Vec<u8> {
        match self.channels {
            4 => self.bytes.chunks_exact(4).flat_map(|pixel| pixel[..3].to_vec()).collect(),
            _ => self.bytes,
        }
    }

    pub(super) fn encode(&self) -> Result<Vec<u8>, PaintError> {
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
