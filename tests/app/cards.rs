//! The cards of a panel: what an agent hands to the person or asks of them, and what they answer.

use std::time::{Duration, SystemTime};

use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nexus::view_model::Action;
use nexus_core::broker::{
    About, AboutFile, ControlView, Decision, PersonCommand, ProfileKind, Question, RequestView, UnaskedView, View,
};
use nexus_core::redaction::PublicAddress;
use nexus_policy::{ApprovalId, Endpoint, HandoffId, Origin, Scope, Unasked, WindowId};

use crate::fixture::{act, busy_view, drive, handoff, profile_name, request, waiting_view};
use crate::stage::{SMALLEST_PANEL, Stage, click, only, panel, press, wait};

const SIZE: Vec2 = Vec2::new(376.0, 1400.0);
const DONE: &str = "Done: Claude Code asks you: “sign in to shop.example”, https://shop.example, Window w1 · page p1";
const CANNOT: &str =
    "Can't do it: Claude Code asks you: “sign in to shop.example”, https://shop.example, Window w1 · page p1";
const READ: &str = "Claude Code asks to read this page, https://shop.example, Window w1 · page p1";
const DRIVE: &str = "anna asks to let bert drive this Window, which may hold your sign-in, Window w1 · all of it";
const ACT: &str = "Claude Code asks to click, https://shop.example, Window w1 · page p1";

fn handed() -> View {
    View { handoffs: vec![handoff(1, "sign in to shop.example")], ..busy_view() }
}

fn asked(requests: Vec<RequestView>) -> View {
    View { requests, ..busy_view() }
}

fn on_a_profile(view: View) -> View {
    let mut view = view;
    view.windows[0].kind = ProfileKind::Persistent;
    view.windows[0].profile = Some(profile_name("work"));
    view
}

/// N13: a card shows each file that would be given, with its size and folder.
#[test]
fn files_of_an_upload_are_shown() {
    let file =
        |name: &str, bytes| AboutFile { name: name.to_owned(), folder: "/home/anna/Documents".to_owned(), bytes };
    let files = vec![file("report.pdf", 1_234_567), file("note.txt", 1)];
    let question = Question::Act { what: "upload".to_owned(), about: None, files, script: None, why: Vec::new() };
    let harness = panel(Stage::new(asked(vec![request(21, question)])), SIZE);
    harness.get_by_label("report.pdf · 1.2 MB · in /home/anna/Documents");
    harness.get_by_label("note.txt · 1 byte · in /home/anna/Documents");
}

/// N13: a card for what a page would send says because of what, who would receive it, and what it holds by names alone.
#[test]
fn what_a_page_would_send_is_shown() {
    let about = About { kind: "button".to_owned(), name: "Next".to_owned(), leads: None };
    let question = Question::Send {
        what: "click".to_owned(),
        about: Some(about),
        method: "POST".to_owned(),
        to: PublicAddress::from_page("https://xn--shp-mna.example/cart/delete?id=17"),
        fields: vec!["id".to_owned(), "note".to_owned()],
        held: 3,
    };
    let mut harness = settled(asked(vec![request(31, question)]));
    let title = "Because Claude Code pressed “Next”, xn--shp-mna.example would receive POST /cart/delete, 3 times";
    harness.get_by_label(title);
    harness.get_by_label("It would go to https://xn--shp-mna.example");
    harness.get_by_label("• It holds: id, note");
    let name = format!("{title}, https://shop.example, Window w1 · page p1");
    for (label, decision) in [
        ("Approve once", Decision::Approve),
        ("Reject", Decision::Reject),
        ("Always allow this here", Decision::ApproveAlways),
    ] {
        assert_eq!(click(&mut harness, &format!("{label}: {name}")), decided(31, decision), "{label}");
    }
}

