//! A10: whatever a page told an agent, what acts outside the page waits for the person.

use super::*;
use crate::{
    Act, Destination, DialogKind, Element, ElementAct, KeyEffect, Lexicon, Method, Names, Navigation, Reach,
    Submission, Words,
};

/// An agent that has read the page which it holds.
fn after_reading(setting: ApprovalSetting) -> (World, SessionId, PageId) {
    let policy = Policy::default().with_words(Words::Loaded(Lexicon::default()));
    let mut world = World { policy, ..World::default() };
    let anna = world.agent("anna");
    let (_, page) = world.window(anna);
    let agent = agent_name("anna");
    assert_eq!(world.order(Command::SetApprovals { agent, setting }), Ok(()));
    let read = world.read(anna, page);
    world.end(read);
    assert_eq!(world.fate(read), Delivered(None));
    (world, anna, page)
}

fn at(reach: Reach) -> Destination {
    Destination { reach, path: "/x".to_owned(), query: Vec::new() }
}

/// A form's button, or a field in it, that says nothing of consequences.
fn in_form(tag: &str, input_type: &str, method: Method, reach: Reach) -> Element {
    let submits = Submission { method, destination: at(reach), submitter: Names::default(), buttons: Vec::new() };
    let names = Names { accessible: "Next".to_owned(), visible: "Next".to_owned(), ..Names::default() };
    let (tag, input_type) = (tag.to_owned(), input_type.to_owned());
    Element { resolved: true, tag, input_type, names, submits: Some(submits), ..Element::default() }
}

fn elsewhere() -> Reach {
    Reach::OtherOrigin(Origin("https://other.test".to_owned()))
}

/// Every way to send a form: its button by pointer or key, Enter in a field, typed or pressed.
fn ways_to_send(method: Method, reach: &Reach) -> Vec<Touched> {
    let button = || in_form("button", "submit", method, reach.clone());
    let field = || in_form("input", "text", method, reach.clone());
    [
        (Act::Press, button()),
        (Act::Key(KeyEffect::Enter), button()),
        (Act::Key(KeyEffect::Space), button()),
        (Act::Type { enter: true }, field()),
        (Act::Key(KeyEffect::Enter), field()),
    ]
    .map(|(act, element)| Touched::Elements(vec![ElementAct { act, element }]))
    .into()
}

fn acts_outside() -> Vec<Touched> {
    let mut acts = ways_to_send(Method::Post, &Reach::SameOrigin);
    acts.extend(ways_to_send(Method::Post, &elsewhere()));
    acts.extend(ways_to_send(Method::Get, &elsewhere()));
    let again = Navigation::Again { destination: Some(at(Reach::SameOrigin)), posts_again: true };
    let upload = ElementAct { act: Act::Upload, element: in_form("input", "file", Method::Post, Reach::SameOrigin) };
    acts.extend([
        Touched::Navigation(again),
        Touched::Navigation(Navigation::To(at(Reach::OtherProgram { scheme: "mailto".to_owned() }))),
        Touched::Elements(vec![upload]),
        Touched::Dialog { kind: DialogKind::Confirm, accept: true, message: "Sure?".to_owned() },
        Touched::Unresolved,
    ]);
    acts
}

fn fate_of(world: &mut World, anna: SessionId, page: PageId, touched: &Touched) -> Fate {
    world.evidence.touched = touched.clone();
    let call = world.act(anna, page);
    let fate = world.fate(call);
    match fate {
        Runs => world.end(call),
        // So that not too much is asked at once.
        _ => world.say_no(),
    }
    fate
}

/// A10: submitting, sending and posting need a yes, however they are gone about, where nothing personal is as well.
#[test]
fn what_acts_outside_the_page_needs_a_yes_after_reading() {
    for setting in [ApprovalSetting::Every, ApprovalSetting::Matters] {
        for touched in acts_outside() {
            let (mut world, anna, page) = after_reading(setting);
            let fate = fate_of(&mut world, anna, page, &touched);
            assert_eq!(fate, Refused(Code::ApprovalPending), "{touched:?} under {setting:?}");
        }
    }
}

/// A10: a search on the same site is no such act.
#[test]
fn a_search_on_the_same_site_needs_none() {
    for touched in ways_to_send(Method::Get, &Reach::SameOrigin) {
        let (mut world, anna, page) = after_reading(ApprovalSetting::Matters);
        assert_eq!(fate_of(&mut world, anna, page, &touched), Runs, "{touched:?}");
    }
}

/// A10: the one way around it is the person's own setting, which holds where nothing personal is and nowhere else.
#[test]
fn only_the_persons_own_setting_lets_it_pass() {
    for touched in ways_to_send(Method::Post, &Reach::SameOrigin) {
        let (mut world, anna, page) = after_reading(ApprovalSetting::Minimal);
        assert_eq!(fate_of(&mut world, anna, page, &touched), Runs, "{touched:?}");
        let window = world.policy.windows().next().expect("a Window");
        world.step(Input::PersonTouched(window));
        assert_eq!(fate_of(&mut world, anna, page, &touched), Refused(Code::ApprovalPending), "{touched:?}");
    }
}
