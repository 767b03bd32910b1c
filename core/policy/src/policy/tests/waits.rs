//! Waiting: for a lease, first come first served, and for a change of the overview.

use super::*;
use crate::policy::limits;

fn holds(world: &World, session: SessionId, scope: Scope) -> bool {
    world.policy.leases().any(|lease| lease.scope == scope && lease.session == session)
}

/// N05: a lease goes to those who wait for it in the order they came.
#[test]
fn lease_goes_to_those_who_wait_in_order() {
    let mut world = World::default();
    let [anna, bert, cleo] = ["anna", "bert", "cleo"].map(|name| world.agent(name));
    let (window, _) = world.window(anna);
    let scope = Scope::Window(window);
    let (second, third) = (world.wait_for(bert, scope), world.wait_for(cleo, scope));
    world.release(anna, scope);
    assert!(holds(&world, bert, scope));
    assert_eq!(world.fate(third), Waits);
    world.release(bert, scope);
    assert!(holds(&world, cleo, scope));
    assert!(matches!(world.fate(second), Fate::Granted(Granted::Lease { .. })));
}

/// N05: who comes later doesn't overtake who waits, even where nobody holds anything yet.
#[test]
fn later_call_does_not_overtake_one_that_waits() {
    let mut world = World::default();
    let [anna, bert, cleo] = ["anna", "bert", "cleo"].map(|name| world.agent(name));
    let (window, first) = world.free_window(anna);
    world.acquire(anna, Scope::Page(first));
    let second = world.open_page(bert, window);
    world.release(bert, Scope::Page(second));
    let whole = world.wait_for(bert, Scope::Window(window));
    let hurried = world.acquire(cleo, Scope::Page(second));
    let patient = world.wait_for(cleo, Scope::Page(second));
    assert_eq!(world.fate(hurried), Refused(Code::LeaseHeld));
    assert_eq!((world.fate(whole), world.fate(patient)), (Waits, Waits));
    world.release(anna, Scope::Page(first));
    assert!(holds(&world, bert, Scope::Window(window)));
    assert_eq!(world.fate(patient), Waits);
}

/// N07: who waits for one page doesn't hold up who wants another.
#[test]
fn waiting_for_one_page_does_not_hold_up_another() {
    let mut world = World::default();
    let [anna, bert, cleo] = ["anna", "bert", "cleo"].map(|name| world.agent(name));
    let (window, first) = world.free_window(anna);
    world.acquire(anna, Scope::Page(first));
    let second = world.open_page(cleo, window);
    world.wait_for(bert, Scope::Page(first));
    world.wait_for(bert, Scope::Page(second));
    world.release(cleo, Scope::Page(second));
    assert!(holds(&world, bert, Scope::Page(second)));
}

/// N07: nor does who waits for one Window hold up who wants another; but a page of the first doesn't let its holder overtake.
#[test]
fn waiting_for_one_window_holds_up_that_window_alone() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (first, page) = world.free_window(anna);
    let (second, _) = world.free_window(anna);
    world.acquire(anna, Scope::Page(page));
    let waiting = world.wait_for(bert, Scope::Window(first));
    let hurried = world.acquire(anna, Scope::Window(first));
    assert_eq!((world.fate(waiting), world.fate(hurried)), (Waits, Refused(Code::LeaseHeld)));
    world.acquire(anna, Scope::Window(second));
    assert!(holds(&world, anna, Scope::Window(second)));
}

/// N05: a wait ends in time, with the reason, and leaves its place to the next.
#[test]
fn wait_for_a_lease_ends_in_time() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, _) = world.window(anna);
    let call = world.wait_for(bert, Scope::Window(window));
    assert_eq!(world.policy.next_deadline(), Some(world.now + Span::secs(30)));
    world.pass(Span(29_999));
    assert_eq!(world.fate(call), Waits);
    world.pass(Span(1));
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
    assert_eq!(world.policy.next_deadline(), None);
}

/// A02: a call that waits for a lease when a person takes control is refused, not left waiting.
#[test]
fn wait_for_a_lease_ends_when_a_person_takes_control() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, _) = world.window(anna);
    let call = world.wait_for(bert, Scope::Window(window));
    world.take_control(Scope::Window(window));
    assert_eq!(world.fate(call), Refused(Code::PausedByUser));
    let call = world.wait_for(bert, Scope::Window(window));
    assert_eq!(world.fate(call), Refused(Code::PausedByUser));
    world.give_back(Scope::Window(window));
    assert!(holds(&world, anna, Scope::Window(window)));
}

/// N05: what is waited for may go away; then the wait ends with that.
#[test]
fn wait_for_a_lease_ends_with_what_it_is_for() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.free_window(anna);
    world.acquire(anna, Scope::Page(page));
    let (for_page, for_window) = (world.wait_for(bert, Scope::Page(page)), world.wait_for(bert, Scope::Window(window)));
    let other = world.open_page(anna, window);
    let for_other = world.wait_for(bert, Scope::Page(other));
    world.step(Input::PageClosed(page));
    assert_eq!(world.fate(for_page), Refused(Code::UnknownPage));
    world.step(Input::BrowserExited(window));
    assert_eq!(world.fate(for_window), Refused(Code::BrowserGone));
    assert_eq!(world.fate(for_other), Refused(Code::BrowserGone));
}

