//! One of several choices, with what it means.

use egui::{Response, RichText, Role, Ui, WidgetInfo};

use super::button::focus_ring_ui;
use crate::theme;

/// What is written beside the button of a choice.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'a> {
    /// What it is called.
    pub label: &'a str,
    /// What a screen reader says; it holds the label.
    pub name: &'a str,
    /// What it means.
    pub meaning: &'a str,
}

/// Draws a choice.
pub fn choice_ui(ui: &mut Ui, choice: Choice<'_>, is_chosen: bool) -> Response {
    let Choice { label, name, meaning } = choice;
    let response = ui.radio(is_chosen, label);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, name));
    focus_ring_ui(ui, &response);
    let color = theme::palette(ui).weak_text;
    ui.indent(label, |ui| ui.label(RichText::new(meaning).small().color(color)));
    response
}
