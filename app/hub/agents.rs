//! The hub's agents: who is paired, and how to connect one.

use egui::{Align, Label, Layout, RichText, Ui};
use nexus_core::broker::NoticeKind;

use super::approvals::approvals_ui;
use super::clients::clients_ui;
use super::notices::notices_ui;
use super::{HubPicture, heading_ui};
use crate::theme;
use crate::view_model::{Action, AgentRow, Question};
use crate::widgets::{empty_ui, line_ui, quiet_button_ui};

pub(super) fn agents_ui(ui: &mut Ui, picture: &HubPicture<'_>, actions: &mut Vec<Action>) {
    let view = picture.view;
    notices_ui(ui, &view.notices, |kind| matches!(kind, NoticeKind::NoKeychain | NoticeKind::Problem), actions);
    heading_ui(ui, "Paired agents");
    if view.agents.is_empty() {
        let how = "Copy one of the configurations below into your agent and start it: its request to be paired \
                   appears in the inbox.";
        empty_ui(ui, "No agent is paired.", how);
    }
    for agent in &view.agents {
        ui.push_id(&agent.name, |ui| agent_ui(ui, agent, actions));
    }
    heading_ui(ui, "Connect an agent");
    clients_ui(ui, picture.facts);
}

fn agent_ui(ui: &mut Ui, agent: &AgentRow, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    theme::card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                if quiet_button_ui(ui, "Revoke", &format!("Revoke {}", agent.name)).clicked() {
                    actions.push(Action::Ask(Question::RevokeAgent(agent.name.clone())));
                }
                ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
                    ui.add(Label::new(RichText::new(agent.name.as_str()).color(palette.text)).truncate());
                    sessions_ui(ui, agent);
                });
            });
        });
        approvals_ui(ui, agent, actions);
    });
}

fn sessions_ui(ui: &mut Ui, agent: &AgentRow) {
    let palette = theme::palette(ui);
    if agent.sessions.is_empty() {
        ui.label(RichText::new("not connected").small().color(palette.weak_text));
    }
    for session in &agent.sessions {
        line_ui(ui, |ui| {
            ui.label(RichText::new("✔").small().color(palette.good));
            ui.add(Label::new(RichText::new(session).small().color(palette.weak_text)).truncate());
        });
    }
}
