//! A lease passed from one session to another (N11).

use super::*;

fn transferred(scope: Scope, to: SessionId) -> Fate {
    Fate::Granted(Granted::Transferred { scope, to })
}

/// N11: from that instant the lease is the other's; what the previous holder wants next, or has queued, is refused.
#[test]
fn transfer_is_atomic() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.window(anna);
    let scope = Scope::Window(window);
    let before = world.lease_of(scope);
    let (running, queued) = (world.act(anna, page), world.act(anna, page));
    let call = world.transfer(anna, scope, bert);
    assert_eq!(world.fate(call), transferred(scope, bert));
    assert_ne!(world.lease_of(scope), before, "a lease id isn't handed on");
    assert_eq!(world.control(scope), ControlState::Agent(bert));
    let (late, next) = (world.act(anna, page), world.act(bert, page));
    assert_eq!([late, next].map(|call| world.fate(call)), [Refused(Code::LeaseHeld), Waits]);
    world.end(running);
    assert_eq!([running, queued].map(|call| world.fate(call)), [Delivered(None), Refused(Code::LeaseHeld)]);
    assert_eq!(world.fate(next), Runs);
}

/// N11: an act that is being looked at when the lease goes isn't carried out for the previous holder.
#[test]
fn transfer_refuses_an_act_that_is_being_examined() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.window(anna);
    let id = CallId(900);
    world.fates.insert(id, Waits);
    let ask = Ask::OnPage { page: Some(page), kind: PageAsk::Act };
    world.step_alone(Input::Call(Call { id, session: anna, lease: None, action: ACTION, opens: None, ask }));
    world.examined.clear();
    world.transfer(anna, Scope::Window(window), bert);
    let evidence = world.evidence.clone();
    world.step(Input::Examined { call: id, evidence });
    assert_eq!(world.fate(id), Refused(Code::LeaseHeld));
}

/// N11: one page can be passed on where it is held alone, and only what is held can be.
#[test]
fn only_what_one_holds_can_be_passed_on() {
    let mut world = World::default();
    let [anna, bert, cleo] = ["anna", "bert", "cleo"].map(|name| world.agent(name));
    let (window, page) = world.free_window(anna);
    let (whole, part) = (Scope::Window(window), Scope::Page(page));
    let call = world.transfer(anna, part, bert);
    assert_eq!(world.fate(call), Refused(Code::LeaseRequired));
    world.acquire(anna, part);
    let call = world.transfer(bert, part, cleo);
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
    let call = world.transfer(anna, part, bert);
    assert_eq!(world.fate(call), transferred(part, bert));
    world.release(bert, part);
    world.acquire(anna, whole);
    let call = world.transfer(anna, part, bert);
    assert_eq!(world.fate(call), Refused(Code::InvalidArguments), "the Window is held as a whole");
    let named = world.ask_under(anna, Some(LeaseId(99)), Ask::Transfer { scope: whole, to: bert });
    assert_eq!(world.fate(named), Refused(Code::LeaseHeld));
}

/// N11: nothing is passed on to oneself, to a session that isn't there, or of what isn't there.
#[test]
fn transfer_needs_another_session_and_a_scope() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, _) = world.window(anna);
    world.step(Input::SessionClosed(bert));
    for to in [anna, bert, SessionId(99)] {
        let call = world.transfer(anna, Scope::Window(window), to);
        assert_eq!(world.fate(call), Refused(Code::InvalidArguments));
    }
    let calls =
        [world.transfer(anna, Scope::Window(WindowId(9)), bert), world.transfer(anna, Scope::Page(PageId(9)), bert)];
    assert_eq!(calls.map(|call| world.fate(call)), [Refused(Code::UnknownWindow), Refused(Code::UnknownPage)]);
}

/// N11, A08: a sign-in isn't passed on to an agent that the person didn't let; they are asked, and after a yes it is.
#[test]
fn sign_in_is_not_passed_on_unasked() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.window(anna);
    let scope = Scope::Window(window);
    world.step(Input::PersonTouched(window));
    let call = world.transfer(anna, scope, bert);
    assert_eq!(world.fate(call), Refused(Code::GrantPending));
    assert_eq!(world.control(scope), ControlState::Agent(anna));
    world.say_no();
    let call = world.transfer(anna, scope, bert);
    assert_eq!(world.fate(call), Refused(Code::NotAuthorized));
    let cleo = world.agent("cleo");
    world.transfer(anna, scope, cleo);
    world.say_yes();
    let call = world.transfer(anna, scope, cleo);
    assert_eq!(world.fate(call), transferred(scope, cleo));
    let call = world.act(cleo, page);
    assert_eq!(world.fate(call), Runs);
}

/// A02: nothing is passed on where a person has control, or is at a page of it.
#[test]
fn nothing_is_passed_on_under_a_person_s_control() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.window(anna);
    for scope in [Scope::Page(page), Scope::Window(window)] {
        world.take_control(scope);
        let call = world.transfer(anna, Scope::Window(window), bert);
        assert_eq!(world.fate(call), Refused(Code::PausedByUser));
    }
}

/// N11: an agent is meant by its session's id, or by its name where it has one session.
#[test]
fn session_is_called_by_name_or_id() {
    let mut world = World::default();
    let [anna, bert, again] = ["anna", "bert", "bert"].map(|name| world.agent(name));
    let code = |name: &str| world.policy.session_called(name).map_err(|refusal| refusal.code);
    assert_eq!((code("anna"), code(&anna.to_string())), (Ok(anna), Ok(anna)));
    assert_eq!((code(&bert.to_string()), code(&again.to_string())), (Ok(bert), Ok(again)));
    assert_eq!([code("cleo"), code("bert")], [Err(Code::InvalidArguments); 2]);
    let several = world.policy.session_called("bert").expect_err("two").sentence;
    assert!(several.contains(&bert.to_string()) && several.contains(&again.to_string()), "{several}");
}
