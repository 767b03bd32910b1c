//! The hub: the Windows, what waits for the person, profiles, agents, what happened, and how to begin. A plain function of
//! what it is shown.

mod agents;
mod approvals;
mod clients;
mod cookie_import;
mod inbox;
mod navigation;
mod notices;
mod profiles;
mod reopen;
mod settings;
mod start;
mod windows;

use std::collections::BTreeMap;
use std::path::PathBuf;

use egui::{CentralPanel, Frame, Margin, RichText, Ui};
use nexus_core::broker::PersonCommand;
use nexus_core::store::ProfileName;
use nexus_policy::AgentName;

use crate::dialogs::question_ui;
use crate::theme;
use crate::view_model::{Action, ClientConfig, CookieImport, HubView, NewProfile, ProfileEdit, Screen, Situation};
use crate::widgets::{
    SolidButton, TAKE_EVERYTHING_KEYS, Wanted, Weight, activity_list_ui, message_ui, pressed_shortcut, scroll_ui,
};

/// What the person typed into the hub, and chose there.
#[derive(Debug, Clone, Default)]
pub struct HubFields {
    /// The address for a new Window.
    pub address: String,
    /// The profile of a new Window; a fresh isolated one if absent.
    pub profile: Option<ProfileName>,
    /// The form for a new profile, while it is there.
    pub new_profile: Option<NewProfile>,
    /// What is begun with one of the profiles.
    pub profile_edit: Option<ProfileEdit>,
    /// An import of cookies, while it goes on.
    pub cookie_import: Option<CookieImport>,
    /// The agent chosen for each profile, which may not drive it yet.
    pub drivers: BTreeMap<ProfileName, AgentName>,
    /// The path of a folder for uploads.
    pub upload_folder: String,
    /// What the activity list is searched for.
    pub filter: String,
}

/// What the hub shows that never changes while NEXUS runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HubFacts {
    /// What to copy into MCP clients.
    pub clients: Vec<ClientConfig>,
    /// Where agents connect without the bridge.
    pub socket: PathBuf,
    /// Where NEXUS keeps everything.
    pub data: PathBuf,
}

/// What the hub is showing.
#[derive(Debug, Clone, Copy)]
pub struct HubPicture<'a> {
    /// What there is.
    pub view: &'a HubView,
    /// What there is besides.
    pub situation: &'a Situation,
    /// What never changes.
    pub facts: &'a HubFacts,
    /// Which screen is on.
    pub screen: Screen,
    /// How often the hub was brought to the front: what is seen anew ignores input anew.
    pub appearance: u64,
}

/// Draws the hub; answers what the person did.
pub fn hub_ui(ui: &mut Ui, picture: &HubPicture<'_>, fields: &mut HubFields) -> Vec<Action> {
    let mut actions = Vec::new();
    // The hub has no one Window at hand, so both shortcuts mean all of them.
    if let Some(Wanted::Control | Wanted::Everything) = pressed_shortcut(ui) {
        actions.push(Action::Person(PersonCommand::TakeControlOfEverything));
    }
    navigation::navigation_ui(ui, picture, &mut actions);
    let ground = Frame::new().fill(theme::palette(ui).background).inner_margin(Margin::same(20));
    CentralPanel::no_frame().frame(ground).show(ui, |ui| {
        top_ui(ui, picture.screen, &mut actions);
        ui.add_space(theme::GAP);
        messages_ui(ui, picture, &mut actions);
        scroll_ui(ui, picture.screen.name(), |ui| {
            screen_ui(ui, picture, fields, &mut actions);
        });
    });
    actions
}

fn screen_ui(ui: &mut Ui, picture: &HubPicture<'_>, fields: &mut HubFields, actions: &mut Vec<Action>) {
    // It is begun on these two, and stays at hand there.
    if matches!(picture.screen, Screen::Windows | Screen::Profiles) {
        cookie_import::cookie_import_ui(ui, picture.view, fields, actions);
    }
    match picture.screen {
        Screen::Windows => windows::windows_ui(ui, picture.view, fields, actions),
        Screen::Inbox => inbox::inbox_ui(ui, picture, actions),
        Screen::Profiles => profiles::profiles_ui(ui, picture, fields, actions),
        Screen::Agents => agents::agents_ui(ui, picture, actions),
        Screen::Activity => activity_list_ui(ui, &picture.view.activity, &mut fields.filter),
        Screen::Settings => settings::settings_ui(ui, picture, fields, actions),
        Screen::Start => start::start_ui(ui, picture, actions),
    }
}

fn top_ui(ui: &mut Ui, screen: Screen, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    let keys = ui.ctx().format_shortcut(&TAKE_EVERYTHING_KEYS);
    ui.horizontal(|ui| {
        ui.label(RichText::new(screen.name()).text_style(theme::TITLE).color(palette.text));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let everything = SolidButton::new(theme::TAKE_EVERYTHING, "Take control of everything").shortcut(keys);
            if everything.width(300.0).show_ui(ui).clicked() {
                actions.push(Action::Person(PersonCommand::TakeControlOfEverything));
            }
        });
    });
}

fn messages_ui(ui: &mut Ui, picture: &HubPicture<'_>, actions: &mut Vec<Action>) {
    let situation = picture.situation;
    if let Some(asked) = &situation.asked {
        question_ui(ui, asked, actions);
    }
    if let Some(failure) = &situation.failure
        && message_ui(ui, Weight::Failure, failure, Some("Dismiss"))
    {
        actions.push(Action::DropFailure);
    }
    if picture.screen != Screen::Inbox
        && let Some(waiting) = picture.view.waiting.text()
        && message_ui(ui, Weight::Warning, &waiting, Some("Look at it"))
    {
        actions.push(Action::Show(Screen::Inbox));
    }
}

fn heading_ui(ui: &mut Ui, text: &str) {
    let color = theme::palette(ui).text;
    ui.add_space(theme::SMALL_GAP);
    ui.label(RichText::new(text).text_style(theme::SUBTITLE.clone()).color(color));
}
