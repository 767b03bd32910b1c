//! Where a panel goes: beside its Chromium window.

use nexus_core::broker::Bounds;

/// A size in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// From left to right.
    pub width: f32,
    /// From top to bottom.
    pub height: f32,
}

/// The panel's left top corner in points: right of the Chromium window if there is room, else left of it, else over
/// its right edge. `scale` is how many pixels a point has.
pub fn beside(chromium: Bounds, panel: Size, monitor: Option<Size>, scale: f32) -> (f32, f32) {
    const SPACE: f32 = 8.0;
    let left = chromium.x as f32 / scale;
    let right = left + chromium.width as f32 / scale;
    let top = (chromium.y as f32 / scale).max(0.0);
    let Some(monitor) = monitor else { return (right + SPACE, top) };
    let top = top.min((monitor.height - panel.height).max(0.0));
    // On another monitor than the first its size says nothing about where the screen ends.
    if right + SPACE + panel.width <= monitor.width || left >= monitor.width {
        (right + SPACE, top)
    } else if left - SPACE - panel.width >= 0.0 {
        (left - SPACE - panel.width, top)
    } else {
        ((monitor.width - panel.width).max(0.0), top)
    }
}
