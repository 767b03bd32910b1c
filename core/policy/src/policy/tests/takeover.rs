//! Take control: four steps, and nothing there from the first.

use super::*;
use crate::{ControlState, Epoch, PersonControl};

/// N12, A01: a take-over goes through four steps, and keeps agents out from the first.
#[test]
fn takeover_comes_into_force_in_four_steps() {
    for settled in [Settled::Acknowledged, Settled::Expired] {
        let mut world = World::default();
        let anna = world.agent("anna");
        let (window, page) = world.window(anna);
        let (scope, takeover, epoch) = (Scope::Window(window), TakeoverId(5), Epoch(1));
        let effects = world.step(Input::Person(Command::TakeControl { scope, takeover }));
        assert_eq!(effects[0], Effect::RaiseEpoch { windows: vec![window], pages: vec![page], epoch });
        let at_most = crate::policy::limits::SETTLE;
        assert!(effects.contains(&Effect::SettleInput { takeover, pages: vec![page], at_most }));
        assert_eq!(effects.last(), Some(&Effect::PersonAnswer(Ok(()))));
        let control = |world: &World| world.policy.window(window).expect("a Window").control;
        assert_eq!(control(&world), ControlState::User(PersonControl::Taking));

        assert_eq!(world.step(Input::InputReleased(takeover)), [], "that isn't its turn yet");
        let effects = world.step(Input::InputSettled { takeover, settled });
        assert_eq!(effects, [Effect::ReleaseInput { takeover, pages: vec![page] }]);
        assert_eq!(world.step(Input::InputSettled { takeover, settled }), [], "once is enough");

        let effects = world.step(Input::InputReleased(takeover));
        assert_eq!(effects.last(), Some(&Effect::InForce { takeover, epoch, settled }));
        assert_eq!(control(&world), ControlState::User(PersonControl::Taken(settled)));
        assert_eq!(world.step(Input::InputReleased(takeover)), [], "and so is this");
    }
}

/// A02, A03: running, queued and unblocking calls are refused at once, and nothing comes of them after.
#[test]
fn takeover_refuses_whatever_is_there() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.window(anna);
    let running = [world.act(anna, page), world.on_page(anna, page, PageAsk::Unblock)];
    let queued = [world.act(anna, page), world.read(bert, page), world.on_page(anna, page, PageAsk::Close)];
    world.started.clear();
    world.begin_takeover(Scope::Window(window));
    for call in running.into_iter().chain(queued) {
        assert_eq!(world.fate(call), Refused(Code::PausedByUser));
    }
    assert_eq!(world.aborted, running);
    running.into_iter().for_each(|call| world.end(call));
    for kind in [PageAsk::Read, PageAsk::Act, PageAsk::Close, PageAsk::Unblock] {
        let call = world.on_page(anna, page, kind);
        assert_eq!(world.fate(call), Refused(Code::PausedByUser), "{kind:?}");
    }
    assert_eq!(world.started, []);
    assert!(!world.policy.may_read(anna, page) && !world.policy.may_read(bert, page));
}

/// A02: in a Window under control nothing is opened, closed or leased.
#[test]
fn takeover_of_a_window_refuses_what_is_about_it_as_a_whole() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    world.take_control(Scope::Window(window));
    let acquire = |scope| Ask::Acquire { scope, wait: Some(Span::secs(9)) };
    let asks = [Ask::OpenPage(window), Ask::CloseWindow(window), acquire(Scope::Window(window))];
    for ask in asks.into_iter().chain([acquire(Scope::Page(page))]) {
        let call = world.ask(anna, ask);
        assert_eq!(world.fate(call), Refused(Code::PausedByUser), "{ask:?}");
    }
}

/// A02: a Window under control stays open, also when there is no page in it.
#[test]
fn window_without_pages_is_not_closed_while_it_is_under_control() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    world.step(Input::PageClosed(page));
    world.take_control(Scope::Window(window));
    let call = world.ask(anna, Ask::CloseWindow(window));
    assert_eq!(world.fate(call), Refused(Code::PausedByUser));
    assert!(world.policy.window(window).is_some());
}

/// A02: a Window isn't closed over a page in which a person works.
#[test]
fn window_is_not_closed_over_a_page_under_control() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    world.take_control(Scope::Page(page));
    let call = world.ask(anna, Ask::CloseWindow(window));
    assert_eq!(world.fate(call), Refused(Code::PausedByUser));
    assert!(world.policy.page(page).is_some());
}

/// A03: what opens a Window or a page there is stopped, too.
#[test]
fn takeover_refuses_calls_that_are_opening_something() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.window(anna);
    let opening_page = world.ask(anna, Ask::OpenPage(window));
    let opening_window = world.ask(anna, Ask::OpenWindow);
    let new_window = world.policy.windows().last().expect("a Window");
    world.begin_takeover(Scope::Window(window));
    assert_eq!([opening_page, opening_window].map(|call| world.fate(call)), [Refused(Code::PausedByUser), Runs]);
    world.begin_takeover(Scope::Window(new_window));
    assert_eq!(world.fate(opening_window), Refused(Code::PausedByUser));
    for call in [opening_page, opening_window] {
        world.end(call);
    }
}

