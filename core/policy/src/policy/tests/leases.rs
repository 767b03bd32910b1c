//! Leases: what they cover and what stands in their way.

use super::*;

#[track_caller]
pub(super) fn assert_leased(world: &World, call: CallId, scope: Scope) {
    let lease = world.lease_of(scope).expect("a lease");
    assert_eq!(world.fate(call), Fate::Granted(Granted::Lease { lease, scope }));
}

/// N05: every mutating call is checked against a lease; reading a page that holds nothing personal isn't (N10).
#[test]
fn acts_need_a_lease_and_reads_do_not() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.free_window(anna);
    for kind in [PageAsk::Act, PageAsk::Close, PageAsk::Unblock] {
        let call = world.on_page(anna, page, kind);
        assert_eq!(world.fate(call), Refused(Code::LeaseRequired), "{kind:?}");
    }
    let call = world.read(anna, page);
    assert_eq!(world.fate(call), Runs);
}

/// N06: a Window lease covers every page there is and every page that comes, whoever opened it.
#[test]
fn window_lease_covers_pages_that_appear_later() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let bert = world.agent("bert");
    let (window, _) = world.window(anna);
    let popup = world.appear(window, Opener::Person);
    let call = world.act(anna, popup);
    assert_eq!(world.fate(call), Runs);
    let call = world.act(bert, popup);
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
    assert!(world.policy.holds(anna, popup) && !world.policy.holds(bert, popup));
}

/// N08: nobody gets a Window or a page inside a Window that someone else leases.
#[test]
fn nothing_is_leased_inside_a_window_that_someone_else_leases() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let bert = world.agent("bert");
    let (window, page) = world.window(anna);
    for scope in [Scope::Window(window), Scope::Page(page)] {
        let call = world.acquire(bert, scope);
        assert_eq!(world.fate(call), Refused(Code::LeaseHeld), "{scope}");
    }
}

/// N08: no Window lease while someone else holds a page in it.
#[test]
fn no_window_lease_while_someone_else_holds_a_page_in_it() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let bert = world.agent("bert");
    let (window, page) = world.free_window(anna);
    world.acquire(bert, Scope::Page(page));
    let call = world.acquire(anna, Scope::Window(window));
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
    let call = world.acquire(anna, Scope::Page(page));
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
}

/// N08: a Window lease takes in the page leases that its own holder has there, so that no page has two.
#[test]
fn window_lease_takes_in_its_holders_page_leases() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.free_window(anna);
    world.acquire(anna, Scope::Page(page));
    let call = world.acquire(anna, Scope::Window(window));
    assert_leased(&world, call, Scope::Window(window));
    assert_eq!(world.policy.leases().count(), 1);
    world.release(anna, Scope::Window(window));
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Refused(Code::LeaseRequired));
}

/// N05: acquiring what one holds already answers with the lease that covers it.
#[test]
fn what_is_held_already_is_answered_with_its_lease() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    for scope in [Scope::Window(window), Scope::Page(page)] {
        let call = world.acquire(anna, scope);
        assert_leased(&world, call, Scope::Window(window));
    }
}

/// N09: the person's own tab can't be leased, in nobody's Window and in one's own.
#[test]
fn persons_own_tab_cannot_be_leased() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, own) = world.persons_window();
    let (window, _) = world.window(anna);
    let popup = world.appear(window, Opener::Person);
    for page in [own, popup] {
        let call = world.acquire(anna, Scope::Page(page));
        assert_eq!(world.fate(call), Refused(Code::PageNotLeasable));
    }
}

/// A08: two connections of one agent are two holders.
#[test]
fn two_sessions_of_one_agent_are_two_holders() {
    let mut world = World::default();
    let first = world.agent("anna");
    let second = world.agent("anna");
    let (_, page) = world.window(first);
    let call = world.act(second, page);
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
}

/// N05: a call that names a lease is good under that lease only.
#[test]
fn call_that_names_another_lease_is_refused() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let (other_window, _) = world.window(anna);
    let (right, wrong) = (world.lease_of(Scope::Window(window)), world.lease_of(Scope::Window(other_window)));
    let act = Ask::OnPage { page: Some(page), kind: PageAsk::Act };
    for ask in [act, Ask::OpenPage(window), Ask::CloseWindow(window)] {
        let call = world.ask_under(anna, wrong, ask);
        assert_eq!(world.fate(call), Refused(Code::LeaseHeld), "{ask:?}");
        let call = world.ask_under(anna, right, ask);
        assert_ne!(world.fate(call), Refused(Code::LeaseHeld), "{ask:?}");
    }
}

/// A08: a connection that is gone, or never was, gets nothing.
#[test]
fn call_of_an_unknown_session_is_refused() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.free_window(anna);
    world.step(Input::SessionClosed(anna));
    let asks = [
        Ask::Overview { wait: None },
        Ask::OpenWindow,
        Ask::CloseWindow(window),
        Ask::OpenPage(window),
        Ask::Acquire { scope: Scope::Page(page), wait: None },
        Ask::Release(Scope::Page(page)),
        Ask::OnPage { page: Some(page), kind: PageAsk::Read },
    ];
    for session in [anna, SessionId(77)] {
        for ask in asks {
            let call = world.ask(session, ask);
            assert_eq!(world.fate(call), Refused(Code::NotAuthorized), "{ask:?}");
        }
        assert!(!world.policy.may_read(session, page));
    }
}

/// N10, A08: a Window that may be signed in is leased by the agent that opened it; others have to be let by the person.
#[test]
fn signed_in_window_is_leased_without_asking_only_by_the_agent_that_opened_it() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let bert = world.agent("bert");
    let (window, page) = world.free_window(anna);
    let (persons, _) = world.persons_window();
    world.step(Input::PersonTouched(window));
    world.step(Input::PersonTouched(persons));
    for scope in [Scope::Window(window), Scope::Page(page), Scope::Window(persons)] {
        let call = world.wait_for(bert, scope);
        assert_eq!(world.fate(call), Refused(Code::GrantPending), "{scope}");
    }
    let call = world.ask(bert, Ask::OpenPage(window));
    assert_eq!(world.fate(call), Refused(Code::GrantPending));
    let call = world.acquire(anna, Scope::Window(window));
    assert_leased(&world, call, Scope::Window(window));
}

/// Each lease is found under its own id, and none under another.
#[test]
fn a_lease_is_found_by_its_id() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let windows = [world.window(anna).0, world.window(anna).0];
    for scope in windows.map(Scope::Window) {
        let lease = world.lease_of(scope).expect("a lease");
        assert_eq!(world.policy.lease(lease).map(|found| (found.id, found.scope)), Some((lease, scope)));
    }
    assert!(world.policy.lease(LeaseId(77)).is_none());
}