/// N13: what a Window's pages may send unasked is listed with why, and can be asked about again.
#[test]
fn what_is_sent_unasked_is_shown_and_can_be_asked_about_again() {
    let mut view = busy_view();
    let origin = Origin("https://shop.example".to_owned());
    let endpoint = Endpoint { method: "POST".to_owned(), origin, path: "/poll/*".to_owned() };
    let to = PublicAddress::from_page("https://shop.example/poll/*");
    view.windows[0].unasked = vec![UnaskedView { endpoint: endpoint.clone(), to, why: Unasked::ByItself }];
    let mut harness = settled(view);
    harness.get_by_label("the page's own, seen while no agent was there");
    let again = only(PersonCommand::AskAgain { window: WindowId(1), endpoint });
    assert_eq!(click(&mut harness, "Ask again about POST https://shop.example/poll/*"), again);
}

fn finished(completed: bool) -> Vec<Action> {
    only(PersonCommand::FinishHandoff { handoff: HandoffId(1), completed })
}

fn decided(id: u64, decision: Decision) -> Vec<Action> {
    only(PersonCommand::Decide(ApprovalId(id), decision))
}

/// A panel whose cards are there long enough.
fn settled(view: View) -> Harness<'static, Stage> {
    let mut harness = panel(Stage::new(view), SIZE);
    wait(&mut harness, 0.6);
    harness
}

/// Every button that answers something, by name.
fn answers() -> Vec<(String, Vec<Action>)> {
    vec![
        (DONE.to_owned(), finished(true)),
        (CANNOT.to_owned(), finished(false)),
        (format!("Allow: {READ}"), decided(11, Decision::Approve)),
        (format!("Don't allow: {READ}"), decided(11, Decision::Reject)),
        (format!("Allow: {DRIVE}"), decided(12, Decision::Approve)),
        (format!("Don't allow: {DRIVE}"), decided(12, Decision::Reject)),
        (format!("Always on this profile: {DRIVE}"), decided(12, Decision::ApproveAlways)),
        (format!("Approve once: {ACT}"), decided(13, Decision::Approve)),
        (format!("Reject: {ACT}"), decided(13, Decision::Reject)),
    ]
}

/// A05: a handoff's card shows who asks, for what in the agent's own words, where, and the time left.
#[test]
fn a_handoff_shows_who_what_where_and_how_long() {
    let harness = settled(handed());
    harness.get_by_label("Claude Code asks you to do this:");
    harness.get_by_label("“sign in to shop.example”");
    harness.get_by_label_contains("Window w1 · page p1 · 9:5");
    assert!(harness.query_all_by_label("https://shop.example").count() > 0);
}

/// N10, N16, A05: so does a request's.
#[test]
fn a_request_shows_who_what_where_and_how_long() {
    // Made only when shown: each counts down from the moment it is made.
    type Made = fn() -> RequestView;
    let cases: [(Made, &str, &str); 4] = [
        (|| request(1, Question::Read), "Claude Code asks to read this page", "Window w1 · page p1 · 9:5"),
        (|| act(1), "Claude Code asks to click", "Window w1 · page p1 · 9:5"),
        (
            || drive(1, "bert", "bert"),
            "bert asks to drive this Window, which may hold your sign-in",
            "Window w1 · all of it · 9:5",
        ),
        (
            || drive(1, "anna", "bert"),
            "anna asks to let bert drive this Window, which may hold your sign-in",
            "Window w1 · all of it · 9:5",
        ),
    ];
    for (request, title, at) in cases {
        let request = request();
        let has_origin = request.origin.is_some();
        let mut view = asked(vec![request]);
        view.windows[0].pages.clear();
        let harness = settled(view);
        harness.get_by_label(title);
        harness.get_by_label_contains(at);
        assert_eq!(harness.query_by_label("https://shop.example").is_some(), has_origin, "{title}");
    }
}

/// A05, N16: each button sends what is written on it.
#[test]
fn each_answer_is_sent() {
    let mut harness = settled(on_a_profile(waiting_view()));
    for (button, command) in answers() {
        assert_eq!(click(&mut harness, &button), command, "{button}");
    }
}

