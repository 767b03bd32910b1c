//! What to copy into the common MCP clients.

use egui::{Align, Layout, RichText, Ui};

use super::HubFacts;
use crate::theme;
use crate::widgets::{code_ui, copy_button_ui};

pub(super) fn clients_ui(ui: &mut Ui, facts: &HubFacts) {
    for config in &facts.clients {
        let palette = theme::palette(ui);
        theme::card(palette).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                ui.label(RichText::new(config.client).color(palette.text));
                ui.label(RichText::new(config.place).small().color(palette.weak_text));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    copy_button_ui(ui, &config.text, &format!("the configuration for {}", config.client));
                });
            });
            code_ui(ui, &config.text);
        });
    }
    let palette = theme::palette(ui);
    let socket = format!("Programs that speak to the socket themselves find it at {}", facts.socket.display());
    ui.add(egui::Label::new(RichText::new(socket).small().color(palette.weak_text)).wrap().selectable(true));
}
