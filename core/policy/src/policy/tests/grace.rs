//! A lost connection keeps its leases for a moment.

use super::leases::assert_leased;
use super::*;
use crate::policy::limits;

fn resume(world: &mut World, session: SessionId, lease: LeaseId, scope: Scope) -> CallId {
    world.ask_under(session, Some(lease), Ask::Acquire { scope, wait: None })
}

/// An agent's Window, whose connection has just been lost.
fn lost_world() -> (World, LeaseId, WindowId, PageId) {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let lease = world.lease_of(Scope::Window(window)).expect("a lease");
    world.step(Input::SessionClosed(anna));
    (world, lease, window, page)
}

/// N05: for 10 s nobody else gets what a lost connection held; then it is free.
#[test]
fn lost_lease_is_kept_for_ten_seconds() {
    let (mut world, lease, window, page) = lost_world();
    let bert = world.agent("bert");
    let scope = Scope::Window(window);
    let lost = world.policy.leases().next().expect("a lease");
    assert_eq!((lost.id, lost.lost), (lease, Some(world.now + limits::LEASE_GRACE)));
    assert_eq!(world.policy.next_deadline(), lost.lost);
    let waiting = world.wait_for(bert, scope);
    world.pass(Span(9_999));
    for scope in [scope, Scope::Page(page)] {
        let call = world.acquire(bert, scope);
        assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
    }
    assert_eq!(world.fate(waiting), Waits);
    world.pass(Span(1));
    assert_leased(&world, waiting, scope);
    assert!(world.policy.page(page).is_some(), "the page stays as it is");
}

/// N05: the same agent comes back for its lease by naming it, and goes on under it.
#[test]
fn same_agent_resumes_its_lease_by_id() {
    let (mut world, lease, window, page) = lost_world();
    let scope = Scope::Window(window);
    let again = world.agent("anna");
    world.pass(Span(9_999));
    let unnamed = world.acquire(again, scope);
    assert_eq!(world.fate(unnamed), Refused(Code::LeaseHeld), "another connection is another holder");
    let call = resume(&mut world, again, lease, scope);
    assert_eq!(world.fate(call), Fate::Granted(Granted::Lease { lease, scope }));
    world.pass(Span::secs(100));
    let call = world.act(again, page);
    assert_eq!(world.fate(call), Runs);
    assert_eq!(world.policy.leases().next().expect("a lease").lost, None);
}

/// N05: a page of a leased Window is enough to come back for it.
#[test]
fn lease_is_resumed_by_a_page_that_it_covers() {
    let (mut world, lease, window, page) = lost_world();
    let again = world.agent("anna");
    let call = resume(&mut world, again, lease, Scope::Page(page));
    assert_eq!(world.fate(call), Fate::Granted(Granted::Lease { lease, scope: Scope::Window(window) }));
}

/// A08: nobody else comes back for it, and nobody takes a lease that isn't lost by naming it.
#[test]
fn lease_is_resumed_by_nobody_else() {
    let (mut world, lease, window, _) = lost_world();
    let scope = Scope::Window(window);
    let [bert, again, third] = ["bert", "anna", "anna"].map(|name| world.agent(name));
    let call = resume(&mut world, bert, lease, scope);
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
    resume(&mut world, again, lease, scope);
    let call = resume(&mut world, third, lease, scope);
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld), "it isn't lost any more");
    assert_eq!(world.control(scope), ControlState::Agent(again));
}

/// N05: after 10 s, or after a revocation, there is nothing to come back for.
#[test]
fn ended_lease_is_not_resumed() {
    for revoked in [false, true] {
        let (mut world, lease, window, _) = lost_world();
        let again = world.agent("anna");
        if revoked {
            assert_eq!(world.order(Command::RevokeLease(lease)), Ok(()));
        } else {
            world.now = world.now + limits::LEASE_GRACE;
        }
        let call = resume(&mut world, again, lease, Scope::Window(window));
        assert_eq!(world.fate(call), Refused(Code::LeaseRequired));
        let call = world.acquire(again, Scope::Window(window));
        assert_leased(&world, call, Scope::Window(window));
    }
}

