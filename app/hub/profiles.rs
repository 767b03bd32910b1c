//! The hub's profiles: those that outlive their Window, and which agents may drive them.

use egui::{Align, ComboBox, Id, Key, Label, Layout, RichText, TextEdit, Ui};
use nexus_core::broker::PersonCommand;
use nexus_policy::{AgentName, KeptKind};

use super::{HubFields, HubPicture};
use crate::theme;
use crate::view_model::{Action, ProfileRow, profile_from_person};
use crate::widgets::{Consent, empty_ui, focus_ring_ui, named_combo_ui, quiet_button_ui};

pub(super) fn profiles_ui(ui: &mut Ui, picture: &HubPicture<'_>, fields: &mut HubFields, actions: &mut Vec<Action>) {
    new_profile_ui(ui, &mut fields.new_profile, actions);
    ui.add_space(theme::SMALL_GAP);
    if picture.view.profiles.is_empty() {
        let how = "Create one above. It keeps its sign-ins when its Window closes, and an agent may drive it only with \
                   your yes.";
        empty_ui(ui, "There is no profile.", how);
    }
    for profile in &picture.view.profiles {
        ui.push_id(&profile.name, |ui| profile_ui(ui, profile, fields, actions));
    }
}

fn new_profile_ui(ui: &mut Ui, name: &mut String, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let create = quiet_button_ui(ui, "Create profile", "Create profile");
        let field = TextEdit::singleline(name).hint_text("Name of a new profile").desired_width(f32::INFINITY);
        let response = ui.add(field);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Name of a new profile"));
        focus_ring_ui(ui, &response);
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if (create.clicked() || entered)
            && let Some(Ok(name_given)) = profile_from_person(name)
        {
            actions.push(Action::Person(PersonCommand::CreateProfile { name: name_given, kind: KeptKind::Persistent }));
            name.clear();
        }
    });
    if let Some(Err(bad)) = profile_from_person(name) {
        let color = theme::palette(ui).bad;
        ui.label(RichText::new(bad.to_string()).color(color));
    }
}

fn profile_ui(ui: &mut Ui, profile: &ProfileRow, fields: &mut HubFields, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    theme::card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let name = RichText::new(profile.name.as_str()).text_style(theme::SUBTITLE.clone());
        ui.add(Label::new(name.color(palette.text)).truncate());
        for line in [&profile.about, &profile.kind, &profile.usage] {
            ui.add(Label::new(RichText::new(line).small().color(palette.weak_text)).wrap());
        }
        ui.add_space(4.0);
        let drivers = if profile.drivers.is_empty() { "No agent may drive it." } else { "These agents may drive it:" };
        ui.label(RichText::new(drivers).color(palette.text));
        for agent in &profile.drivers {
            ui.push_id(agent, |ui| driver_ui(ui, profile, agent, actions));
        }
        add_driver_ui(ui, profile, fields, actions);
    });
}

fn driver_ui(ui: &mut Ui, profile: &ProfileRow, agent: &AgentName, actions: &mut Vec<Action>) {
    let color = theme::palette(ui).text;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let name = format!("Remove {agent} from profile {}", profile.name);
            if quiet_button_ui(ui, "Remove", &name).clicked() {
                let (profile, agent) = (profile.name.clone(), agent.clone());
                actions.push(Action::Person(PersonCommand::RevokeGrant { profile, agent }));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(agent.as_str()).color(color)).truncate());
            });
        });
    });
}

/// Choosing an agent lets it do nothing yet: the button does, and ignores what was meant for something else.
fn add_driver_ui(ui: &mut Ui, profile: &ProfileRow, fields: &mut HubFields, actions: &mut Vec<Action>) {
    if profile.others.is_empty() {
        return;
    }
    let chosen = fields.drivers.get(&profile.name).filter(|agent| profile.others.contains(agent)).cloned();
    let consent = Consent::new(ui, Id::unique(("add driver", &profile.name)), (&profile.name, &chosen));
    ui.horizontal(|ui| {
        let shown = chosen.as_ref().map_or_else(|| "Choose a paired agent".to_owned(), ToString::to_string);
        let combo = ComboBox::from_id_salt("agent").selected_text(&shown).width(240.0);
        let name = format!("Agent that may drive profile {}: {shown}", profile.name);
        named_combo_ui(ui, combo, &name, |ui| {
            for agent in &profile.others {
                if ui.selectable_label(chosen.as_ref() == Some(agent), agent.as_str()).clicked() {
                    fields.drivers.insert(profile.name.clone(), agent.clone());
                }
            }
        });
        let Some(agent) = chosen else { return };
        let name = format!("Let it drive: {agent} on profile {}", profile.name);
        let add = quiet_button_ui(ui, "Let it drive", &name);
        if consent.is_given_deliberately(ui, &add) {
            fields.drivers.remove(&profile.name);
            let profile = profile.name.clone();
            actions.push(Action::Person(PersonCommand::Grant { profile, agent }));
        }
    });
}
