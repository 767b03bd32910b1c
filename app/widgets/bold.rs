//! Words in bold. The built-in font has no bold face, so they are painted twice, a little apart.

use egui::{Color32, Label, RichText, Role, Ui, Vec2, WidgetInfo};

const APART: Vec2 = Vec2::new(0.6, 0.0);

/// Draws a text in bold, in full: what doesn't fit into a line goes on in the next.
pub fn bold_ui(ui: &mut Ui, text: &str, color: Color32) {
    let label = Label::new(RichText::new(text).color(color)).wrap();
    let (place, galley, response) = label.layout_in_ui(ui);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), text));
    ui.painter().galley(place + APART, std::sync::Arc::clone(&galley), color);
    ui.painter().galley(place, galley, color);
}
