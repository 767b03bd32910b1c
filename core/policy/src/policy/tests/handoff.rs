//! Handoffs: the person does something for an agent, with two outcomes only (A05).

use super::*;
use crate::policy::limits;

const NOT_COMPLETED: Fate = Refused(Code::NotCompleted);
const IN_HANDOFF: Fate = Refused(Code::InHandoff);

fn completed(scope: Scope) -> Fate {
    Fate::Granted(Granted::HandoffCompleted(scope))
}

/// An agent that holds a Window and waits for the person at its page.
fn handoff_world() -> (World, SessionId, WindowId, PageId, CallId) {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let call = world.hand_over(anna, Scope::Page(page));
    (world, anna, window, page, call)
}

fn by_person() -> ControlState {
    ControlState::User(PersonControl::Taken(Settled::Acknowledged))
}

/// A05: while it is open the page is in handoff; done gives control back and says where.
#[test]
fn done_gives_control_back() {
    let (mut world, anna, window, page, call) = handoff_world();
    let handoff = world.handoff();
    assert_eq!(world.fate(call), Waits);
    assert_eq!(world.control(Scope::Page(page)), ControlState::Handoff(handoff));
    assert_eq!(world.control(Scope::Page(page)).as_str(), "handoff");
    assert_eq!(world.control(Scope::Window(window)), ControlState::Agent(anna));
    assert_eq!(world.finish(handoff, true), Ok(()));
    assert_eq!(world.fate(call), completed(Scope::Page(page)));
    assert_eq!(world.control(Scope::Page(page)), ControlState::Agent(anna));
    let next = world.act(anna, page);
    assert_eq!(world.fate(next), Runs);
}

/// A05: declined leaves control with the person until they give it back.
#[test]
fn declined_leaves_control_with_the_person() {
    let (mut world, anna, _, page, call) = handoff_world();
    let handoff = world.handoff();
    assert_eq!(world.finish(handoff, false), Ok(()));
    assert_eq!(world.fate(call), NOT_COMPLETED);
    assert_eq!(world.control(Scope::Page(page)), by_person());
    let next = world.act(anna, page);
    assert_eq!(world.fate(next), Refused(Code::PausedByUser));
    world.give_back(Scope::Page(page));
    let next = world.act(anna, page);
    assert_eq!(world.fate(next), Runs);
}

/// A05: after five minutes it is over, not done.
#[test]
fn handoff_ends_after_five_minutes() {
    let (mut world, _, _, page, call) = handoff_world();
    let handoff = world.handoff();
    assert_eq!(world.policy.next_deadline(), Some(world.now + Span::secs(300)));
    world.pass(Span(299_999));
    assert_eq!(world.fate(call), Waits);
    world.now = world.now + Span(1);
    assert_eq!(world.finish(handoff, true), Err(PersonRefusal::UnknownHandoff), "in that very moment it is too late");
    assert_eq!(world.fate(call), NOT_COMPLETED);
    assert_eq!(world.control(Scope::Page(page)), by_person());
}

/// A05: it is decided once.
#[test]
fn finished_or_unknown_handoff_cannot_be_finished() {
    let (mut world, _, _, page, _) = handoff_world();
    let handoff = world.handoff();
    assert_eq!(world.finish(handoff, true), Ok(()));
    for completed in [true, false] {
        for id in [handoff, HandoffId(99)] {
            assert_eq!(world.finish(id, completed), Err(PersonRefusal::UnknownHandoff));
        }
    }
    assert_ne!(world.control(Scope::Page(page)), by_person());
}

