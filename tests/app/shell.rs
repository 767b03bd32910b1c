//! The app as a whole: native windows, closing and quitting, what is sent when.

use std::path::Path;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::{Harness, kittest::Queryable};
use nexus::hub::HubFacts;
use nexus::view_model::client_configs;
use nexus::{App, Desk, HideBy};
use nexus_core::broker::{CookieCommand, PersonCommand, ProfileView, View};
use tokio::runtime::Runtime;

use crate::cookie_import::sources;
use crate::fixture::{Recorder, act, busy_view, handoff, pairing, profile, window};

/// A runtime whose tasks run only while a test lets them: one thread, which the test itself is.
fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime")
}

fn app(runtime: &Runtime, person: &Recorder) -> Harness<'static, App> {
    let desk = Desk::new(Arc::new(person.clone()), runtime.handle().clone());
    let facts = HubFacts { clients: client_configs(Path::new("/usr/bin/nexus")), ..HubFacts::default() };
    let mut harness = Harness::builder().with_size(egui::Vec2::new(940.0, 680.0)).build_eframe(|creation| {
        nexus::theme::install(&creation.egui_ctx);
        creation.egui_ctx.set_embed_viewports(false);
        App::new(desk, facts, HideBy::Unmapping)
    });
    harness.run();
    harness
}

fn close(harness: &mut Harness<'_, App>) -> Vec<ViewportCommand> {
    let viewport = harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    harness.step();
    let viewport = harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.clear();
    commands(harness)
}

fn commands(harness: &Harness<'_, App>) -> Vec<ViewportCommand> {
    harness.output().viewport_output[&ViewportId::ROOT].commands.clone()
}

fn panel_titles(harness: &Harness<'_, App>) -> Vec<String> {
    let output = &harness.output().viewport_output;
    let panels = output.iter().filter(|(id, _)| **id != ViewportId::ROOT);
    let mut titles: Vec<String> = panels.filter_map(|(_, panel)| panel.builder.title.clone()).collect();
    titles.sort();
    titles
}

/// C01: each Window has a native control panel of its own, for as long as it lives.
#[test]
fn each_window_has_a_panel() {
    let (runtime, person) = (runtime(), Recorder::new(busy_view()));
    let mut harness = app(&runtime, &person);
    assert_eq!(panel_titles(&harness), ["Window w1 · NEXUS", "Window w2 · NEXUS"]);
    person.change(|view| view.windows.push(window(3)));
    harness.step();
    assert_eq!(panel_titles(&harness).len(), 3);
    person.change(|view| view.windows.truncate(1));
    harness.run();
    assert_eq!(panel_titles(&harness), ["Window w1 · NEXUS"]);
}

/// N12: Take control is sent in the very pass of the press, before any task has run.
#[test]
fn take_control_is_sent_without_waiting_for_a_task() {
    let (runtime, person) = (runtime(), Recorder::new(busy_view()));
    let mut harness = app(&runtime, &person);
    harness.key_press_modifiers(Modifiers::CTRL | Modifiers::SHIFT, Key::Space);
    harness.run();
    assert_eq!(person.commands(), [PersonCommand::TakeControlOfEverything]);
}

/// A07: the answers to what an import asks come to its card, and the next step with them.
#[test]
fn an_import_gets_its_answers() {
    let runtime = runtime();
    let view = View { windows: vec![window(1)], ..View::default() };
    let person = Recorder::with_sources(view, sources());
    let mut harness = app(&runtime, &person);
    harness.get_by_label("Import cookies into Window w1").click();
    harness.run();
    runtime.block_on(tokio::task::yield_now());
    harness.run();
    harness.get_by_label("Import from Chromium, profile Profile 1").click();
    harness.run();
    runtime.block_on(tokio::task::yield_now());
    harness.run();
    harness.get_by_label("This profile has no cookies.");
    let sent = person.commands();
    assert!(
        matches!(sent.last(), Some(PersonCommand::Cookies(CookieCommand::ListDomains(listed)))
            if listed.name() == "Chromium, profile Profile 1"),
        "{sent:?}"
    );
}

/// C01: the first time, the hub opens on Start; later on the Windows; with something that waits on the Inbox.
#[test]
fn the_hub_opens_where_there_is_something_to_do() {
    let runtime = runtime();
    app(&runtime, &Recorder::new(View::default())).get_by_label("Connect an agent");
    let one = View { windows: vec![window(1)], ..View::default() };
    app(&runtime, &Recorder::new(one)).get_by_label("Window w1");
    app(&runtime, &Recorder::new(busy_view())).get_by_label("K7QM4D");
    let was_open = ProfileView { was_open: true, ..profile("work", &[]) };
    let offered = View { profiles: vec![was_open], ..View::default() };
    app(&runtime, &Recorder::new(offered)).get_by_label("Open again: profile work");
}

