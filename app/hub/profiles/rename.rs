//! Giving a profile another name, where its name stands.

use egui::{Id, Key, Modifiers, Ui};

use crate::view_model::{Action, ProfileEdit, ProfileRow};
use crate::widgets::{field_error_ui, has_just_appeared, is_entered, quiet_button_ui, text_field_ui};

/// Enter does it, Escape leaves the name as it is.
pub(super) fn rename_ui(ui: &mut Ui, all: &[ProfileRow], edit: &mut Option<ProfileEdit>, actions: &mut Vec<Action>) {
    let Some(begun) = edit else { return };
    let profile = begun.profile.clone();
    let field = text_field_ui(ui, &mut begun.typed, "New name", &format!("New name of profile {profile}"));
    if has_just_appeared(ui, Id::unique(("rename", &profile))) {
        field.request_focus();
    }
    field_error_ui(ui, begun.name_error(all));
    let command = begun.command(all);
    let mut is_over = false;
    ui.horizontal(|ui| {
        let name = format!("Save the new name of profile {profile}");
        let save = ui.add_enabled_ui(command.is_some(), |ui| quiet_button_ui(ui, "Save", &name)).inner;
        if (save.clicked() || is_entered(ui, &field))
            && let Some(command) = command
        {
            actions.push(Action::Person(command));
            is_over = true;
        }
        is_over |= quiet_button_ui(ui, "Cancel", &format!("Cancel renaming profile {profile}")).clicked();
    });
    is_over |= ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    if is_over {
        *edit = None;
    }
}
