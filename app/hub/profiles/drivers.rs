//! The agents that may drive a profile, and letting another one.

use egui::{Align, ComboBox, Id, Label, Layout, RichText, Ui};
use nexus_core::broker::PersonCommand;
use nexus_policy::AgentName;

use crate::hub::HubFields;
use crate::theme;
use crate::view_model::{Action, ProfileRow};
use crate::widgets::{Consent, named_combo_ui, quiet_button_ui};

pub(super) fn drivers_ui(ui: &mut Ui, profile: &ProfileRow, fields: &mut HubFields, actions: &mut Vec<Action>) {
    ui.add_space(4.0);
    let drivers = if profile.drivers.is_empty() { "No agent may drive it." } else { "These agents may drive it:" };
    ui.label(RichText::new(drivers).color(theme::palette(ui).text));
    for agent in &profile.drivers {
        ui.push_id(agent, |ui| driver_ui(ui, profile, agent, actions));
    }
    add_driver_ui(ui, profile, fields, actions);
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
