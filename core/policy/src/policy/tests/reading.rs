//! Reading where a sign-in may be, without control: by the person's leave (N10).

use super::*;
use crate::policy::limits;

const PENDING: Fate = Refused(Code::ObservationPending);
const DENIED: Fate = Refused(Code::ObservationDenied);

/// An agent that holds nothing, and a page of the person's on a profile that keeps sign-ins.
fn signed_in_world() -> (World, SessionId, WindowId, PageId) {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.profile_window(ProfileId(1));
    (world, anna, window, page)
}

/// The same, and the person let it read the page.
fn reading_world() -> (World, SessionId, WindowId, PageId) {
    let (mut world, anna, window, page) = signed_in_world();
    world.read(anna, page);
    world.say_yes();
    (world, anna, window, page)
}

#[track_caller]
fn assert_read(world: &mut World, session: SessionId, page: PageId, expected: Fate) {
    assert_eq!(world.policy.may_read(session, page), expected == Runs);
    let call = world.read(session, page);
    assert_eq!(world.fate(call), expected);
    world.end(call);
}

/// N10: reading is asked for once, and then free on that page for that session.
#[test]
fn yes_lets_one_session_read_one_page() {
    let (mut world, anna, window, page) = signed_in_world();
    let again = world.agent("anna");
    let other = world.appear(window, Opener::Person);
    assert_read(&mut world, anna, page, PENDING);
    world.say_yes();
    for _ in 0..3 {
        assert_read(&mut world, anna, page, Runs);
    }
    assert_read(&mut world, again, page, PENDING);
    assert_read(&mut world, anna, other, PENDING);
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Refused(Code::LeaseRequired), "reading is no control");
}

/// N10: a no, or no answer, is remembered for 60 s.
#[test]
fn no_is_remembered() {
    for answered in [true, false] {
        let (mut world, anna, _, page) = signed_in_world();
        assert_read(&mut world, anna, page, PENDING);
        if answered {
            world.say_no()
        } else {
            drop(world.pass(limits::REQUEST_LIFE))
        }
        world.pass(Span(59_999));
        assert_read(&mut world, anna, page, DENIED);
        world.pass(Span(1));
        assert_read(&mut world, anna, page, PENDING);
    }
}

/// N10: the right ends with the next take-over, of the page or of its Window.
#[test]
fn right_to_read_ends_with_a_takeover() {
    for whole in [false, true] {
        let (mut world, anna, window, page) = reading_world();
        let scope = if whole { Scope::Window(window) } else { Scope::Page(page) };
        world.take_control(scope);
        assert_read(&mut world, anna, page, Refused(Code::PausedByUser));
        world.give_back(scope);
        assert_read(&mut world, anna, page, PENDING);
    }
}

/// N10: the right ends when the page shows another origin; the other pages' stay.
#[test]
fn right_to_read_ends_with_another_origin() {
    let (mut world, anna, window, page) = reading_world();
    let other = world.appear(window, Opener::Person);
    world.step(Input::OriginChanged(other));
    assert_read(&mut world, anna, page, Runs);
    world.step(Input::OriginChanged(page));
    assert_read(&mut world, anna, page, PENDING);
    world.step(Input::OriginChanged(page));
    assert_eq!(world.policy.requests().count(), 0, "it was asked about the origin before");
    world.step(Input::OriginChanged(PageId(99)));
}

/// N10: a read that is under way when the page goes to another origin isn't told; the next one waits for it.
#[test]
fn read_under_way_is_stopped_by_another_origin() {
    let (mut world, anna, _, page) = reading_world();
    let (reading, queued) = (world.read(anna, page), world.read(anna, page));
    world.step(Input::OriginChanged(page));
    assert_eq!([reading, queued].map(|call| world.fate(call)), [Refused(Code::Cancelled), Waits]);
    assert_eq!(world.aborted, [reading]);
    world.end(reading);
    assert_eq!(world.fate(queued), PENDING);
}

/// N10: where reading is free, or goes with control, another origin stops nothing.
#[test]
fn read_that_needs_no_leave_goes_on_over_another_origin() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.window(anna);
    let free = world.read(bert, page);
    world.step(Input::OriginChanged(page));
    world.end(free);
    world.step(Input::PersonTouched(window));
    let holders = world.read(anna, page);
    world.step(Input::OriginChanged(page));
    world.end(holders);
    assert_eq!([free, holders].map(|call| world.fate(call)), [Delivered(None), Delivered(None)]);
}

/// N10: the right ends with the session and with the Window's Chromium.
#[test]
fn right_to_read_ends_with_session_and_window() {
    let (mut world, anna, window, page) = reading_world();
    world.step(Input::SessionClosed(anna));
    let again = world.agent("anna");
    assert_read(&mut world, again, page, PENDING);
    world.step(Input::BrowserExited(window));
    let call = world.read(again, page);
    assert_eq!(world.fate(call), Refused(Code::BrowserGone));
    assert_eq!(world.cards(), []);
}

/// N10: the holder of a page that may not drive it has to ask like anybody else.
#[test]
fn holder_that_may_not_drive_asks_before_it_reads() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.free_window(anna);
    world.acquire(bert, Scope::Page(page));
    let (running, queued) = (world.act(bert, page), world.act(bert, page));
    world.step(Input::PersonTouched(window));
    assert_eq!([running, queued].map(|call| world.fate(call)), [const { Refused(Code::Cancelled) }; 2]);
    world.end(running);
    assert_read(&mut world, bert, page, PENDING);
    let call = world.act(bert, page);
    assert_eq!(world.fate(call), Refused(Code::GrantPending));
}
