//! Workspaces: where the person is, and what that offers.

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use nexus::view_model::Screen;
use nexus_core::broker::{PersonCommand, ProfileView, View};
use nexus_policy::KeptKind;

use crate::fixture::{profile, workspace};
use crate::stage::{Stage, click, hub, only};

fn of(name: &str, of_workspace: &str) -> ProfileView {
    ProfileView { kind: KeptKind::Workspace(workspace(of_workspace)), ..profile(name, &[]) }
}

fn in_job() -> View {
    let profiles = vec![of("bank", "Job"), of("club", "Club"), of("mail", "Job"), profile("home", &[])];
    View { profiles, workspace: Some(workspace("Job")), ..View::default() }
}

fn profiles(view: View) -> Harness<'static, Stage> {
    hub(Stage::new(view).on(Screen::Profiles))
}

/// N19: the person chooses among the workspaces that there are, and none.
#[test]
fn a_workspace_is_chosen_among_those_of_the_profiles() {
    let switch = |to: Option<&str>| only(PersonCommand::SwitchWorkspace(to.map(workspace)));
    for (choice, expected) in [("Club", switch(Some("Club"))), ("none", switch(None)), ("Job", vec![])] {
        let mut harness = profiles(in_job());
        click(&mut harness, "Workspace: Job");
        let offered =
            ["Club", "Job", "none"].map(|name| harness.query_all_by_role_and_label(Role::Button, name).count());
        assert_eq!(offered, [1, 1, 1], "each once");
        harness.get_by_role_and_label(Role::Button, choice).click();
        harness.run();
        assert_eq!(std::mem::take(&mut harness.state_mut().actions), expected, "{choice}");
    }
}

/// N19: a profile of another workspace is shown as such and doesn't open.
#[test]
fn profiles_of_other_workspaces_dont_open() {
    let mut harness = profiles(in_job());
    harness.get_by_label("workspace “Club” · of another workspace");
    assert!(harness.query_by_label("Open profile club").is_none());
    harness.get_by_label("Open profile bank");
    harness.get_by_label("Open profile home");
    harness.state_mut().screen = Screen::Windows;
    harness.run();
    click(&mut harness, "Profile of the new Window: Isolated (nothing kept)");
    assert_eq!(click(&mut harness, "club (of another workspace)"), vec![]);
    assert_eq!(harness.state().hub_fields.profile, None);
}

/// C01: who uses no workspaces doesn't see any; one that was left without profiles can be left, too.
#[test]
fn the_choice_is_there_where_there_is_one() {
    let plain = View { profiles: vec![profile("home", &[])], ..View::default() };
    assert!(profiles(plain.clone()).query_by_label_contains("Workspace:").is_none());
    profiles(View { workspace: Some(workspace("Job")), ..plain }).get_by_label("Workspace: Job");
    profiles(View { profiles: vec![of("bank", "Job")], ..View::default() }).get_by_label("Workspace: none");
}
