//! Who may drive a Window that may be signed in: whom the person lets.

use super::*;
use crate::policy::limits;

const PENDING: Fate = Refused(Code::GrantPending);
const REFUSED: Fate = Refused(Code::NotAuthorized);
const PROFILE: ProfileId = ProfileId(1);

fn profile_world() -> (World, SessionId, WindowId) {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.profile_window(PROFILE);
    (world, anna, window)
}

fn grant(agent: &str) -> Command {
    Command::Grant { profile: PROFILE, agent: agent_name(agent) }
}

fn revoke(agent: &str) -> Command {
    Command::RevokeGrant { profile: PROFILE, agent: agent_name(agent) }
}

#[track_caller]
fn assert_acquires(world: &mut World, session: SessionId, window: WindowId, expected: &Fate) {
    let call = world.acquire(session, Scope::Window(window));
    match world.fate(call) {
        Fate::Granted(_) => assert_eq!(expected, &Runs),
        fate => assert_eq!(&fate, expected),
    }
}

/// N19: nobody drives a profile's Window unasked, by a lease or by a page of its own.
#[test]
fn driving_a_profile_is_asked_for() {
    let (mut world, anna, window) = profile_world();
    assert!(world.policy.window(window).expect("a Window").may_be_signed_in);
    assert_acquires(&mut world, anna, window, &PENDING);
    let calls = [world.ask(anna, Ask::OpenPage(window)), world.wait_for(anna, Scope::Window(window))];
    assert_eq!(calls.map(|call| world.fate(call)), [PENDING, PENDING]);
    world.say_yes();
    assert_acquires(&mut world, anna, window, &Runs);
}

/// N19: a yes is the agent's for this Window, over all its sessions, and nobody else's.
#[test]
fn yes_lets_the_agent_drive_this_window() {
    let (mut world, anna, window) = profile_world();
    let [again, bert] = ["anna", "bert"].map(|name| world.agent(name));
    world.acquire(anna, Scope::Window(window));
    world.say_yes();
    assert_acquires(&mut world, again, window, &Runs);
    world.release(again, Scope::Window(window));
    assert_acquires(&mut world, bert, window, &PENDING);
    assert_eq!(world.policy.drivers(PROFILE).count(), 0);
    assert_eq!(world.order(Command::CloseWindow(window)), Ok(()));
    let (next, _) = world.profile_window(PROFILE);
    assert_acquires(&mut world, anna, next, &PENDING);
}

/// N19: a yes for always puts the agent on the profile's list, also for its later Windows.
#[test]
fn yes_for_always_is_the_profile_s() {
    let (mut world, anna, window) = profile_world();
    world.acquire(anna, Scope::Window(window));
    let approval = world.card();
    assert_eq!(world.order(Command::Approve { approval, always: true }), Ok(()));
    assert_eq!(world.policy.drivers(PROFILE).collect::<Vec<_>>(), [&agent_name("anna")]);
    assert_eq!(world.order(Command::CloseWindow(window)), Ok(()));
    let (next, _) = world.profile_window(PROFILE);
    assert_acquires(&mut world, anna, next, &Runs);
}

/// N19: after a no the agent isn't let in and doesn't ask again, however often it tries.
#[test]
fn no_is_final_until_the_person_grants_it() {
    let (mut world, anna, window) = profile_world();
    world.acquire(anna, Scope::Window(window));
    world.say_no();
    world.pass(Span::secs(10_000));
    assert_acquires(&mut world, anna, window, &REFUSED);
    assert_eq!(world.cards(), []);
    assert_eq!(world.order(grant("anna")), Ok(()));
    assert_acquires(&mut world, anna, window, &Runs);
}

/// N19: what nobody answered is no yes, and may be asked anew after a minute.
#[test]
fn unanswered_question_is_no_yes() {
    let (mut world, anna, window) = profile_world();
    world.acquire(anna, Scope::Window(window));
    world.pass(limits::REQUEST_LIFE);
    assert_acquires(&mut world, anna, window, &REFUSED);
    world.pass(limits::DECIDED_LIFE);
    assert_acquires(&mut world, anna, window, &PENDING);
}

