//! Text to copy into another program.

use egui::{Frame, Label, Margin, RichText, Ui};

use super::button::quiet_button_ui;
use crate::theme;

/// Draws the text as it will be copied.
pub fn code_ui(ui: &mut Ui, text: &str) {
    let palette = theme::palette(ui);
    Frame::new().fill(palette.inset).corner_radius(6).inner_margin(Margin::same(10)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(Label::new(RichText::new(text).monospace().color(palette.text)).wrap().selectable(true));
    });
}

/// Draws the button that copies it. `name` says to a screen reader what is copied.
pub fn copy_button_ui(ui: &mut Ui, text: &str, name: &str) {
    if quiet_button_ui(ui, "📋 Copy", &format!("Copy {name}")).clicked() {
        ui.ctx().copy_text(text.to_owned());
    }
}
