//! How a person recognises NEXUS on the screen: titles and colours of the shipped theme, in one place.

use crate::screen::Rgb;

/// What the hub's title holds.
pub const HUB_TITLE: &str = "NEXUS";
/// What a control panel's title holds.
pub const PANEL_TITLE: &str = "· NEXUS";

/// How far a channel may be off, for gamma and rounding.
pub const TOLERANCE: u8 = 6;
/// A button's fill is at least this many connected pixels.
pub(super) const SMALLEST_BUTTON: usize = 400;

/// A button as the person sees it.
#[derive(Debug)]
pub struct Button {
    /// What is written on it.
    pub label: &'static str,
    /// In which window.
    pub window: &'static str,
    /// Its fill while the pointer is elsewhere.
    pub color: Rgb,
}

/// Lets an agent in.
pub const PAIR: Button = Button { label: "Pair", window: HUB_TITLE, color: Rgb(0x70, 0x48, 0xe8) };
/// Stops every agent in a Window.
pub const TAKE_CONTROL: Button = Button { label: "Take control", window: PANEL_TITLE, color: Rgb(0xc2, 0x25, 0x5c) };
/// Lets them go on.
pub const GIVE_BACK: Button = Button { label: "Give back", window: PANEL_TITLE, color: Rgb(0x0b, 0x72, 0x85) };

/// The badge in the hub's navigation that counts the agents that wait to be paired, in the dark theme.
pub(super) const REQUESTS: Rgb = Rgb(0xf2, 0xc0, 0x63);
/// The badge is at least this many connected pixels around its number.
pub(super) const SMALLEST_BADGE: usize = 100;
/// How wide the hub's navigation is.
pub(super) const NAVIGATION: u32 = 184;
/// The ground of the entry in the hub's navigation whose screen is on, in the dark theme.
pub(super) const CHOSEN: Rgb = Rgb(0x27, 0x37, 0x5a);
/// That ground is at least this many connected pixels around the entry's words.
pub(super) const SMALLEST_ENTRY: usize = 2000;
/// How far an entry is from the next.
pub(super) const BETWEEN_ENTRIES: u32 = 6;
/// The state bar while the person has control, in the dark theme, which is the one without a desktop's word on it.
pub const YOU_HAVE_CONTROL: Rgb = Rgb(0x23, 0x85, 0x4d);
/// The frame around what went wrong, in the dark theme.
pub const FAILURE: Rgb = Rgb(0xff, 0x8a, 0x80);
