//! Buttons: the flat coloured ones that must be recognised at a glance, and the quiet ones.

use egui::{CornerRadius, Rect, Response, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2, WidgetInfo};

use crate::theme::{self, ActionFill};

/// A button with a flat fill of its own, as wide as there is room.
#[must_use = "it has to be shown"]
pub struct SolidButton<'a> {
    fill: ActionFill,
    label: &'a str,
    name: String,
    shortcut: Option<String>,
    height: f32,
    text_style: TextStyle,
    width: Option<f32>,
}

impl<'a> SolidButton<'a> {
    /// A button of ordinary height.
    pub fn new(fill: ActionFill, label: &'a str) -> Self {
        Self {
            fill,
            label,
            name: label.to_owned(),
            shortcut: None,
            height: 36.0,
            text_style: TextStyle::Button,
            width: None,
        }
    }

    /// What a screen reader says; it holds the words on the button.
    pub fn named(mut self, name: String) -> Self {
        self.name = name;
        self
    }

    /// Shows the keys that do the same.
    pub fn shortcut(mut self, shortcut: String) -> Self {
        self.shortcut = Some(shortcut);
        self
    }

    /// Makes it the largest thing around.
    pub fn large(mut self) -> Self {
        self.height = 60.0;
        self.text_style = theme::STATE.clone();
        self
    }

    /// Gives it a width instead of all there is.
    pub fn width(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    /// Draws it.
    pub fn show_ui(self, ui: &mut Ui) -> Response {
        let width = self.width.unwrap_or_else(|| ui.available_width());
        let (rect, response) = ui.allocate_exact_size(Vec2::new(width, self.height), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &self.name));
        if ui.is_rect_visible(rect) {
            self.paint(ui, rect, &response);
        }
        focus_ring_ui(ui, &response);
        response.on_hover_cursor(egui::CursorIcon::PointingHand)
    }

    fn paint(&self, ui: &Ui, rect: Rect, response: &Response) {
        let pressed = response.hovered() || response.is_pointer_button_down_on();
        let fill = if pressed { self.fill.hovered } else { self.fill.rest };
        ui.painter().rect_filled(rect, CornerRadius::same(theme::ROUNDING), fill);
        let font = theme::font(ui, &self.text_style);
        let Some(shortcut) = &self.shortcut else {
            ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, self.label, font, self.fill.text);
            return;
        };
        let small = theme::font(ui, &TextStyle::Small);
        let label = ui.painter().layout_no_wrap(self.label.to_owned(), font, self.fill.text);
        let keys = ui.painter().layout_no_wrap(shortcut.clone(), small, self.fill.text);
        let left = rect.center().x - (label.size().x + theme::GAP + keys.size().x) / 2.0;
        let keys_left = left + label.size().x + theme::GAP;
        let label_top = rect.center().y - label.size().y / 2.0;
        let keys_top = rect.center().y - keys.size().y / 2.0 + 1.0;
        ui.painter().galley(egui::pos2(left, label_top), label, self.fill.text);
        ui.painter().galley(egui::pos2(keys_left, keys_top), keys, self.fill.text);
    }
}

/// An ordinary button. `name` is what a screen reader says; it holds the words on the button.
pub fn quiet_button_ui(ui: &mut Ui, label: &str, name: &str) -> Response {
    let response = ui.add(egui::Button::new(label));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    focus_ring_ui(ui, &response);
    response
}

/// Shows where the keyboard is, and brings that place into sight.
pub(crate) fn focus_ring_ui(ui: &Ui, response: &Response) {
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if response.has_focus() {
        let ring = Stroke::new(2.0, theme::palette(ui).accent);
        let corners = CornerRadius::same(theme::ROUNDING + 2);
        ui.painter().rect_stroke(response.rect.expand(2.0), corners, ring, StrokeKind::Outside);
    }
}
