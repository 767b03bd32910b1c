//! Windows that nobody uses close by themselves; and which popups are an agent's.

use super::*;
use crate::policy::limits;

fn closes_at(world: &World, window: WindowId) -> Option<Time> {
    world.policy.window(window).expect("a Window").closes_at
}

/// An isolated Window of an agent that nobody leases closes after 10 minutes, which is shown.
#[test]
fn unused_window_closes_after_ten_minutes() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    assert_eq!(closes_at(&world, window), None);
    let effects = world.step(Input::SessionClosed(anna));
    assert_eq!(facts(&effects), [&Fact::SessionChanged(anna)]);
    world.pass(limits::LEASE_GRACE);
    assert_eq!(closes_at(&world, window), Some(world.now + Span::secs(600)));
    assert_eq!(world.policy.next_deadline(), closes_at(&world, window));
    world.pass(Span(599_999));
    let bert = world.agent("bert");
    let reading = world.read(bert, page);
    let effects = world.pass(Span(1));
    assert!(effects.contains(&Effect::EndWindow { window, call: None }) && world.policy.window(window).is_none());
    assert_eq!(world.fate(reading), Refused(Code::UnknownWindow));
}

/// A lease, over the Window or over a page, keeps it open, and the time starts anew after it.
#[test]
fn leased_window_stays_open() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.free_window(anna);
    for scope in [Scope::Page(page), Scope::Window(window)] {
        world.pass(Span(599_000));
        world.acquire(anna, scope);
        assert_eq!(closes_at(&world, window), None);
        world.pass(Span::secs(6000));
        world.release(anna, scope);
        assert_eq!(closes_at(&world, window), Some(world.now + limits::UNUSED_LIFE));
    }
}

/// A page that goes with its lease leaves the Window unused.
#[test]
fn window_whose_leased_page_is_gone_is_unused() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.free_window(anna);
    world.acquire(anna, Scope::Page(page));
    world.step(Input::PageClosed(page));
    assert_eq!(closes_at(&world, window), Some(world.now + limits::UNUSED_LIFE));
}

/// N12: it doesn't close over the person, at the Window or at one page.
#[test]
fn window_does_not_close_over_the_person() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.free_window(anna);
    for scope in [Scope::Page(page), Scope::Window(window)] {
        world.take_control(scope);
        assert_eq!(closes_at(&world, window), None);
        world.pass(Span::secs(6000));
        world.give_back(scope);
        assert_eq!(closes_at(&world, window), Some(world.now + limits::UNUSED_LIFE));
    }
    world.take_control(Scope::Page(page));
    world.step(Input::PageClosed(page));
    assert_eq!(closes_at(&world, window), Some(world.now + limits::UNUSED_LIFE), "the person's page is gone");
}

/// Keep keeps it, for good.
#[test]
fn kept_window_stays_open() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.free_window(anna);
    assert_eq!(world.order(Command::KeepWindow(window)), Ok(()));
    assert_eq!(closes_at(&world, window), None);
    world.acquire(anna, Scope::Window(window));
    world.release(anna, Scope::Window(window));
    world.pass(Span::secs(6000));
    assert!(world.policy.window(window).is_some());
    assert_eq!(world.order(Command::KeepWindow(WindowId(99))), Err(PersonRefusal::UnknownWindow));
}

/// The person's own Windows, and those on a profile that keeps sign-ins, stay.
#[test]
fn person_s_windows_stay_open() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (own, _) = world.persons_window();
    let (profile, _) = world.profile_window(ProfileId(1));
    world.acquire(anna, Scope::Window(own));
    world.release(anna, Scope::Window(own));
    for window in [own, profile] {
        world.take_control(Scope::Window(window));
        world.give_back(Scope::Window(window));
        assert_eq!(closes_at(&world, window), None);
    }
}

fn popup(world: &mut World, window: WindowId, opened_by: Opener, opener: Option<PageId>) -> PageId {
    let page = world.policy.new_page_id();
    world.step(Input::PageAppeared { window, page, opened_by, opener });
    page
}

/// N06, N09: a popup that an agent's act opens from its page is the agent's as well.
#[test]
fn popup_of_an_agent_s_act_joins_its_lease() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.free_window(anna);
    world.acquire(bert, Scope::Page(page));
    let act = world.act(bert, page);
    let opened = popup(&mut world, window, Opener::Person, Some(page));
    world.end(act);
    assert!(world.policy.holds(bert, opened));
    assert_eq!(world.policy.page(opened).expect("a page").opened_by, &Opener::Agent(agent_name("bert")));
}

/// N09: what no act of the page's holder explains is merely observed.
#[test]
fn other_popups_are_the_person_s() {
    type Before = fn(&mut World, SessionId, PageId);
    let befores: [(&str, Before); 5] = [
        ("nothing", |_, _, _| ()),
        ("a read", |world, bert, page| {
            world.read(bert, page);
        }),
        ("an act that is over", |world, bert, page| {
            let call = world.act(bert, page);
            world.end(call);
        }),
        ("an act that was stopped", |world, bert, page| {
            let call = world.act(bert, page);
            world.step(Input::CallCancelled(call));
        }),
        ("an act of before the transfer", |world, bert, page| {
            world.act(bert, page);
            let cleo = world.agent("cleo");
            world.transfer(bert, Scope::Page(page), cleo);
        }),
    ];
    for (what, before) in befores {
        let mut world = World::default();
        let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
        let (window, page) = world.free_window(anna);
        world.acquire(bert, Scope::Page(page));
        before(&mut world, bert, page);
        let opened = popup(&mut world, window, Opener::Person, Some(page));
        assert_eq!(world.control(Scope::Page(opened)), ControlState::Idle, "{what}");
        assert_eq!(world.policy.page(opened).expect("a page").opened_by, &Opener::Person, "{what}");
    }
}

/// N09: a popup of another page than the act's, or of none, doesn't join.
#[test]
fn popup_of_another_page_does_not_join() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.free_window(anna);
    let (elsewhere, _) = world.free_window(anna);
    let other = world.appear(window, Opener::Person);
    world.acquire(anna, Scope::Page(page));
    world.act(anna, page);
    for (window, opener) in [(window, None), (window, Some(other)), (elsewhere, Some(page)), (window, Some(PageId(99)))]
    {
        let opened = popup(&mut world, window, Opener::Person, opener);
        assert!(!world.policy.holds(anna, opened), "{opener:?}");
    }
    let announced = popup(&mut world, window, Opener::Agent(agent_name("cleo")), Some(page));
    assert!(!world.policy.holds(anna, announced), "NEXUS opened it for another agent");
}

/// N09: on the person's own page, acted on under a lease over the whole Window, a popup is covered by that lease alone.
#[test]
fn popup_under_a_window_lease_is_covered_by_it() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    world.act(anna, page);
    let opened = popup(&mut world, window, Opener::Person, Some(page));
    assert!(world.policy.holds(anna, opened));
    assert_eq!(world.policy.leases().count(), 1);
    assert_eq!(world.policy.page(opened).expect("a page").opened_by, &Opener::Person);
}

/// A02: a popup that comes while the person has control of another page there is theirs, whatever opened it.
#[test]
fn popup_beside_the_person_does_not_join() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.free_window(anna);
    let other = world.appear(window, Opener::Person);
    world.acquire(anna, Scope::Page(page));
    world.act(anna, page);
    world.take_control(Scope::Page(other));
    let opened = popup(&mut world, window, Opener::Person, Some(page));
    assert!(!world.policy.holds(anna, opened));
    assert!(matches!(world.control(Scope::Page(opened)), ControlState::User(_)));
}
