//! The foot of a panel: what the Window's profile is and how its Chromium does.

use egui::{Frame, Label, Margin, Panel, RichText, Ui};
use nexus_core::broker::PersonCommand;

use crate::theme::{self, StateColors};
use crate::view_model::{Action, PanelView};
use crate::widgets::{badge_ui, line_ui, quiet_button_ui};

pub(super) fn profile_ui(ui: &mut Ui, view: &PanelView, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    let ground = Frame::new().fill(palette.surface).inner_margin(Margin::symmetric(12, 10));
    Panel::bottom("profile").frame(ground).show(ui, |ui| {
        ui.set_width(ui.available_width());
        line_ui(ui, |ui| {
            ui.label(RichText::new(&view.health).small().color(palette.text));
            if view.may_be_signed_in {
                badge_ui(ui, "🔑 may be signed in", StateColors { fill: palette.inset, text: palette.warning });
            }
        });
        ui.add(Label::new(RichText::new(&view.profile).small().color(palette.weak_text)).truncate());
        ui.horizontal(|ui| {
            if quiet_button_ui(ui, "Show Chromium", "Show Chromium").clicked() {
                actions.push(Action::Person(PersonCommand::FocusWindow(view.window)));
            }
            if quiet_button_ui(ui, "Show hub", "Show hub").clicked() {
                actions.push(Action::ShowHub);
            }
        });
    });
}
