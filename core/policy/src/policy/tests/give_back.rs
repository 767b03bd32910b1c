//! Give back: by the person only, and what goes on then.

use super::*;
use crate::ControlState;

/// A03: the late end of a call from before delivers nothing, and lets the queue go on once control is back.
#[test]
fn late_end_delivers_nothing_and_lets_the_queue_go_on() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let before = world.act(anna, page);
    world.take_control(Scope::Window(window));
    world.give_back(Scope::Window(window));
    let after = world.act(anna, page);
    assert_eq!(world.fate(after), Waits, "the page may still be busy with what came before");
    world.end(before);
    assert_eq!(world.fate(before), Refused(Code::PausedByUser));
    assert_eq!(world.fate(after), Runs);
}

/// A13: leases are suspended, not ended; they give control again when the person gives it back, and not before.
#[test]
fn give_back_resumes_leases() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let scope = Scope::Window(window);
    let suspended = |world: &World| world.policy.leases().map(|lease| lease.suspended).collect::<Vec<_>>();
    assert_eq!(suspended(&world), [false]);
    world.take_control(scope);
    assert_eq!(suspended(&world), [true]);
    world.pass(Span::secs(100_000));
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Refused(Code::PausedByUser), "time alone gives nothing back");
    world.give_back(scope);
    assert_eq!(suspended(&world), [false]);
    assert_eq!(world.policy.page(page).expect("a page").control, ControlState::Agent(anna));
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Runs);
}

/// A13: without a lease a page is idle after it is given back, and a lease revoked meanwhile doesn't come back.
#[test]
fn revoked_lease_does_not_come_back_with_control() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let scope = Scope::Window(window);
    world.take_control(scope);
    let lease = world.lease_of(scope).expect("a lease");
    assert_eq!(world.order(Command::RevokeLease(lease)), Ok(()));
    world.give_back(scope);
    assert_eq!(world.policy.page(page).expect("a page").control, ControlState::Idle);
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Refused(Code::LeaseRequired));
}

/// A13: what isn't in the person's control can't be given back, and a page not out of a Window that is.
#[test]
fn only_what_a_person_has_is_given_back() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let (whole, part) = (Scope::Window(window), Scope::Page(page));
    for scope in [whole, part] {
        assert_eq!(world.order(Command::GiveBack(scope)), Err(PersonRefusal::NotInControl));
    }
    world.take_control(whole);
    assert_eq!(world.order(Command::GiveBack(part)), Err(PersonRefusal::WindowInControl));
    world.give_back(whole);
    world.take_control(part);
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Refused(Code::PausedByUser));
    assert_eq!(world.order(Command::GiveBack(whole)), Ok(()));
    assert_eq!(world.order(Command::GiveBack(part)), Err(PersonRefusal::NotInControl));
}

/// A13: a page taken before its Window stays with the person when it alone is given back, and goes with its Window.
#[test]
fn giving_back_a_window_gives_back_its_pages() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    world.take_control(Scope::Page(page));
    world.take_control(Scope::Window(window));
    world.give_back(Scope::Page(page));
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Refused(Code::PausedByUser));
    world.take_control(Scope::Page(page));
    world.give_back(Scope::Window(window));
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Runs);
}

/// A13: a take-over that comes into force after control was given back takes nothing again, but is answered.
#[test]
fn takeover_given_back_before_it_is_in_force_takes_nothing() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let takeover = world.begin_takeover(Scope::Window(window));
    world.give_back(Scope::Window(window));
    world.step(Input::InputSettled { takeover, settled: Settled::Acknowledged });
    let effects = world.step(Input::InputReleased(takeover));
    assert!(matches!(effects[..], [Effect::InForce { .. }]));
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Runs);
}