/// N19: an isolated Window with a sign-in is its opener's; a yes for always is for that Window, too.
#[test]
fn sign_in_of_an_isolated_window_is_its_opener_s() {
    let mut world = World::default();
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, _) = world.free_window(anna);
    assert_acquires(&mut world, bert, window, &Runs);
    world.release(bert, Scope::Window(window));
    world.step(Input::PersonTouched(window));
    assert_acquires(&mut world, bert, window, &PENDING);
    let approval = world.card();
    assert_acquires(&mut world, anna, window, &Runs);
    world.release(anna, Scope::Window(window));
    assert_eq!(world.order(Command::Approve { approval, always: true }), Ok(()));
    assert_acquires(&mut world, bert, window, &Runs);
}

/// N19: granting settles what the person was asked for that agent and that profile alone.
#[test]
fn grant_settles_the_question() {
    let (mut world, anna, window) = profile_world();
    let bert = world.agent("bert");
    world.acquire(anna, Scope::Window(window));
    world.acquire(bert, Scope::Window(window));
    let watching = world.watch(anna);
    assert_eq!(world.order(grant("anna")), Ok(()));
    assert_eq!(world.fate(watching), Fate::Granted(Granted::Overview));
    assert_acquires(&mut world, anna, window, &Runs);
    let asked = world.policy.requests().map(|request| request.session).collect::<Vec<_>>();
    assert_eq!(asked, [bert]);
}

/// N19: revoking takes what the agent holds there, and what it is doing, as in a take-over; it asks before it comes back.
#[test]
fn revoked_grant_takes_what_the_agent_holds() {
    let (mut world, anna, window) = profile_world();
    let bert = world.agent("bert");
    for agent in ["anna", "bert"] {
        assert_eq!(world.order(grant(agent)), Ok(()));
    }
    let [annas, berts] = [anna, bert].map(|session| world.open_page(session, window));
    let (elsewhere, _) = world.window(anna);
    let (acting, reading, other) = (world.act(anna, annas), world.read(anna, annas), world.act(bert, berts));
    let before = world.policy.epoch();
    assert_eq!(world.order(revoke("anna")), Ok(()));
    assert!(world.policy.epoch() > before);
    assert_eq!([acting, reading, other].map(|call| world.fate(call)), [REFUSED, REFUSED, Runs]);
    assert!(world.lease_of(Scope::Page(annas)).is_none());
    assert!(world.lease_of(Scope::Window(elsewhere)).is_some(), "what it holds elsewhere stays");
    let call = world.acquire(anna, Scope::Page(annas));
    assert_eq!(world.fate(call), PENDING);
}

/// N19: revoking also ends what a person allowed for one Window, and stops a handoff there.
#[test]
fn revoked_grant_ends_a_yes_for_one_window() {
    let (mut world, anna, window) = profile_world();
    world.acquire(anna, Scope::Window(window));
    world.say_yes();
    world.acquire(anna, Scope::Window(window));
    let asking = world.hand_over(anna, Scope::Window(window));
    assert_eq!(world.order(revoke("anna")), Ok(()));
    assert_eq!(world.fate(asking), Refused(Code::NotCompleted));
    world.give_back(Scope::Window(window));
    assert_acquires(&mut world, anna, window, &PENDING);
}

/// N19: there is nothing to grant or revoke on a profile that isn't there.
#[test]
fn unknown_profile_is_said_to_the_person() {
    let (mut world, ..) = profile_world();
    let (profile, agent) = (ProfileId(7), agent_name("anna"));
    let window = world.policy.new_window_id();
    let commands = [
        Command::Grant { profile, agent: agent.clone() },
        Command::RevokeGrant { profile, agent },
        Command::OpenWindow { window, profile: Profile::Kept(profile) },
    ];
    for command in commands {
        assert_eq!(world.order(command), Err(PersonRefusal::UnknownProfile));
    }
    assert_eq!(world.policy.drivers(profile).count(), 0);
}

