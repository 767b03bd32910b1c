//! The card of something that the person is asked on an agent's behalf.

use egui::{Label, RichText, ScrollArea, Ui};
use nexus_core::broker::PersonCommand;

use super::picture::picture_ui;
use super::{title_ui, weak_ui, whereabouts_ui};
use crate::theme;
use crate::view_model::{Action, RequestCard};
use crate::widgets::{Consent, bold_ui, quiet_button_ui};

pub(super) fn card_ui(ui: &mut Ui, card: &RequestCard, consent: Consent, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    theme::attention_card(palette, palette.warning).show(ui, |ui| {
        ui.set_width(ui.available_width());
        title_ui(ui, &card.title);
        whereabouts_ui(ui, &card.at);
        if let Some(about) = &card.about {
            ui.add(Label::new(about).wrap());
        }
        picture_ui(ui, card);
        for file in &card.files {
            bold_ui(ui, file, palette.text);
        }
        if let Some(script) = &card.script {
            script_ui(ui, card, script);
        }
        for reason in &card.reasons {
            weak_ui(ui, &format!("• {reason}"));
        }
        if let Some(read_before) = &card.read_before {
            weak_ui(ui, &format!("• {read_before}"));
        }
        weak_ui(ui, &card.why);
        weak_ui(ui, &format!("{} · {}", card.at.place, card.time_left));
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            for answer in &card.answers {
                let button = quiet_button_ui(ui, answer.label, &format!("{}: {}", answer.label, card.name));
                if consent.is_given_deliberately(ui, &button) {
                    actions.push(Action::Person(PersonCommand::Decide(card.approval, answer.decision)));
                }
            }
        });
    });
}

/// How much of a script is in view at once.
const SCRIPT_HEIGHT: f32 = 160.0;

/// All of it can be read: what isn't seen can't be agreed to.
fn script_ui(ui: &mut Ui, card: &RequestCard, script: &str) {
    ScrollArea::vertical().id_salt(("script", card.approval)).max_height(SCRIPT_HEIGHT).show(ui, |ui| {
        ui.add(Label::new(RichText::new(script).monospace()).wrap());
    });
}
