//! The cards of unknown agents that ask to be paired.

use egui::{Id, RichText, Ui};
use nexus_core::broker::{Decision, PersonCommand};

use super::HubPicture;
use crate::theme;
use crate::view_model::{Action, PairingCard};
use crate::widgets::{Consent, SolidButton, quiet_button_ui};

/// Draws the cards. When one comes or goes the others move, so all of them start to ignore input anew.
pub(super) fn pairings_ui(ui: &mut Ui, picture: &HubPicture<'_>, actions: &mut Vec<Action>) {
    let view = picture.view;
    let shown: Vec<_> = view.pairings.iter().map(|card| card.approval).collect();
    let consent = Consent::new(ui, Id::unique("pairing"), (picture.appearance, shown));
    for card in &view.pairings {
        ui.push_id(card.approval, |ui| card_ui(ui, card, consent, actions));
    }
    if let Some(next_change) = view.next_change {
        ui.ctx().request_repaint_after(next_change);
    }
}

fn card_ui(ui: &mut Ui, card: &PairingCard, consent: Consent, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    theme::attention_card(palette, palette.warning).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let title = RichText::new(format!("“{}” asks to be paired", card.agent));
        ui.add(egui::Label::new(title.text_style(theme::SUBTITLE.clone()).color(palette.text)).wrap());
        ui.label(RichText::new(&card.code).text_style(theme::CODE.clone()).color(palette.text));
        let check = "Pair only if the agent's side shows this very code, and you started it.";
        ui.label(RichText::new(check).color(palette.text));
        let about = format!("Program, as it claims: {} · {}", card.program, card.time_left);
        ui.add(egui::Label::new(RichText::new(about).small().color(palette.weak_text)).wrap());
        ui.add_space(4.0);
        ui.horizontal(|ui| buttons_ui(ui, card, consent, actions));
    });
}

fn buttons_ui(ui: &mut Ui, card: &PairingCard, consent: Consent, actions: &mut Vec<Action>) {
    let pair = SolidButton::new(theme::PAIR, "Pair").named(format!("Pair {}", card.agent)).width(140.0).show_ui(ui);
    if consent.is_given_deliberately(ui, &pair) {
        actions.push(Action::Person(PersonCommand::Decide(card.approval, Decision::Approve)));
    }
    let reject = quiet_button_ui(ui, "Reject", &format!("Reject {}", card.agent));
    if consent.is_given_deliberately(ui, &reject) {
        actions.push(Action::Person(PersonCommand::Decide(card.approval, Decision::Reject)));
    }
}
