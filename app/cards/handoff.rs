//! The card of something that an agent hands to the person.

use egui::Ui;

use super::{quote_ui, title_ui, weak_ui, whereabouts_ui};
use crate::theme;
use crate::view_model::{Action, HandoffCard, HandoffEnding};
use crate::widgets::{Consent, quiet_button_ui};

pub(super) fn card_ui(ui: &mut Ui, card: &HandoffCard, consent: Consent, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    theme::attention_card(palette, palette.warning).show(ui, |ui| {
        ui.set_width(ui.available_width());
        title_ui(ui, &card.title);
        quote_ui(ui, &card.reason);
        whereabouts_ui(ui, &card.at);
        weak_ui(ui, &card.note);
        weak_ui(ui, &format!("{} · {}", card.at.place, card.time_left));
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            for ending in HandoffEnding::ALL {
                let button = quiet_button_ui(ui, ending.label(), &format!("{}: {}", ending.label(), card.name));
                if consent.is_given_deliberately(ui, &button) {
                    actions.push(Action::Person(card.finish(ending)));
                }
            }
        });
    });
}
