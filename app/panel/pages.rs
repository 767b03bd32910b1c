//! The pages and leases of a panel.

use egui::{Align, Id, Label, Layout, RichText, Ui};
use nexus_core::broker::PersonCommand;
use nexus_policy::Scope;

use super::heading_ui;
use crate::theme::{self, StateColors};
use crate::view_model::{Action, LeaseRow, PageControl, PageRow, PanelView};
use crate::widgets::{
    Consent, badge_ui, empty_ui, line_ui, quiet_button_ui, row_card_ui, state_chip_ui, virtual_rows_ui,
};

const PAGE_HEIGHT: f32 = 80.0;
const LEASE_HEIGHT: f32 = 60.0;

pub(super) fn pages_ui(ui: &mut Ui, view: &PanelView, actions: &mut Vec<Action>) {
    heading_ui(ui, "Pages", view.pages.len());
    if view.pages.is_empty() {
        empty_ui(ui, "No page is open.", "Pages appear here when you or an agent opens one in this Window.");
    }
    virtual_rows_ui(ui, PAGE_HEIGHT, view.pages.len(), |ui, index| {
        if let Some(page) = view.pages.get(index) {
            row_card_ui(ui, |ui| page_ui(ui, page, actions));
        }
    });
}

fn page_ui(ui: &mut Ui, page: &PageRow, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        page_button_ui(ui, page, actions);
        ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
            ui.add(Label::new(RichText::new(&page.title).color(palette.text)).truncate());
            ui.add(Label::new(RichText::new(&page.origin).small().color(palette.weak_text)).truncate());
        });
    });
    ui.add_space(4.0);
    line_ui(ui, |ui| {
        state_chip_ui(ui, &page.state);
        let alarm = StateColors { fill: palette.inset, text: palette.bad };
        for badge in &page.badges {
            badge_ui(ui, badge, alarm);
        }
        if let Some(why) = page.engine_failed {
            badge_ui(ui, "engine failed", alarm);
            let name = format!("Restart the inspection engine of page {}: {why}", page.id);
            if quiet_button_ui(ui, "Restart", &name).clicked() {
                actions.push(Action::Person(PersonCommand::RestartEngine(page.id)));
            }
        }
        let about = match &page.queue {
            Some(queue) => format!("{queue} · {}", page.opened_by),
            None => page.opened_by.clone(),
        };
        ui.add(Label::new(RichText::new(about).small().color(palette.weak_text)).truncate());
    });
}

fn page_button_ui(ui: &mut Ui, page: &PageRow, actions: &mut Vec<Action>) {
    let scope = Scope::Page(page.id);
    match page.control {
        PageControl::Take => {
            let name = format!("Take control of page {}, {}", page.id, page.title);
            if quiet_button_ui(ui, "Take control", &name).clicked() {
                actions.push(Action::Person(PersonCommand::TakeControl(scope)));
            }
        }
        PageControl::GiveBack => {
            let consent = Consent::new(ui, Id::unique(("give back", page.id)), page.id);
            let name = format!("Give back page {}, {}", page.id, page.title);
            if consent.is_given(&quiet_button_ui(ui, "Give back", &name)) {
                actions.push(Action::Person(PersonCommand::GiveBack(scope)));
            }
        }
        PageControl::WithWindow => {}
    }
}

pub(super) fn leases_ui(ui: &mut Ui, view: &PanelView, actions: &mut Vec<Action>) {
    heading_ui(ui, "Leases", view.leases.len());
    if view.leases.is_empty() {
        empty_ui(ui, "No agent holds a lease here.", "One appears when an agent asks to work in this Window.");
    }
    virtual_rows_ui(ui, LEASE_HEIGHT, view.leases.len(), |ui, index| {
        if let Some(lease) = view.leases.get(index) {
            row_card_ui(ui, |ui| lease_ui(ui, lease, actions));
        }
    });
}

fn lease_ui(ui: &mut Ui, lease: &LeaseRow, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        let name = format!("Revoke lease {} of {}, {}", lease.id, lease.holder, lease.scope);
        if quiet_button_ui(ui, "Revoke", &name).clicked() {
            actions.push(Action::Person(PersonCommand::RevokeLease(lease.id)));
        }
        ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
            ui.add(Label::new(RichText::new(&lease.holder).color(palette.text)).truncate());
            let about = format!("{} · {}", lease.scope, lease.since);
            ui.add(Label::new(RichText::new(about).small().color(palette.weak_text)).truncate());
        });
    });
}
