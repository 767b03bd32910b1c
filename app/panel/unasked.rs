//! What the pages of a panel's Window may send unasked while an agent has control.

use egui::{Align, Label, Layout, RichText, Ui};

use super::heading_ui;
use crate::theme;
use crate::view_model::{Action, PanelView, UnaskedRow};
use crate::widgets::{quiet_button_ui, row_card_ui, virtual_rows_ui};

const UNASKED_HEIGHT: f32 = 60.0;

/// Draws nothing where there is none.
pub(super) fn unasked_ui(ui: &mut Ui, view: &PanelView, actions: &mut Vec<Action>) {
    if view.unasked.is_empty() {
        return;
    }
    heading_ui(ui, "Sent unasked", view.unasked.len());
    virtual_rows_ui(ui, UNASKED_HEIGHT, view.unasked.len(), |ui, index| {
        if let Some(unasked) = view.unasked.get(index) {
            row_card_ui(ui, |ui| row_ui(ui, unasked, actions));
        }
    });
}

fn row_ui(ui: &mut Ui, unasked: &UnaskedRow, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        if quiet_button_ui(ui, "Ask again", &format!("Ask again about {}", unasked.what)).clicked() {
            actions.push(Action::Person(unasked.ask_again.clone()));
        }
        ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
            ui.add(Label::new(RichText::new(&unasked.what).color(palette.text)).truncate());
            ui.add(Label::new(RichText::new(unasked.why).small().color(palette.weak_text)).truncate());
        });
    });
}
