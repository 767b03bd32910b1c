//! Deleting a profile: confirmed by typing its name, and called off while it goes on.

use egui::{Id, Key, Label, Modifiers, RichText, Ui};
use nexus_core::Progress;
use nexus_core::broker::{PersonCommand, ProfileCommand};

use crate::theme;
use crate::view_model::{Action, ProfileEdit, ProfileRow};
use crate::widgets::{Consent, has_just_appeared, progress_ui, quiet_button_ui, text_field_ui};

/// The button starts to ignore input anew when the name is typed in full. Escape keeps the profile, Enter does nothing.
pub(super) fn confirmation_ui(
    ui: &mut Ui,
    profile: &ProfileRow,
    all: &[ProfileRow],
    edit: &mut Option<ProfileEdit>,
    actions: &mut Vec<Action>,
) {
    let Some(begun) = edit else { return };
    let mut is_over = false;
    let palette = theme::palette(ui);
    theme::attention_card(palette, palette.bad).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let text = "Everything it keeps is deleted, also its sign-ins. That can't be undone.";
        ui.add(Label::new(RichText::new(text).color(palette.text)).wrap());
        let how = format!("To confirm, type its name: {}", profile.name);
        ui.add(Label::new(RichText::new(how).color(palette.weak_text)).wrap());
        let name = format!("Name of profile {}, to confirm its deletion", profile.name);
        let field = text_field_ui(ui, &mut begun.typed, "Its name", &name);
        let place = Id::unique(("delete", &profile.name));
        if has_just_appeared(ui, place) {
            field.request_focus();
        }
        let command = begun.command(all);
        let consent = Consent::new(ui, place, (&profile.name, command.is_some()));
        ui.horizontal_wrapped(|ui| {
            is_over |= quiet_button_ui(ui, "Keep it", &format!("Keep it: profile {}", profile.name)).clicked();
            let name = format!("Delete for good: profile {}", profile.name);
            let delete = ui.add_enabled_ui(command.is_some(), |ui| quiet_button_ui(ui, "Delete for good", &name)).inner;
            if consent.is_given_deliberately(ui, &delete)
                && let Some(command) = command
            {
                actions.push(Action::Person(command));
                is_over = true;
            }
        });
    });
    is_over |= ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    if is_over {
        *edit = None;
    }
}

pub(super) fn progress_of_deletion_ui(
    ui: &mut Ui,
    profile: &ProfileRow,
    progress: Progress,
    actions: &mut Vec<Action>,
) {
    let Progress { removed_bytes, of_bytes } = progress;
    let share = if of_bytes == 0 { 0.0 } else { removed_bytes as f32 / of_bytes as f32 };
    progress_ui(ui, share.min(1.0), &format!("Deleting profile {}", profile.name));
    ui.horizontal_wrapped(|ui| {
        if quiet_button_ui(ui, "Cancel", &format!("Cancel deleting profile {}", profile.name)).clicked() {
            let command = PersonCommand::Profile(profile.name.clone(), ProfileCommand::CancelDeletion);
            actions.push(Action::Person(command));
        }
        let text = "If it isn't too late, the profile stays whole.";
        ui.label(RichText::new(text).small().color(theme::palette(ui).weak_text));
    });
}
