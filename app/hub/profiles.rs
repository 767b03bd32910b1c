//! The hub's profiles: those that outlive their Window, what can be done with each, and which agents may drive them.

mod card;
mod deletion;
mod drivers;
mod new_profile;
mod rename;
mod workspace;

use egui::Ui;

use super::{HubFields, HubPicture};
use crate::theme;
use crate::view_model::{Action, ProfileRow, Standing};
use crate::widgets::{empty_ui, fold_ui};
use card::card_ui;
use new_profile::new_profile_ui;
use workspace::workspace_ui;

pub(super) fn profiles_ui(ui: &mut Ui, picture: &HubPicture<'_>, fields: &mut HubFields, actions: &mut Vec<Action>) {
    let profiles = &picture.view.profiles;
    fields.profile_edit = fields.profile_edit.take().filter(|edit| edit.is_current(profiles));
    workspace_ui(ui, &picture.view.workspaces, actions);
    new_profile_ui(ui, picture.view, &mut fields.new_profile, actions);
    ui.add_space(theme::SMALL_GAP);
    let is_archived = |profile: &&ProfileRow| profile.standing == Standing::Archived;
    let (archived, at_hand): (Vec<&ProfileRow>, Vec<&ProfileRow>) = profiles.iter().partition(is_archived);
    if profiles.is_empty() {
        let how = "Create one above. It keeps its sign-ins when its Window closes, and an agent may drive it only with \
                   your yes.";
        empty_ui(ui, "There is no profile.", how);
    } else if at_hand.is_empty() {
        empty_ui(ui, "Every profile is archived.", "Restore one below, or create another one.");
    }
    let mut rows_ui = |ui: &mut Ui, rows: &[&ProfileRow]| {
        for profile in rows {
            ui.push_id(&profile.name, |ui| card_ui(ui, profile, profiles, fields, actions));
        }
    };
    rows_ui(ui, &at_hand);
    if !archived.is_empty() {
        fold_ui(ui, "archived", &format!("Archived ({})", archived.len()), |ui| rows_ui(ui, &archived));
    }
}
