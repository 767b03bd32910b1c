//! Small coloured labels: badges and control states.

use egui::{Align2, CornerRadius, Role, Sense, TextStyle, TextWrapMode, Ui, Vec2, WidgetInfo, WidgetText};

use crate::theme::{self, StateColors};
use crate::view_model::ControlState;

const PADDING: Vec2 = Vec2::new(7.0, 3.0);

/// A word on a small ground, cut short where there is no room.
pub fn badge_ui(ui: &mut Ui, text: &str, colors: StateColors) {
    let room = (ui.available_width() - 2.0 * PADDING.x).max(0.0);
    let galley = WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Truncate), room, TextStyle::Small);
    let (rect, response) = ui.allocate_exact_size(galley.size() + 2.0 * PADDING, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    ui.painter().rect_filled(rect, CornerRadius::same(5), colors.fill);
    let place = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), rect);
    ui.painter().galley(place.min, galley, colors.text);
}

/// Who has control, with its icon.
pub fn state_chip_ui(ui: &mut Ui, state: &ControlState) {
    badge_ui(ui, &format!("{} {}", state.role.icon(), state.words), theme::palette(ui).state(state.role));
}
