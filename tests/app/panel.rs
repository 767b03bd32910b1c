//! The control panel.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use nexus::view_model::{Action, Asked, HubVisibility, Question};
use nexus_core::EngineHealth;
use nexus_core::broker::{ControlView, DownloadView, Health, PersonCommand, View};
use nexus_core::browser::DownloadState;
use nexus_policy::{LeaseId, PageId, Scope, WindowId};

use crate::fixture::{busy_view, page, window};
use crate::stage::{SMALLEST_PANEL, Stage, click, only, panel, press, wait};

const SIZE: Vec2 = Vec2::new(376.0, 900.0);
const WINDOW: Scope = Scope::Window(WindowId(1));

fn with_control(control: ControlView) -> View {
    let mut view = busy_view();
    view.windows[0].control = control;
    view
}

fn person() -> ControlView {
    ControlView::Person
}

/// P43: what agents downloaded is shown, with what became of it and where it is.
#[test]
fn downloads_are_shown_with_what_became_of_them() {
    let download = |name: &str, state| DownloadView { name: name.to_owned(), bytes: 2500, state };
    let mut view = View { downloads_folder: "/data/nexus/downloads".into(), ..busy_view() };
    let harness = panel(Stage::new(view.clone()), SIZE);
    assert!(harness.query_by_label("/data/nexus/downloads").is_none());
    view.windows[0].downloads =
        vec![download("report.pdf", DownloadState::Completed), download("evil.exe", DownloadState::NotApproved)];
    let harness = panel(Stage::new(view), Vec2::new(376.0, 1600.0));
    for label in ["report.pdf", "2.5 kB · complete", "evil.exe", "refused: you weren't asked", "/data/nexus/downloads"]
    {
        harness.get_by_label(label);
    }
}

/// N12, A02, C01: one press takes the whole Window.
#[test]
fn take_control_takes_the_window() {
    let mut harness = panel(Stage::new(busy_view()), SIZE);
    assert_eq!(click(&mut harness, "Take control"), only(PersonCommand::TakeControl(WINDOW)));
}

/// N12: in every state, and before 500 ms have passed: Take control waits for nothing.
#[test]
fn take_control_is_enabled_in_every_state() {
    for control in [ControlView::Idle, ControlView::Taking, person()] {
        let mut harness = panel(Stage::new(with_control(control)), SIZE);
        assert_eq!(click(&mut harness, "Take control"), only(PersonCommand::TakeControl(WINDOW)));
    }
}

/// N12: a question or a failure covers nothing.
#[test]
fn take_control_works_beside_a_question() {
    let mut stage = Stage::new(busy_view());
    stage.situation.asked = Asked::new(&Question::CloseWindow(WindowId(1)), &stage.view);
    stage.situation.failure = Some("It did not work.".to_owned());
    let mut harness = panel(stage, SMALLEST_PANEL);
    assert_eq!(click(&mut harness, "Take control"), only(PersonCommand::TakeControl(WINDOW)));
}

/// A01, N12: a page's own button takes that page alone.
#[test]
fn a_page_row_takes_its_page() {
    let mut harness = panel(Stage::new(busy_view()), SIZE);
    let actions = click(&mut harness, "Take control of page p4, (no title)");
    assert_eq!(actions, only(PersonCommand::TakeControl(Scope::Page(PageId(4)))));
}

/// N04: an engine that failed says so in its page's row, and only there it can be restarted.
#[test]
fn a_failed_engine_is_restarted_from_its_page_s_row() {
    let mut view = busy_view();
    view.windows[0].pages[0].inspection = Some(EngineHealth::Ready);
    let harness = panel(Stage::new(view.clone()), SIZE);
    assert!(harness.query_by_label_contains("Restart the inspection engine").is_none());
    let id = view.windows[0].pages[0].id;
    view.windows[0].pages[0].inspection = Some(EngineHealth::Failed("the engine has ended"));
    for size in [SIZE, Vec2::new(SMALLEST_PANEL.x, SIZE.y)] {
        let mut harness = panel(Stage::new(view.clone()), size);
        harness.get_by_label("engine failed");
        let name = format!("Restart the inspection engine of page {id}: the engine has ended");
        assert_eq!(click(&mut harness, &name), only(PersonCommand::RestartEngine(id)));
    }
}

