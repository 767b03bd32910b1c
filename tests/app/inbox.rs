//! The hub's inbox: everything that waits, wherever it comes from.

use std::time::{Duration, SystemTime};

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use nexus::view_model::{Action, Screen};
use nexus_core::broker::{Decision, PersonCommand, Question, View};
use nexus_policy::{ApprovalId, HandoffId, WindowId};

use crate::fixture::{act, busy_view, handoff, request, waiting_view};
use crate::stage::{Stage, click, hub, only, wait};

/// C01: every kind of card is there, each with its Window.
#[test]
fn the_inbox_shows_everything_that_waits() {
    let mut view = waiting_view();
    view.requests[2].window = Some(WindowId(2));
    let harness = hub(Stage::new(view).on(Screen::Inbox));
    harness.get_by_label("“Codex” asks to be paired");
    harness.get_by_label("Claude Code asks you to do this:");
    harness.get_by_label("Claude Code asks to read this page");
    harness.get_by_label("anna asks to let bert drive this Window, which may hold your sign-in");
    harness.get_by_label("Claude Code asks to click");
    harness.get_by_label_contains("Window w1 · all of it · 9:5");
    harness.get_by_label_contains("Window w2 · page p1 · 9:5");
}

/// A05, N16: it can be answered there as well, but not in the first 500 ms after the hub came to the front.
#[test]
fn the_inbox_answers_deliberately() {
    let done = "Done: Claude Code asks you: “sign in to shop.example”, https://shop.example, Window w1 · page p1";
    let approve = "Approve once: Claude Code asks to click, https://shop.example, Window w1 · page p1";
    let mut harness = hub(Stage::new(waiting_view()).on(Screen::Inbox));
    assert_eq!(click(&mut harness, done), vec![]);
    wait(&mut harness, 0.6);
    let finish = PersonCommand::FinishHandoff { handoff: HandoffId(1), completed: true };
    assert_eq!(click(&mut harness, done), only(finish));
    harness.state_mut().appearance += 1;
    harness.step();
    assert_eq!(click(&mut harness, approve), vec![]);
    wait(&mut harness, 0.6);
    assert_eq!(click(&mut harness, approve), only(PersonCommand::Decide(ApprovalId(13), Decision::Approve)));
}

/// C01: the navigation counts everything that waits, on every screen.
#[test]
fn the_navigation_counts_what_waits() {
    for screen in Screen::ALL {
        hub(Stage::new(waiting_view()).on(screen)).get_by_label("Inbox, 5 waiting");
        hub(Stage::new(View::default()).on(screen)).get_by_role_and_label(Role::Button, "Inbox");
    }
}

/// C01: every other screen says that something waits, and leads to it.
#[test]
fn every_screen_leads_to_what_waits() {
    for screen in Screen::ALL.into_iter().filter(|screen| *screen != Screen::Inbox) {
        let mut harness = hub(Stage::new(waiting_view()).on(screen));
        harness.get_by_label("5 things wait for you.");
        assert_eq!(click(&mut harness, "Look at it"), vec![Action::Show(Screen::Inbox)]);
    }
    assert!(hub(Stage::new(waiting_view()).on(Screen::Inbox)).query_by_label("Look at it").is_none());
}

/// C01: what waits alone is named.
#[test]
fn what_waits_alone_is_named() {
    let nothing = || {
        let mut view = busy_view();
        view.pairings.clear();
        view
    };
    let cases = [
        (busy_view(), "An agent asks to be paired."),
        (
            View { handoffs: vec![handoff(1, "sign in")], ..nothing() },
            "An agent waits until you have done something for it.",
        ),
        (View { requests: vec![act(1)], ..nothing() }, "An agent asks whether it may do something."),
    ];
    for (view, words) in cases {
        hub(Stage::new(view)).get_by_label(words);
    }
}

/// C01: a Window's row says what is waited for there, and when the Window closes by itself; one press keeps it.
#[test]
fn window_rows_say_what_counts_down() {
    let mut view = waiting_view();
    view.windows[1].closes_at = Some(SystemTime::now() + Duration::from_secs(599));
    let mut harness = hub(Stage::new(view));
    harness.get_by_label_contains("✋ Waiting for you: sign in to shop.example (9:5");
    harness.get_by_label_contains("Closes in 9:5");
    assert_eq!(click(&mut harness, "Keep Window w2"), only(PersonCommand::KeepWindow(WindowId(2))));
    assert!(harness.query_by_label("Keep Window w1").is_none());
}

/// C01: a request whose Window is gone is still there to be answered.
#[test]
fn a_request_without_a_window_is_shown() {
    let lost = nexus_core::broker::RequestView { window: None, page: None, origin: None, ..request(1, Question::Read) };
    let harness = hub(Stage::new(View { requests: vec![lost], ..View::default() }).on(Screen::Inbox));
    harness.get_by_label_contains("no Window yet · 9:5");
}
