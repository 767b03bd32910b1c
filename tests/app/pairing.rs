//! Pairing requests: nobody is paired by accident.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use nexus::view_model::{Action, Screen};
use nexus_core::broker::{Decision, PersonCommand};
use nexus_policy::ApprovalId;

use crate::fixture::{busy_view, pairing};
use crate::stage::{Stage, click, hub, only, press, wait};

fn decided(decision: Decision) -> Vec<Action> {
    only(PersonCommand::Decide(ApprovalId(7), decision))
}

fn inbox() -> Stage {
    Stage::new(busy_view()).on(Screen::Inbox)
}

/// A13, N12: the card shows the name, the code, the program as a claim, and the time left.
#[test]
fn the_card_shows_what_to_compare() {
    let harness = hub(inbox());
    harness.get_by_label("“Codex” asks to be paired");
    harness.get_by_label("K7QM4D");
    harness.get_by_label_contains("Program, as it claims: /usr/bin/codex · 9:5");
}

/// N28: a press in the first 500 ms was meant for something else.
#[test]
fn a_click_in_the_first_half_second_pairs_nobody() {
    let mut harness = hub(inbox());
    assert_eq!(click(&mut harness, "Pair Codex"), vec![]);
    assert_eq!(click(&mut harness, "Reject Codex"), vec![]);
    wait(&mut harness, 0.6);
    assert_eq!(click(&mut harness, "Pair Codex"), decided(Decision::Approve));
    assert_eq!(click(&mut harness, "Reject Codex"), decided(Decision::Reject));
}

/// N28: a press that began too early doesn't count when the button is let go later.
#[test]
fn a_press_that_began_too_early_pairs_nobody() {
    let mut harness = hub(inbox());
    let place = harness.get_by_label("Pair Codex").rect().center();
    harness.hover_at(place);
    harness.drag_at(place);
    harness.run();
    wait(&mut harness, 0.6);
    harness.drop_at(place);
    harness.run();
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::F1), vec![]);
}

/// N28: when a card goes, those below move up under the pointer and start anew.
#[test]
fn cards_that_move_ignore_input_anew() {
    let mut stage = inbox();
    stage.view.pairings.insert(0, pairing(6, "Another"));
    let mut harness = hub(stage);
    wait(&mut harness, 0.6);
    harness.state_mut().view.pairings.remove(0);
    harness.step();
    assert_eq!(click(&mut harness, "Pair Codex"), vec![]);
    wait(&mut harness, 0.6);
    assert_eq!(click(&mut harness, "Pair Codex"), decided(Decision::Approve));
}

/// N28: so do cards that something above them pushes down.
#[test]
fn cards_that_are_pushed_down_ignore_input_anew() {
    let mut harness = hub(inbox());
    wait(&mut harness, 0.6);
    harness.state_mut().situation.failure = Some("It did not work.".to_owned());
    harness.step();
    assert_eq!(click(&mut harness, "Pair Codex"), vec![]);
}

/// N28: coming back to the screen shows the card anew.
#[test]
fn a_card_seen_again_ignores_input_anew() {
    let mut harness = hub(inbox());
    wait(&mut harness, 0.6);
    harness.state_mut().screen = Screen::Windows;
    wait(&mut harness, 0.2);
    harness.state_mut().screen = Screen::Inbox;
    harness.step();
    assert_eq!(click(&mut harness, "Pair Codex"), vec![]);
}

/// N28: so does a hub that somebody has brought to the front.
#[test]
fn a_hub_brought_to_the_front_ignores_input_anew() {
    let mut harness = hub(inbox());
    wait(&mut harness, 0.6);
    harness.state_mut().appearance += 1;
    harness.step();
    assert_eq!(click(&mut harness, "Pair Codex"), vec![]);
}

/// N28: Enter approves nothing; Space on the focused button does.
#[test]
fn enter_pairs_nobody_and_space_does() {
    let mut harness = hub(inbox());
    wait(&mut harness, 0.6);
    harness.get_by_label("Pair Codex").focus();
    harness.run();
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), vec![]);
    assert_eq!(press(&mut harness, Modifiers::SHIFT, Key::Enter), vec![]);
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Space), decided(Decision::Approve));
}

/// N12: the keys that take control press no button, whichever has the keyboard.
#[test]
fn the_shortcut_on_pair_takes_control_and_pairs_nobody() {
    let mut harness = hub(inbox());
    wait(&mut harness, 0.6);
    harness.get_by_label("Pair Codex").focus();
    harness.run();
    let everything = only(PersonCommand::TakeControlOfEverything);
    assert_eq!(press(&mut harness, Modifiers::CTRL, Key::Space), everything);
    assert_eq!(press(&mut harness, Modifiers::CTRL | Modifiers::SHIFT, Key::Space), everything);
}
