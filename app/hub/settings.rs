//! The hub's settings that concern every agent: who inspects pages, and the folders from which they may upload, each time with the person's yes.

use egui::{Align, Label, Layout, RichText, Ui};
use nexus_core::broker::PersonCommand;
use nexus_core::{InspectionChoice, UploadFolder};

use super::{HubFields, HubPicture, heading_ui};
use crate::theme;
use crate::view_model::Action;
use crate::widgets::{Choice, choice_ui, empty_ui, is_entered, quiet_button_ui, text_field_ui};

pub(super) fn settings_ui(ui: &mut Ui, picture: &HubPicture<'_>, fields: &mut HubFields, actions: &mut Vec<Action>) {
    inspection_ui(ui, picture.view.inspection, actions);
    ui.add_space(theme::SMALL_GAP);
    heading_ui(ui, "Folders for uploads");
    let palette = theme::palette(ui);
    let text = "An agent may give a page files from these folders and what is in them, never over a link. You are asked each \
                time, with each file's name, size and folder.";
    ui.add(Label::new(RichText::new(text).color(palette.weak_text)).wrap());
    ui.add_space(theme::SMALL_GAP);
    add_folder_ui(ui, &mut fields.upload_folder, actions);
    ui.add_space(theme::SMALL_GAP);
    if picture.view.upload_folders.is_empty() {
        empty_ui(ui, "No folder is allowed.", "Agents can't upload anything until you add one above.");
    }
    for folder in &picture.view.upload_folders {
        ui.push_id(folder.as_path(), |ui| folder_ui(ui, folder, actions));
    }
}

/// Who looks behind pages. It is fixed for a Window when it opens.
fn inspection_ui(ui: &mut Ui, chosen: InspectionChoice, actions: &mut Vec<Action>) {
    heading_ui(ui, "Console and requests of pages, in Windows that you open from now on");
    for choice in InspectionChoice::ALL {
        let (label, meaning) = match choice {
            InspectionChoice::BuiltIn => ("Built in", "Needs nothing else."),
            InspectionChoice::DevTools => (
                "Chrome DevTools MCP",
                "Needs Node.js, and `nexus engines install` in a terminal. It can't run scripts in pages or emulate devices.",
            ),
        };
        let name = format!("Inspect pages by: {label}");
        let response = choice_ui(ui, Choice { label, name: &name, meaning }, choice == chosen);
        if choice != chosen && response.clicked() {
            actions.push(Action::Person(PersonCommand::InspectWith(choice)));
        }
    }
}

/// Where there is no dialog to choose one, a folder can be typed.
fn add_folder_ui(ui: &mut Ui, typed: &mut String, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        if quiet_button_ui(ui, "Choose a folder…", "Choose a folder for uploads").clicked() {
            actions.push(Action::ChooseUploadFolder);
        }
        let allow = quiet_button_ui(ui, "Allow", "Allow the folder for uploads");
        let field = text_field_ui(ui, typed, "Or its path", "Path of a folder for uploads");
        if (allow.clicked() || is_entered(ui, &field)) && !typed.trim().is_empty() {
            let folder = std::mem::take(typed).trim().into();
            actions.push(Action::Person(PersonCommand::AllowUploads { folder }));
        }
    });
}

fn folder_ui(ui: &mut Ui, folder: &UploadFolder, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    let path = folder.as_path().display().to_string();
    theme::card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if quiet_button_ui(ui, "Remove", &format!("Allow no more uploads from {path}")).clicked() {
                actions.push(Action::Person(PersonCommand::DisallowUploads { folder: folder.clone() }));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(&path).color(palette.text)).wrap());
            });
        });
    });
}
