//! Windows and pages that come, go and break, in any order.

use super::*;
use crate::policy::limits;
use crate::{ControlState, Life};

/// N12: the person opens and closes Windows whatever agents do there.
#[test]
fn person_opens_and_closes_windows() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let window = world.policy.new_window_id();
    let effects = world.step(Input::Person(persons_own(window)));
    assert!(effects.contains(&Effect::StartWindow(window)));
    let (annas, page) = world.window(anna);
    let call = world.act(anna, page);
    let effects = world.step(Input::Person(Command::CloseWindow(annas)));
    assert!(
        effects.contains(&Effect::EndWindow { window: annas, call: None })
            && effects.contains(&Effect::PersonAnswer(Ok(())))
    );
    assert_eq!(world.fate(call), Refused(Code::UnknownWindow));
    assert_eq!(world.order(Command::CloseWindow(annas)), Err(PersonRefusal::UnknownWindow));
    assert_eq!(world.policy.windows().collect::<Vec<_>>(), [window]);
}

/// Numbers are never reused: a Window or page under one that is taken, or that policy never gave, doesn't come.
#[test]
fn ids_that_were_not_given_or_are_taken_are_nothing() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let (other, _) = world.window(anna);
    for taken in [window, WindowId(77)] {
        assert_eq!(world.order(persons_own(taken)), Err(PersonRefusal::UnknownWindow));
    }
    let call = world.act(anna, page);
    for (window, page) in [(other, page), (window, page), (window, PageId(77)), (WindowId(77), PageId(1))] {
        assert_eq!(world.step(Input::PageAppeared { window, page, opened_by: Opener::Person, opener: None }), []);
    }
    world.end(call);
    assert_eq!(world.fate(call), Delivered(None));
    assert_eq!(world.policy.window(window).expect("a Window").control, ControlState::Agent(anna));
}

/// Numbers are never reused: a page or Window that is gone doesn't come back under its own, announced too late or twice.
#[test]
fn what_is_gone_does_not_come_back_under_its_number() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, first) = world.window(anna);
    let popup = world.appear(window, Opener::Person);
    let opened = world.open_page(anna, window);
    let again = |page| Input::PageAppeared { window, page, opened_by: Opener::Person, opener: None };
    for page in [first, popup, opened] {
        world.step(Input::PageClosed(page));
        assert_eq!(world.step(again(page)), [], "{page}");
        assert!(world.policy.page(page).is_none(), "{page}");
    }
    let own = world.policy.new_window_id();
    world.order(persons_own(own)).expect("a Window");
    for gone in [own, window] {
        world.order(Command::CloseWindow(gone)).expect("it closes");
        assert_eq!(world.order(persons_own(gone)), Err(PersonRefusal::UnknownWindow));
    }
}

/// A Chromium that ends takes leases and calls with it; its Window stays listed until somebody closes it.
#[test]
fn browser_that_ends_takes_leases_and_calls_with_it() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let calls =
        [world.act(anna, page), world.on_page(anna, page, PageAsk::Close), world.ask(anna, Ask::OpenPage(window))];
    world.step(Input::BrowserExited(window));
    assert_eq!(calls.map(|call| world.fate(call)), [const { Refused(Code::BrowserGone) }; 3]);
    assert_eq!(world.policy.leases().count(), 0);
    assert_eq!(world.policy.window(window).expect("a Window").life, Life::Gone);
    assert_eq!(world.step(Input::BrowserExited(window)), [], "twice is once");
    assert_eq!(world.step(Input::WindowRunning(window)), [], "it doesn't come back");
    let late = world.policy.new_page_id();
    assert_eq!(world.step(Input::PageAppeared { window, page: late, opened_by: Opener::Person, opener: None }), []);
    calls.into_iter().for_each(|call| world.end(call));
    assert_eq!(world.order(Command::CloseWindow(window)), Ok(()));
}

/// A page that closes ends the calls on it, but for the one that closes it.
#[test]
fn closed_page_ends_its_calls_but_the_one_that_closes_it() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let closing = world.on_page(anna, page, PageAsk::Close);
    let (act, second_close) = (world.act(anna, page), world.on_page(anna, page, PageAsk::Close));
    world.step(Input::PageClosed(page));
    assert_eq!(world.step(Input::PageClosed(page)), [], "twice is once");
    assert_eq!([act, second_close].map(|call| world.fate(call)), [const { Refused(Code::UnknownPage) }; 2]);
    assert_eq!(world.fate(closing), Runs);
    world.end(closing);
    assert_eq!(world.fate(closing), Delivered(None));
}

/// A03: a close that a take-over of the Window stopped isn't told, even if the page is gone already.
#[test]
fn close_whose_page_is_gone_is_still_stopped_by_a_takeover() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let closing = world.on_page(anna, page, PageAsk::Close);
    world.step(Input::PageClosed(page));
    world.begin_takeover(Scope::Window(window));
    assert_eq!(world.fate(closing), Refused(Code::PausedByUser));
    world.end(closing);
}

/// N05: a page lease ends with its page.
#[test]
fn page_lease_ends_with_its_page() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.free_window(anna);
    world.acquire(anna, Scope::Page(page));
    world.step(Input::PageClosed(page));
    assert_eq!(world.policy.leases().count(), 0);
    let bert = world.agent("bert");
    let call = world.acquire(bert, Scope::Window(window));
    assert!(matches!(world.fate(call), Fate::Granted(_)));
}

/// N10: a sign-in once possible stays so, and is told once.
#[test]
fn touch_of_the_person_never_goes_back() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.window(anna);
    let effects = world.step(Input::PersonTouched(window));
    assert_eq!(facts(&effects), [&Fact::WindowChanged(window)]);
    assert_eq!(world.step(Input::PersonTouched(window)), []);
    assert_eq!(world.step(Input::PersonTouched(WindowId(77))), []);
    assert!(world.policy.window(window).expect("a Window").may_be_signed_in);
}

/// A session that is announced twice keeps what it holds.
#[test]
fn session_that_opens_twice_keeps_what_it_holds() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    assert_eq!(world.step(Input::SessionOpened { session: anna, agent: agent_name("bert") }), []);
    assert!(world.policy.holds(anna, page));
    world.step(Input::SessionClosed(anna));
    assert_eq!(world.step(Input::SessionClosed(anna)), []);
    world.pass(limits::LEASE_GRACE);
    assert_eq!(world.lease_of(Scope::Window(window)), None);
}

/// Windows, pages and leases are listed oldest first, with who opened them.
#[test]
fn records_say_who_opened_what() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let (persons, tab) = world.persons_window();
    assert_eq!(world.policy.windows().collect::<Vec<_>>(), [window, persons]);
    let by_anna = Opener::Agent(agent_name("anna"));
    assert_eq!(world.policy.window(window).expect("a Window").opened_by, &by_anna);
    assert_eq!(world.policy.page(page).expect("a page").opened_by, &by_anna);
    assert_eq!(world.policy.page(tab).expect("a page").opened_by, &Opener::Person);
    let lease = world.policy.leases().next().expect("a lease");
    assert_eq!((lease.agent.as_str(), lease.session, lease.since), ("anna", anna, world.now));
}