/// A05: every agent's reads and acts there are refused meanwhile, those under way with them, as in a take-over.
#[test]
fn handoff_refuses_whatever_agents_do_there() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.window(anna);
    let (acting, reading) = (world.act(anna, page), world.read(bert, page));
    let before = world.policy.epoch();
    let call = world.hand_over(anna, Scope::Window(window));
    assert!(world.policy.epoch() > before);
    assert_eq!([acting, reading].map(|call| world.fate(call)), [IN_HANDOFF, IN_HANDOFF]);
    assert_eq!(world.aborted, [acting]);
    world.end(acting);
    let kinds = [PageAsk::Read, PageAsk::Act, PageAsk::Close, PageAsk::Unblock];
    let asks = kinds.map(|kind| Ask::OnPage { page: Some(page), kind });
    let whole = Scope::Window(window);
    let others = [
        Ask::OpenPage(window),
        Ask::CloseWindow(window),
        Ask::Transfer { scope: whole, to: bert },
        Ask::Acquire { scope: whole, wait: None },
        Ask::Handoff { scope: Some(Scope::Page(page)) },
    ];
    for ask in asks.into_iter().chain(others) {
        let call = world.ask(anna, ask);
        assert_eq!(world.fate(call), IN_HANDOFF, "{ask:?}");
    }
    let call_of_bert = world.read(bert, page);
    assert_eq!([call_of_bert, call].map(|call| world.fate(call)), [IN_HANDOFF, Waits]);
    assert!(!world.policy.may_read(anna, page) && !world.policy.may_read(bert, page));
}

/// A05: what was written before is settled as in a take-over, without its changing who has control.
#[test]
fn handoff_settles_input_like_a_takeover() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let ask = Ask::Handoff { scope: Some(Scope::Page(page)) };
    world.fates.insert(CallId(900), Waits);
    let effects =
        world.step(Input::Call(Call { id: CallId(900), session: anna, lease: None, action: ACTION, opens: None, ask }));
    let takeover = effects.iter().find_map(|effect| match effect {
        Effect::SettleInput { takeover, pages, .. } if *pages == [page] => Some(*takeover),
        _ => None,
    });
    let takeover = takeover.expect("input is settled");
    world.step(Input::InputSettled { takeover, settled: Settled::Expired });
    let effects = world.step(Input::InputReleased(takeover));
    assert!(matches!(effects[..], [Effect::InForce { .. }]));
    assert_eq!(world.control(Scope::Page(page)), ControlState::Handoff(world.handoff()));
    assert_eq!(world.control(Scope::Window(window)), ControlState::Agent(anna));
}

/// A05: a repeat of the same session waits for the same end; it isn't asked anew, and the time runs on.
#[test]
fn repeat_joins_the_open_handoff() {
    let (mut world, anna, _, page, first) = handoff_world();
    let handoff = world.handoff();
    world.pass(Span::secs(200));
    let second = world.hand_over(anna, Scope::Page(page));
    assert_eq!(world.handoff(), handoff);
    assert_eq!([first, second].map(|call| world.fate(call)), [Waits, Waits]);
    world.pass(Span::secs(100));
    assert_eq!([first, second].map(|call| world.fate(call)), [NOT_COMPLETED, NOT_COMPLETED]);
}

/// A05: only so many calls wait for one handoff.
#[test]
fn calls_that_wait_for_a_handoff_are_limited() {
    let (mut world, anna, _, page, _) = handoff_world();
    for _ in 1..limits::WAITS_PER_SESSION {
        let call = world.hand_over(anna, Scope::Page(page));
        assert_eq!(world.fate(call), Waits);
    }
    let call = world.hand_over(anna, Scope::Page(page));
    assert_eq!(world.fate(call), Refused(Code::QueueFull));
}

/// A05: a client that gives up on its call doesn't end the handoff, and may ask again.
#[test]
fn cancelled_call_does_not_end_the_handoff() {
    let (mut world, anna, _, page, call) = handoff_world();
    let handoff = world.handoff();
    world.step(Input::CallCancelled(call));
    assert_eq!(world.fate(call), Refused(Code::Cancelled));
    assert_eq!(world.handoff(), handoff);
    let again = world.hand_over(anna, Scope::Page(page));
    assert_eq!(world.finish(handoff, true), Ok(()));
    assert_eq!(world.fate(again), completed(Scope::Page(page)));
}

