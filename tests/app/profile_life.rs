//! What is done with a profile that is there: opened, renamed, put away, deleted, its clean state saved.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nexus::view_model::{Action, Asked, Question, Screen};
use nexus_core::Progress;
use nexus_core::broker::{PersonCommand, ProfileCommand, ProfileState, ProfileView, View};
use nexus_policy::{CleanState, KeptKind, WindowId};

use crate::fixture::{opened_before, profile, profile_name, profiles_of_every_standing};
use crate::stage::{Stage, click, hub, only, press, type_into, wait};

fn profiles() -> Harness<'static, Stage> {
    hub(Stage::new(View { profiles: profiles_of_every_standing(), ..View::default() }).on(Screen::Profiles))
}

fn one(profile: ProfileView) -> Harness<'static, Stage> {
    hub(Stage::new(View { profiles: vec![profile], ..View::default() }).on(Screen::Profiles))
}

fn command(name: &str, command: ProfileCommand) -> Vec<Action> {
    only(PersonCommand::Profile(profile_name(name), command))
}

fn buttons(harness: &Harness<'_, Stage>, profile: &str) -> Vec<String> {
    let ends_so = format!("profile {profile}");
    let named = harness.query_all_by_role(Role::Button).filter_map(|button| button.accesskit_node().label());
    named.filter_map(|name| name.strip_suffix(&ends_so).map(|does| does.trim().to_owned())).collect()
}

/// N20, N21: each profile has the buttons for what can be done with it as it stands, and no others.
#[test]
fn each_profile_offers_what_is_possible() {
    let mut harness = profiles();
    click(&mut harness, "Archived (1)");
    let offered = [
        ("closed", vec!["Open", "Open to sign in with", "Archive", "Save clean state", "Rename", "Delete"]),
        ("elsewhere", vec!["Archive", "Rename", "Delete"]),
        ("open", vec!["Focus its Window:", "Import cookies into", "Rename"]),
        ("archived", vec!["Restore", "Rename", "Delete"]),
        ("deleting", vec!["Cancel deleting"]),
        ("saving", vec![]),
    ];
    for (profile, expected) in offered {
        assert_eq!(buttons(&harness, profile), expected, "{profile}");
    }
    harness.get_by_label("workspace “Job” · of another workspace");
    harness.get_by_label("persistent · its clean state is being saved");
    let open = PersonCommand::OpenWindow { profile: Some(profile_name("closed")), url: None };
    assert_eq!(click(&mut harness, "Open profile closed"), only(open));
    let focus = PersonCommand::FocusWindow(WindowId(1));
    assert_eq!(click(&mut harness, "Focus its Window: profile open"), only(focus));
}

/// N22: a profile is opened to sign in where NEXUS sees nothing; meanwhile that is all that is said, and nothing is possible.
#[test]
fn a_profile_is_opened_to_sign_in() {
    let mut harness = one(opened_before("Mail"));
    let sign_in = click(&mut harness, "Open to sign in with profile Mail");
    assert_eq!(sign_in, command("Mail", ProfileCommand::OpenToSignIn));
    let harness = one(ProfileView { state: ProfileState::SigningIn, ..opened_before("Mail") });
    harness.get_by_label("persistent · open to sign in, where NEXUS sees nothing");
    harness.get_by_label("Sign in there, and close that browser. Then the profile can be opened here again.");
    assert_eq!(buttons(&harness, "Mail"), Vec::<String>::new());
}

/// N22: once that browser is closed the hub says so, and offers to go on with the profile under NEXUS.
#[test]
fn after_signing_in_the_person_may_go_on_under_nexus() {
    let mut harness = one(ProfileView { was_signed_in: true, ..opened_before("Mail") });
    harness.get_by_label_contains("The browser in which you signed in is closed.");
    let go_on = click(&mut harness, "Go on under NEXUS with profile Mail");
    let expected = PersonCommand::OpenWindow { profile: Some(profile_name("Mail")), url: None };
    assert_eq!(go_on, only(expected));
    assert!(buttons(&one(opened_before("Mail")), "Mail").iter().all(|button| !button.contains("Go on")));
}

