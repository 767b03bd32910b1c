//! The cards of what waits for the person, the same in a panel and in the hub: who asks, what, where, how long still, and
//! the buttons that answer. Nothing is answered by a press meant for something else, and nothing by Enter.

mod handoff;
mod pairing;
mod picture;
mod request;

use egui::{Frame, Id, Label, Margin, RichText, Ui};

use crate::theme;
use crate::view_model::{Action, Inbox, Whereabouts};
use crate::widgets::{Consent, bold_ui, free_textures};

/// Draws the cards. When one comes, goes or changes, the others may move, so all of them start to ignore input anew, and
/// so they do when `appearance` changes.
pub(crate) fn cards_ui(ui: &mut Ui, inbox: &Inbox, appearance: u64, actions: &mut Vec<Action>) {
    free_textures(ui.ctx());
    let consent = Consent::new(ui, Id::unique("cards"), (appearance, inbox.subject(), inbox.captions()));
    for card in &inbox.handoffs {
        ui.push_id(card.handoff, |ui| handoff::card_ui(ui, card, consent, actions));
    }
    for card in &inbox.requests {
        ui.push_id(card.approval, |ui| request::card_ui(ui, card, consent, actions));
    }
    for card in &inbox.pairings {
        ui.push_id(card.approval, |ui| pairing::card_ui(ui, card, consent, actions));
    }
    if let Some(next_change) = inbox.next_change {
        ui.ctx().request_repaint_after(next_change);
    }
}

fn title_ui(ui: &mut Ui, title: &str) {
    let color = theme::palette(ui).text;
    ui.add(Label::new(RichText::new(title).text_style(theme::SUBTITLE.clone()).color(color)).wrap());
}

/// The origin is what counts: titles are the page's own words.
fn whereabouts_ui(ui: &mut Ui, at: &Whereabouts) {
    let palette = theme::palette(ui);
    if let Some(origin) = &at.origin {
        bold_ui(ui, origin, palette.text);
    }
    if let Some(title) = &at.title {
        ui.add(Label::new(RichText::new(title).small().color(palette.weak_text)).truncate());
    }
}

/// An agent's words, set apart from those of NEXUS.
fn quote_ui(ui: &mut Ui, words: &str) {
    let palette = theme::palette(ui);
    Frame::new().fill(palette.inset).corner_radius(6).inner_margin(Margin::same(10)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(Label::new(RichText::new(format!("“{words}”")).color(palette.text)).wrap());
    });
}

fn weak_ui(ui: &mut Ui, text: &str) {
    let color = theme::palette(ui).weak_text;
    ui.add(Label::new(RichText::new(text).small().color(color)).wrap());
}