/// N20: a profile is open in one Window at a time; another may have it when that one's Chromium is gone.
#[test]
fn profile_is_open_in_one_window_at_a_time() {
    let (mut world, _, window) = profile_world();
    let next = world.policy.new_window_id();
    let open = Command::OpenWindow { window: next, profile: Profile::Kept(PROFILE) };
    assert_eq!(world.policy.window_of(PROFILE), Some(window));
    assert_eq!(world.order(open.clone()), Err(PersonRefusal::ProfileInUse));
    let (other, _) = world.profile_window(ProfileId(2));
    assert_eq!(world.policy.window_of(ProfileId(2)), Some(other));
    world.step(Input::BrowserExited(window));
    assert_eq!(world.policy.window_of(PROFILE), None);
    assert_eq!(world.order(open), Ok(()));
    assert_eq!(world.policy.window_of(PROFILE), Some(next));
}

/// A08: whoever is paired under a revoked agent's name later starts from nothing.
#[test]
fn revoked_agent_leaves_nothing_to_its_name() {
    let mut world = World { policy: Policy::new(ApprovalSetting::Every), ..World::default() };
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.profile_window(PROFILE);
    let (second, _) = world.profile_window(ProfileId(2));
    assert_eq!(world.order(grant("anna")), Ok(()));
    world.acquire(anna, Scope::Window(second));
    world.say_yes();
    let setting = ApprovalSetting::Minimal;
    assert_eq!(world.order(Command::SetApprovals { agent: agent_name("anna"), setting }), Ok(()));
    assert_eq!(world.order(grant("bert")), Ok(()));
    world.acquire(bert, Scope::Window(window));
    world.acquire(bert, Scope::Window(second));
    world.say_yes();
    world.acquire(anna, Scope::Window(second));
    assert_eq!(world.order(Command::RevokeAgent(agent_name("anna"))), Ok(()));
    assert_eq!(world.policy.drivers(PROFILE).collect::<Vec<_>>(), [&agent_name("bert")]);
    assert_eq!(world.policy.setting_of(&agent_name("anna")), ApprovalSetting::Every);
    let again = world.agent("anna");
    assert!(!world.policy.may_read(again, page) && world.policy.may_read(bert, page));
    for window in [window, second] {
        world.release(bert, Scope::Window(window));
        assert_acquires(&mut world, again, window, &PENDING);
    }
}

/// A08: a question whether a revoked agent may drive isn't answered for its name any more, whoever asked.
#[test]
fn question_about_a_revoked_agent_is_withdrawn() {
    let (mut world, anna, window) = profile_world();
    let bert = world.agent("bert");
    assert_eq!(world.order(grant("anna")), Ok(()));
    world.acquire(anna, Scope::Window(window));
    let call = world.transfer(anna, Scope::Window(window), bert);
    assert_eq!(world.fate(call), PENDING);
    world.card();
    assert_eq!(world.order(Command::RevokeAgent(agent_name("bert"))), Ok(()));
    assert_eq!(world.cards(), []);
}

/// A08: whoever is paired under the name of a revoked agent didn't open its Windows: it neither closes one, nor drives one
/// that may be signed in, nor is limited by them. They still close by themselves.
#[test]
fn a_revoked_agent_s_successor_is_not_the_opener_of_its_windows() {
    let mut world = World::default();
    let first = world.agent("anna");
    let (window, page) = world.window(first);
    for _ in 1..limits::WINDOWS_PER_AGENT {
        world.window(first);
    }
    world.step(Input::PersonTouched(window));
    world.order(Command::RevokeAgent(agent_name("anna"))).expect("it is revoked");
    let second = world.agent("anna");
    let close = world.ask(second, Ask::CloseWindow(window));
    assert_eq!(world.fate(close), Refused(Code::NotAuthorized));
    let drive = world.acquire(second, Scope::Window(window));
    assert_eq!(world.fate(drive), Refused(Code::GrantPending));
    let read = world.read(second, page);
    assert_eq!(world.fate(read), Refused(Code::ObservationPending));
    assert_eq!(world.policy.page(page).expect("a page").opened_by, &Opener::RevokedAgent);
    world.window(second);
    world.pass(limits::UNUSED_LIFE);
    assert!(world.policy.window(window).is_none(), "nobody uses it");
}