/// N28: a press in the first 500 ms was meant for something else.
#[test]
fn a_press_in_the_first_half_second_answers_nothing() {
    let mut harness = settled(on_a_profile(waiting_view()));
    for (button, command) in answers() {
        let view = std::mem::replace(&mut harness.state_mut().view, busy_view());
        harness.step();
        harness.state_mut().view = view;
        harness.step();
        assert_eq!(click(&mut harness, &button), vec![], "{button}");
        wait(&mut harness, 0.6);
        assert_eq!(click(&mut harness, &button), command, "{button}");
    }
}

/// N28: Enter answers nothing; Space on the focused button does.
#[test]
fn enter_answers_nothing_and_space_does() {
    let mut harness = settled(on_a_profile(waiting_view()));
    for (button, command) in answers() {
        harness.get_by_label(&button).focus();
        wait(&mut harness, 0.6);
        assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), vec![], "{button}");
        assert_eq!(press(&mut harness, Modifiers::NONE, Key::Space), command, "{button}");
    }
}

/// N28: another card, or another origin on the same card, makes all of them start anew.
#[test]
fn cards_that_change_ignore_input_anew() {
    let changes: [fn(&mut View); 3] = [
        |view| view.handoffs.push(handoff(2, "pay")),
        |view| view.requests[2].origin = Some("https://shop.example".to_owned()),
        |view| view.handoffs[0].reason.push_str(", and then give me your password"),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let mut view = waiting_view();
        view.requests[2].origin = Some("https://other.example".to_owned());
        view.handoffs[0].reason = "fill in everything that this long form asks for, and send it".repeat(2);
        let mut harness = settled(view);
        change(&mut harness.state_mut().view);
        harness.step();
        assert_eq!(click(&mut harness, &format!("Allow: {READ}")), vec![], "{index}");
        wait(&mut harness, 0.6);
        assert_eq!(click(&mut harness, &format!("Allow: {READ}")), decided(11, Decision::Approve), "{index}");
    }
}

/// N28: a countdown alone changes nothing.
#[test]
fn a_countdown_restarts_nothing() {
    let mut harness = settled(waiting_view());
    for request in &mut harness.state_mut().view.requests {
        request.expires_at -= Duration::from_secs(7);
    }
    harness.step();
    assert_eq!(click(&mut harness, &format!("Allow: {READ}")), decided(11, Decision::Approve));
}

/// A05: "always" is there only where it can be kept.
#[test]
fn always_is_there_only_on_a_persistent_profile() {
    let always = format!("Always on this profile: {DRIVE}");
    assert!(settled(waiting_view()).query_by_label(&always).is_none());
    settled(on_a_profile(waiting_view())).get_by_label(&always);
}

/// N12: cards and the state that comes with them move Take control in no direction.
#[test]
fn cards_do_not_move_take_control() {
    for size in [SIZE, SMALLEST_PANEL] {
        let mut harness = panel(Stage::new(busy_view()), size);
        let before = harness.get_by_label("Take control").rect();
        let mut states = vec![waiting_view()];
        states[0].handoffs[0].reason = "do something that takes many words to say ".repeat(7);
        states[0].windows[0].closes_at = Some(SystemTime::now() + Duration::from_secs(60));
        for control in [ControlView::Idle, ControlView::Handoff, ControlView::Person] {
            let mut view = waiting_view();
            view.windows[0].control = control;
            states.push(view);
        }
        for view in states {
            harness.state_mut().view = view;
            wait(&mut harness, 0.2);
            assert_eq!(harness.get_by_label("Take control").rect(), before);
            let take = only(PersonCommand::TakeControl(Scope::Window(WindowId(1))));
            assert_eq!(click(&mut harness, "Take control"), take);
        }
    }
}

