//! The hub's list of Windows.

use egui::{Align, ComboBox, Id, Label, Layout, RichText, Ui};
use nexus_core::broker::{NoticeKind, PersonCommand};
use nexus_core::store::ProfileName;
use nexus_policy::Scope;

use super::HubFields;
use super::cookie_import::{BeginButton, begin_ui};
use super::notices::notices_ui;
use super::reopen::reopen_ui;
use crate::theme::{self, StateColors};
use crate::view_model::{Action, HubView, ProfileRow, Question, Standing, WindowRow, address_from_person};
use crate::widgets::{
    Consent, badge_ui, empty_ui, is_entered, line_ui, named_combo_ui, quiet_button_ui, row_card_ui, state_chip_ui,
    text_field_ui, virtual_rows_ui,
};

const ISOLATED: &str = "Isolated (nothing kept)";
const ROW_HEIGHT: f32 = 78.0;

pub(super) fn windows_ui(ui: &mut Ui, view: &HubView, fields: &mut HubFields, actions: &mut Vec<Action>) {
    notices_ui(ui, &view.notices, |kind| kind != NoticeKind::NoKeychain, actions);
    reopen_ui(ui, &view.profiles, actions);
    new_window_ui(ui, view, fields, actions);
    ui.add_space(theme::SMALL_GAP);
    if view.windows.is_empty() {
        let how = "Open one above, or let a paired agent open one. Each Window is a Chromium of its own, with a \
                   control panel beside it.";
        empty_ui(ui, "No Window is open.", how);
    }
    virtual_rows_ui(ui, ROW_HEIGHT, view.windows.len(), |ui, index| {
        if let Some(window) = view.windows.get(index) {
            row_card_ui(ui, |ui| window_ui(ui, window, fields, actions));
        }
    });
    if let Some(next_change) = view.next_window_change {
        ui.ctx().request_repaint_after(next_change);
    }
}

/// The address is optional: without one the Window opens blank. So is the profile: without one nothing is kept.
fn new_window_ui(ui: &mut Ui, view: &HubView, fields: &mut HubFields, actions: &mut Vec<Action>) {
    // A profile that is open, or gone, can't be opened.
    fields.profile =
        fields.profile.take().filter(|chosen| closed_profiles(view).any(|profile| profile.name == *chosen));
    ui.horizontal(|ui| {
        let open = quiet_button_ui(ui, "Open new Window", "Open new Window");
        if !view.profiles.is_empty() {
            profile_choice_ui(ui, view, &mut fields.profile);
        }
        let field = text_field_ui(ui, &mut fields.address, "Address (optional)", "Address (optional)");
        if open.clicked() || is_entered(ui, &field) {
            let url = address_from_person(&fields.address);
            actions.push(Action::Person(PersonCommand::OpenWindow { profile: fields.profile.take(), url }));
            fields.address.clear();
        }
    });
}

fn closed_profiles(view: &HubView) -> impl Iterator<Item = &ProfileRow> {
    view.profiles.iter().filter(|profile| profile.can_be_opened())
}

fn profile_choice_ui(ui: &mut Ui, view: &HubView, chosen: &mut Option<ProfileName>) {
    let shown = chosen.as_ref().map_or_else(|| ISOLATED.to_owned(), ToString::to_string);
    let combo = ComboBox::from_id_salt("profile").selected_text(&shown).width(190.0);
    named_combo_ui(ui, combo, &format!("Profile of the new Window: {shown}"), |ui| {
        ui.selectable_value(chosen, None, ISOLATED);
        for profile in &view.profiles {
            let label = match profile.standing {
                Standing::Closed => profile.name.to_string(),
                Standing::Open(window) => format!("{} (open in Window {window})", profile.name),
                Standing::OtherWorkspace => format!("{} (of another workspace)", profile.name),
                Standing::SigningIn => format!("{} (open to sign in)", profile.name),
                Standing::Saving => format!("{} (being saved)", profile.name),
                Standing::Archived | Standing::Deleting(_) => continue,
            };
            ui.add_enabled_ui(profile.can_be_opened(), |ui| {
                ui.selectable_value(chosen, Some(profile.name.clone()), label);
            });
        }
    });
}

fn window_ui(ui: &mut Ui, window: &WindowRow, fields: &mut HubFields, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        buttons_ui(ui, window, fields, actions);
        ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
            let name = RichText::new(format!("Window {}", window.id)).text_style(theme::SUBTITLE.clone());
            line_ui(ui, |ui| {
                ui.label(name.color(palette.text));
                state_chip_ui(ui, &window.state);
                if window.may_be_signed_in {
                    badge_ui(ui, "🔑 may be signed in", StateColors { fill: palette.inset, text: palette.warning });
                }
            });
            ui.add(Label::new(RichText::new(&window.about).small().color(palette.weak_text)).truncate());
            let note = window.state.note.as_ref().filter(|_| !window.is_closing);
            let health = note.unwrap_or(&window.health);
            ui.add(Label::new(RichText::new(health).small().color(palette.weak_text)).truncate());
        });
    });
}

/// Right to left. Keep is there while the Window is about to close by itself. Give back ignores the second half of a double click on Take control.
fn buttons_ui(ui: &mut Ui, window: &WindowRow, fields: &mut HubFields, actions: &mut Vec<Action>) {
    let id = window.id;
    if quiet_button_ui(ui, "Close", &format!("Close Window {id}")).clicked() {
        actions.push(Action::Ask(Question::CloseWindow(id)));
    }
    if quiet_button_ui(ui, "Focus", &format!("Focus Window {id}")).clicked() {
        actions.push(Action::Person(PersonCommand::FocusWindow(id)));
    }
    let into = format!("Window {id}");
    begin_ui(ui, id, BeginButton { label: "Cookies…", into: &into }, fields, actions);
    let scope = Scope::Window(id);
    if window.can_give_back {
        let consent = Consent::new(ui, Id::unique(("give back", id)), id);
        if consent.is_given(&quiet_button_ui(ui, "Give back", &format!("Give back Window {id}"))) {
            actions.push(Action::Person(PersonCommand::GiveBack(scope)));
        }
    } else if quiet_button_ui(ui, "Take control", &format!("Take control of Window {id}")).clicked() {
        actions.push(Action::Person(PersonCommand::TakeControl(scope)));
    }
    if window.is_closing && quiet_button_ui(ui, "Keep", &format!("Keep Window {id}")).clicked() {
        actions.push(Action::Person(PersonCommand::KeepWindow(id)));
    }
}
