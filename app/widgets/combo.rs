//! A choice of one among several, with a name for screen readers.

use egui::{ComboBox, Response, Role, Ui, WidgetInfo};

use super::button::focus_ring_ui;

/// Draws it. `name` says what is chosen from, and what is chosen now.
pub fn named_combo_ui(ui: &mut Ui, combo: ComboBox<'_>, name: &str, contents_ui: impl FnOnce(&mut Ui)) -> Response {
    let response = combo.truncate().show_ui(ui, contents_ui).response;
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), name));
    focus_ring_ui(ui, &response);
    response
}