/// C01: how large a profile is and when it was opened is said as far as it is known.
#[test]
fn what_a_profile_takes_is_said() {
    one(profile("new", &[])).get_by_label("Never opened");
    one(opened_before("known")).get_by_label_contains("· 3.5 MB on disk");
    let unmeasured = ProfileView { bytes: None, ..opened_before("unmeasured") };
    one(unmeasured.clone()).get_by_label_contains("· its size is being found out");
    for closed in [opened_before("known"), unmeasured] {
        let harness = one(ProfileView { window: Some(WindowId(1)), ..closed });
        for told in ["on disk", "found out"] {
            assert!(harness.query_by_label_contains(told).is_none(), "that waits until it is closed");
        }
    }
}

/// N21: a profile is renamed where its name stands, from the name that it has.
#[test]
fn a_profile_is_renamed_in_place() {
    let mut harness = profiles();
    let field = "New name of profile closed";
    click(&mut harness, "Rename profile closed");
    assert!(harness.get_by_role_and_label(Role::TextInput, field).is_focused());
    assert_eq!(click(&mut harness, "Save the new name of profile closed"), vec![], "it has that name");
    type_into(&mut harness, field, "2");
    let renamed = command("closed", ProfileCommand::Rename(profile_name("closed2")));
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), renamed);
    assert!(harness.query_by_label(field).is_none());
    click(&mut harness, "Rename profile open");
    type_into(&mut harness, "New name of profile open", "ed");
    let renamed = command("open", ProfileCommand::Rename(profile_name("opened")));
    assert_eq!(click(&mut harness, "Save the new name of profile open"), renamed);
}

/// N21: a new name that can't be one, or that another profile has, says so and renames nothing; Escape leaves the old one.
#[test]
fn a_bad_new_name_says_why() {
    let mut harness = profiles();
    let field = "New name of profile open";
    click(&mut harness, "Rename profile open");
    type_into(&mut harness, field, "/");
    harness.get_by_label_contains("neither / nor \\.");
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), vec![]);
    harness.state_mut().hub_fields.profile_edit.as_mut().expect("it goes on").typed = "closed".to_owned();
    harness.run();
    harness.get_by_label("There is a profile called closed already.");
    assert_eq!(click(&mut harness, "Save the new name of profile open"), vec![]);
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Escape), vec![]);
    assert!(harness.query_by_label(field).is_none());
    harness.get_by_label("open");
}

/// N21: archived profiles are out of the way in a section of their own, and come back from it.
#[test]
fn archived_profiles_are_folded_away() {
    let mut harness = profiles();
    let archived = command("closed", ProfileCommand::Archive);
    assert_eq!(click(&mut harness, "Archive profile closed"), archived);
    assert!(harness.query_by_label("archived").is_none());
    harness.get_by_label("Archived (1)").focus();
    harness.run();
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Space), vec![]);
    harness.get_by_label("archived");
    let restored = command("archived", ProfileCommand::Restore);
    assert_eq!(click(&mut harness, "Restore profile archived"), restored);
}

/// C01: when every profile is archived, that is said.
#[test]
fn nothing_but_archived_profiles_is_said() {
    let mut harness = one(ProfileView { state: ProfileState::Archived, ..profile("work", &[]) });
    harness.get_by_label("Every profile is archived.");
    assert!(harness.query_by_label("Restore profile work").is_none());
    click(&mut harness, "Archived (1)");
    harness.get_by_label("Restore profile work");
}

const CONFIRM: &str = "Name of profile My bank, to confirm its deletion";
const DELETE: &str = "Delete for good: profile My bank";

fn about_to_delete() -> Harness<'static, Stage> {
    let mut harness = one(opened_before("My bank"));
    assert_eq!(click(&mut harness, "Delete profile My bank"), vec![]);
    assert!(harness.get_by_role_and_label(Role::TextInput, CONFIRM).is_focused());
    harness
}

/// N21: a profile is deleted once its own name is typed, and by a deliberate press only.
#[test]
fn a_profile_is_deleted_by_typing_its_name() {
    let mut harness = about_to_delete();
    type_into(&mut harness, CONFIRM, " My bank");
    assert_eq!(click(&mut harness, DELETE), vec![], "it has only just become possible");
    wait(&mut harness, 0.6);
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), vec![], "Enter in the field deletes nothing");
    harness.get_by_label(DELETE).focus();
    harness.run();
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), vec![], "nor on the button");
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Space), command("My bank", ProfileCommand::Delete));
    assert!(harness.query_by_label(CONFIRM).is_none());
}

