//! The card of an unknown agent that asks to be paired.

use egui::{RichText, Ui};
use nexus_core::broker::{Decision, PersonCommand};

use super::{title_ui, weak_ui};
use crate::theme;
use crate::view_model::{Action, PairingCard};
use crate::widgets::{Consent, SolidButton, quiet_button_ui};

pub(super) fn card_ui(ui: &mut Ui, card: &PairingCard, consent: Consent, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    theme::attention_card(palette, palette.warning).show(ui, |ui| {
        ui.set_width(ui.available_width());
        title_ui(ui, &format!("“{}” asks to be paired", card.agent));
        ui.label(RichText::new(&card.code).text_style(theme::CODE.clone()).color(palette.text));
        let check = "Pair only if the agent's side shows this very code, and you started it.";
        ui.label(RichText::new(check).color(palette.text));
        weak_ui(ui, &format!("Program, as it claims: {} · {}", card.program, card.time_left));
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
