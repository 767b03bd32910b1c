//! A message across a screen, with one button at most.

use egui::{RichText, Ui};

use super::button::quiet_button_ui;
use crate::theme;

/// How much a message matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Good to know.
    Note,
    /// The person should do something about it.
    Warning,
    /// Something went wrong.
    Failure,
}

/// Draws the message; says whether its button was pressed.
pub fn message_ui(ui: &mut Ui, weight: Weight, text: &str, button: Option<&str>) -> bool {
    let palette = theme::palette(ui);
    let (icon, color) = match weight {
        Weight::Note => ("ℹ", palette.accent),
        Weight::Warning => ("⚠", palette.warning),
        Weight::Failure => ("⚠", palette.bad),
    };
    let mut pressed = false;
    theme::attention_card(palette, color).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            ui.label(RichText::new(icon).color(color));
            ui.vertical(|ui| {
                ui.add(egui::Label::new(RichText::new(text).color(palette.text)).wrap());
                if let Some(button) = button {
                    pressed = quiet_button_ui(ui, button, button).clicked();
                }
            });
        });
    });
    pressed
}
