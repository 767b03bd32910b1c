//! Pictures of the screen, and where in them a colour is.

use std::fmt;

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(red, green, blue) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Rgb {
    /// Whether no channel differs by more than `tolerance`.
    pub fn is_near(self, other: Self, tolerance: u8) -> bool {
        let near = |one: u8, two: u8| one.abs_diff(two) <= tolerance;
        near(self.0, other.0) && near(self.1, other.1) && near(self.2, other.2)
    }
}

/// An area of the screen in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rect {
    /// Left edge.
    pub x: u32,
    /// Top edge.
    pub y: u32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl Rect {
    /// Its middle.
    pub fn center(self) -> (u32, u32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }

    /// Whether a point lies in it.
    pub fn contains(self, x: u32, y: u32) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

/// What was read isn't a picture of the expected format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an 8-bit binary PPM picture")]
pub struct NotAPicture;

/// A picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Pixels {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
}

/// A connected area of one colour.
struct Area {
    rect: Rect,
    pixels: usize,
}

impl Pixels {
    /// Reads a binary PPM file.
    pub fn from_ppm(bytes: &[u8]) -> Result<Self, NotAPicture> {
        let (magic, rest) = word(bytes).ok_or(NotAPicture)?;
        let (width, rest) = number(rest).ok_or(NotAPicture)?;
        let (height, rest) = number(rest).ok_or(NotAPicture)?;
        let (depth, rest) = number(rest).ok_or(NotAPicture)?;
        // Exactly one white-space byte stands between the head and the pixels.
        let rgb = rest.get(1..).unwrap_or_default();
        if magic != b"P6" || depth != 255 {
            return Err(NotAPicture);
        }
        Self::from_rgb(width, height, rgb.to_vec())
    }

    /// Pixels as they come, three bytes each.
    pub fn from_rgb(width: usize, height: usize, rgb: Vec<u8>) -> Result<Self, NotAPicture> {
        if rgb.len() == width * height * 3 { Ok(Self { width, height, rgb }) } else { Err(NotAPicture) }
    }

    /// A picture of one colour.
    pub fn filled(width: usize, height: usize, Rgb(red, green, blue): Rgb) -> Self {
        Self { width, height, rgb: [red, green, blue].repeat(width * height) }
    }

    /// Width and height.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The colour at a place; `None` outside.
    pub fn at(&self, x: usize, y: usize) -> Option<Rgb> {
        let start = (x < self.width && y < self.height).then_some((y * self.width + x) * 3)?;
        match *self.rgb.get(start..start + 3)? {
            [red, green, blue] => Some(Rgb(red, green, blue)),
            _ => None,
        }
    }

    /// Fills an area; what lies outside the picture is left out.
    pub fn paint(&mut self, area: Rect, Rgb(red, green, blue): Rgb) {
        for place in 0..self.width * self.height {
            let (x, y) = (place % self.width, place / self.width);
            if area.contains(x as u32, y as u32) {
                self.rgb[place * 3..place * 3 + 3].copy_from_slice(&[red, green, blue]);
            }
        }
    }

    /// The bounding box of the largest connected area of a colour.
    pub fn find_color(&self, color: Rgb, tolerance: u8) -> Option<Rect> {
        self.find_area(color, tolerance, 1)
    }

    /// The same, if the area has at least that many pixels.
    pub fn find_area(&self, color: Rgb, tolerance: u8, at_least: usize) -> Option<Rect> {
        self.areas(color, tolerance).into_iter().find(|area| area.pixels >= at_least).map(|area| area.rect)
    }

    /// The bounding boxes of every connected area of a colour with at least that many pixels, largest first.
    pub fn find_areas(&self, color: Rgb, tolerance: u8, at_least: usize) -> Vec<Rect> {
        let areas = self.areas(color, tolerance).into_iter();
        areas.filter(|area| area.pixels >= at_least).map(|area| area.rect).collect()
    }

    fn areas(&self, color: Rgb, tolerance: u8) -> Vec<Area> {
        let channels = self.rgb.chunks_exact(3);
        let mut wanted: Vec<bool> =
            channels.map(|pixel| Rgb(pixel[0], pixel[1], pixel[2]).is_near(color, tolerance)).collect();
        let mut areas = Vec::new();
        for place in 0..wanted.len() {
            if wanted[place] {
                areas.push(self.take_area(&mut wanted, place));
            }
        }
        areas.sort_by_key(|area| std::cmp::Reverse(area.pixels));
        areas
    }

    /// Takes everything that hangs together with `first` out of `wanted`.
    fn take_area(&self, wanted: &mut [bool], first: usize) -> Area {
        let (mut left, mut top, mut right, mut bottom) = (self.width, self.height, 0, 0);
        let (mut open, mut pixels) = (vec![first], 0);
        wanted[first] = false;
        while let Some(place) = open.pop() {
            let (x, y) = (place % self.width, place / self.width);
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
            pixels += 1;
            for next in self.neighbours(x, y).into_iter().flatten() {
                if std::mem::take(&mut wanted[next]) {
                    open.push(next);
                }
            }
        }
        let (width, height) = (right + 1 - left, bottom + 1 - top);
        Area { rect: Rect { x: left as u32, y: top as u32, width: width as u32, height: height as u32 }, pixels }
    }

    fn neighbours(&self, x: usize, y: usize) -> [Option<usize>; 4] {
        let place = y * self.width + x;
        [
            (x > 0).then(|| place - 1),
            (x + 1 < self.width).then_some(place + 1),
            (y > 0).then(|| place - self.width),
            (y + 1 < self.height).then_some(place + self.width),
        ]
    }
}

impl fmt::Debug for Pixels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pixels({}x{})", self.width, self.height)
    }
}

/// The next word of the head; a `#` begins a comment up to the end of the line.
fn word(mut bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    loop {
        let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
        bytes = &bytes[start..];
        if bytes.first() != Some(&b'#') {
            break;
        }
        bytes = &bytes[bytes.iter().position(|byte| *byte == b'\n')?..];
    }
    let end = bytes.iter().position(u8::is_ascii_whitespace)?;
    Some(bytes.split_at(end))
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (digits, rest) = word(bytes)?;
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}