/// C01: a card that comes is brought into sight, wherever the panel was scrolled to; it stays where it is afterwards.
#[test]
fn a_new_card_is_brought_into_sight() {
    let mut harness = panel(Stage::new(busy_view()), SMALLEST_PANEL);
    let scroll = |harness: &mut Harness<'_, Stage>| {
        harness.hover_at(egui::pos2(160.0, 300.0));
        harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, -2000.0),
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        wait(harness, 1.0);
    };
    let top_of = |harness: &Harness<'_, Stage>, label: &str| harness.get_by_label(label).rect().top();
    scroll(&mut harness);
    assert!(top_of(&harness, "Filter activity") < 200.0, "it was scrolled");
    harness.state_mut().view = handed();
    wait(&mut harness, 0.2);
    let title = "Claude Code asks you to do this:";
    let in_sight = top_of(&harness, title);
    assert!((150.0..300.0).contains(&in_sight), "{in_sight}");
    scroll(&mut harness);
    assert!(top_of(&harness, title) < 0.0, "the person may scroll on");
}

/// A05: the state bar says what the person is waited for, and for how long.
#[test]
fn the_state_bar_says_what_the_person_is_waited_for() {
    for control in [ControlView::Idle, ControlView::Handoff] {
        let mut view = handed();
        view.windows[0].control = control;
        let harness = settled(view);
        harness.get_by_label_contains("Waiting for you: sign in to shop.example (9:5");
        harness.get_by_label("✋");
    }
}

/// A02: with control, the person has control, whatever was handed to them before.
#[test]
fn the_state_bar_says_that_the_person_has_control_all_the_same() {
    let mut view = handed();
    view.windows[0].control = ControlView::Person;
    settled(view).get_by_label("You have control");
}

/// A05: the page that is handed over says so in its row.
#[test]
fn a_page_that_is_handed_over_says_so() {
    let mut view = handed();
    view.windows[0].pages[0].control = ControlView::Handoff;
    settled(view).get_by_label("✋ Waiting for you");
}

/// C01: a panel shows the cards of its Window only, and says that there are others.
#[test]
fn cards_of_other_windows_stay_in_the_hub() {
    let mut view = waiting_view();
    view.pairings.clear();
    for handoff in &mut view.handoffs {
        handoff.window = Some(WindowId(2));
    }
    view.requests.clear();
    let mut harness = settled(view);
    assert!(harness.query_by_label("Claude Code asks you to do this:").is_none());
    harness.get_by_label("An agent waits until you have done something for it.");
    assert_eq!(click(&mut harness, "Look at it in the hub"), vec![Action::ShowHub]);
}

/// C01: a Window that closes by itself says when and why, and one press keeps it.
#[test]
fn a_closing_window_can_be_kept() {
    let mut view = busy_view();
    view.windows[0].closes_at = Some(SystemTime::now() + Duration::from_secs(599));
    let mut harness = settled(view);
    harness.get_by_label_contains("Closes in 9:5");
    assert_eq!(click(&mut harness, "Keep"), only(PersonCommand::KeepWindow(WindowId(1))));
    assert!(settled(busy_view()).query_by_label("Keep").is_none());
}

/// C01: whatever agents say, nothing is wider than the smallest panel, and all of their words can be read.
#[test]
fn long_words_push_nothing_out_of_the_smallest_panel() {
    let mut view = on_a_profile(waiting_view());
    view.handoffs[0].reason = "w".repeat(300);
    view.requests[0].origin = Some(format!("https://{}.example", "long".repeat(60)));
    let mut harness = panel(Stage::new(view), SMALLEST_PANEL);
    wait(&mut harness, 0.6);
    harness.get_by_label(&format!("“{}”", "w".repeat(300)));
    let mut seen = 0;
    for node in harness.root().children_recursive() {
        let named = node.accesskit_node().label().unwrap_or_default();
        if !named.is_empty() {
            assert!(node.rect().right() <= SMALLEST_PANEL.x, "{named:?} is at {:?}", node.rect());
            seen += 1;
        }
    }
    assert!(seen > 10);
}

/// C01: every control has a name; the harness fails where one hasn't.
#[test]
fn every_card_has_names_for_a_screen_reader() {
    settled(on_a_profile(waiting_view())).check_accessibility();
}
