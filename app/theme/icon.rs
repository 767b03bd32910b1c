//! The icon of every native window: a frame held by a ring. Drawn here, so that no file can be missing.

use std::sync::{Arc, LazyLock};

use egui::IconData;

const SIDE: u32 = 64;

/// The icon.
pub fn icon() -> Arc<IconData> {
    static ICON: LazyLock<Arc<IconData>> = LazyLock::new(|| Arc::new(draw()));
    Arc::clone(&ICON)
}

fn draw() -> IconData {
    let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| pixel(x as f32 + 0.5, y as f32 + 0.5)).collect();
    IconData { rgba, width: SIDE, height: SIDE }
}

fn pixel(x: f32, y: f32) -> [u8; 4] {
    let half = SIDE as f32 / 2.0;
    let (from_middle_x, from_middle_y) = (x - half, y - half);
    let corner = 14.0;
    let outside_x = (from_middle_x.abs() - (half - corner)).max(0.0);
    let outside_y = (from_middle_y.abs() - (half - corner)).max(0.0);
    let ground = coverage(corner - outside_x.hypot(outside_y));
    let from_middle = from_middle_x.hypot(from_middle_y);
    let ring = coverage(4.0 - (from_middle - 18.0).abs());
    let dot = coverage(7.0 - from_middle);
    let white = ring.max(dot);
    let mix = |color: f32| (color + (255.0 - color) * white) as u8;
    [mix(31.0), mix(63.0), mix(127.0), (255.0 * ground) as u8]
}

/// How much of a pixel is inside an edge this far away.
fn coverage(inside_by: f32) -> f32 {
    (inside_by + 0.5).clamp(0.0, 1.0)
}
