//! One profile: what it is, and what can be done with it.

use egui::{Label, RichText, Ui};
use nexus_core::broker::{PersonCommand, ProfileCommand};

use super::deletion::{confirmation_ui, progress_of_deletion_ui};
use super::drivers::drivers_ui;
use super::rename::rename_ui;
use crate::hub::HubFields;
use crate::hub::cookie_import::{BeginButton, begin_ui};
use crate::theme;
use crate::view_model::{Action, EditKind, ProfileEdit, ProfileRow, Question, Standing};
use crate::widgets::quiet_button_ui;

pub(super) fn card_ui(
    ui: &mut Ui,
    profile: &ProfileRow,
    all: &[ProfileRow],
    fields: &mut HubFields,
    actions: &mut Vec<Action>,
) {
    let palette = theme::palette(ui);
    let begun = fields.profile_edit.as_ref().filter(|edit| edit.profile == profile.name).map(|edit| edit.kind);
    theme::card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        if begun == Some(EditKind::Rename) {
            rename_ui(ui, all, &mut fields.profile_edit, actions);
        } else {
            let name = RichText::new(profile.name.as_str()).text_style(theme::SUBTITLE.clone());
            ui.add(Label::new(name.color(palette.text)).truncate());
        }
        for line in [profile.about.as_str(), profile.kind, &profile.usage] {
            ui.add(Label::new(RichText::new(line).small().color(palette.weak_text)).wrap());
        }
        ui.add_space(4.0);
        if profile.was_signed_in {
            let text = "The browser in which you signed in is closed. In a Window of NEXUS the profile is signed in as well, \
                        and an agent may drive it if you let it.";
            ui.add(Label::new(RichText::new(text).small().color(palette.text)).wrap());
        }
        match begun {
            Some(EditKind::Rename) => {}
            Some(EditKind::Delete) => confirmation_ui(ui, profile, all, &mut fields.profile_edit, actions),
            None => possible_ui(ui, profile, fields, actions),
        }
        if !matches!(profile.standing, Standing::Deleting(_)) {
            drivers_ui(ui, profile, fields, actions);
        }
    });
}

/// What is possible now, in a row of buttons.
fn possible_ui(ui: &mut Ui, profile: &ProfileRow, fields: &mut HubFields, actions: &mut Vec<Action>) {
    if let Standing::Deleting(progress) = profile.standing {
        return progress_of_deletion_ui(ui, profile, progress, actions);
    }
    ui.horizontal_wrapped(|ui| {
        whereabouts_ui(ui, profile, fields, actions);
        if profile.has_state_to_save && is_pressed_ui(ui, "Save clean state…", "Save clean state", profile) {
            actions.push(Action::Ask(Question::SaveCleanState(profile.name.clone())));
        }
        if EditKind::Rename.is_possible(profile.standing) && is_pressed_ui(ui, "Rename", "Rename", profile) {
            fields.profile_edit = Some(ProfileEdit::rename(&profile.name));
        }
        if EditKind::Delete.is_possible(profile.standing) && is_pressed_ui(ui, "Delete…", "Delete", profile) {
            fields.profile_edit = Some(ProfileEdit::delete(&profile.name));
        }
        if matches!(profile.standing, Standing::Open(_)) {
            let text = "Close its Window to archive or delete it.";
            ui.label(RichText::new(text).small().color(theme::palette(ui).weak_text));
        }
    });
}

/// Opening it, going to its Window, putting it away and taking it out again.
fn whereabouts_ui(ui: &mut Ui, profile: &ProfileRow, fields: &mut HubFields, actions: &mut Vec<Action>) {
    let order = |command| Action::Person(PersonCommand::Profile(profile.name.clone(), command));
    match profile.standing {
        Standing::Closed | Standing::OtherWorkspace => {
            let (open, opens) = match profile.was_signed_in {
                true => ("Go on under NEXUS", "Go on under NEXUS with"),
                false => ("Open", "Open"),
            };
            if profile.can_be_opened() && is_pressed_ui(ui, open, opens, profile) {
                let profile = Some(profile.name.clone());
                actions.push(Action::Person(PersonCommand::OpenWindow { profile, url: None }));
            }
            if profile.can_be_opened() && is_pressed_ui(ui, "Open to sign in", "Open to sign in with", profile) {
                actions.push(order(ProfileCommand::OpenToSignIn));
            }
            if is_pressed_ui(ui, "Archive", "Archive", profile) {
                actions.push(order(ProfileCommand::Archive));
            }
        }
        Standing::Open(window) => {
            if is_pressed_ui(ui, "Focus its Window", "Focus its Window:", profile) {
                actions.push(Action::Person(PersonCommand::FocusWindow(window)));
            }
            let into = format!("profile {}", profile.name);
            begin_ui(ui, window, BeginButton { label: "Import cookies…", into: &into }, fields, actions);
        }
        Standing::Archived => {
            if is_pressed_ui(ui, "Restore", "Restore", profile) {
                actions.push(order(ProfileCommand::Restore));
            }
        }
        Standing::SigningIn => {
            let text = "Sign in there, and close that browser. Then the profile can be opened here again.";
            ui.label(RichText::new(text).small().color(theme::palette(ui).weak_text));
        }
        Standing::Deleting(_) | Standing::Saving => {}
    }
}

/// A button that names the profile to a screen reader.
fn is_pressed_ui(ui: &mut Ui, label: &str, does: &str, profile: &ProfileRow) -> bool {
    quiet_button_ui(ui, label, &format!("{does} profile {}", profile.name)).clicked()
}
