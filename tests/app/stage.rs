//! Shows a panel or the hub to a test, with time that only passes when the test says so.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::{Harness, kittest::Queryable};
use nexus::hub::{HubFacts, HubFields, HubPicture, hub_ui};
use nexus::panel::{PanelFields, panel_ui};
use nexus::view_model::{Action, HubView, PanelView, Screen, Situation, client_configs};
use nexus_core::broker::{PersonCommand, View};
use nexus_policy::WindowId;

/// Seconds between two passes.
pub(crate) const PASS_SECONDS: f64 = 0.05;

/// A panel as small as a person can make it.
pub(crate) const SMALLEST_PANEL: Vec2 = Vec2::new(320.0, 480.0);

/// What a test shows, and what it got back.
pub(crate) struct Stage {
    pub(crate) view: View,
    pub(crate) situation: Situation,
    pub(crate) screen: Screen,
    pub(crate) appearance: u64,
    pub(crate) hub_fields: HubFields,
    panel_fields: PanelFields,
    facts: HubFacts,
    pub(crate) actions: Vec<Action>,
}

impl Stage {
    pub(crate) fn new(view: View) -> Self {
        let clients = client_configs(Path::new("/usr/local/bin/nexus"));
        let facts = HubFacts { clients, socket: PathBuf::from("/run/nexus.sock"), data: PathBuf::from("/data/nexus") };
        Self {
            view,
            situation: Situation::default(),
            screen: Screen::Windows,
            appearance: 0,
            hub_fields: HubFields::default(),
            panel_fields: PanelFields::default(),
            facts,
            actions: Vec::new(),
        }
    }

    pub(crate) fn on(self, screen: Screen) -> Self {
        Self { screen, ..self }
    }

    fn draw_panel(&mut self, ui: &mut egui::Ui) {
        let filter = self.panel_fields.filter.clone();
        let shown = PanelView::new(&self.view, WindowId(1), &filter, SystemTime::now()).expect("Window w1");
        self.actions.extend(panel_ui(ui, &shown, &self.situation, &mut self.panel_fields));
    }

    fn draw_hub(&mut self, ui: &mut egui::Ui) {
        let view = HubView::new(&self.view, &self.hub_fields.filter, SystemTime::now());
        let (situation, facts) = (&self.situation, &self.facts);
        let picture = HubPicture { view: &view, situation, facts, screen: self.screen, appearance: self.appearance };
        self.actions.extend(hub_ui(ui, &picture, &mut self.hub_fields));
    }
}

fn builder(size: Vec2) -> egui_kittest::HarnessBuilder<Stage> {
    Harness::builder().with_size(size).with_step_dt(PASS_SECONDS as f32).with_context_setup(nexus::theme::install)
}

/// The panel of Window w1.
pub(crate) fn panel(stage: Stage, size: Vec2) -> Harness<'static, Stage> {
    builder(size).build_ui_state(|ui, stage| stage.draw_panel(ui), stage)
}

/// The hub.
pub(crate) fn hub(stage: Stage) -> Harness<'static, Stage> {
    builder(Vec2::new(960.0, 1400.0)).build_ui_state(|ui, stage| stage.draw_hub(ui), stage)
}

/// Lets time pass.
pub(crate) fn wait(harness: &mut Harness<'_, Stage>, seconds: f64) {
    harness.run_steps((seconds / PASS_SECONDS).ceil() as usize);
}

/// Clicks what is called so, and answers what came of it.
pub(crate) fn click(harness: &mut Harness<'_, Stage>, label: &str) -> Vec<Action> {
    harness.get_by_label(label).click();
    harness.run();
    std::mem::take(&mut harness.state_mut().actions)
}

/// Presses a key, and answers what came of it.
pub(crate) fn press(harness: &mut Harness<'_, Stage>, modifiers: Modifiers, key: Key) -> Vec<Action> {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
    std::mem::take(&mut harness.state_mut().actions)
}

/// Types into a field at the end of what is there.
pub(crate) fn type_into(harness: &mut Harness<'_, Stage>, field: &str, text: &str) {
    harness.get_by_role_and_label(Role::TextInput, field).focus();
    harness.run();
    harness.get_by_role_and_label(Role::TextInput, field).type_text(text);
    harness.run();
}

/// One command and nothing else.
pub(crate) fn only(command: PersonCommand) -> Vec<Action> {
    vec![Action::Person(command)]
}
