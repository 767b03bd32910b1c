//! Questions before something that can't be undone. They stand among the other cards and cover nothing, so that Take
//! control is never out of reach.

use egui::{Id, Key, Modifiers, RichText, Ui};

use crate::theme;
use crate::view_model::{Action, Asked};
use crate::widgets::{Consent, has_just_appeared, quiet_button_ui};

/// Draws a question; its answer goes to `actions`. Escape is a no.
pub fn question_ui(ui: &mut Ui, asked: &Asked, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    let key = Id::unique(("question", ui.ctx().viewport_id(), asked.question.title(), &asked.consequence));
    let consent = Consent::new(ui, key, &asked.consequence);
    theme::attention_card(palette, palette.bad).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let title = RichText::new(asked.question.title()).text_style(theme::SUBTITLE.clone()).color(palette.text);
        ui.label(title);
        ui.label(RichText::new(&asked.consequence).color(palette.weak_text));
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            let no = quiet_button_ui(ui, asked.question.no(), asked.question.no());
            // The keyboard starts on the harmless answer, once.
            if has_just_appeared(ui, key) {
                no.request_focus();
            }
            let yes = quiet_button_ui(ui, asked.question.yes(), asked.question.yes());
            if consent.is_given_deliberately(ui, &yes) {
                actions.push(asked.question.agreed());
            }
            if no.clicked() || ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
                actions.push(Action::DropQuestion);
            }
        });
    });
}
