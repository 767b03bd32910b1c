//! The top of a panel: the state bar and the buttons that change it.

use egui::text::LayoutJob;
use egui::{Color32, Frame, Id, Label, Margin, Panel, RichText, TextStyle, Ui};
use nexus_core::broker::PersonCommand;
use nexus_policy::Scope;

use crate::theme;
use crate::view_model::{Action, PanelView};
use crate::widgets::{Consent, SolidButton, TAKE_CONTROL_KEYS};

/// The command of this panel's large button.
pub(super) fn take_control(view: &PanelView) -> PersonCommand {
    PersonCommand::TakeControl(Scope::Window(view.window))
}

/// The room for the state: two lines of words, or one and a note of two lines.
const STATE_HEIGHT: f32 = 64.0;

/// Who has control, to be read from across a desk. Always as high, so that Take control below it never moves.
pub(super) fn state_bar_ui(ui: &mut Ui, view: &PanelView) {
    let colors = theme::palette(ui).state(view.state.role);
    let ground = Frame::new().fill(colors.fill).inner_margin(Margin::symmetric(14, 10));
    Panel::top("state").frame(ground).show_separator_line(false).exact_size(STATE_HEIGHT + 20.0).show(ui, |ui| {
        let state = theme::STATE.clone();
        ui.horizontal_centered(|ui| {
            ui.label(RichText::new(view.state.role.icon()).text_style(state.clone()).color(colors.text));
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let rows = if view.state.note.is_some() { 1 } else { 2 };
                lines_ui(ui, &view.state.words, &state, colors.text, rows);
                if let Some(note) = &view.state.note {
                    lines_ui(ui, note, &TextStyle::Body, colors.text, 2);
                }
            });
        });
    });
}

/// A text cut short after some rows. A screen reader gets all of it, and so does a pointer that rests on it.
fn lines_ui(ui: &mut Ui, text: &str, style: &TextStyle, color: Color32, rows: usize) {
    let mut job = LayoutJob::simple(text.to_owned(), theme::font(ui, style), color, ui.available_width());
    job.wrap.max_rows = rows;
    ui.add(Label::new(job).wrap());
}

/// Take control, always there and always in the same place; Give back below it, never where Take control was pressed.
pub(super) fn buttons_ui(ui: &mut Ui, view: &PanelView, actions: &mut Vec<Action>) {
    let keys = ui.ctx().format_shortcut(&TAKE_CONTROL_KEYS);
    let take = SolidButton::new(theme::TAKE_CONTROL, "Take control").large().shortcut(keys).show_ui(ui);
    if take.clicked() {
        actions.push(Action::Person(take_control(view)));
    }
    if view.can_give_back {
        let consent = Consent::new(ui, Id::unique(("give back", view.window)), view.window);
        let give_back = SolidButton::new(theme::GIVE_BACK, "Give back").show_ui(ui);
        if consent.is_given(&give_back) {
            actions.push(Action::Person(PersonCommand::GiveBack(Scope::Window(view.window))));
        }
    }
}