/// A01: one page is taken over by itself; others, and the Window, stay with the agent.
#[test]
fn takeover_of_one_page_leaves_others_alone() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let other = world.open_page(anna, window);
    let (here, there) = (world.act(anna, page), world.act(anna, other));
    world.take_control(Scope::Page(page));
    assert_eq!([here, there].map(|call| world.fate(call)), [Refused(Code::PausedByUser), Runs]);
    let calls = [world.act(anna, page), world.read(anna, other), world.ask(anna, Ask::OpenPage(window))];
    assert_eq!(calls.map(|call| world.fate(call)), [Refused(Code::PausedByUser), Waits, Runs]);
    let control = |page| world.policy.page(page).expect("a page").control;
    assert_eq!(control(page), ControlState::User(PersonControl::Taken(Settled::Acknowledged)));
    assert_eq!(control(other), ControlState::Agent(anna));
    assert_eq!(world.policy.window(window).expect("a Window").control, ControlState::Agent(anna));
}

/// A02: pages that appear in a Window under control are under control.
#[test]
fn takeover_of_a_window_covers_pages_that_appear_later() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.window(anna);
    world.take_control(Scope::Window(window));
    for opened_by in [Opener::Person, Opener::Agent(agent_name("anna"))] {
        let popup = world.appear(window, opened_by);
        let calls = [world.read(anna, popup), world.act(anna, popup)];
        assert_eq!(calls.map(|call| world.fate(call)), [const { Refused(Code::PausedByUser) }; 2]);
    }
}

/// A03: a look and a permit from after a take-over name its epoch, so that older ones can be told apart.
#[test]
fn permit_names_the_epoch_of_the_latest_takeover() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    world.take_control(Scope::Window(window));
    world.give_back(Scope::Window(window));
    let epoch = world.policy.epoch();
    assert_eq!(epoch, Epoch(1));
    let ask = Ask::OnPage { page: Some(page), kind: PageAsk::Act };
    world.fates.insert(CallId(800), Waits);
    let effects =
        world.step(Input::Call(Call { id: CallId(800), session: anna, lease: None, action: ACTION, opens: None, ask }));
    let [Effect::Examine(look), Effect::Perform(permit)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!((look.epoch(), look.call()), (epoch, CallId(800)));
    assert_eq!((permit.epoch(), permit.session()), (epoch, anna));
    assert_eq!(permit.target(), crate::Target::Page(window, page));
}

/// N12: there is nothing to take or give back where there is nothing.
#[test]
fn unknown_scopes_are_said_to_the_person() {
    let mut world = World::default();
    let takeover = TakeoverId(1);
    for (scope, refusal) in [
        (Scope::Window(WindowId(7)), PersonRefusal::UnknownWindow),
        (Scope::Page(PageId(7)), PersonRefusal::UnknownPage),
    ] {
        assert_eq!(world.order(Command::TakeControl { scope, takeover }), Err(refusal));
        assert_eq!(world.order(Command::GiveBack(scope)), Err(refusal));
    }
    assert_eq!(world.step(Input::InputSettled { takeover, settled: Settled::Expired }), []);
    assert_eq!(world.step(Input::InputReleased(takeover)), []);
}

/// A02: an earlier take-over that ends late doesn't say of a later one that it is in force.
#[test]
fn earlier_takeover_does_not_put_a_later_one_in_force() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.window(anna);
    let scope = Scope::Window(window);
    let control = |world: &World| world.policy.window(window).expect("a Window").control;
    let early = world.begin_takeover(scope);
    world.give_back(scope);
    let late = world.begin_takeover(scope);
    for (takeover, after) in [(early, PersonControl::Taking), (late, PersonControl::Taken(Settled::Expired))] {
        world.step(Input::InputSettled { takeover, settled: Settled::Expired });
        world.step(Input::InputReleased(takeover));
        assert_eq!(control(&world), ControlState::User(after));
    }
}

/// N12: a take-over also comes into force where the page or Window is gone meanwhile.
#[test]
fn takeover_of_what_is_gone_is_answered() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let takeovers = [world.begin_takeover(Scope::Page(page)), world.begin_takeover(Scope::Window(window))];
    world.step(Input::PageClosed(page));
    assert_eq!(world.order(Command::CloseWindow(window)), Ok(()));
    for takeover in takeovers {
        world.step(Input::InputSettled { takeover, settled: Settled::Expired });
        let effects = world.step(Input::InputReleased(takeover));
        assert!(matches!(effects[..], [Effect::InForce { .. }]));
    }
}

/// A02: nobody is told that control is back where it never was away, and everybody where it was.
#[test]
fn change_of_control_is_told() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.window(anna);
    let scope = Scope::Window(window);
    let effects = world.step(Input::Person(Command::TakeControl { scope, takeover: TakeoverId(1) }));
    assert_eq!(facts(&effects), [&Fact::ControlChanged(scope)]);
    let effects = world.step(Input::Person(Command::GiveBack(scope)));
    assert_eq!(facts(&effects), [&Fact::ControlChanged(scope)]);
    let effects = world.step(Input::Person(Command::GiveBack(scope)));
    assert_eq!(facts(&effects), [] as [&Fact; 0]);
}

/// A02: a popup that comes while the person has control of the page beside it is theirs until they give it back.
#[test]
fn a_popup_beside_a_page_under_control_is_the_person_s() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    world.take_control(Scope::Page(page));
    let popup = world.appear(window, Opener::Person);
    let calls = [world.read(anna, popup), world.act(anna, popup)];
    assert!(calls.into_iter().all(|call| world.fate(call) == Refused(Code::PausedByUser)));
    world.give_back(Scope::Page(popup));
    let call = world.read(anna, popup);
    assert_eq!(world.fate(call), Runs);
}
