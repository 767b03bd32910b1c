//! What the person is asked: once for the same thing, a few at a time, for a limited time.

use super::*;
use crate::policy::limits;

const PENDING: Fate = Refused(Code::ApprovalPending);
const EXPIRED: Fate = Refused(Code::ApprovalExpired);
const REJECTED: Fate = Refused(Code::ApprovalRejected);

/// An agent whose every act is asked about, with a Window that it holds.
fn asking_world() -> (World, SessionId, (WindowId, PageId)) {
    let mut world = World::default();
    let anna = world.agent("anna");
    let held = world.window(anna);
    world.ask_about("anna");
    (world, anna, held)
}

#[track_caller]
fn assert_act(world: &mut World, session: SessionId, page: PageId, expected: Fate) {
    let call = world.act(session, page);
    assert_eq!(world.fate(call), expected);
}

/// N16: the same asked many times is one card, whatever it is that is asked.
#[test]
fn identical_requests_merge_into_one_card() {
    let (mut world, anna, (window, page)) = asking_world();
    let [bert, again] = ["bert", "bert"].map(|name| world.agent(name));
    for _ in 0..10 {
        assert_act(&mut world, anna, page, PENDING);
    }
    world.step(Input::PersonTouched(window));
    for session in [bert, bert, again] {
        world.acquire(session, Scope::Window(window));
        world.ask(session, Ask::OpenPage(window));
    }
    for _ in 0..10 {
        world.read(bert, page);
    }
    assert_eq!(world.cards().len(), 3, "one act, one agent that would drive, one session that would read");
    world.read(again, page);
    assert_eq!(world.cards().len(), 4, "reading is a session's own");
}

