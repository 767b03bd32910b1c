//! Calls on a page: one at a time, in order, on each page by itself.

use super::*;
use crate::policy::limits;

/// N07: several calls at one page run in the order submitted; none is refused for being simultaneous.
#[test]
fn calls_on_one_page_run_one_after_another_in_order() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    world.started.clear();
    let calls: Vec<CallId> =
        (0..9).map(|n| if n % 3 == 0 { world.read(anna, page) } else { world.act(anna, page) }).collect();
    for (n, call) in calls.iter().enumerate() {
        assert_eq!(world.started, calls[..=n], "one at a time");
        world.end(*call);
        assert_eq!(world.fate(*call), Delivered(None));
    }
}

/// N07: two agents on two pages never contend.
#[test]
fn two_pages_do_not_contend() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, first) = world.free_window(anna);
    world.acquire(anna, Scope::Page(first));
    let second = world.open_page(bert, window);
    let calls = [world.act(anna, first), world.act(bert, second)];
    assert_eq!(calls.map(|call| world.fate(call)), [Runs, Runs]);
}

/// N07: what another agent reads takes its place in the page's order.
#[test]
fn calls_of_several_agents_share_the_order_of_a_page() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (_, page) = world.window(anna);
    let (act, read, next) = (world.act(anna, page), world.read(bert, page), world.act(anna, page));
    assert_eq!([act, read, next].map(|call| world.fate(call)), [Runs, Waits, Waits]);
    world.end(act);
    assert_eq!([read, next].map(|call| world.fate(call)), [Runs, Waits]);
}

/// N07: an agent that holds one page need not name it; one that holds none or several has to.
#[test]
fn page_may_be_left_out_when_one_is_held() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let ask = Ask::OnPage { page: None, kind: PageAsk::Act };
    let call = world.ask(anna, ask);
    assert_eq!(world.fate(call), Refused(Code::InvalidArguments));
    let (window, _) = world.window(anna);
    let call = world.ask(anna, ask);
    assert_eq!(world.fate(call), Runs);
    world.appear(window, Opener::Person);
    let call = world.ask(anna, ask);
    assert_eq!(world.fate(call), Refused(Code::InvalidArguments));
}

/// N07: a page's queue is bounded, and so is what comes to unblock it.
#[test]
fn queue_of_a_page_is_limited() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let running = world.act(anna, page);
    for _ in 0..limits::CALLS_PER_PAGE {
        let call = world.act(anna, page);
        assert_eq!(world.fate(call), Waits);
    }
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Refused(Code::QueueFull));
    assert_eq!(world.policy.page(page).expect("a page").queue_length, limits::CALLS_PER_PAGE + 1);
    for _ in 1..limits::CALLS_PER_PAGE {
        let call = world.on_page(anna, page, PageAsk::Unblock);
        assert_eq!(world.fate(call), Runs);
    }
    let call = world.on_page(anna, page, PageAsk::Unblock);
    assert_eq!(world.fate(call), Refused(Code::QueueFull));
    world.end(running);
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Waits);
}

/// The answer to a dialog doesn't wait behind the call that waits for it, and leaves the order as it is.
#[test]
fn answer_to_a_dialog_does_not_wait_in_the_queue() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let (blocked, next) = (world.act(anna, page), world.act(anna, page));
    let answer = world.on_page(anna, page, PageAsk::Unblock);
    assert_eq!(world.fate(answer), Runs);
    world.end(answer);
    assert_eq!(world.fate(answer), Delivered(None));
    assert_eq!([blocked, next].map(|call| world.fate(call)), [Runs, Waits]);
}

/// A cancelled call never runs, or its outcome is never told; those behind it go on.
#[test]
fn cancelled_calls_are_stopped_and_the_queue_goes_on() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let (running, queued, last) = (world.act(anna, page), world.act(anna, page), world.act(anna, page));
    for call in [queued, running] {
        world.step(Input::CallCancelled(call));
        assert_eq!(world.fate(call), Refused(Code::Cancelled));
        world.step(Input::CallCancelled(call));
    }
    assert_eq!(world.aborted, [running]);
    assert_eq!(world.fate(last), Waits, "the page is busy until the end is reported");
    world.end(running);
    assert_eq!(world.fate(last), Runs);
}

/// Facts about calls that don't run, or no more, change nothing.
#[test]
fn end_of_a_call_that_does_not_run_changes_nothing() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let (running, queued, watching) = (world.act(anna, page), world.act(anna, page), world.watch(anna));
    for call in [queued, watching, CallId(999)] {
        world.end(call);
    }
    assert_eq!([running, queued, watching].map(|call| world.fate(call)), [Runs, Waits, Waits]);
    world.end(running);
    world.end(running);
    assert_eq!([running, queued].map(|call| world.fate(call)), [Delivered(None), Runs]);
}

/// A second call under the id of one that isn't over can't take its answer.
#[test]
fn second_call_under_an_open_id_is_nothing() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (_, page) = world.window(anna);
    let (running, queued) = (world.act(anna, page), world.act(anna, page));
    for id in [running, queued] {
        let ask = Ask::OnPage { page: Some(page), kind: PageAsk::Act };
        for session in [anna, bert, SessionId(99)] {
            assert_eq!(
                world.step(Input::Call(Call { id, session, lease: None, action: ACTION, opens: None, ask })),
                []
            );
        }
    }
    world.end(running);
    world.end(queued);
    assert_eq!([running, queued].map(|call| world.fate(call)), [Delivered(None), Delivered(None)]);
}

/// A call on a page that isn't there says so.
#[test]
fn unknown_page_is_said() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let page = PageId(77);
    let calls = [world.act(anna, page), world.read(anna, page), world.acquire(anna, Scope::Page(page))];
    assert_eq!(calls.map(|call| world.fate(call)), [const { Refused(Code::UnknownPage) }; 3]);
    assert!(!world.policy.may_read(anna, page), "what isn't known isn't readable");
}

/// N10: where a sign-in may be, an agent that doesn't hold the page has to ask before it reads it; the holder needn't.
#[test]
fn signed_in_page_is_read_without_asking_by_its_holder_only() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.window(anna);
    world.step(Input::PersonTouched(window));
    let calls = [world.read(bert, page), world.read(anna, page)];
    assert_eq!(calls.map(|call| world.fate(call)), [Refused(Code::ObservationPending), Runs]);
    assert!(world.policy.may_read(anna, page) && !world.policy.may_read(bert, page));
    world.release(anna, Scope::Window(window));
    assert!(!world.policy.may_read(anna, page));
}

/// N10: what others were reading when a sign-in came isn't told them.
#[test]
fn sign_in_stops_what_others_are_reading() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.window(anna);
    let (reading, acting, queued) = (world.read(bert, page), world.act(anna, page), world.read(bert, page));
    world.step(Input::PersonTouched(window));
    assert_eq!([reading, queued].map(|call| world.fate(call)), [const { Refused(Code::Cancelled) }; 2]);
    assert_eq!(world.fate(acting), Waits);
    world.end(reading);
    assert_eq!(world.fate(acting), Runs);
}