/// A01, A13: what the person has of a page is given back by a button of that page.
#[test]
fn a_page_row_gives_its_page_back() {
    let mut view = busy_view();
    view.windows[0].pages[2].control = person();
    let mut harness = panel(Stage::new(view), SIZE);
    wait(&mut harness, 0.6);
    let actions = click(&mut harness, "Give back page p4, (no title)");
    assert_eq!(actions, only(PersonCommand::GiveBack(Scope::Page(PageId(4)))));
}

/// A13: giving back is a button, and only there with control.
#[test]
fn give_back_is_there_only_with_control() {
    let harness = panel(Stage::new(busy_view()), SIZE);
    assert!(harness.query_by_label("Give back").is_none());
    let mut harness = panel(Stage::new(with_control(person())), SIZE);
    wait(&mut harness, 0.6);
    assert_eq!(click(&mut harness, "Give back"), only(PersonCommand::GiveBack(WINDOW)));
}

/// A13: the second half of a double click on Take control gives nothing back.
#[test]
fn give_back_ignores_a_press_right_after_it_appeared() {
    let mut harness = panel(Stage::new(with_control(person())), SIZE);
    assert_eq!(click(&mut harness, "Give back"), vec![]);
}

/// N12: a lease is revoked by its row.
#[test]
fn revoke_ends_that_lease() {
    let mut harness = panel(Stage::new(busy_view()), Vec2::new(376.0, 1200.0));
    let actions = click(&mut harness, "Revoke lease l1 of Claude Code · s3, whole Window");
    assert_eq!(actions, only(PersonCommand::RevokeLease(LeaseId(1))));
}

/// N12: the keys work wherever the keyboard is, and the Space in them presses nothing else.
#[test]
fn the_shortcut_takes_control_and_presses_no_button() {
    let mut harness = panel(Stage::new(busy_view()), Vec2::new(376.0, 1200.0));
    harness.get_by_label("Revoke lease l1 of Claude Code · s3, whole Window").focus();
    harness.run();
    assert_eq!(press(&mut harness, Modifiers::CTRL, Key::Space), only(PersonCommand::TakeControl(WINDOW)));
    let everything = press(&mut harness, Modifiers::CTRL | Modifiers::SHIFT, Key::Space);
    assert_eq!(everything, only(PersonCommand::TakeControlOfEverything));
}

/// C01: the keyboard reaches Take control first.
#[test]
fn tab_reaches_take_control() {
    let mut harness = panel(Stage::new(busy_view()), SIZE);
    for _ in 0..20 {
        harness.key_press(Key::Tab);
        harness.run();
        if harness.get_by_label("Take control").is_focused() {
            assert_eq!(press(&mut harness, Modifiers::NONE, Key::Space), only(PersonCommand::TakeControl(WINDOW)));
            return;
        }
    }
    panic!("Tab never reached Take control");
}

/// A01, C01: the state is a word and an icon.
#[test]
fn the_state_bar_says_who_has_control() {
    let cases = [
        (busy_view(), "▶", "Claude Code is in control"),
        (with_control(ControlView::Taking), "⏳", "Taking control…"),
        (with_control(person()), "👤", "You have control"),
    ];
    for (view, icon, words) in cases {
        let harness = panel(Stage::new(view), SIZE);
        harness.get_by_label(words);
        harness.get_by_label(icon);
    }
}

/// A01: an agent that holds only pages is in control of something, and the Window isn't called idle.
#[test]
fn the_state_bar_counts_pages_that_an_agent_holds() {
    let harness = panel(Stage::new(with_control(ControlView::Idle)), SIZE);
    harness.get_by_label("Claude Code controls 2 pages");
}