/// A05: taking control out of a handoff ends it, wherever in the same Window it is taken over that page.
#[test]
fn taking_control_ends_the_handoff() {
    for whole in [false, true] {
        let (mut world, _, window, page, call) = handoff_world();
        let handoff = world.handoff();
        world.take_control(if whole { Scope::Window(window) } else { Scope::Page(page) });
        assert_eq!(world.fate(call), NOT_COMPLETED);
        assert_eq!(world.control(Scope::Page(page)), by_person());
        assert_eq!(world.finish(handoff, true), Err(PersonRefusal::UnknownHandoff));
    }
}

/// A05: taking control of a page ends the handoff of its Window, and of no other page.
#[test]
fn taking_control_of_a_page_ends_the_handoff_of_its_window() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let other = world.open_page(anna, window);
    let call = world.hand_over(anna, Scope::Page(other));
    world.take_control(Scope::Page(page));
    assert_eq!(world.fate(call), Waits);
    let handoff = world.handoff();
    assert_eq!(world.finish(handoff, true), Ok(()));
    world.give_back(Scope::Page(page));
    let call = world.hand_over(anna, Scope::Window(window));
    world.take_control(Scope::Page(page));
    assert_eq!(world.fate(call), NOT_COMPLETED);
    assert_eq!(world.control(Scope::Window(window)), by_person());
}

/// A05: a handoff ends by saying how it went, not by Give back.
#[test]
fn give_back_is_refused_during_a_handoff() {
    let (mut world, anna, window, page, call) = handoff_world();
    assert_eq!(world.order(Command::GiveBack(Scope::Page(page))), Err(PersonRefusal::HandoffOpen));
    assert_eq!(world.order(Command::GiveBack(Scope::Window(window))), Err(PersonRefusal::NotInControl));
    assert_eq!(world.fate(call), Waits);
    let handoff = world.handoff();
    assert_eq!(world.finish(handoff, true), Ok(()));
    world.hand_over(anna, Scope::Window(window));
    assert_eq!(world.order(Command::GiveBack(Scope::Page(page))), Err(PersonRefusal::HandoffOpen));
}

/// A05: nor by giving back a page that came to the person during it.
#[test]
fn giving_back_leaves_a_window_s_handoff_open() {
    let (mut world, anna, window, page, _) = handoff_world();
    let handoff = world.handoff();
    assert_eq!(world.finish(handoff, true), Ok(()));
    world.hand_over(anna, Scope::Window(window));
    let popup = world.appear(window, Opener::Person);
    assert_eq!(world.order(Command::GiveBack(Scope::Window(window))), Err(PersonRefusal::HandoffOpen));
    assert_eq!(world.order(Command::GiveBack(Scope::Page(popup))), Ok(()));
    for page in [page, popup] {
        let call = world.act(anna, page);
        assert_eq!(world.fate(call), Refused(Code::InHandoff), "{page}");
    }
}

/// A05: it ends with the lease under which it was asked for, however that ends.
#[test]
fn handoff_ends_with_its_lease() {
    type End = fn(&mut World, SessionId, WindowId, PageId);
    let ends: [(&str, End); 4] = [
        ("release", |world, anna, window, _| {
            world.release(anna, Scope::Window(window));
        }),
        ("revocation", |world, _, window, _| {
            let lease = world.lease_of(Scope::Window(window)).expect("a lease");
            assert_eq!(world.order(Command::RevokeLease(lease)), Ok(()));
        }),
        ("Chromium", |world, _, window, _| drop(world.step(Input::BrowserExited(window)))),
        ("page", |world, _, _, page| drop(world.step(Input::PageClosed(page)))),
    ];
    for (what, end) in ends {
        let (mut world, anna, window, page, call) = handoff_world();
        let handoff = world.handoff();
        end(&mut world, anna, window, page);
        assert_eq!(world.fate(call), NOT_COMPLETED, "{what}");
        assert_eq!(world.finish(handoff, true), Err(PersonRefusal::UnknownHandoff), "{what}");
        if world.policy.page(page).is_some() {
            assert_eq!(world.control(Scope::Page(page)), by_person(), "{what}");
        }
    }
}

