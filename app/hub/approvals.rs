//! How much the person wants to be asked about an agent: three choices, each with what it means.

use egui::{Id, RichText, Role, Ui, WidgetInfo};
use nexus_core::broker::PersonCommand;
use nexus_policy::ApprovalSetting;

use crate::theme;
use crate::view_model::{Action, AgentRow, approval_choice};
use crate::widgets::{Consent, focus_ring_ui};

pub(super) fn approvals_ui(ui: &mut Ui, agent: &AgentRow, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    ui.add_space(4.0);
    ui.label(RichText::new("Ask me about").color(palette.text));
    let consent = Consent::new(ui, Id::unique(("approvals", &agent.name)), &agent.name);
    for setting in ApprovalSetting::ALL {
        let (choice, is_chosen) = (approval_choice(setting), agent.approvals == setting);
        let response = ui.radio(is_chosen, choice.name);
        let name = format!("Ask about {}: {}", agent.name, choice.name);
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), is_chosen, &name));
        focus_ring_ui(ui, &response);
        ui.indent(choice.name, |ui| {
            ui.label(RichText::new(choice.meaning).small().color(palette.weak_text));
        });
        if !is_chosen && consent.is_given_deliberately(ui, &response) {
            let agent = agent.name.clone();
            actions.push(Action::Person(PersonCommand::SetApprovals { agent, setting }));
        }
    }
}
