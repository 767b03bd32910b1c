//! How much the person wants to be asked about an agent: three choices, each with what it means.

use egui::{Id, RichText, Ui};
use nexus_core::broker::PersonCommand;
use nexus_policy::ApprovalSetting;

use crate::theme;
use crate::view_model::{Action, AgentRow, approval_choice};
use crate::widgets::{Choice, Consent, choice_ui};

pub(super) fn approvals_ui(ui: &mut Ui, agent: &AgentRow, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    ui.add_space(4.0);
    ui.label(RichText::new("Ask me about").color(palette.text));
    let consent = Consent::new(ui, Id::unique(("approvals", &agent.name)), &agent.name);
    for setting in ApprovalSetting::ALL {
        let (choice, is_chosen) = (approval_choice(setting), agent.approvals == setting);
        let name = format!("Ask about {}: {}", agent.name, choice.name);
        let shown = Choice { label: choice.name, name: &name, meaning: choice.meaning };
        let response = choice_ui(ui, shown, is_chosen);
        if !is_chosen && consent.is_given_deliberately(ui, &response) {
            let agent = agent.name.clone();
            actions.push(Action::Person(PersonCommand::SetApprovals { agent, setting }));
        }
    }
}