/// N16: of a thousand requests of one agent the person sees three; the rest is told so, and others may ask.
#[test]
fn thousand_requests_are_three_cards() {
    let (mut world, anna, (_, page)) = asking_world();
    let [again, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (_, berts) = world.window(bert);
    for n in 0..1000_u16 {
        world.action.0[..2].copy_from_slice(&n.to_le_bytes());
        let expected = if usize::from(n) < limits::OPEN_REQUESTS { PENDING } else { Refused(Code::TooManyPending) };
        assert_act(&mut world, anna, page, expected);
    }
    assert_eq!(world.cards().len(), limits::OPEN_REQUESTS);
    let call = world.ask(again, Ask::OpenWindow);
    assert_eq!(world.fate(call), Refused(Code::TooManyPending), "the limit is the agent's");
    world.ask_about("bert");
    assert_act(&mut world, bert, berts, PENDING);
    let decided = world.cards()[0];
    assert_eq!(world.order(Command::Reject(decided)), Ok(()));
    assert_act(&mut world, anna, page, PENDING);
}

/// N16: a request lives exactly 300 s, answers as expired for 60 s more, and may be asked anew then.
#[test]
fn request_expires_on_time_and_is_remembered() {
    let (mut world, anna, (_, page)) = asking_world();
    assert_act(&mut world, anna, page, PENDING);
    let card = world.card();
    world.pass(Span(299_999));
    assert_act(&mut world, anna, page, PENDING);
    assert_eq!(world.policy.next_deadline(), Some(world.now + Span(1)));
    world.pass(Span(1));
    assert_act(&mut world, anna, page, EXPIRED);
    world.pass(Span(59_999));
    assert_act(&mut world, anna, page, EXPIRED);
    world.pass(Span(1));
    assert_act(&mut world, anna, page, PENDING);
    assert_ne!(world.card(), card);
}

/// N17: a yes that isn't used within 300 s is gone, and may be asked for anew after 60 s.
#[test]
fn unused_yes_expires() {
    for (wait, expected) in [(299_999, Runs), (300_000, EXPIRED), (359_999, EXPIRED), (420_000, EXPIRED)] {
        let (mut world, anna, (_, page)) = asking_world();
        world.act(anna, page);
        world.pass(Span::secs(299));
        world.say_yes();
        world.pass(Span(wait));
        assert_act(&mut world, anna, page, expected);
    }
    let (mut world, anna, (_, page)) = asking_world();
    world.act(anna, page);
    world.say_yes();
    world.pass(limits::APPROVED_LIFE);
    world.pass(limits::DECIDED_LIFE);
    assert_act(&mut world, anna, page, PENDING);
}

/// N16: a no is remembered for 60 s.
#[test]
fn no_is_remembered() {
    let (mut world, anna, (_, page)) = asking_world();
    assert_act(&mut world, anna, page, PENDING);
    world.say_no();
    world.pass(Span(59_999));
    assert_act(&mut world, anna, page, REJECTED);
    world.pass(Span(1));
    assert_act(&mut world, anna, page, PENDING);
}

/// N17: a request is decided once, and not after its time.
#[test]
fn decided_or_expired_request_cannot_be_decided() {
    for decided in [true, false] {
        let (mut world, anna, (_, page)) = asking_world();
        world.act(anna, page);
        let card = world.card();
        if decided {
            world.say_no()
        } else {
            drop(world.pass(limits::REQUEST_LIFE))
        }
        let state = world.policy.requests().next().expect("a request").state;
        for command in [approve(card), Command::Reject(card)] {
            assert_eq!(world.order(command), Err(PersonRefusal::UnknownApproval));
        }
        assert_eq!(world.policy.requests().next().expect("a request").state, state);
        let call = world.act(anna, page);
        assert_ne!(world.fate(call), Runs);
    }
}

/// N17: a decision in the very moment of the expiry comes too late, also when nothing else happened in between.
#[test]
fn decision_in_the_moment_of_expiry_is_too_late() {
    let (mut world, anna, (_, page)) = asking_world();
    world.act(anna, page);
    let card = world.card();
    world.now = world.now + limits::REQUEST_LIFE;
    assert_eq!(world.order(approve(card)), Err(PersonRefusal::UnknownApproval));
    assert_act(&mut world, anna, page, EXPIRED);
}

/// N17: a second decision doesn't turn a yes around, nor the other way.
#[test]
fn yes_is_not_turned_into_a_no() {
    let (mut world, anna, (_, page)) = asking_world();
    world.act(anna, page);
    let card = world.card();
    world.say_yes();
    assert_eq!(world.order(Command::Reject(card)), Err(PersonRefusal::UnknownApproval));
    assert_act(&mut world, anna, page, Runs);
}

/// N17: what takes a request with it, pending or approved: its lease, a take-over, another origin.
#[test]
fn request_ends_with_what_it_was_judged_by() {
    type Change = fn(&mut World, SessionId, WindowId, PageId);
    let changes: [(&str, Change); 6] = [
        ("release", |world, anna, window, _| {
            world.release(anna, Scope::Window(window));
            world.acquire(anna, Scope::Window(window));
        }),
        ("revocation", |world, anna, window, _| {
            let lease = world.lease_of(Scope::Window(window)).expect("a lease");
            assert_eq!(world.order(Command::RevokeLease(lease)), Ok(()));
            world.acquire(anna, Scope::Window(window));
        }),
        ("take-over of the Window", |world, _, window, _| {
            world.take_control(Scope::Window(window));
            world.give_back(Scope::Window(window));
        }),
        ("take-over of the page", |world, _, _, page| {
            world.take_control(Scope::Page(page));
            world.give_back(Scope::Page(page));
        }),
        ("origin", |world, _, _, page| drop(world.step(Input::OriginChanged(page)))),
        ("handoff", |world, anna, _, page| {
            world.hand_over(anna, Scope::Page(page));
            let handoff = world.handoff();
            assert_eq!(world.finish(handoff, true), Ok(()));
        }),
    ];
    for (what, change) in changes {
        for decided in [false, true] {
            let (mut world, anna, (window, page)) = asking_world();
            world.act(anna, page);
            let card = world.card();
            if decided {
                world.say_yes();
            }
            change(&mut world, anna, window, page);
            assert_eq!(world.policy.requests().count(), 0, "{what}");
            assert_eq!(world.order(approve(card)), Err(PersonRefusal::UnknownApproval), "{what}");
            assert_act(&mut world, anna, page, PENDING);
        }
    }
}

/// N17: a request ends with its session, its page, its Window and its Chromium.
#[test]
fn request_ends_with_what_it_is_about() {
    type End = fn(&mut World, SessionId, WindowId, PageId);
    let ends: [(&str, End); 4] = [
        ("session", |world, anna, _, _| drop(world.step(Input::SessionClosed(anna)))),
        ("page", |world, _, _, page| drop(world.step(Input::PageClosed(page)))),
        ("Chromium", |world, _, window, _| drop(world.step(Input::BrowserExited(window)))),
        ("Window", |world, _, window, _| assert_eq!(world.order(Command::CloseWindow(window)), Ok(()))),
    ];
    for (what, end) in ends {
        let (mut world, anna, (window, page)) = asking_world();
        world.act(anna, page);
        end(&mut world, anna, window, page);
        assert_eq!(world.policy.requests().count(), 0, "{what}");
    }
}

/// N16: a request about one page or agent isn't touched by what happens to another.
#[test]
fn request_stays_when_something_else_changes() {
    let (mut world, anna, (window, page)) = asking_world();
    world.order(Command::SetApprovals { agent: agent_name("anna"), setting: ApprovalSetting::Matters }).expect("set");
    let other = world.open_page(anna, window);
    let (elsewhere, _) = world.window(anna);
    let bert = world.agent("bert");
    world.ask_about("anna");
    world.act(anna, page);
    world.step(Input::OriginChanged(other));
    world.take_control(Scope::Page(other));
    world.take_control(Scope::Window(elsewhere));
    world.step(Input::PageClosed(other));
    world.step(Input::SessionClosed(bert));
    world.release(anna, Scope::Window(elsewhere));
    world.say_yes();
    assert_act(&mut world, anna, page, Runs);
}

/// N16: nobody gets a new card out of a no by letting go of a lease, navigating, or when the person took control.
#[test]
fn no_outlives_the_lease_and_a_takeover() {
    let (mut world, anna, (window, page)) = asking_world();
    world.act(anna, page);
    world.say_no();
    world.release(anna, Scope::Window(window));
    world.acquire(anna, Scope::Window(window));
    assert_act(&mut world, anna, page, REJECTED);
    world.step(Input::OriginChanged(page));
    assert_act(&mut world, anna, page, REJECTED);
    world.take_control(Scope::Window(window));
    world.give_back(Scope::Window(window));
    assert_act(&mut world, anna, page, REJECTED);
}

/// N16: the agent that asked learns of each decision, and of nobody else's.
#[test]
fn decision_is_told_to_the_session_that_asked() {
    let (mut world, anna, (_, page)) = asking_world();
    let bert = world.agent("bert");
    world.act(anna, page);
    let (asking, other) = (world.watch(anna), world.watch(bert));
    world.say_yes();
    assert_eq!([asking, other].map(|call| world.fate(call)), [Fate::Granted(Granted::Overview), Waits]);
    let asking = world.watch(anna);
    world.pass(limits::APPROVED_LIFE);
    assert_eq!(world.fate(asking), Fate::Granted(Granted::Overview));
}

/// N16: the person sees who asks, what, and until when.
#[test]
fn request_says_who_asks_and_until_when() {
    let (mut world, anna, (_, page)) = asking_world();
    world.act(anna, page);
    let asked = world.policy.requests().next().expect("a request");
    assert_eq!((asked.session, asked.agent.as_str(), asked.state.as_str()), (anna, "anna", "pending"));
    assert_eq!(asked.until, world.now + limits::REQUEST_LIFE);
}

/// Each request is found under its own id, and none under another.
#[test]
fn a_request_is_found_by_its_id() {
    let mut world = World::default();
    for name in ["anna", "bert"] {
        let agent = world.agent(name);
        let (_, page) = world.window(agent);
        world.ask_about(name);
        world.act(agent, page);
    }
    let cards = world.cards();
    assert_eq!(cards.len(), 2);
    assert_eq!(
        cards.clone(),
        cards.iter().filter_map(|card| Some(world.policy.request(*card)?.id)).collect::<Vec<_>>()
    );
    assert!(world.policy.request(ApprovalId(77)).is_none());
}
