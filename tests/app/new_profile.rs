//! Making a profile: its name, and its kind.

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nexus::view_model::{Action, KindChoice, Screen};
use nexus_core::broker::{PersonCommand, View};
use nexus_policy::{CleanState, KeptKind};

use crate::fixture::{profile, profile_name, workspace};
use crate::stage::{Stage, click, hub, only, press, type_into};

const NAME: &str = "Name of the new profile";
const WORKSPACE: &str = "Name of its workspace";
const CREATE: &str = "Create profile";

fn with_work() -> View {
    View { profiles: vec![profile("work", &[])], workspace: Some(workspace("Job")), ..View::default() }
}

/// The form for another profile beside one called work, in workspace Job.
fn form() -> Harness<'static, Stage> {
    let mut harness = hub(Stage::new(with_work()).on(Screen::Profiles));
    assert!(harness.query_by_label(NAME).is_none(), "the form isn't in the way");
    click(&mut harness, "New profile…");
    harness
}

fn kind(choice: KindChoice) -> String {
    format!("Kind of the new profile: {}", choice.name())
}

fn created(name: &str, kind: KeptKind) -> Vec<Action> {
    only(PersonCommand::CreateProfile { name: profile_name(name), kind })
}

/// N19: the first profile is made from its name at once, by the button or by Enter.
#[test]
fn a_profile_is_created_by_name() {
    let mut harness = hub(Stage::new(View::default()).on(Screen::Profiles));
    harness.run();
    assert!(harness.get_by_role_and_label(Role::TextInput, NAME).is_focused(), "typing can begin at once");
    assert_eq!(click(&mut harness, CREATE), vec![], "it has no name yet");
    type_into(&mut harness, NAME, " bank ");
    assert_eq!(click(&mut harness, CREATE), created("bank", KeptKind::Persistent));
    type_into(&mut harness, NAME, "shop");
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), created("shop", KeptKind::Persistent));
}

/// N19: each kind is there with what it means, and what is chosen is what is made.
#[test]
fn every_kind_can_be_created() {
    let kinds = [
        (KindChoice::Persistent, KeptKind::Persistent),
        (KindChoice::Workspace, KeptKind::Workspace(workspace("Job"))),
        (KindChoice::Shared, KeptKind::Shared),
        (KindChoice::AutomationOnly, KeptKind::AutomationOnly(CleanState::Plain)),
    ];
    for (choice, kept) in kinds {
        let mut harness = form();
        harness.get_all_by_label(choice.meaning()).next().expect("what it means");
        click(&mut harness, &kind(choice));
        for other in KindChoice::ALL {
            let name = kind(other);
            let radio = harness.get_by_role_and_label(Role::RadioButton, &name);
            assert_eq!(radio.accesskit_node().toggled() == Some(Toggled::True), other == choice, "{other:?}");
        }
        type_into(&mut harness, NAME, "bank");
        assert_eq!(click(&mut harness, CREATE), created("bank", kept));
        assert!(harness.query_by_label(NAME).is_none(), "the form is over");
    }
}

/// N19: a profile of a workspace is of the present one unless another is typed, and of none never.
#[test]
fn a_workspace_profile_needs_its_workspace() {
    let mut harness = form();
    assert!(harness.query_by_label(WORKSPACE).is_none());
    click(&mut harness, &kind(KindChoice::Workspace));
    type_into(&mut harness, NAME, "bank");
    type_into(&mut harness, WORKSPACE, "s");
    let jobs = created("bank", KeptKind::Workspace(workspace("Jobs")));
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), jobs);

    let mut harness = hub(Stage::new(View::default()).on(Screen::Profiles));
    click(&mut harness, &kind(KindChoice::Workspace));
    type_into(&mut harness, NAME, "bank");
    assert_eq!(click(&mut harness, CREATE), vec![], "it has no workspace yet");
    type_into(&mut harness, WORKSPACE, &"x".repeat(65));
    harness.get_by_label("A workspace's name has 1 to 64 characters on one line.");
    assert_eq!(click(&mut harness, CREATE), vec![]);
}

/// N19: a name that can't be one says why, and makes nothing.
#[test]
fn a_bad_name_says_why() {
    for bad in ["x".repeat(65), "../work".to_owned(), "\u{202e}krow".to_owned()] {
        let mut harness = form();
        type_into(&mut harness, NAME, &bad);
        harness.get_by_label("A profile's name has 1 to 64 visible characters on one line, and neither / nor \\.");
        assert_eq!(click(&mut harness, CREATE), vec![], "{bad:?}");
        type_into(&mut harness, NAME, "x");
        assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), vec![], "{bad:?}");
    }
}

/// N19: a name that another profile has says so beside the field, and makes nothing.
#[test]
fn a_name_that_is_taken_says_so() {
    let mut harness = form();
    type_into(&mut harness, NAME, "work");
    harness.get_by_label("There is a profile called work already.");
    assert_eq!(click(&mut harness, CREATE), vec![]);
    type_into(&mut harness, NAME, "2");
    assert!(harness.query_by_label_contains("already").is_none());
    assert_eq!(click(&mut harness, CREATE), created("work2", KeptKind::Persistent));
}

/// C01: the form can be left, and forgets what was typed.
#[test]
fn the_form_can_be_left() {
    let mut harness = form();
    assert!(harness.get_by_role_and_label(Role::TextInput, NAME).is_focused(), "typing can begin at once");
    type_into(&mut harness, NAME, "bank");
    assert_eq!(click(&mut harness, "Cancel the new profile"), vec![]);
    assert!(harness.query_by_label(NAME).is_none());
    click(&mut harness, "New profile…");
    assert_eq!(click(&mut harness, CREATE), vec![]);
}
