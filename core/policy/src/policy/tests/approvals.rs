//! Approvals of single acts: asked for at once, given by the person, good for exactly one act.

use super::*;
use crate::{Act, ApprovalKey, Element, ElementAct, Field, GivenFile, Question};

const PENDING: Fate = Refused(Code::ApprovalPending);

/// An agent whose every act is asked about, with a page that it holds.
fn asking_world() -> (World, SessionId, PageId) {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    world.ask_about("anna");
    (world, anna, page)
}

/// N16: a call that needs a yes is answered at once; after the yes the identical call is carried out.
#[test]
fn act_waits_for_nobody_and_runs_when_it_is_repeated_after_a_yes() {
    let (mut world, anna, page) = asking_world();
    let call = CallId(900);
    world.fates.insert(call, Waits);
    let ask = Ask::OnPage { page: Some(page), kind: PageAsk::Act };
    let effects =
        world.step(Input::Call(Call { id: call, session: anna, lease: None, action: ACTION, opens: None, ask }));
    let told = effects.iter().find_map(|effect| match effect {
        Effect::Refuse { refusal, .. } => refusal.pending,
        _ => None,
    });
    let expected = crate::Pending { approval: world.card(), expires_in: Span::secs(300) };
    assert_eq!((world.fate(call), told), (PENDING, Some(expected)));
    world.say_yes();
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Runs);
}

/// N13: reading needs no yes of this kind, whatever the setting; every kind of act does.
#[test]
fn every_kind_of_act_is_asked_about_and_no_read() {
    let (mut world, anna, page) = asking_world();
    let read = world.read(anna, page);
    assert_eq!(world.fate(read), Runs);
    world.end(read);
    let window = world.policy.windows().next().expect("a Window");
    let on_page = |kind| Ask::OnPage { page: Some(page), kind };
    let acts = [PageAsk::Act, PageAsk::Close, PageAsk::Unblock].map(on_page);
    for ask in acts.into_iter().chain([Ask::OpenPage(window), Ask::OpenWindow, Ask::CloseWindow(window)]) {
        let call = world.ask(anna, ask);
        assert_eq!(world.fate(call), PENDING, "{ask:?}");
        world.say_yes();
        let call = world.ask(anna, ask);
        assert!(!matches!(world.fate(call), Refused(_)), "{ask:?}");
        world.end(call);
    }
}

/// N17: a yes is spent by one use.
#[test]
fn yes_is_good_for_one_act() {
    let (mut world, anna, page) = asking_world();
    world.act(anna, page);
    world.say_yes();
    let first = world.act(anna, page);
    world.end(first);
    let second = world.act(anna, page);
    assert_eq!([first, second].map(|call| world.fate(call)), [Delivered(None), PENDING]);
}

/// N17: of a hundred identical retries at once, one is carried out.
#[test]
fn hundred_simultaneous_retries_execute_once() {
    let (mut world, anna, page) = asking_world();
    world.act(anna, page);
    world.say_yes();
    world.started.clear();
    let calls: Vec<CallId> = (0..100).map(|_| world.act(anna, page)).collect();
    while let Some(call) = calls.iter().find(|call| world.fate(**call) == Runs) {
        world.end(*call);
    }
    assert_eq!(world.started.len(), 1);
    assert_eq!(world.cards().len(), 1, "the others ask for one more yes together");
    assert!(calls.iter().all(|call| world.fate(*call) != Waits));
}

/// N17: the same over both ways to one page: the answer to a dialog runs beside another act, but not by the same yes.
#[test]
fn one_yes_does_not_serve_two_calls_side_by_side() {
    let (mut world, anna, page) = asking_world();
    world.act(anna, page);
    world.say_yes();
    let calls = [world.on_page(anna, page, PageAsk::Unblock), world.act(anna, page)];
    assert_eq!(calls.map(|call| world.fate(call)), [Runs, PENDING]);
}

