//! The sizes of type. Nothing on a screen has another size.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use egui::{FontFamily, FontId, TextStyle};

/// The heading of a screen.
pub const TITLE: TextStyle = TextStyle::Heading;

/// The heading of a section, and the first line of a card.
pub static SUBTITLE: LazyLock<TextStyle> = LazyLock::new(|| TextStyle::Name("Subtitle".into()));

/// Words to be read from across a desk: the state, and Take control.
pub static STATE: LazyLock<TextStyle> = LazyLock::new(|| TextStyle::Name("State".into()));

/// A pairing code.
pub static CODE: LazyLock<TextStyle> = LazyLock::new(|| TextStyle::Name("Code".into()));

pub(super) fn text_styles() -> BTreeMap<TextStyle, FontId> {
    let proportional = |size| FontId::new(size, FontFamily::Proportional);
    let monospace = |size| FontId::new(size, FontFamily::Monospace);
    BTreeMap::from([
        (TextStyle::Small, proportional(12.5)),
        (TextStyle::Body, proportional(14.5)),
        (TextStyle::Button, proportional(14.5)),
        (TextStyle::Monospace, monospace(13.0)),
        (SUBTITLE.clone(), proportional(16.5)),
        (STATE.clone(), proportional(21.0)),
        (TITLE, proportional(24.0)),
        (CODE.clone(), monospace(38.0)),
    ])
}