/// A05: a page's handoff goes on when its agent gets the whole Window meanwhile, and is under that lease then.
#[test]
fn handoff_goes_on_under_a_window_lease_that_takes_in_its_own() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.free_window(anna);
    world.acquire(anna, Scope::Page(page));
    let call = world.hand_over(anna, Scope::Page(page));
    let acquired = world.acquire(anna, Scope::Window(window));
    assert!(matches!(world.fate(acquired), Fate::Granted(_)));
    assert_eq!(world.fate(call), Waits);
    world.release(anna, Scope::Window(window));
    assert_eq!(world.fate(call), NOT_COMPLETED);
}

/// A05: a lost connection leaves the person at work; the agent comes back to it, or it ends with the lease.
#[test]
fn handoff_outlives_a_lost_connection_that_is_resumed() {
    for resumed in [true, false] {
        let (mut world, anna, window, page, call) = handoff_world();
        let (handoff, lease) = (world.handoff(), world.lease_of(Scope::Window(window)));
        world.step(Input::SessionClosed(anna));
        assert_eq!(world.fate(call), Refused(Code::Cancelled));
        let again = world.agent("anna");
        if resumed {
            let scope = Scope::Page(page);
            let call = world.ask_under(again, lease, Ask::Acquire { scope, wait: None });
            assert!(matches!(world.fate(call), Fate::Granted(_)));
        }
        world.pass(limits::LEASE_GRACE);
        assert_eq!(world.policy.handoffs().count(), usize::from(resumed));
        if resumed {
            let joined = world.hand_over(again, Scope::Page(page));
            assert_eq!(world.policy.handoffs().next().expect("a handoff").session, again);
            assert_eq!(world.finish(handoff, true), Ok(()));
            assert_eq!(world.fate(joined), completed(Scope::Page(page)));
        } else {
            assert_eq!(world.control(Scope::Page(page)), by_person());
        }
    }
}

/// A06: what the person did may have been a sign-in, and they did it for this agent: it drives there from now on.
#[test]
fn done_marks_a_sign_in_and_lets_the_asking_agent_drive() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.free_window(anna);
    let other = world.open_page(anna, window);
    world.release(anna, Scope::Page(other));
    world.acquire(bert, Scope::Page(page));
    let elsewhere = world.read(anna, other);
    let foreign = world.agent("cleo");
    let read = world.read(foreign, other);
    world.hand_over(bert, Scope::Page(page));
    let handoff = world.handoff();
    assert_eq!(world.finish(handoff, true), Ok(()));
    assert!(world.policy.window(window).expect("a Window").may_be_signed_in);
    assert_eq!([elsewhere, read].map(|call| world.fate(call)), [const { Refused(Code::Cancelled) }; 2]);
    let calls = [world.act(bert, page), world.read(foreign, page)];
    assert_eq!(calls.map(|call| world.fate(call)), [Runs, Refused(Code::ObservationPending)]);
}

/// A06: one that wasn't done says nothing about a sign-in.
#[test]
fn declined_handoff_marks_nothing() {
    let (mut world, _, window, ..) = handoff_world();
    let handoff = world.handoff();
    assert_eq!(world.finish(handoff, false), Ok(()));
    assert!(!world.policy.window(window).expect("a Window").may_be_signed_in);
}

