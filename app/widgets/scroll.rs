//! The part of a screen that scrolls. Its bar stands in the margin, never on what it scrolls.

use egui::{ScrollArea, Ui, UiBuilder};

const GUTTER: f32 = 10.0;

/// Draws contents that scroll up and down; `salt` tells the places apart where one follows another.
pub fn scroll_ui(ui: &mut Ui, salt: &str, contents_ui: impl FnOnce(&mut Ui)) {
    let mut outer = ui.available_rect_before_wrap();
    let width = outer.width();
    outer.max.x += GUTTER;
    ui.scope_builder(UiBuilder::new().max_rect(outer), |ui| {
        ScrollArea::vertical().id_salt(salt).auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(width);
            contents_ui(ui);
            ui.add_space(2.0);
        });
    });
}
