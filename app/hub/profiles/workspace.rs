//! Where the person is among the workspaces: profiles of the others don't open.

use egui::{ComboBox, RichText, Ui};
use nexus_core::broker::PersonCommand;
use nexus_policy::WorkspaceName;

use crate::theme;
use crate::view_model::{Action, Workspaces};
use crate::widgets::named_combo_ui;

const NONE: &str = "none";

/// Draws the choice, where there is one.
pub(super) fn workspace_ui(ui: &mut Ui, workspaces: &Workspaces, actions: &mut Vec<Action>) {
    if workspaces.known.is_empty() {
        return;
    }
    let palette = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new("You are in workspace").color(palette.text));
        let shown = workspaces.present.as_ref().map_or(NONE, WorkspaceName::as_str);
        let combo = ComboBox::from_id_salt("workspace").selected_text(shown).width(190.0);
        named_combo_ui(ui, combo, &format!("Workspace: {shown}"), |ui| {
            for choice in std::iter::once(None).chain(workspaces.known.iter().map(Some)) {
                let is_present = choice == workspaces.present.as_ref();
                let label = choice.map_or(NONE, WorkspaceName::as_str);
                if ui.selectable_label(is_present, label).clicked() && !is_present {
                    actions.push(Action::Person(PersonCommand::SwitchWorkspace(choice.cloned())));
                }
            }
        });
        ui.label(RichText::new("Profiles of other workspaces don't open.").small().color(palette.weak_text));
    });
    ui.add_space(theme::SMALL_GAP);
}
