//! The keys that take control. They are taken out of the input before any widget sees them, so that the Space in them
//! never presses a button that happens to have the keyboard.

use egui::{Key, KeyboardShortcut, Modifiers, Ui};

/// Take control of this panel's Window.
pub const TAKE_CONTROL_KEYS: KeyboardShortcut = KeyboardShortcut::new(Modifiers::CTRL, Key::Space);

/// Take control of everything.
pub const TAKE_EVERYTHING_KEYS: KeyboardShortcut =
    KeyboardShortcut::new(Modifiers::CTRL.plus(Modifiers::SHIFT), Key::Space);

/// What a shortcut asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Control of the Window at hand.
    Control,
    /// Control of everything.
    Everything,
}

/// The shortcut that was pressed since the last pass, if any. Call it before anything is drawn.
pub fn pressed_shortcut(ui: &Ui) -> Option<Wanted> {
    ui.input_mut(|input| {
        // The one with more modifiers first: the other would match it as well.
        let everything = input.consume_shortcut(&TAKE_EVERYTHING_KEYS);
        let control = input.consume_shortcut(&TAKE_CONTROL_KEYS);
        match (everything, control) {
            (true, _) => Some(Wanted::Everything),
            (false, true) => Some(Wanted::Control),
            (false, false) => None,
        }
    })
}