/// N17: a yes to anything that differs in one part alone is no yes, and isn't spent.
#[test]
fn yes_holds_for_exactly_what_was_asked() {
    type Change = fn(&mut ApprovalKey);
    let changes: [(&str, Change); 7] = [
        ("Window", |key| key.window = Some(WindowId(99))),
        ("profile", |key| key.profile = Profile::Kept(ProfileId(1))),
        ("session", |key| key.session = SessionId(99)),
        ("action", |key| key.action = Digest([2; 32])),
        ("evidence", |key| key.evidence.as_mut().expect("evidence").digest = Digest([2; 32])),
        ("origin", |key| {
            key.evidence.as_mut().expect("evidence").origin = Some(Origin("https://other.com".to_owned()))
        }),
        ("no evidence", |key| key.evidence = None),
    ];
    for (part, change) in changes {
        let (mut world, anna, page) = asking_world();
        world.act(anna, page);
        world.say_yes();
        let given = world.policy.state.requests.values_mut().next().expect("a request");
        let Question::Act { key, .. } = &mut given.question else { panic!("{given:?}") };
        change(key);
        let call = world.act(anna, page);
        assert_eq!(world.fate(call), PENDING, "{part}");
        assert_eq!(world.policy.requests().count(), 2, "{part}");
    }
}

/// N17: another argument, another target, another origin, another page's Window: each is asked about anew.
#[test]
fn changed_retry_is_asked_about_anew() {
    let changes: [fn(&mut World); 3] = [
        |world| world.action = Digest([2; 32]),
        |world| world.evidence.digest = Digest([2; 32]),
        |world| world.evidence.origin = None,
    ];
    for change in changes {
        let (mut world, anna, page) = asking_world();
        world.act(anna, page);
        world.say_yes();
        let before = (world.action, world.evidence.clone());
        change(&mut world);
        let changed = world.act(anna, page);
        (world.action, world.evidence) = before;
        let identical = world.act(anna, page);
        assert_eq!([changed, identical].map(|call| world.fate(call)), [PENDING, Runs]);
    }
}

/// N17: the same act in another Window is another act, and so is another session's.
#[test]
fn yes_of_one_window_or_session_is_not_good_in_another() {
    let mut world = World::default();
    let [anna, again] = ["anna", "anna"].map(|name| world.agent(name));
    let ((_, here), (_, there), (_, theirs)) = (world.window(anna), world.window(anna), world.window(again));
    world.ask_about("anna");
    world.act(anna, here);
    world.say_yes();
    let calls = [world.act(anna, there), world.act(again, theirs), world.act(anna, here)];
    assert_eq!(calls.map(|call| world.fate(call)), [PENDING, PENDING, Runs]);
}

/// N17: a yes isn't used up by a retry that is refused for another reason.
#[test]
fn refused_retry_leaves_the_yes_for_the_next() {
    let (mut world, anna, page) = asking_world();
    world.act(anna, page);
    world.say_yes();
    let lease = Some(LeaseId(99));
    let call = world.ask_under(anna, lease, Ask::OnPage { page: Some(page), kind: PageAsk::Act });
    assert_eq!(world.fate(call), Refused(Code::LeaseHeld));
    let call = world.act(anna, page);
    assert_eq!(world.fate(call), Runs);
}

/// N15: which agents are asked about is the person's setting, agent by agent, from the next act on.
#[test]
fn setting_is_each_agents_own() {
    let mut world = World { policy: Policy::new(ApprovalSetting::Every), ..World::default() };
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    for setting in [ApprovalSetting::Matters, ApprovalSetting::Minimal] {
        assert_eq!(world.order(Command::SetApprovals { agent: agent_name("anna"), setting }), Ok(()));
        let calls = [world.ask(anna, Ask::OpenWindow), world.ask(bert, Ask::OpenWindow)];
        assert_eq!(calls.map(|call| world.fate(call)), [Runs, PENDING]);
        assert_eq!(world.policy.setting_of(&agent_name("anna")), setting);
    }
    assert_eq!(world.policy.setting_of(&agent_name("bert")), ApprovalSetting::Every);
}

