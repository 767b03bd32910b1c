//! What a list shows while there is nothing in it: what will appear there, and how to make it happen.

use egui::{RichText, Ui};

use crate::theme;

/// Draws the note.
pub fn empty_ui(ui: &mut Ui, what: &str, how: &str) {
    let palette = theme::palette(ui);
    theme::card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(what).color(palette.text));
        ui.label(RichText::new(how).color(palette.weak_text));
    });
}