/// N01: a Window whose Chromium ended says so and why.
#[test]
fn an_ended_chromium_is_said() {
    let mut view = busy_view();
    view.windows[0].health = Health::Gone("It was killed.".to_owned());
    let harness = panel(Stage::new(view), SIZE);
    assert!(harness.query_all_by_label("Chromium has ended").count() > 0);
    harness.get_by_label("It was killed.");
}

/// C01: empty lists say what will appear there.
#[test]
fn empty_lists_say_what_will_appear() {
    let view = View { windows: vec![window(1)], ..View::default() };
    let harness = panel(Stage::new(view), SIZE);
    for note in ["No page is open.", "No agent holds a lease here.", "Nothing has happened yet."] {
        harness.get_by_label(note);
    }
}

/// C01: closing asks, inside the panel, and the keyboard starts on the harmless answer.
#[test]
fn closing_asks_and_enter_closes_nothing() {
    let mut stage = Stage::new(busy_view());
    stage.situation.asked = Asked::new(&Question::CloseWindow(WindowId(1)), &stage.view);
    let mut harness = panel(stage, SIZE);
    harness.get_by_label("Close this Window and end its Chromium?");
    wait(&mut harness, 0.6);
    assert!(harness.get_by_label("Keep it open").is_focused());
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), vec![Action::DropQuestion]);
    let agreed = click(&mut harness, "Close Window");
    assert_eq!(agreed, only(PersonCommand::CloseWindow(WindowId(1))));
}

/// C01: nobody loses the hub.
#[test]
fn a_hidden_hub_can_be_shown_again() {
    let mut stage = Stage::new(busy_view());
    stage.situation.hub = HubVisibility::Hidden;
    let mut harness = panel(stage, SIZE);
    harness.get_by_label("The hub is hidden. NEXUS goes on while a Window is open.");
    assert_eq!(click(&mut harness, "Show hub"), vec![Action::ShowHub]);
}

/// C01: the filter box keeps what holds every word.
#[test]
fn the_filter_narrows_the_activity() {
    let mut harness = panel(Stage::new(busy_view()), Vec2::new(376.0, 1400.0));
    harness.get_by_label("click · p1");
    harness.get_by_role_and_label(Role::TextInput, "Filter activity").click();
    harness.run();
    harness.get_by_role_and_label(Role::TextInput, "Filter activity").type_text("type REFUSED");
    harness.run();
    harness.get_by_label("type · p1: refused: you have control");
    assert!(harness.query_by_label("click · p1").is_none());
}

/// C01: a thousand pages cost no more than those in sight.
#[test]
fn of_a_thousand_pages_only_those_in_sight_are_drawn() {
    let mut view = busy_view();
    view.windows[0].pages = (1..=1000).map(|id| page(id, "Page", "https://example.org")).collect();
    let harness = panel(Stage::new(view), SIZE);
    let drawn = harness.query_all_by_label_contains("Take control of page").count();
    assert!((3..20).contains(&drawn), "{drawn} rows were drawn");
}

/// C01: nothing is wider than the smallest panel, whatever pages call themselves.
#[test]
fn long_titles_push_nothing_out_of_the_smallest_panel() {
    let mut view = busy_view();
    view.windows[0].pages[0].title = "W".repeat(4000);
    view.windows[0].pages[0].origin = format!("https://{}.example", "long".repeat(60));
    let harness = panel(Stage::new(view), SMALLEST_PANEL);
    for node in harness.root().children_recursive().filter(|node| node.accesskit_node().role() == Role::Button) {
        let rect = node.rect();
        assert!(
            rect.right() <= SMALLEST_PANEL.x && rect.width() > 0.0,
            "{:?} is at {rect:?}",
            node.accesskit_node().label()
        );
    }
    let take = harness.get_by_label("Take control").rect();
    assert!(take.height() >= 56.0 && take.width() >= 280.0, "{take:?}");
}
