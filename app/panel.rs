//! The control panel of one Window: who has control, and the way to take it. A plain function of what it is shown.

mod downloads;
mod pages;
mod profile;
mod top;
mod unasked;
mod viewport;

use egui::{Align, CentralPanel, Frame, Id, Margin, RichText, Ui};
use nexus_core::broker::PersonCommand;

use crate::cards::cards_ui;
use crate::dialogs::question_ui;
use crate::theme;
use crate::view_model::{Action, HubVisibility, PanelView, Situation};
use crate::widgets::{Wanted, Weight, activity_list_ui, is_news, message_ui, pressed_shortcut, scroll_ui};

pub(crate) use viewport::{ControlPanel, viewport_id};

/// What the person typed into a panel.
#[derive(Debug, Clone, Default)]
pub struct PanelFields {
    /// What the activity list is searched for.
    pub filter: String,
}

/// Draws a panel; answers what the person did.
pub fn panel_ui(ui: &mut Ui, view: &PanelView, situation: &Situation, fields: &mut PanelFields) -> Vec<Action> {
    let mut actions = Vec::new();
    match pressed_shortcut(ui) {
        Some(Wanted::Control) => actions.push(Action::Person(top::take_control(view))),
        Some(Wanted::Everything) => actions.push(Action::Person(PersonCommand::TakeControlOfEverything)),
        None => {}
    }
    top::state_bar_ui(ui, view);
    profile::profile_ui(ui, view, &mut actions);
    let margin = Margin::symmetric(theme::GAP as i8, theme::GAP as i8);
    let ground = Frame::new().fill(theme::palette(ui).background).inner_margin(margin);
    CentralPanel::no_frame().frame(ground).show(ui, |ui| {
        top::buttons_ui(ui, view, &mut actions);
        ui.add_space(theme::SMALL_GAP);
        scroll_ui(ui, "panel", |ui| {
            if let Some(asked) = &situation.asked {
                question_ui(ui, asked, &mut actions);
            }
            if is_news(ui, Id::unique(("cards", view.window)), view.inbox.subject()) {
                ui.scroll_to_cursor(Some(Align::TOP));
            }
            cards_ui(ui, &view.inbox, 0, &mut actions);
            messages_ui(ui, view, situation, &mut actions);
            pages::pages_ui(ui, view, &mut actions);
            pages::leases_ui(ui, view, &mut actions);
            downloads::downloads_ui(ui, view);
            unasked::unasked_ui(ui, view, &mut actions);
            heading_ui(ui, "Activity", view.activity.len());
            activity_list_ui(ui, &view.activity, &mut fields.filter);
        });
    });
    if let Some(next_change) = view.next_change {
        ui.ctx().request_repaint_after(next_change);
    }
    actions
}

fn messages_ui(ui: &mut Ui, view: &PanelView, situation: &Situation, actions: &mut Vec<Action>) {
    if let Some(failure) = &situation.failure
        && message_ui(ui, Weight::Failure, failure, Some("Dismiss"))
    {
        actions.push(Action::DropFailure);
    }
    if let Some(waiting) = view.waiting.text()
        && message_ui(ui, Weight::Warning, &waiting, Some("Look at it in the hub"))
    {
        actions.push(Action::ShowHub);
    }
    if let Some(closing) = &view.closing
        && message_ui(ui, Weight::Warning, closing, Some("Keep"))
    {
        actions.push(Action::Person(PersonCommand::KeepWindow(view.window)));
    }
    if situation.hub == HubVisibility::Hidden {
        message_ui(ui, Weight::Note, "The hub is hidden. NEXUS goes on while a Window is open.", None);
    }
}

fn heading_ui(ui: &mut Ui, name: &str, count: usize) {
    let palette = theme::palette(ui);
    ui.add_space(theme::SMALL_GAP);
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).text_style(theme::SUBTITLE.clone()).color(palette.text));
        if count > 0 {
            ui.label(RichText::new(count.to_string()).color(palette.weak_text));
        }
    });
}
