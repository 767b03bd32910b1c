//! The hub.

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use nexus::view_model::{Action, Asked, NewProfile, ProfileEdit, Question, Screen};
use nexus_core::broker::{Notice, NoticeKind, PersonCommand, View};
use nexus_core::{InspectionChoice, UploadFolder};
use nexus_policy::{ApprovalSetting, Scope, WindowId};

use crate::fixture::{agent, busy_view, paired, profile_name, profiles_of_every_standing, waiting_view, window};
use crate::stage::{Stage, click, hub, only, press, wait};

/// N12: on every screen, at once.
#[test]
fn take_control_of_everything_is_on_every_screen() {
    for screen in Screen::ALL {
        let mut harness = hub(Stage::new(busy_view()).on(screen));
        assert_eq!(click(&mut harness, "Take control of everything"), only(PersonCommand::TakeControlOfEverything));
    }
}

/// N12: the keys for it, and those of a panel, which has no meaning of its own here.
#[test]
fn the_shortcuts_take_control_of_everything() {
    let mut harness = hub(Stage::new(busy_view()));
    for modifiers in [Modifiers::CTRL | Modifiers::SHIFT, Modifiers::CTRL] {
        assert_eq!(press(&mut harness, modifiers, Key::Space), only(PersonCommand::TakeControlOfEverything));
    }
}

/// N01, N19: a Window of one's own, on an isolated profile, with the address that was typed.
#[test]
fn a_new_window_opens_with_the_typed_address() {
    let mut harness = hub(Stage::new(View::default()));
    let open = |url: Option<&str>| only(PersonCommand::OpenWindow { profile: None, url: url.map(str::to_owned) });
    assert_eq!(click(&mut harness, "Open new Window"), open(None));
    let field = harness.get_by_role_and_label(Role::TextInput, "Address (optional)");
    field.click();
    harness.run();
    harness.get_by_role_and_label(Role::TextInput, "Address (optional)").type_text("shop.example/cart");
    harness.run();
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), open(Some("https://shop.example/cart")));
}

/// N12, A13: each Window's row has its own buttons.
#[test]
fn window_rows_act_on_their_window() {
    let mut harness = hub(Stage::new(busy_view()));
    wait(&mut harness, 0.6);
    let (first, second) = (WindowId(1), WindowId(2));
    assert_eq!(
        click(&mut harness, "Take control of Window w1"),
        only(PersonCommand::TakeControl(Scope::Window(first)))
    );
    assert_eq!(click(&mut harness, "Give back Window w2"), only(PersonCommand::GiveBack(Scope::Window(second))));
    assert_eq!(click(&mut harness, "Focus Window w2"), only(PersonCommand::FocusWindow(second)));
    assert_eq!(click(&mut harness, "Close Window w1"), vec![Action::Ask(Question::CloseWindow(first))]);
}

/// C01: revoking an agent asks first.
#[test]
fn revoking_an_agent_asks() {
    let mut harness = hub(Stage::new(busy_view()).on(Screen::Agents));
    let question = Question::RevokeAgent(agent("Claude Code"));
    assert_eq!(click(&mut harness, "Revoke Claude Code"), vec![Action::Ask(question.clone())]);
    let stage = harness.state_mut();
    stage.situation.asked = Asked::new(&question, &stage.view);
    wait(&mut harness, 0.6);
    assert_eq!(click(&mut harness, "Revoke agent"), only(PersonCommand::RevokeAgent(agent("Claude Code"))));
}

/// N13: how much to ask about an agent is one of three choices, each with what it means; the one that holds is marked, and
/// choosing another changes this agent alone.
#[test]
fn what_to_be_asked_about_is_chosen_per_agent() {
    let view = View { agents: vec![paired("Codex", 1), paired("aider", 2)], ..View::default() };
    let mut harness = hub(Stage::new(view).on(Screen::Agents));
    let choice = |agent: &str, name: &str| format!("Ask about {agent}: {name}");
    let names = ["every action", "what matters", "only the always-sensitive"];
    for (agent, name) in ["Codex", "aider"].iter().flat_map(|agent| names.map(|name| (*agent, name))) {
        let is_chosen =
            harness.get_by_role_and_label(Role::RadioButton, &choice(agent, name)).accesskit_node().toggled();
        assert_eq!(is_chosen == Some(Toggled::True), name == "what matters", "{agent}: {name}");
    }
    harness.get_all_by_label_contains("without your yes").next().expect("what it means");
    harness.get_all_by_label_contains("signed in").next().expect("what matters is explained");
    assert_eq!(click(&mut harness, &choice("aider", "every action")), vec![], "it has only just appeared");
    wait(&mut harness, 0.6);
    for (name, setting) in
        [("every action", ApprovalSetting::Every), ("only the always-sensitive", ApprovalSetting::Minimal)]
    {
        let set = only(PersonCommand::SetApprovals { agent: agent("aider"), setting });
        assert_eq!(click(&mut harness, &choice("aider", name)), set);
    }
    assert_eq!(click(&mut harness, &choice("aider", "what matters")), vec![], "it holds already");
    harness.get_by_label(&choice("Codex", "only the always-sensitive")).focus();
    harness.run();
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), vec![], "nothing is loosened by Enter");
}

