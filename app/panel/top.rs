//! The top of a panel: the state bar and the buttons that change it.

use egui::{Frame, Id, Label, Margin, Panel, RichText, Ui};
use nexus_core::broker::PersonCommand;
use nexus_policy::Scope;

use crate::theme;
use crate::view_model::{Action, PanelView};
use crate::widgets::{Consent, SolidButton, TAKE_CONTROL_KEYS};

/// The command of this panel's large button.
pub(super) fn take_control(view: &PanelView) -> PersonCommand {
    PersonCommand::TakeControl(Scope::Window(view.window))
}

/// Who has control, to be read from across a desk.
pub(super) fn state_bar_ui(ui: &mut Ui, view: &PanelView) {
    let colors = theme::palette(ui).state(view.state.role);
    let ground = Frame::new().fill(colors.fill).inner_margin(Margin::symmetric(14, 12));
    Panel::top("state").frame(ground).show_separator_line(false).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let state = theme::STATE.clone();
            ui.label(RichText::new(view.state.role.icon()).text_style(state.clone()).color(colors.text));
            ui.add(Label::new(RichText::new(&view.state.words).text_style(state).color(colors.text)).wrap());
        });
        if let Some(note) = &view.state.note {
            ui.add(Label::new(RichText::new(note).color(colors.text)).wrap());
        }
    });
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