/// N05: a lease is good for what it is over, and for nothing else.
#[test]
fn lease_is_not_resumed_for_another_scope() {
    let (mut world, lease, ..) = lost_world();
    let again = world.agent("anna");
    let (other, _) = world.free_window(again);
    let call = resume(&mut world, again, lease, Scope::Window(other));
    assert_eq!(world.fate(call), Refused(Code::InvalidArguments));
    assert_eq!(world.policy.leases().next().expect("a lease").lost, Some(world.now + limits::LEASE_GRACE));
    let call = resume(&mut world, again, lease, Scope::Window(WindowId(99)));
    assert_eq!(world.fate(call), Refused(Code::UnknownWindow));
}

/// N05: nor for a scope that another lease of the same agent is over.
#[test]
fn lease_is_not_resumed_by_what_another_lease_covers() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let [(first, _), (second, _)] = [world.window(anna), world.window(anna)];
    let lease = world.lease_of(Scope::Window(first)).expect("a lease");
    world.step(Input::SessionClosed(anna));
    let again = world.agent("anna");
    let call = resume(&mut world, again, lease, Scope::Window(second));
    assert_eq!(world.fate(call), Refused(Code::InvalidArguments));
    assert!(world.policy.leases().all(|lease| lease.lost.is_some()), "nothing is resumed");
}

/// N05: an agent names a lease that it still has, and gets that one.
#[test]
fn lease_that_is_not_lost_is_answered_as_it_is() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.window(anna);
    let scope = Scope::Window(window);
    let lease = world.lease_of(scope).expect("a lease");
    let call = resume(&mut world, anna, lease, scope);
    assert_eq!(world.fate(call), Fate::Granted(Granted::Lease { lease, scope }));
    world.take_control(scope);
    let call = resume(&mut world, anna, lease, scope);
    assert_eq!(world.fate(call), Refused(Code::PausedByUser));
}

/// A02, A13: a connection lost and found under a take-over keeps its lease, suspended as it was.
#[test]
fn lease_is_resumed_under_a_takeover_and_gives_nothing() {
    let (mut world, lease, window, page) = lost_world();
    let again = world.agent("anna");
    let scope = Scope::Window(window);
    world.take_control(scope);
    let call = resume(&mut world, again, lease, scope);
    assert_eq!(world.fate(call), Fate::Granted(Granted::Lease { lease, scope }));
    let calls = [world.act(again, page), world.read(again, page)];
    assert_eq!(calls.map(|call| world.fate(call)), [const { Refused(Code::PausedByUser) }; 2]);
    world.pass(Span::secs(100));
    world.give_back(scope);
    let call = world.act(again, page);
    assert_eq!(world.fate(call), Runs);
}

/// A08: a lost connection hands no sign-in on: an agent that was let in no longer asks before it comes back.
#[test]
fn lease_over_a_sign_in_is_not_resumed_by_an_agent_that_may_not_drive_it() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, _) = world.free_window(anna);
    let scope = Scope::Window(window);
    world.acquire(bert, scope);
    let lease = world.lease_of(scope).expect("a lease");
    world.step(Input::PersonTouched(window));
    world.step(Input::SessionClosed(bert));
    let again = world.agent("bert");
    let call = resume(&mut world, again, lease, scope);
    assert_eq!(world.fate(call), Refused(Code::GrantPending));
    assert!(world.policy.leases().next().expect("a lease").lost.is_some());
}

/// A08: a late or second word of a connection that is gone doesn't bring it back, and not under another's name.
#[test]
fn lost_session_does_not_come_back_under_its_number() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    world.step(Input::SessionClosed(anna));
    for name in ["anna", "bert"] {
        assert_eq!(world.step(Input::SessionOpened { session: anna, agent: agent_name(name) }), []);
        let call = world.act(anna, page);
        assert_eq!(world.fate(call), Refused(Code::NotAuthorized));
    }
}

/// N05: several leases are lost together, and each is come back for by itself.
#[test]
fn each_lost_lease_is_resumed_by_itself() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let [(first, _), (second, _)] = [world.window(anna), world.window(anna)];
    let lease = world.lease_of(Scope::Window(first)).expect("a lease");
    world.step(Input::SessionClosed(anna));
    let again = world.agent("anna");
    resume(&mut world, again, lease, Scope::Window(first));
    world.pass(limits::LEASE_GRACE);
    let left: Vec<Scope> = world.policy.leases().map(|lease| lease.scope).collect();
    assert_eq!(left, [Scope::Window(first)]);
    assert!(world.policy.window(second).is_some());
}