/// C05: what to copy for each client is on the screen.
#[test]
fn client_configurations_are_there_to_copy() {
    let mut harness = hub(Stage::new(View { agents: vec![paired("Codex", 1)], ..View::default() }).on(Screen::Agents));
    for client in ["Claude Code", "Codex", "Cursor", "VS Code", "Gemini CLI"] {
        harness.get_by_label(&format!("Copy the configuration for {client}"));
    }
    assert_eq!(click(&mut harness, "Copy the configuration for Claude Code"), vec![]);
    let copied = harness.output().platform_output.commands.clone();
    drop(copied);
    harness.get_by_label("claude mcp add --scope user nexus -- /usr/local/bin/nexus mcp --agent \"Claude Code\"");
}

/// N25: without a keychain the person is told, and decides.
#[test]
fn without_a_keychain_the_person_decides() {
    let notice = Notice { kind: NoticeKind::NoKeychain, text: "There is no keychain.".to_owned() };
    let view = View { notices: vec![notice], ..View::default() };
    let mut harness = hub(Stage::new(view).on(Screen::Agents));
    harness.get_by_label("There is no keychain.");
    assert_eq!(click(&mut harness, "Keep tokens in a private file"), only(PersonCommand::KeepTokensInFile));
}

/// C01: empty screens say what will appear there and how to make it happen.
#[test]
fn empty_screens_say_what_will_appear() {
    let notes = [
        (Screen::Windows, "No Window is open."),
        (Screen::Inbox, "Nothing waits for you."),
        (Screen::Profiles, "There is no profile."),
        (Screen::Agents, "No agent is paired."),
        (Screen::Activity, "Nothing has happened yet."),
        (Screen::Settings, "No folder is allowed."),
    ];
    for (screen, note) in notes {
        hub(Stage::new(View::default()).on(screen)).get_by_label(note);
    }
}

/// C01: the first screen says what NEXUS is and how to begin.
#[test]
fn start_leads_to_agents_and_to_a_window() {
    let mut harness = hub(Stage::new(View::default()).on(Screen::Start));
    assert_eq!(click(&mut harness, "Other agents"), vec![Action::Show(Screen::Agents)]);
    let open = PersonCommand::OpenWindow { profile: None, url: None };
    assert_eq!(click(&mut harness, "Open new Window"), only(open));
}

/// The person chooses who inspects pages; what is chosen isn't chosen again.
#[test]
fn who_inspects_pages_is_chosen_in_the_settings() {
    let mut harness = hub(Stage::new(View::default()).on(Screen::Settings));
    assert_eq!(click(&mut harness, "Inspect pages by: Built in"), vec![]);
    let chosen = only(PersonCommand::InspectWith(InspectionChoice::DevTools));
    assert_eq!(click(&mut harness, "Inspect pages by: Chrome DevTools MCP"), chosen);
}

/// N13: the person says from which folders agents may upload.
#[test]
fn folders_for_uploads_are_chosen_typed_and_removed() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = UploadFolder::find(scratch.path()).expect("a folder");
    let path = folder.as_path().display().to_string();
    let mut harness =
        hub(Stage::new(View { upload_folders: vec![folder.clone()], ..View::default() }).on(Screen::Settings));
    assert_eq!(click(&mut harness, "Choose a folder for uploads"), vec![Action::ChooseUploadFolder]);
    assert_eq!(click(&mut harness, "Allow the folder for uploads"), vec![], "nothing is typed");
    harness.state_mut().hub_fields.upload_folder = " /home/anna/Documents ".to_owned();
    harness.run();
    let typed = only(PersonCommand::AllowUploads { folder: "/home/anna/Documents".into() });
    assert_eq!(click(&mut harness, "Allow the folder for uploads"), typed);
    let removed = click(&mut harness, &format!("Allow no more uploads from {path}"));
    assert_eq!(removed, only(PersonCommand::DisallowUploads { folder }));
}

/// C01: every control has a name, on every screen; the harness fails where one hasn't.
#[test]
fn every_control_has_a_name_and_every_icon_a_glyph() {
    for screen in Screen::ALL {
        for mut view in [View::default(), busy_view(), waiting_view()] {
            view.profiles = profiles_of_every_standing();
            let mut harness = hub(Stage::new(view).on(screen));
            harness.check_accessibility();
            harness.state_mut().hub_fields.new_profile = Some(NewProfile::default());
            for edit in [ProfileEdit::rename, ProfileEdit::delete] {
                harness.state_mut().hub_fields.profile_edit = Some(edit(&profile_name("closed")));
                harness.run();
                harness.check_accessibility();
            }
        }
    }
}

/// C01: a thousand Windows cost no more than those in sight.
#[test]
fn of_a_thousand_windows_only_those_in_sight_are_drawn() {
    let view = View { windows: (1..=1000).map(window).collect(), ..View::default() };
    let harness = hub(Stage::new(view));
    let drawn = harness.query_all_by_label_contains("Focus Window").count();
    assert!((5..30).contains(&drawn), "{drawn} rows were drawn");
}
