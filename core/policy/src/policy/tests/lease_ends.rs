//! How leases end: released, revoked, lost with the connection.

use super::leases::assert_leased;
use super::*;
use crate::policy::limits;

/// N05: a lease is acquired, held and released, and good for nothing after that.
#[test]
fn lease_is_acquired_held_and_released() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.free_window(anna);
    let scope = Scope::Page(page);
    let call = world.acquire(anna, scope);
    assert_leased(&world, call, scope);
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Runs);
    let call = world.release(anna, scope);
    assert_eq!(world.fate(call), Fate::Granted(Granted::Released));
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Refused(Code::LeaseRequired));
}

/// N05: only what one holds, and as one holds it, can be released.
#[test]
fn only_ones_own_lease_can_be_released() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let bert = world.agent("bert");
    let (window, page) = world.window(anna);
    let call = world.release(bert, Scope::Window(window));
    assert_eq!(world.fate(call), Refused(Code::LeaseRequired));
    let call = world.release(anna, Scope::Page(page));
    assert_eq!(world.fate(call), Refused(Code::InvalidArguments));
    assert!(world.policy.holds(anna, page));
}

/// N05: a release takes the right from calls that still wait in the queue.
#[test]
fn released_lease_refuses_queued_calls() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let running = world.act(anna, page);
    let (queued, queued_read) = (world.act(anna, page), world.read(anna, page));
    world.release(anna, Scope::Window(window));
    assert_eq!((world.fate(running), world.fate(queued)), (Runs, Waits));
    world.end(running);
    assert_eq!(world.fate(running), Delivered(None));
    assert_eq!(world.fate(queued), Refused(Code::LeaseRequired));
    assert_eq!(world.fate(queued_read), Runs);
}

/// N12: a revoked lease stops what its holder runs, queues and would do next.
#[test]
fn revoked_lease_stops_running_and_queued_calls() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let (running, queued, opening) =
        (world.act(anna, page), world.act(anna, page), world.ask(anna, Ask::OpenPage(window)));
    let before = world.policy.epoch();
    let lease = world.lease_of(Scope::Window(window)).expect("a lease");
    assert_eq!(world.order(Command::RevokeLease(lease)), Ok(()));
    assert!(world.policy.epoch() > before, "what was permitted is void");
    for call in [running, queued, opening] {
        assert_eq!(world.fate(call), Refused(Code::LeaseRequired));
    }
    assert_eq!(world.aborted, [running, opening]);
    world.end(running);
    assert_eq!(world.started.len(), 3, "the Window, the act and the page");
    assert_eq!(world.order(Command::RevokeLease(lease)), Err(PersonRefusal::UnknownLease));
}

/// N12: revoking the lease over a Window that is being opened stops that, too.
#[test]
fn revoked_lease_stops_the_call_that_opens_its_window() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let opening = world.ask(anna, Ask::OpenWindow);
    let lease = world.policy.leases().next().expect("a lease").id;
    assert_eq!(world.order(Command::RevokeLease(lease)), Ok(()));
    assert_eq!(world.fate(opening), Refused(Code::LeaseRequired));
}

/// A03: what others were reading when a lease was revoked is void with its epoch, and not told.
#[test]
fn revoked_lease_stops_what_others_read_there() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let bert = world.agent("bert");
    let (window, page) = world.window(anna);
    let (reading, next) = (world.read(bert, page), world.read(bert, page));
    let lease = world.lease_of(Scope::Window(window)).expect("a lease");
    assert_eq!(world.order(Command::RevokeLease(lease)), Ok(()));
    assert_eq!(world.fate(reading), Refused(Code::Cancelled));
    world.end(reading);
    assert_eq!(world.fate(next), Runs, "a read of the new epoch");
}

/// N05: a lost connection loses its calls at once and, when nobody came back for them, its leases; the page stays.
#[test]
fn lost_connection_loses_calls_and_later_its_leases() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let bert = world.agent("bert");
    let (window, page) = world.window(anna);
    let (running, queued, watching) = (world.act(anna, page), world.act(anna, page), world.watch(anna));
    let waiting = world.wait_for(bert, Scope::Window(window));
    world.step(Input::SessionClosed(anna));
    for call in [running, queued, watching] {
        assert_eq!(world.fate(call), Refused(Code::Cancelled));
    }
    assert_eq!(world.fate(waiting), Waits);
    world.pass(limits::LEASE_GRACE);
    assert_leased(&world, waiting, Scope::Window(window));
    let call = world.act(bert, page);
    assert_eq!(world.fate(call), Waits, "what ran before hasn't ended yet");
    world.end(running);
    assert_eq!(world.fate(call), Runs);
}
