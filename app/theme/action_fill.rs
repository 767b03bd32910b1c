//! The four buttons that must be recognised at a glance. Their colours occur nowhere else and are the same in light
//! and dark.

use egui::Color32;

/// The flat fill of a button, at rest and under the pointer, and its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionFill {
    /// At rest.
    pub rest: Color32,
    /// Under the pointer, or pressed.
    pub hovered: Color32,
    /// What is written on it.
    pub text: Color32,
}

/// Take control of a Window.
pub const TAKE_CONTROL: ActionFill = ActionFill {
    rest: Color32::from_rgb(0xC2, 0x25, 0x5C),
    hovered: Color32::from_rgb(0xA3, 0x16, 0x4A),
    text: Color32::WHITE,
};

/// Take control of everything.
pub const TAKE_EVERYTHING: ActionFill = ActionFill {
    rest: Color32::from_rgb(0xC9, 0x2A, 0x2A),
    hovered: Color32::from_rgb(0xA8, 0x1F, 0x1F),
    text: Color32::WHITE,
};

/// Give a Window back.
pub const GIVE_BACK: ActionFill = ActionFill {
    rest: Color32::from_rgb(0x0B, 0x72, 0x85),
    hovered: Color32::from_rgb(0x09, 0x5C, 0x6B),
    text: Color32::WHITE,
};

/// Pair an agent.
pub const PAIR: ActionFill = ActionFill {
    rest: Color32::from_rgb(0x70, 0x48, 0xE8),
    hovered: Color32::from_rgb(0x5B, 0x35, 0xD5),
    text: Color32::WHITE,
};