/// A03: an act is judged by what holds when its examination is over, not by what held when it began.
#[test]
fn takeover_during_the_examination_refuses_the_act() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let call = unexamined(&mut world, anna, page);
    world.begin_takeover(Scope::Window(window));
    assert_eq!(world.fate(call), Refused(Code::PausedByUser));
    world.give_back(Scope::Window(window));
    let next = unexamined(&mut world, anna, page);
    assert_eq!(world.fate(next), Waits, "the page is still the first one's");
    let evidence = world.evidence.clone();
    world.step_alone(Input::Examined { call, evidence });
    assert_eq!(world.examined, [next], "the first is over, and the next is looked at");
    assert_eq!(world.fate(call), Refused(Code::PausedByUser));
}

/// N05: a lease that ends during the examination takes the act with it, and the page goes on.
#[test]
fn lease_that_ends_during_the_examination_refuses_the_act() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, page) = world.window(anna);
    let call = unexamined(&mut world, anna, page);
    let read = world.read(anna, page);
    world.release(anna, Scope::Window(window));
    let evidence = world.evidence.clone();
    world.step(Input::Examined { call, evidence });
    assert_eq!([call, read].map(|call| world.fate(call)), [Refused(Code::LeaseRequired), Runs]);
}

/// N13 to N15: what an act touches decides whether it asks, by the table; no setting lets what is always sensitive pass.
#[test]
fn what_an_act_touches_decides_whether_it_asks() {
    use ApprovalSetting::{Every, Matters, Minimal};
    let field = |field| Element { resolved: true, tag: "input".to_owned(), field, ..Element::default() };
    let of = |act, element| Touched::Elements(vec![ElementAct { act, element }]);
    let typing = Act::Type { enter: false };
    let secret = Refused(Code::HandoffRequired);
    let rows = [
        // Inert, scripted, consequential, always sensitive, secret: each under Every, Matters, Minimal; first where nothing
        // personal is, then where a sign-in may be.
        (of(Act::Scroll, Element::default()), [PENDING, Runs, Runs], [PENDING, Runs, Runs]),
        (of(Act::Drag, field(Field::default())), [PENDING, PENDING, Runs], [PENDING, PENDING, PENDING]),
        (Touched::Unresolved, [PENDING, PENDING, Runs], [PENDING, PENDING, PENDING]),
        (of(Act::Upload, field(Field::default())), [PENDING, PENDING, PENDING], [PENDING, PENDING, PENDING]),
        (
            of(typing, field(Field { masked: true, ..Field::default() })),
            [PENDING, PENDING, PENDING],
            [secret.clone(), secret.clone(), secret],
        ),
    ];
    for (touched, personal_nothing, signed_in) in rows {
        for (may_be_signed_in, expected) in [(false, personal_nothing), (true, signed_in)] {
            for (setting, expected) in [Every, Matters, Minimal].into_iter().zip(expected) {
                let mut world = World { policy: Policy::new(setting), ..World::default() };
                let anna = world.agent("anna");
                let call = world.ask(anna, Ask::OpenWindow);
                if setting == Every {
                    assert_eq!(world.fate(call), PENDING);
                    world.say_yes();
                }
                let (window, page) = world.window(anna);
                if may_be_signed_in {
                    world.step(Input::PersonTouched(window));
                }
                world.evidence.touched = touched.clone();
                let call = world.act(anna, page);
                assert_eq!(world.fate(call), expected, "{touched:?}, {setting:?}, {may_be_signed_in}");
            }
        }
    }
}

/// N17: a permit holds for what was judged, and for nothing else.
#[test]
fn permit_covers_what_was_judged() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let call = unexamined(&mut world, anna, page);
    let [judged, other] = [1, 2].map(|byte| Digest([byte; 32]));
    let evidence = Evidence { parts: vec![judged], ..world.evidence.clone() };
    let effects = world.step(Input::Examined { call, evidence });
    let permit = effects.iter().find_map(|effect| match effect {
        Effect::Perform(permit) => Some(permit),
        _ => None,
    });
    let permit = permit.expect("it is permitted");
    assert!(permit.covers(judged) && !permit.covers(other));
    assert_eq!(permit.parts(), [judged]);
}