/// C01: the title counts the requests that wait, and attention is asked for once for each.
#[test]
fn a_request_shows_in_the_title_and_asks_for_attention_once() {
    let (runtime, person) = (runtime(), Recorder::new(View::default()));
    let mut harness = app(&runtime, &person);
    let asks = |commands: &[ViewportCommand]| {
        commands.iter().filter(|command| matches!(command, ViewportCommand::RequestUserAttention(_))).count()
    };
    person.change(|view| view.pairings.push(pairing(1, "Codex")));
    harness.step();
    assert!(commands(&harness).contains(&ViewportCommand::Title("(1) NEXUS".to_owned())));
    assert_eq!(asks(&commands(&harness)), 1);
    harness.step();
    assert_eq!(asks(&commands(&harness)), 0);
}

/// C01: so does whatever else waits, each thing once.
#[test]
fn each_thing_that_waits_asks_for_attention_once() {
    let (runtime, person) = (runtime(), Recorder::new(busy_view()));
    let mut harness = app(&runtime, &person);
    let asks = |harness: &mut Harness<'_, App>| {
        harness.step();
        let is_one = |command: &&ViewportCommand| matches!(command, ViewportCommand::RequestUserAttention(_));
        commands(harness).iter().filter(is_one).count()
    };
    assert_eq!(asks(&mut harness), 0);
    person.change(|view| view.handoffs.push(handoff(1, "sign in")));
    assert_eq!(asks(&mut harness), 1);
    person.change(|view| view.requests.push(act(1)));
    assert_eq!(asks(&mut harness), 1);
    person.change(|view| view.handoffs.clear());
    assert_eq!(asks(&mut harness), 0);
}

/// C01: closing the hub with Windows open hides it; the last Window's end shows it again.
#[test]
fn closing_the_hub_with_windows_open_hides_it() {
    let (runtime, person) = (runtime(), Recorder::new(busy_view()));
    let mut harness = app(&runtime, &person);
    let sent = close(&mut harness);
    assert!(sent.contains(&ViewportCommand::CancelClose) && sent.contains(&ViewportCommand::Visible(false)));
    person.change(|view| view.windows.clear());
    harness.step();
    assert!(commands(&harness).contains(&ViewportCommand::Visible(true)));
}

/// C01: closing the hub with no Window open ends NEXUS.
#[test]
fn closing_the_hub_without_windows_quits() {
    let (runtime, person) = (runtime(), Recorder::new(View::default()));
    let mut harness = app(&runtime, &person);
    assert!(!close(&mut harness).contains(&ViewportCommand::CancelClose));
}

/// C01: Quit asks while Windows are open, and then really quits.
#[test]
fn quit_asks_while_windows_are_open() {
    let (runtime, person) = (runtime(), Recorder::new(busy_view()));
    let mut harness = app(&runtime, &person);
    harness.get_by_label("Quit NEXUS").click();
    harness.run();
    harness.get_by_label("Quit NEXUS?");
    harness.run_steps(4);
    let yes =
        harness.get_all_by_label("Quit NEXUS").max_by(|one, other| one.rect().left().total_cmp(&other.rect().left()));
    yes.expect("the button of the question").click();
    let mut sent = Vec::new();
    for _ in 0..6 {
        harness.step();
        sent.extend(commands(&harness));
    }
    assert!(sent.contains(&ViewportCommand::Close));
    assert!(!close(&mut harness).contains(&ViewportCommand::CancelClose));
}

/// C01: what could not be done is said where it was asked for, until it is read.
#[test]
fn a_failed_command_is_said() {
    let (runtime, person) = (runtime(), Recorder::failing(View::default(), "No Chromium was found."));
    let mut harness = app(&runtime, &person);
    harness.get_by_role_and_label(Role::Button, "Open new Window").click();
    harness.run();
    runtime.block_on(tokio::task::yield_now());
    harness.run();
    harness.get_by_label("No Chromium was found.");
    harness.get_by_label("Dismiss").click();
    harness.run();
    assert!(harness.query_by_label("No Chromium was found.").is_none());
}

/// C01: what the person called off hasn't failed, and nothing says so.
#[test]
fn what_was_called_off_is_no_failure() {
    let (runtime, person) = (runtime(), Recorder::calling_off(View::default()));
    let mut harness = app(&runtime, &person);
    harness.get_by_role_and_label(Role::Button, "Open new Window").click();
    harness.run();
    runtime.block_on(tokio::task::yield_now());
    harness.run();
    assert_eq!(person.commands().len(), 1);
    assert!(harness.query_by_label("It was called off.").is_none());
}