/// N21: nothing but the profile's own name confirms, however long one waits.
#[test]
fn the_typed_confirmation_cant_be_bypassed() {
    for typed in ["", "my bank", "My ban", "My bank!", "MyBank", "work"] {
        let mut harness = about_to_delete();
        type_into(&mut harness, CONFIRM, typed);
        wait(&mut harness, 0.6);
        assert!(harness.get_by_label(DELETE).accesskit_node().is_disabled(), "{typed:?}");
        assert_eq!(click(&mut harness, DELETE), vec![], "{typed:?}");
        for key in [Key::Enter, Key::Space] {
            harness.get_by_label(DELETE).focus();
            harness.run();
            assert_eq!(press(&mut harness, Modifiers::NONE, key), vec![], "{typed:?}, {key:?}");
        }
    }
}

/// N21: a confirmation is for one profile as it stood: it ends with a change of mind, another profile, or an opening.
#[test]
fn a_confirmation_ends_with_what_it_was_for() {
    let mut harness = about_to_delete();
    type_into(&mut harness, CONFIRM, "My bank");
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Escape), vec![]);
    assert!(harness.query_by_label(CONFIRM).is_none());
    click(&mut harness, "Delete profile My bank");
    assert!(harness.get_by_label(DELETE).accesskit_node().is_disabled(), "it begins anew");
    type_into(&mut harness, CONFIRM, "My bank");
    assert_eq!(click(&mut harness, "Keep it: profile My bank"), vec![]);
    assert!(harness.query_by_label(CONFIRM).is_none());

    click(&mut harness, "Delete profile My bank");
    type_into(&mut harness, CONFIRM, "My bank");
    harness.state_mut().view.profiles[0].window = Some(WindowId(4));
    harness.run();
    assert!(harness.query_by_label(CONFIRM).is_none());
    harness.state_mut().view.profiles[0].window = None;
    harness.run();
    assert!(harness.query_by_label(CONFIRM).is_none(), "what was typed is forgotten");
}

/// N21: a deletion shows how far it is, and can be cancelled.
#[test]
fn a_deletion_shows_its_progress_and_can_be_cancelled() {
    let mut harness = profiles();
    harness.get_by_label("persistent · being deleted, 1.5 MB of 6.0 MB");
    let bar = harness.get_by_role_and_label(Role::ProgressIndicator, "Deleting profile deleting");
    assert_eq!(bar.accesskit_node().numeric_value(), Some(25.0));
    let cancelled = command("deleting", ProfileCommand::CancelDeletion);
    assert_eq!(click(&mut harness, "Cancel deleting profile deleting"), cancelled);
    let counting = ProfileState::Deleting(Progress::default());
    let harness = one(ProfileView { state: counting, ..opened_before("work") });
    harness.get_by_label("persistent · being deleted");
    let bar = harness.get_by_role_and_label(Role::ProgressIndicator, "Deleting profile work");
    assert_eq!(bar.accesskit_node().numeric_value(), Some(0.0));
}

/// N19: saving a clean state asks, because the old one is lost; only an automation-only profile that was used has one to save.
#[test]
fn saving_a_clean_state_asks() {
    let kind = KeptKind::AutomationOnly(CleanState::MayBeSignedIn);
    let mut harness = one(ProfileView { kind, ..opened_before("robot") });
    harness.get_by_label("automation-only, may be signed in · closed");
    let question = Question::SaveCleanState(profile_name("robot"));
    assert_eq!(click(&mut harness, "Save clean state profile robot"), vec![Action::Ask(question.clone())]);
    let stage = harness.state_mut();
    stage.situation.asked = Asked::new(&question, &stage.view);
    wait(&mut harness, 0.6);
    harness.get_by_label("Save what profile robot holds as its clean state?");
    assert_eq!(click(&mut harness, "Save it"), command("robot", ProfileCommand::SaveCleanState));
    for gone in [ProfileView { window: Some(WindowId(1)), ..opened_before("robot") }, opened_before("other")] {
        let view = View { profiles: vec![gone], ..View::default() };
        assert_eq!(Asked::new(&question, &view), None);
    }
    let unused = ProfileView { kind: KeptKind::AutomationOnly(CleanState::Plain), ..profile("unused", &[]) };
    assert!(one(unused).query_by_label_contains("Save clean state").is_none());
}
