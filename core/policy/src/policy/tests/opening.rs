//! What agents open and close as a whole.

use super::*;
use crate::Life;
use crate::policy::limits;

/// N06: a Window that an agent opens is leased to it as a whole, and the answer names the lease.
#[test]
fn opened_window_is_leased_to_its_opener() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let call = world.ask(anna, Ask::OpenWindow);
    let window = world.policy.windows().next().expect("a Window");
    world.step(Input::WindowRunning(window));
    world.end(call);
    let lease = world.lease_of(Scope::Window(window));
    assert!(lease.is_some());
    assert_eq!(world.fate(call), Delivered(lease));
}

/// N07: a page that an agent opens is leased to it, in a Window that nobody holds whole.
#[test]
fn opened_page_is_leased_to_its_opener() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, _) = world.free_window(anna);
    let call = world.ask(bert, Ask::OpenPage(window));
    let page = world.policy.pages(window).last().expect("a page");
    let queued = world.act(bert, page);
    assert_eq!(world.fate(queued), Waits, "it isn't open yet");
    world.end(call);
    assert_eq!(world.fate(call), Delivered(world.lease_of(Scope::Page(page))));
    assert_eq!(world.fate(queued), Runs);
    let call = world.acquire(anna, Scope::Page(page));
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
}

/// N06: in one's own Window a new page is covered already.
#[test]
fn page_opened_in_ones_own_window_is_covered_by_its_lease() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.window(anna);
    let call = world.ask(anna, Ask::OpenPage(window));
    world.end(call);
    assert_eq!(world.fate(call), Delivered(world.lease_of(Scope::Window(window))));
    assert_eq!(world.policy.leases().count(), 1);
}

/// N08: no page is opened in a Window that someone else leases.
#[test]
fn no_page_is_opened_in_someone_elses_window() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, _) = world.window(anna);
    let call = world.ask(bert, Ask::OpenPage(window));
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
    assert_eq!(world.policy.pages(window).count(), 1);
}

/// N05: a Window whose Chromium doesn't run yet, runs no more, or never was, can't be worked in.
#[test]
fn window_that_does_not_run_is_refused_with_the_reason() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (gone, page) = world.window(anna);
    world.step(Input::BrowserExited(gone));
    let starting = world.policy.new_window_id();
    assert_eq!(world.order(persons_own(starting)), Ok(()));
    for (window, code) in
        [(gone, Code::BrowserGone), (starting, Code::Unavailable), (WindowId(77), Code::UnknownWindow)]
    {
        let calls = [world.ask(anna, Ask::OpenPage(window)), world.wait_for(anna, Scope::Window(window))];
        assert_eq!(calls.map(|call| world.fate(call)), [Refused(code), Refused(code)]);
    }
    let calls = [world.act(anna, page), world.read(anna, page), world.acquire(anna, Scope::Page(page))];
    assert_eq!(calls.map(|call| world.fate(call)), [const { Refused(Code::BrowserGone) }; 3]);
}

/// N06: an agent closes a Window it opened and holds; its calls there are over, and nobody's wait for it goes on.
#[test]
fn agent_closes_the_window_it_opened_and_holds() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.window(anna);
    let (running, queued, waiting) =
        (world.act(anna, page), world.read(bert, page), world.wait_for(bert, Scope::Window(window)));
    let call = world.ask(anna, Ask::CloseWindow(window));
    assert_eq!(world.fate(call), Fate::Granted(Granted::Closed));
    assert_eq!([running, queued, waiting].map(|call| world.fate(call)), [const { Refused(Code::UnknownWindow) }; 3]);
    assert!(world.policy.window(window).is_none() && world.policy.page(page).is_none());
    assert_eq!(world.policy.leases().count(), 0);
    let call = world.ask(anna, Ask::CloseWindow(window));
    assert_eq!(world.fate(call), Refused(Code::UnknownWindow));
}

/// A08: nobody closes a Window that someone else opened.
#[test]
fn only_the_opener_closes_a_window() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (annas, _) = world.free_window(anna);
    let (persons, _) = world.persons_window();
    for window in [annas, persons] {
        world.acquire(bert, Scope::Window(window));
        let call = world.ask(bert, Ask::CloseWindow(window));
        assert_eq!(world.fate(call), Refused(Code::NotAuthorized));
    }
}

/// N05: closing a Window needs the lease over it, unless its Chromium is gone and took the lease with it.
#[test]
fn closing_a_window_needs_its_lease() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.free_window(anna);
    let call = world.ask(anna, Ask::CloseWindow(window));
    assert_eq!(world.fate(call), Refused(Code::LeaseRequired));
    world.acquire(bert, Scope::Page(page));
    let call = world.ask(anna, Ask::CloseWindow(window));
    assert_eq!(world.fate(call), Refused(Code::LeaseRequired));
    world.acquire(bert, Scope::Window(window));
    let call = world.ask(anna, Ask::CloseWindow(window));
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
    world.step(Input::BrowserExited(window));
    let call = world.ask(anna, Ask::CloseWindow(window));
    assert_eq!(world.fate(call), Fate::Granted(Granted::Closed));
}

/// Windows per agent are limited, over all its connections, and closing one makes room.
#[test]
fn windows_per_agent_are_limited() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let windows: Vec<WindowId> = (0..limits::WINDOWS_PER_AGENT).map(|_| world.window(anna).0).collect();
    let [again, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let calls = [world.ask(again, Ask::OpenWindow), world.ask(bert, Ask::OpenWindow)];
    assert_eq!(calls.map(|call| world.fate(call)), [Refused(Code::LimitReached), Runs]);
    world.ask(anna, Ask::CloseWindow(windows[0]));
    let call = world.ask(anna, Ask::OpenWindow);
    assert_eq!(world.fate(call), Runs);
}

/// Pages per Window are limited.
#[test]
fn pages_per_window_are_limited() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    for _ in 1..limits::PAGES_PER_WINDOW {
        world.open_page(anna, window);
    }
    let call = world.ask(anna, Ask::OpenPage(window));
    assert_eq!(world.fate(call), Refused(Code::LimitReached));
    world.step(Input::PageClosed(page));
    let call = world.ask(anna, Ask::OpenPage(window));
    assert_eq!(world.fate(call), Runs);
}

/// A page that is gone before it was open ends the call that opens it.
#[test]
fn page_that_closes_while_it_opens_ends_the_call() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.free_window(anna);
    let call = world.ask(anna, Ask::OpenPage(window));
    let page = world.policy.pages(window).last().expect("a page");
    world.step(Input::PageClosed(page));
    assert_eq!(world.fate(call), Refused(Code::UnknownPage));
    assert_eq!(world.policy.leases().count(), 0);
    world.end(call);
}

/// A Window that could not be started leaves nothing behind, and the call that wanted it tells why.
#[test]
fn window_that_could_not_be_started_leaves_nothing_behind() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let call = world.ask(anna, Ask::OpenWindow);
    let window = world.policy.windows().next().expect("a Window");
    assert_eq!(world.policy.window(window).expect("a Window").life, Life::Starting);
    world.step(Input::BrowserExited(window));
    assert!(world.policy.window(window).is_none());
    assert_eq!(world.fate(call), Runs);
    world.end(call);
    assert_eq!(world.fate(call), Delivered(None));
}
