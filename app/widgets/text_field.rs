//! A field for one line of text.

use egui::{Key, Response, RichText, Role, TextEdit, Ui, WidgetInfo};

use super::button::focus_ring_ui;
use crate::theme;

/// Draws it as wide as there is room. `name` is what a screen reader says, `hint` what is shown while it is empty.
pub fn text_field_ui(ui: &mut Ui, text: &mut String, hint: &str, name: &str) -> Response {
    let response = ui.add(TextEdit::singleline(text).hint_text(hint).desired_width(f32::INFINITY));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, ui.is_enabled(), name));
    focus_ring_ui(ui, &response);
    response
}

/// Whether Enter was pressed in a field.
pub fn is_entered(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

/// Says what is wrong with what is typed, below its field.
pub fn field_error_ui(ui: &mut Ui, error: Option<impl ToString>) {
    if let Some(error) = error {
        ui.label(RichText::new(error.to_string()).color(theme::palette(ui).bad));
    }
}
