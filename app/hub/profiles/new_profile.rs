//! The form for a new profile: its name and its kind.

use egui::{Id, RichText, Ui};
use nexus_policy::WorkspaceName;

use crate::theme;
use crate::view_model::{Action, HubView, KindChoice, NewProfile};
use crate::widgets::{
    Choice, choice_ui, field_error_ui, has_just_appeared, is_entered, quiet_button_ui, text_field_ui,
};

const NAME: &str = "Name of the new profile";
const WORKSPACE: &str = "Name of its workspace";

/// Draws the button that brings the form, or the form. Where there is no profile the form is there from the start.
pub(super) fn new_profile_ui(ui: &mut Ui, view: &HubView, form: &mut Option<NewProfile>, actions: &mut Vec<Action>) {
    let is_first = view.profiles.is_empty();
    if is_first {
        form.get_or_insert_default();
    } else if form.is_none() {
        // The form comes with the next pass: a field can't take the keyboard in the pass of a press elsewhere.
        let is_wanted = quiet_button_ui(ui, "New profile…", "New profile…").clicked();
        *form = is_wanted.then(NewProfile::default);
        return;
    }
    let Some(filled_in) = form else { return };
    let is_over = theme::card(theme::palette(ui)).show(ui, |ui| form_ui(ui, view, filled_in, is_first, actions)).inner;
    if is_over {
        *form = None;
    }
}

fn form_ui(ui: &mut Ui, view: &HubView, form: &mut NewProfile, is_first: bool, actions: &mut Vec<Action>) -> bool {
    ui.set_width(ui.available_width());
    let title = RichText::new("New profile").text_style(theme::SUBTITLE.clone());
    ui.label(title.color(theme::palette(ui).text));
    let is_entered = fields_ui(ui, view, form);
    ui.add_space(4.0);
    let command = form.command(&view.profiles);
    let mut is_over = false;
    ui.horizontal(|ui| {
        let create = ui.add_enabled_ui(command.is_some(), |ui| quiet_button_ui(ui, "Create profile", "Create profile"));
        if (create.inner.clicked() || is_entered)
            && let Some(command) = command
        {
            actions.push(Action::Person(command));
            is_over = true;
        }
        is_over |= !is_first && quiet_button_ui(ui, "Cancel", "Cancel the new profile").clicked();
    });
    is_over
}

/// Draws what is filled in; says whether Enter was pressed there.
fn fields_ui(ui: &mut Ui, view: &HubView, form: &mut NewProfile) -> bool {
    let field = text_field_ui(ui, &mut form.name, NAME, NAME);
    if has_just_appeared(ui, Id::unique("new profile")) {
        field.request_focus();
    }
    field_error_ui(ui, form.name_error(&view.profiles));
    kinds_ui(ui, form, view.workspaces.present.as_ref());
    let mut is_done = is_entered(ui, &field);
    if form.kind == KindChoice::Workspace {
        let field = text_field_ui(ui, &mut form.workspace, WORKSPACE, WORKSPACE);
        field_error_ui(ui, form.workspace_error());
        is_done |= is_entered(ui, &field);
    }
    is_done
}

/// A profile of a workspace is most often meant for the one that the person is in.
fn kinds_ui(ui: &mut Ui, form: &mut NewProfile, workspace: Option<&WorkspaceName>) {
    for kind in KindChoice::ALL {
        let name = format!("Kind of the new profile: {}", kind.name());
        let choice = Choice { label: kind.name(), name: &name, meaning: kind.meaning() };
        if choice_ui(ui, choice, form.kind == kind).clicked() {
            form.kind = kind;
            if let Some(workspace) = workspace.filter(|_| kind == KindChoice::Workspace && form.workspace.is_empty()) {
                form.workspace = workspace.to_string();
            }
        }
    }
}
