//! The hub's first screen: what NEXUS is, and the two ways to begin.

use egui::{Label, RichText, Ui};
use nexus_core::broker::PersonCommand;

use super::notices::notices_ui;
use super::{HubPicture, heading_ui};
use crate::theme;
use crate::view_model::{Action, Screen};
use crate::widgets::{code_ui, copy_button_ui, quiet_button_ui};

const WHAT_IT_IS: [&str; 3] = [
    "NEXUS hands a real Chromium to your AI agents, one Window each, on your own desktop.",
    "You see everything they do, in the Window itself and in the control panel beside it.",
    "One press takes control back from any of them at once, and only you can give it again.",
];

pub(super) fn start_ui(ui: &mut Ui, picture: &HubPicture<'_>, actions: &mut Vec<Action>) {
    notices_ui(ui, &picture.view.notices, |_| true, actions);
    let palette = theme::palette(ui);
    theme::card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        for sentence in WHAT_IT_IS {
            ui.add(Label::new(RichText::new(sentence).color(palette.text)).wrap());
        }
    });
    heading_ui(ui, "Connect an agent");
    connect_ui(ui, picture, actions);
    heading_ui(ui, "Open a Window");
    theme::card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let text = "Browse by hand in a fresh Chromium. Its profile is isolated: nothing of it is kept when it closes.";
        ui.add(Label::new(RichText::new(text).color(palette.text)).wrap());
        ui.add_space(4.0);
        if quiet_button_ui(ui, "Open new Window", "Open new Window").clicked() {
            actions.push(Action::Person(PersonCommand::OpenWindow { profile: None, url: None }));
        }
    });
    ui.add_space(theme::SMALL_GAP);
    let data = format!("Everything NEXUS keeps is in {}", picture.facts.data.display());
    ui.add(Label::new(RichText::new(data).small().color(palette.weak_text)).wrap().selectable(true));
}

fn connect_ui(ui: &mut Ui, picture: &HubPicture<'_>, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    theme::card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let steps = [
            "1.  Tell your agent about NEXUS. For Claude Code, run this in a terminal:",
            "2.  Start the agent and let it use the browser: it shows a short code.",
            "3.  The same code appears in the inbox. Compare the two, then press Pair.",
        ];
        let step_ui = |ui: &mut Ui, step: &str| {
            ui.add(Label::new(RichText::new(step).color(palette.text)).wrap());
        };
        let [tell, start, pair] = steps;
        step_ui(ui, tell);
        if let Some(config) = picture.facts.clients.first() {
            code_ui(ui, &config.text);
            copy_button_ui(ui, &config.text, &format!("the configuration for {}", config.client));
            ui.add_space(4.0);
        }
        step_ui(ui, start);
        step_ui(ui, pair);
        ui.add_space(4.0);
        if quiet_button_ui(ui, "Other agents", "Other agents").clicked() {
            actions.push(Action::Show(Screen::Agents));
        }
    });
}
