//! What was open when NEXUS ended: the person may open it again, and nothing opens by itself (N23).

use egui::{Align, Label, Layout, RichText, Ui};
use nexus_core::broker::PersonCommand;

use super::heading_ui;
use crate::theme;
use crate::view_model::{Action, ProfileRow};
use crate::widgets::quiet_button_ui;

pub(super) fn reopen_ui(ui: &mut Ui, profiles: &[ProfileRow], actions: &mut Vec<Action>) {
    let offered: Vec<&ProfileRow> = profiles.iter().filter(|profile| profile.was_open).collect();
    if offered.is_empty() {
        return;
    }
    heading_ui(ui, "Open when NEXUS ended");
    let palette = theme::palette(ui);
    theme::card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let text =
            "Nothing opens by itself. A profile kept its sign-ins; its pages, and what was typed there, are gone.";
        ui.add(Label::new(RichText::new(text).color(palette.weak_text)).wrap());
        for profile in offered {
            ui.push_id(&profile.name, |ui| offer_ui(ui, profile, actions));
        }
        if quiet_button_ui(ui, "Don't offer this again", "Don't offer this again").clicked() {
            actions.push(Action::Person(PersonCommand::ForgetOpenProfiles));
        }
    });
    ui.add_space(theme::SMALL_GAP);
}

fn offer_ui(ui: &mut Ui, profile: &ProfileRow, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let name = format!("Open again: profile {}", profile.name);
            ui.add_enabled_ui(profile.can_be_opened(), |ui| {
                if quiet_button_ui(ui, "Open again", &name).clicked() {
                    let profile = Some(profile.name.clone());
                    actions.push(Action::Person(PersonCommand::OpenWindow { profile, url: None }));
                }
            });
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new(profile.name.as_str()).color(palette.text));
                ui.add(Label::new(RichText::new(&profile.about).small().color(palette.weak_text)).truncate());
            });
        });
    });
}
