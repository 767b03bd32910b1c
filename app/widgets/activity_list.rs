//! The activity list with its filter box, in a panel and in the hub.

use egui::{Align, Label, Layout, RichText, Ui};

use super::empty::empty_ui;
use super::rows::{line_ui, row_card_ui, virtual_rows_ui};
use super::text_field::text_field_ui;
use crate::theme;
use crate::view_model::ActivityRow;

const ROW_HEIGHT: f32 = 54.0;

/// Draws the filter box and the lines.
pub fn activity_list_ui(ui: &mut Ui, rows: &[ActivityRow], filter: &mut String) {
    text_field_ui(ui, filter, "Filter activity", "Filter activity");
    if !rows.is_empty() {
        virtual_rows_ui(ui, ROW_HEIGHT, rows.len(), |ui, index| {
            if let Some(row) = rows.get(index) {
                activity_row_ui(ui, row);
            }
        });
    } else if filter.trim().is_empty() {
        empty_ui(ui, "Nothing has happened yet.", "Every action and every refusal appears here, newest first.");
    } else {
        empty_ui(ui, "Nothing matches the filter.", "Clear it to see everything.");
    }
}

fn activity_row_ui(ui: &mut Ui, row: &ActivityRow) {
    let palette = theme::palette(ui);
    let (icon, color) = if row.done { ("✔", palette.good) } else { ("✖", palette.bad) };
    row_card_ui(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            ui.label(RichText::new(&row.time).small().color(palette.weak_text));
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                ui.add(Label::new(RichText::new(&row.who).color(palette.text)).truncate());
            });
        });
        line_ui(ui, |ui| {
            ui.label(RichText::new(icon).small().color(color));
            let text = if row.done { row.what.clone() } else { format!("{}: {}", row.what, row.outcome) };
            ui.add(Label::new(RichText::new(text).small().color(palette.weak_text)).truncate());
        });
    });
}
