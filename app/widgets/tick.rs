//! A box that is ticked or not.

use egui::{Response, Role, Stroke, Ui, WidgetInfo};

use super::button::focus_ring_ui;
use crate::theme;

/// Draws it. `name` is what a screen reader says; it holds the label.
pub fn tick_ui(ui: &mut Ui, is_ticked: bool, label: &str, name: &str) -> Response {
    let edge = theme::palette(ui).strong_border;
    let tick = ui.scope(|ui| {
        // A box that is empty is nothing but its edge.
        ui.visuals_mut().widgets.inactive.bg_stroke = Stroke::new(1.0, edge);
        let mut shown = is_ticked;
        ui.checkbox(&mut shown, label)
    });
    let response = tick.inner;
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), is_ticked, name));
    focus_ring_ui(ui, &response);
    response
}
