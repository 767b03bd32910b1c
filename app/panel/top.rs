//! The top of a panel: the state bar and the buttons that change it.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Color32, Frame, Galley, Id, Label, Margin, Panel, TextStyle, Ui};
use nexus_core::broker::PersonCommand;
use nexus_policy::Scope;

use crate::theme;
use crate::view_model::{Action, ControlState, PanelView};
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
    let bar = Panel::top("state").frame(ground).show_separator_line(false).exact_size(STATE_HEIGHT + 20.0);
    bar.show(ui, |ui| {
        let state = TextLook { style: &theme::STATE, color: colors.text, width: ui.available_width(), rows: 1 };
        let icon = state.lay_out(ui, view.state.role.icon());
        let room = ui.available_width() - icon.size().x - ui.spacing().item_spacing.x;
        let texts = state_texts(ui, &view.state, colors.text, room);
        let height: f32 = texts.iter().map(|text| text.size().y).sum();
        ui.add_space(((STATE_HEIGHT - height) / 2.0).max(0.0));
        ui.horizontal_top(|ui| {
            ui.add(Label::new(icon));
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                texts.into_iter().for_each(|text| drop(ui.add(Label::new(text))));
            });
        });
    });
}

fn state_texts(ui: &Ui, state: &ControlState, color: Color32, width: f32) -> Vec<Arc<Galley>> {
    let words = TextLook { style: &theme::STATE, color, width, rows: if state.note.is_some() { 1 } else { 2 } };
    let note = TextLook { style: &TextStyle::Body, color, width, rows: 2 };
    let words = words.lay_out(ui, &state.words);
    std::iter::once(words).chain(state.note.as_ref().map(|text| note.lay_out(ui, text))).collect()
}

/// How a text of the state bar looks: cut short after some rows, where there is no room for more.
struct TextLook<'a> {
    style: &'a TextStyle,
    color: Color32,
    width: f32,
    rows: usize,
}

impl TextLook<'_> {
    /// A screen reader gets all of the text.
    fn lay_out(&self, ui: &Ui, text: &str) -> Arc<Galley> {
        let font = theme::font(ui, self.style);
        let mut job = LayoutJob::simple(text.to_owned(), font, self.color, self.width);
        job.wrap.max_rows = self.rows;
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    }
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
