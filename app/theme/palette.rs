//! The two palettes. Text on its ground has a contrast of at least 4.5 : 1 (WCAG AA); a test computes it.

use egui::Color32;

use crate::view_model::StateRole;

/// A coloured ground and the text on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateColors {
    /// The ground.
    pub fill: Color32,
    /// What is written on it.
    pub text: Color32,
}

/// The colours of one theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Behind everything.
    pub background: Color32,
    /// Cards and fields.
    pub surface: Color32,
    /// Ordinary buttons, badges, code.
    pub inset: Color32,
    /// Ordinary buttons under the pointer.
    pub hovered: Color32,
    /// What is chosen: a screen in the navigation, selected text.
    pub selected: Color32,
    /// Lines around cards.
    pub border: Color32,
    /// Lines around what is under the pointer.
    pub strong_border: Color32,
    /// Text.
    pub text: Color32,
    /// Text that matters less.
    pub weak_text: Color32,
    /// Links, and the ring around what has the keyboard.
    pub accent: Color32,
    /// It was done; all is well.
    pub good: Color32,
    /// It asks for attention.
    pub warning: Color32,
    /// It failed, or can't be undone.
    pub bad: Color32,
    states: [StateColors; 6],
}

impl Palette {
    /// The colours of a state.
    pub fn state(&self, role: StateRole) -> StateColors {
        let [idle, agent, handoff, taking, person, gone] = self.states;
        match role {
            StateRole::Idle => idle,
            StateRole::Agent => agent,
            StateRole::Handoff => handoff,
            StateRole::Taking => taking,
            StateRole::Person => person,
            StateRole::Gone => gone,
        }
    }
}

const fn rgb(hex: u32) -> Color32 {
    let [_, red, green, blue] = hex.to_be_bytes();
    Color32::from_rgb(red, green, blue)
}

const fn state(fill: u32, text: u32) -> StateColors {
    StateColors { fill: rgb(fill), text: rgb(text) }
}

/// By day.
pub const LIGHT: Palette = Palette {
    background: rgb(0xF6F7F9),
    surface: rgb(0xFFFFFF),
    inset: rgb(0xECEEF2),
    hovered: rgb(0xE0E4EB),
    selected: rgb(0xDCE6FA),
    border: rgb(0xDADEE6),
    strong_border: rgb(0xB4BBC8),
    text: rgb(0x1A1D23),
    weak_text: rgb(0x575E6B),
    accent: rgb(0x2D5BB9),
    good: rgb(0x1B6B3A),
    warning: rgb(0x7A4D00),
    bad: rgb(0x9C1C14),
    states: [
        state(0xDFE3EA, 0x1A1D23),
        state(0x1F5FBF, 0xFFFFFF),
        state(0x6A3D9A, 0xFFFFFF),
        state(0x8A5A00, 0xFFFFFF),
        state(0x1F7A45, 0xFFFFFF),
        state(0x7A2E2E, 0xFFFFFF),
    ],
};

/// By night.
pub const DARK: Palette = Palette {
    background: rgb(0x15171C),
    surface: rgb(0x1D2027),
    inset: rgb(0x282C35),
    hovered: rgb(0x343945),
    selected: rgb(0x27375A),
    border: rgb(0x333844),
    strong_border: rgb(0x565E6E),
    text: rgb(0xECEEF2),
    weak_text: rgb(0xA3ABB9),
    accent: rgb(0x8FB4FF),
    good: rgb(0x6FCF97),
    warning: rgb(0xF2C063),
    bad: rgb(0xFF8A80),
    states: [
        state(0x343A46, 0xECEEF2),
        state(0x2B6CD4, 0xFFFFFF),
        state(0x7D4BB0, 0xFFFFFF),
        state(0x8A5A00, 0xFFFFFF),
        state(0x23854D, 0xFFFFFF),
        state(0x8A3636, 0xFFFFFF),
    ],
};
