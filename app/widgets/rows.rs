//! Long lists: only the rows in sight are drawn.

use egui::{Align, CornerRadius, Layout, Rect, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2};

use crate::theme;

/// Draws the rows of a list that are in sight inside whatever scrolls around it, and one more on either side, so that
/// the keyboard can move on to it.
pub fn virtual_rows_ui(ui: &mut Ui, row_height: f32, count: usize, mut row_ui: impl FnMut(&mut Ui, usize)) {
    let step = row_height + ui.spacing().item_spacing.y;
    let height = (step * count as f32 - ui.spacing().item_spacing.y).max(0.0);
    let (list, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
    let sight = ui.clip_rect();
    let first = ((sight.top() - list.top()) / step).floor() - 1.0;
    let past_last = ((sight.bottom() - list.top()) / step).ceil() + 1.0;
    for index in first.max(0.0) as usize..(past_last.max(0.0) as usize).min(count) {
        let top = list.top() + step * index as f32;
        let rect = Rect::from_min_size(egui::pos2(list.left(), top), Vec2::new(list.width(), row_height));
        let builder = UiBuilder::new().id_salt(index).max_rect(rect).layout(Layout::top_down(Align::LEFT));
        row_ui(&mut ui.new_child(builder), index);
    }
}

/// A line of small things, no higher than they are.
pub fn line_ui(ui: &mut Ui, contents_ui: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        // A line is otherwise as high as a button.
        ui.spacing_mut().interact_size.y = 16.0;
        ui.horizontal(contents_ui);
    });
}

/// The ground of one row of such a list; its contents get what is inside the margins.
pub fn row_card_ui(ui: &mut Ui, contents_ui: impl FnOnce(&mut Ui)) {
    let palette = theme::palette(ui);
    let rect = ui.max_rect();
    let corners = CornerRadius::same(theme::ROUNDING);
    ui.painter().rect_filled(rect, corners, palette.surface);
    ui.painter().rect_stroke(rect, corners, Stroke::new(1.0, palette.border), StrokeKind::Inside);
    let inner = rect.shrink2(Vec2::new(12.0, 9.0));
    let builder = UiBuilder::new().max_rect(inner).layout(Layout::top_down(Align::LEFT));
    let mut inner_ui = ui.new_child(builder);
    inner_ui.spacing_mut().item_spacing.y = 3.0;
    contents_ui(&mut inner_ui);
}
