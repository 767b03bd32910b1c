//! Profiles: which there are, which agents may drive them, and Windows opened on them.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use nexus::view_model::Screen;
use nexus_core::broker::{PersonCommand, View};
use nexus_policy::WindowId;

use crate::fixture::{agent, paired, profile, profile_name};
use crate::stage::{Stage, click, hub, only, press, wait};

fn with_profiles() -> View {
    let mut open = profile("home", &["Claude Code", "Codex"]);
    open.window = Some(WindowId(3));
    View {
        profiles: vec![open, profile("work", &["Codex"])],
        agents: vec![paired("Codex", 1), paired("Claude Code", 2), paired("aider", 3)],
        ..View::default()
    }
}

fn profiles() -> Harness<'static, Stage> {
    hub(Stage::new(with_profiles()).on(Screen::Profiles))
}

/// N19: each profile says what it is, where it is open, and which agents may drive it.
#[test]
fn profiles_say_where_they_are_and_who_may_drive_them() {
    let harness = profiles();
    harness.get_by_label("home");
    harness.get_by_label("persistent · open in Window w3");
    harness.get_by_label("work");
    harness.get_by_label("persistent · closed");
    assert_eq!(harness.query_all_by_label("Codex").count(), 2);
    assert_eq!(harness.query_all_by_label("Claude Code").count(), 1);
}

/// A05: an agent is let in by choosing it and saying so, not by choosing alone.
#[test]
fn a_paired_agent_can_be_let_drive() {
    let mut harness = profiles();
    assert_eq!(click(&mut harness, "Agent that may drive profile work: Choose a paired agent"), vec![]);
    assert!(harness.query_all_by_role_and_label(Role::Button, "Codex").count() == 0, "it may drive already");
    assert_eq!(click(&mut harness, "aider"), vec![]);
    let button = "Let it drive: aider on profile work";
    assert_eq!(click(&mut harness, button), vec![]);
    wait(&mut harness, 0.6);
    harness.get_by_label(button).focus();
    harness.run();
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), vec![]);
    let granted = only(PersonCommand::Grant { profile: profile_name("work"), agent: agent("aider") });
    assert_eq!(click(&mut harness, button), granted);
}

/// A05: an agent is removed from one profile alone.
#[test]
fn an_agent_can_be_removed() {
    let mut harness = profiles();
    let revoked = only(PersonCommand::RevokeGrant { profile: profile_name("work"), agent: agent("Codex") });
    assert_eq!(click(&mut harness, "Remove Codex from profile work"), revoked);
    harness.get_by_label("Remove Codex from profile home");
}

/// N19: a new Window opens on the profile that was chosen, once; the next is isolated again.
#[test]
fn a_new_window_opens_on_the_chosen_profile() {
    let mut harness = hub(Stage::new(with_profiles()));
    click(&mut harness, "Profile of the new Window: Isolated (nothing kept)");
    harness.get_by_label("home (open in Window w3)");
    click(&mut harness, "work");
    harness.get_by_label("Profile of the new Window: work");
    let on = |profile| only(PersonCommand::OpenWindow { profile, url: None });
    assert_eq!(click(&mut harness, "Open new Window"), on(Some(profile_name("work"))));
    assert_eq!(click(&mut harness, "Open new Window"), on(None));
}

/// N19: a profile that is open already, or gone, isn't opened again.
#[test]
fn a_chosen_profile_that_is_open_by_now_is_not_opened() {
    let mut stage = Stage::new(with_profiles());
    stage.hub_fields.profile = Some(profile_name("work"));
    stage.view.profiles[1].window = Some(WindowId(4));
    let mut harness = hub(stage);
    let isolated = only(PersonCommand::OpenWindow { profile: None, url: None });
    assert_eq!(click(&mut harness, "Open new Window"), isolated);
}

/// C01: without profiles there is nothing to choose.
#[test]
fn without_profiles_there_is_nothing_to_choose() {
    let harness = hub(Stage::new(View::default()));
    assert!(harness.query_by_label("Profile of the new Window: Isolated (nothing kept)").is_none());
}
