//! N23: what was open when NEXUS ended is offered, and nothing opens by itself.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use nexus_core::broker::{PersonCommand, ProfileView, View};
use nexus_policy::KeptKind;

use crate::fixture::{opened_before, profile, profile_name, workspace};
use crate::stage::{Stage, click, hub, only, press, wait};

fn after_a_relaunch() -> View {
    let was_open = |name| ProfileView { was_open: true, ..opened_before(name) };
    let elsewhere = ProfileView { kind: KeptKind::Workspace(workspace("Job")), ..was_open("club") };
    View { profiles: vec![was_open("bank"), opened_before("home"), was_open("mail"), elsewhere], ..View::default() }
}

/// N23: each profile that was open is opened again by one press, by pointer or key.
#[test]
fn each_is_opened_again_by_one_press() {
    let mut harness = hub(Stage::new(after_a_relaunch()));
    let open = |name| only(PersonCommand::OpenWindow { profile: Some(profile_name(name)), url: None });
    harness.get_by_label("Open when NEXUS ended");
    assert_eq!(click(&mut harness, "Open again: profile mail"), open("mail"));
    harness.get_by_label("Open again: profile bank").focus();
    harness.run();
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Space), open("bank"));
    assert!(harness.query_by_label("Open again: profile home").is_none(), "it wasn't open");
}

/// N23: however long the offer stands there, nothing opens by itself.
#[test]
fn nothing_opens_by_itself() {
    let mut harness = hub(Stage::new(after_a_relaunch()));
    wait(&mut harness, 5.0);
    assert_eq!(std::mem::take(&mut harness.state_mut().actions), vec![]);
}

/// N19: what can't be opened now says why.
#[test]
fn one_of_another_workspace_says_so() {
    let mut harness = hub(Stage::new(after_a_relaunch()));
    harness.get_by_label("workspace “Job” · of another workspace");
    assert!(harness.get_by_label("Open again: profile club").accesskit_node().is_disabled());
    assert_eq!(click(&mut harness, "Open again: profile club"), vec![]);
}

/// N23: the person can do without.
#[test]
fn the_offer_can_be_declined() {
    let mut harness = hub(Stage::new(after_a_relaunch()));
    assert_eq!(click(&mut harness, "Don't offer this again"), only(PersonCommand::ForgetOpenProfiles));
    let harness = hub(Stage::new(View { profiles: vec![profile("home", &[])], ..View::default() }));
    assert!(harness.query_by_label("Open when NEXUS ended").is_none());
    assert!(harness.query_by_label("Don't offer this again").is_none());
}