/// A05: it needs the lease, as the call names it, and a page that is meant.
#[test]
fn handoff_needs_a_lease() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.free_window(anna);
    let call = world.hand_over(anna, Scope::Page(page));
    assert_eq!(world.fate(call), Refused(Code::LeaseRequired));
    world.acquire(anna, Scope::Page(page));
    let calls = [world.hand_over(bert, Scope::Page(page)), world.hand_over(anna, Scope::Window(window))];
    assert_eq!(calls.map(|call| world.fate(call)), [Refused(Code::LeaseHeld), Refused(Code::LeaseRequired)]);
    let calls = [
        world.ask_under(anna, Some(LeaseId(99)), Ask::Handoff { scope: None }),
        world.ask(bert, Ask::Handoff { scope: None }),
        world.hand_over(anna, Scope::Page(PageId(99))),
    ];
    let codes = [Code::LeaseHeld, Code::InvalidArguments, Code::UnknownPage];
    assert_eq!(calls.map(|call| world.fate(call)), codes.map(Refused));
    let call = world.ask(anna, Ask::Handoff { scope: None });
    assert_eq!(world.fate(call), Waits);
    let open = world.policy.handoffs().next().expect("a handoff");
    assert_eq!((open.scope, open.asked, open.agent.as_str()), (Scope::Page(page), call, "anna"));
}

/// A05: an agent that may not drive there hands nothing over; nor does anybody where the person has control already.
#[test]
fn handoff_needs_the_right_to_drive() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.free_window(anna);
    world.acquire(bert, Scope::Window(window));
    world.step(Input::PersonTouched(window));
    let call = world.hand_over(bert, Scope::Page(page));
    assert_eq!(world.fate(call), Refused(Code::GrantPending));
    world.take_control(Scope::Page(page));
    for scope in [Scope::Page(page), Scope::Window(window)] {
        let call = world.hand_over(bert, scope);
        assert_eq!(world.fate(call), Refused(Code::PausedByUser));
    }
}

/// A05: a popup of the sign-in is the person's, and goes back with the Window that was handed over.
#[test]
fn done_gives_back_the_popups_of_a_window() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.window(anna);
    world.hand_over(anna, Scope::Window(window));
    let popup = world.appear(window, Opener::Person);
    let call = world.read(anna, popup);
    assert_eq!(world.fate(call), IN_HANDOFF);
    let handoff = world.handoff();
    assert_eq!(world.finish(handoff, true), Ok(()));
    let call = world.read(anna, popup);
    assert_eq!(world.fate(call), Runs);
}

/// A05: a page that closes, as sign-ins do, doesn't end the handoff of its Window.
#[test]
fn page_that_closes_does_not_end_the_handoff_of_its_window() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.window(anna);
    let call = world.hand_over(anna, Scope::Window(window));
    let popup = world.appear(window, Opener::Person);
    world.step(Input::PageClosed(popup));
    let handoff = world.handoff();
    assert_eq!(world.finish(handoff, true), Ok(()));
    assert_eq!(world.fate(call), completed(Scope::Window(window)));
}

/// A13: an agent whose call was answered learns that a handoff is over.
#[test]
fn end_of_a_handoff_is_told_to_those_who_wait_for_a_change() {
    let (mut world, anna, _, page, _) = handoff_world();
    let handoff = world.handoff();
    let refused = world.act(anna, page);
    assert_eq!(world.fate(refused), IN_HANDOFF);
    assert_eq!(world.finish(handoff, true), Ok(()));
    let call = world.watch(anna);
    assert_eq!(world.fate(call), Fate::Granted(Granted::Overview), "control is back");
}

/// Each handoff is found under its own id, and none under another.
#[test]
fn a_handoff_is_found_by_its_id() {
    let (mut world, ..) = handoff_world();
    let bert = world.agent("bert");
    let (_, page) = world.window(bert);
    world.hand_over(bert, Scope::Page(page));
    let open: Vec<HandoffId> = world.policy.handoffs().map(|handoff| handoff.id).collect();
    assert_eq!(open.len(), 2);
    assert_eq!(open.clone(), open.iter().filter_map(|id| Some(world.policy.handoff(*id)?.id)).collect::<Vec<_>>());
    assert!(world.policy.handoff(HandoffId(77)).is_none());
}