/// N13, N17: a yes to an upload holds for these files as they were when it was asked; what was put in their place since asks
/// anew.
#[test]
fn a_changed_file_needs_another_yes() {
    let mut world = World { policy: Policy::new(ApprovalSetting::Minimal), ..World::default() };
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let element = Element { resolved: true, tag: "input".to_owned(), ..Element::default() };
    world.evidence.touched = Touched::Elements(vec![ElementAct { act: Act::Upload, element }]);
    let file = |content| {
        let (name, folder) = ("report.pdf".to_owned(), "/home/anna/Documents".to_owned());
        vec![GivenFile { name, folder, bytes: 7, content: Digest([content; 32]) }]
    };
    world.evidence.files = file(1);
    let asked = world.act(anna, page);
    assert_eq!(world.fate(asked), PENDING);
    world.say_yes();
    world.evidence.files = file(2);
    let swapped = world.act(anna, page);
    assert_eq!(world.fate(swapped), PENDING);
    world.evidence.files = file(1);
    let same = world.act(anna, page);
    assert_eq!(world.fate(same), Runs);
}

/// N13: only a yes to a download allows one, and what began one before asks the next time, under whatever setting.
#[test]
fn only_a_yes_to_a_download_allows_one() {
    let mut world = World { policy: Policy::new(ApprovalSetting::Minimal), ..World::default() };
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let press = |downloads| {
        let element = Element { resolved: true, tag: "button".to_owned(), downloads, ..Element::default() };
        Touched::Elements(vec![ElementAct { act: Act::Press, element }])
    };
    world.evidence.touched = press(false);
    assert!(!allows_download(&mut world, anna, page));
    world.evidence.touched = press(true);
    let asked = world.act(anna, page);
    assert_eq!(world.fate(asked), PENDING);
    world.say_yes();
    assert!(allows_download(&mut world, anna, page));
    // A yes to something else isn't one to a download.
    world.evidence.touched = Touched::Elements(vec![ElementAct { act: Act::Upload, element: Element::default() }]);
    let asked = world.act(anna, page);
    assert_eq!(world.fate(asked), PENDING);
    world.say_yes();
    assert!(!allows_download(&mut world, anna, page));
}

/// What the permit of an act says that goes on.
fn allows_download(world: &mut World, session: SessionId, page: PageId) -> bool {
    let call = unexamined(world, session, page);
    let evidence = world.evidence.clone();
    let effects = world.step(Input::Examined { call, evidence });
    let allows = effects.iter().find_map(|effect| match effect {
        Effect::Perform(permit) => Some(permit.allows_download()),
        _ => None,
    });
    world.end(call);
    allows.expect("it is permitted")
}

/// An examination that comes to nothing ends the act with that, and the page goes on.
#[test]
fn failed_examination_ends_the_act() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let call = unexamined(&mut world, anna, page);
    world.end(call);
    let next = world.act(anna, page);
    assert_eq!([call, next].map(|call| world.fate(call)), [Delivered(None), Runs]);
}

/// I5: a second report of what an act would touch neither starts it again nor gives its page away while it runs.
#[test]
fn late_second_report_of_an_examination_is_nothing() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let (running, next) = (world.act(anna, page), world.act(anna, page));
    let report = |call| Input::Examined {
        call,
        evidence: Evidence {
            digest: ACTION,
            parts: Vec::new(),
            origin: None,
            touched: Touched::Closing,
            files: Vec::new(),
        },
    };
    assert_eq!(world.step(report(running)), []);
    assert_eq!(world.step(report(next)), []);
    assert_eq!(world.step(report(CallId(999))), []);
    world.step(Input::CallCancelled(running));
    assert_eq!(world.step(report(running)), [], "it may still be at work");
    assert_eq!(world.fate(next), Waits);
    world.end(running);
    assert_eq!(world.fate(next), Runs);
}

/// Begins an act and leaves what it would touch unknown.
fn unexamined(world: &mut World, session: SessionId, page: PageId) -> CallId {
    let id = CallId(world.number());
    world.fates.insert(id, Waits);
    let ask = Ask::OnPage { page: Some(page), kind: PageAsk::Act };
    world.step_alone(Input::Call(Call { id, session, lease: None, action: ACTION, opens: None, ask }));
    world.examined.clear();
    id
}