/// N05: waits are bounded per session.
#[test]
fn waits_are_limited_per_session() {
    let mut world = World::default();
    let [anna, bert, cleo] = ["anna", "bert", "cleo"].map(|name| world.agent(name));
    let (window, _) = world.window(anna);
    for _ in 0..limits::WAITS_PER_SESSION {
        let (lease, change) = (world.wait_for(bert, Scope::Window(window)), world.watch(bert));
        assert_eq!((world.fate(lease), world.fate(change)), (Waits, Waits));
    }
    for session in [bert, cleo] {
        let expected = if session == bert { Refused(Code::QueueFull) } else { Waits };
        let (lease, change) = (world.wait_for(session, Scope::Window(window)), world.watch(session));
        assert_eq!((world.fate(lease), world.fate(change)), (expected.clone(), expected));
    }
}

/// A cancelled wait is over and gives its place away.
#[test]
fn cancelled_wait_gives_its_place_away() {
    let mut world = World::default();
    let [anna, bert, cleo] = ["anna", "bert", "cleo"].map(|name| world.agent(name));
    let (window, _) = world.window(anna);
    let (cancelled, next) = (world.wait_for(bert, Scope::Window(window)), world.wait_for(cleo, Scope::Window(window)));
    world.step(Input::CallCancelled(cancelled));
    assert_eq!(world.fate(cancelled), Refused(Code::Cancelled));
    world.release(anna, Scope::Window(window));
    assert!(matches!(world.fate(next), Fate::Granted(_)));
}

/// Without a wait the overview is answered at once; with one, when something changes or time is over.
#[test]
fn overview_waits_for_a_change() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let call = world.ask(anna, Ask::Overview { wait: None });
    assert_eq!(world.fate(call), Fate::Granted(Granted::Overview));
    let (patient, next) = (world.watch(anna), world.watch(anna));
    let reading = world.read(anna, page);
    world.end(reading);
    assert_eq!(world.fate(patient), Waits, "a read changes nothing");
    world.step(Input::PageClosed(page));
    assert_eq!(world.fate(patient), Fate::Granted(Granted::Overview));
    assert_eq!(world.fate(next), Fate::Granted(Granted::Overview));
    let patient = world.watch(anna);
    world.pass(Span::secs(50));
    assert_eq!(world.fate(patient), Fate::Granted(Granted::Overview));
}

/// Who asks to be paired is the person's business: agents don't learn of it by their waits.
#[test]
fn pairing_does_not_wake_agents() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let call = world.watch(anna);
    let approval = crate::ApprovalId(1);
    world.step(Input::PairingAsked { agent: agent_name("new"), approval });
    assert_eq!(world.order(Command::Reject(approval)), Ok(()));
    assert_eq!(world.fate(call), Waits);
}

/// A13: an agent that was told to stop learns that control is back, also when that was before it asked.
#[test]
fn control_returned_unseen_answers_at_once() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    world.take_control(Scope::Page(page));
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Refused(Code::PausedByUser));
    world.give_back(Scope::Page(page));
    let call = world.watch(anna);
    assert_eq!(world.fate(call), Fate::Granted(Granted::Overview));
    let call = world.watch(anna);
    assert_eq!(world.fate(call), Waits, "it has seen that");
}

/// A13: a wait that ended before control came back doesn't make the next one miss it.
#[test]
fn control_returned_between_two_waits_is_not_missed() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    world.take_control(Scope::Page(page));
    world.act(anna, page);
    let call = world.watch(anna);
    assert_eq!(world.fate(call), Waits);
    world.pass(Span::secs(50));
    world.give_back(Scope::Page(page));
    let call = world.watch(anna);
    assert_eq!(world.fate(call), Fate::Granted(Granted::Overview));
}

/// A13: control that came back elsewhere doesn't make an agent miss it where it is paused.
#[test]
fn control_returned_elsewhere_is_not_taken_for_ones_own() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let (_, other) = world.window(anna);
    world.take_control(Scope::Page(page));
    world.take_control(Scope::Page(other));
    world.act(anna, page);
    world.give_back(Scope::Page(other));
    world.ask(anna, Ask::Overview { wait: None });
    let call = world.watch(anna);
    assert_eq!(world.fate(call), Waits, "it has seen the other");
    world.pass(Span::secs(50));
    world.give_back(Scope::Page(page));
    let call = world.watch(anna);
    assert_eq!(world.fate(call), Fate::Granted(Granted::Overview));
}

/// A13: nobody who wasn't paused is told of control that came back before they asked.
#[test]
fn control_returned_is_no_news_to_an_agent_that_was_not_paused() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (_, page) = world.window(anna);
    world.take_control(Scope::Page(page));
    world.give_back(Scope::Page(page));
    let call = world.watch(bert);
    assert_eq!(world.fate(call), Waits);
}
