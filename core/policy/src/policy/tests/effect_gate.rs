//! The effect gate: when it is shut, what passes, what waits, and what becomes of it (N13, N16, N17).

use super::*;
use crate::policy::limits;
use crate::{Act, EffectGate, Element, ElementAct, Endpoint, Sending, SendingId};

const PENDING: Fate = Refused(Code::ApprovalPending);

/// A signed-in Window of which an agent has control.
struct Shop {
    world: World,
    anna: SessionId,
    window: WindowId,
    page: PageId,
}

impl Shop {
    fn open() -> Self {
        let mut world = World::default();
        let anna = world.agent("anna");
        let profile = ProfileId(1);
        let (window, page) = world.profile_window(profile);
        world.order(Command::Grant { profile, agent: agent_name("anna") }).expect("a grant");
        world.acquire(anna, Scope::Window(window));
        Self { world, anna, window, page }
    }

    /// An act that is asked about, allowed, and running.
    fn act(&mut self) -> CallId {
        let asked = self.world.act(self.anna, self.page);
        if self.world.fate(asked) == Runs {
            return asked;
        }
        self.world.say_yes();
        let call = self.world.act(self.anna, self.page);
        assert_eq!(self.world.fate(call), Runs);
        call
    }

    fn hold(&mut self, path: &str) -> (SendingId, Vec<Effect>) {
        let number = self.world.number();
        self.hold_as(number, path)
    }

    fn hold_as(&mut self, number: u64, path: &str) -> (SendingId, Vec<Effect>) {
        let endpoint = Endpoint {
            method: "POST".to_owned(),
            origin: Origin("https://example.com".to_owned()),
            path: path.to_owned(),
        };
        let (window, page) = (self.window, Some(self.page));
        let what = Sending { window, page, endpoint, fields: Vec::new(), reads: false };
        let sending = SendingId(number);
        (sending, self.world.step(Input::SendingHeld { sending, what }))
    }

    fn gate(&self) -> &EffectGate {
        self.world.policy.window(self.window).expect("a Window").gate
    }
}

fn goes(sending: SendingId, effects: &[Effect]) -> bool {
    effects.contains(&Effect::LetGo(sending))
}

fn fails(sending: SendingId, effects: &[Effect]) -> bool {
    effects.contains(&Effect::Fail(sending))
}

/// N13: shut from the moment an agent has control of a Window that may be signed in; open as soon as the person has it.
#[test]
fn the_gate_is_shut_while_an_agent_has_control_of_a_sign_in() {
    let mut shop = Shop::open();
    assert!(shop.gate().is_shut());
    shop.world.take_control(Scope::Window(shop.window));
    assert_eq!(*shop.gate(), EffectGate::Open);
    shop.world.give_back(Scope::Window(shop.window));
    assert!(shop.gate().is_shut());
    shop.world.release(shop.anna, Scope::Window(shop.window));
    assert!(shop.gate().is_shut(), "what the agent left behind may still send");
    shop.world.take_control(Scope::Page(shop.page));
    assert_eq!(*shop.gate(), EffectGate::Open);
    let (window, _) = shop.world.window(shop.anna);
    assert_eq!(
        *shop.world.policy.window(window).expect("a Window").gate,
        EffectGate::Open,
        "nothing personal is there"
    );
}

/// N13: the gate is shut before anything of what the same step lets an agent do.
#[test]
fn the_gate_is_shut_first_of_all() {
    let mut world = World::default();
    let anna = world.agent("anna");
    let (window, _) = world.profile_window(ProfileId(1));
    world.order(Command::Grant { profile: ProfileId(1), agent: agent_name("anna") }).expect("a grant");
    let call = CallId(900);
    world.fates.insert(call, Waits);
    let ask = Ask::Acquire { scope: Scope::Window(window), wait: None };
    let effects =
        world.step(Input::Call(Call { id: call, session: anna, lease: None, action: ACTION, opens: None, ask }));
    assert!(matches!(effects[0], Effect::SetEffectGate { .. }), "{effects:?}");
}

/// What no agent has touched since the person had control goes on as it does without one.
#[test]
fn before_the_first_act_pages_send_what_they_do() {
    let mut shop = Shop::open();
    let (sending, effects) = shop.hold("/once");
    assert!(goes(sending, &effects));
    let call = shop.act();
    shop.world.end(call);
    let (sending, effects) = shop.hold("/once");
    assert!(!goes(sending, &effects) && !fails(sending, &effects), "once proves nothing");
    shop.world.take_control(Scope::Window(shop.window));
    shop.world.give_back(Scope::Window(shop.window));
    let (sending, effects) = shop.hold("/poll");
    assert!(goes(sending, &effects));
}

/// N16, N17: an act that leads to something that is held is told so; with a yes that goes out, and the identical call tells it
/// once, without acting again.
#[test]
fn a_yes_lets_it_go_and_the_identical_call_tells_so_once() {
    let mut shop = Shop::open();
    let call = shop.act();
    let (sending, _) = shop.hold("/delete");
    shop.world.end(call);
    assert_eq!(shop.world.fate(call), PENDING);
    let again = shop.world.act(shop.anna, shop.page);
    assert_eq!(shop.world.fate(again), PENDING, "nothing is done again");
    let card = shop.world.card();
    let effects = shop.world.step(Input::Person(approve(card)));
    assert!(goes(sending, &effects));
    let told = shop.world.act(shop.anna, shop.page);
    assert_eq!(shop.world.fate(told), Fate::Granted(Granted::Sent));
    let anew = shop.world.act(shop.anna, shop.page);
    assert_eq!(shop.world.fate(anew), Runs, "it is another act");
}

/// N17: what wasn't allowed in time, or not at all, fails, and the identical call says which.
#[test]
fn a_no_and_the_end_of_time_fail_it() {
    for (minutes, code) in [(0, Code::ApprovalRejected), (5, Code::ApprovalExpired)] {
        let mut shop = Shop::open();
        let call = shop.act();
        let (sending, _) = shop.hold("/delete");
        shop.world.end(call);
        let card = shop.world.card();
        let effects = match minutes {
            0 => shop.world.step(Input::Person(Command::Reject(card))),
            _ => shop.world.pass(limits::REQUEST_LIFE),
        };
        assert!(fails(sending, &effects), "{code}");
        let again = shop.world.act(shop.anna, shop.page);
        assert_eq!(shop.world.fate(again), Refused(code));
        let (late, effects) = shop.hold("/delete");
        assert!(fails(late, &effects), "{code}: it isn't asked about again and again");
    }
}

/// N12: a take-over, the end of a lease and a closed page fail what waits.
#[test]
fn what_waits_fails_with_the_agent_s_control() {
    let ends: [fn(&mut Shop) -> Input; 4] = [
        |shop| {
            let takeover = TakeoverId(shop.world.number());
            Input::Person(Command::TakeControl { scope: Scope::Window(shop.window), takeover })
        },
        |shop| {
            let lease = shop.world.lease_of(Scope::Window(shop.window)).expect("a lease");
            Input::Person(Command::RevokeLease(lease))
        },
        |shop| Input::SessionClosed(shop.anna),
        |shop| Input::PageClosed(shop.page),
    ];
    for end in ends {
        let mut shop = Shop::open();
        let call = shop.act();
        let (sending, _) = shop.hold("/delete");
        shop.world.end(call);
        let input = end(&mut shop);
        let effects = shop.world.step(input.clone());
        assert!(fails(sending, &effects), "{input:?}");
        let place = |wanted: &Effect| effects.iter().position(|effect| effect == wanted);
        let opens = Effect::SetEffectGate { window: shop.window, gate: EffectGate::Open };
        assert!(place(&opens).is_none_or(|opens| Some(opens) > place(&Effect::Fail(sending))), "it fails first");
    }
}

/// One card for all that an act sends to one place; a limit; another place is another card.
#[test]
fn many_to_one_place_are_one_card() {
    let mut shop = Shop::open();
    shop.act();
    let held: Vec<_> = (0..1000).map(|_| shop.hold("/many")).collect();
    let waiting = held.iter().filter(|(sending, effects)| !fails(*sending, effects)).count();
    assert_eq!((waiting, shop.world.cards().len()), (limits::HELD_PER_REQUEST, 1));
    shop.hold("/other");
    assert_eq!(shop.world.cards().len(), 2);
}

/// What pages send again and again by themselves isn't asked about, until the person wants to be asked.
#[test]
fn what_pages_send_by_themselves_passes_until_the_person_wants_to_be_asked() {
    let mut shop = Shop::open();
    for _ in 0..2 {
        shop.hold("/poll/17");
    }
    let endpoint = |path: &str| Endpoint {
        method: "POST".to_owned(),
        origin: Origin("https://example.com".to_owned()),
        path: path.to_owned(),
    };
    shop.world.step(Input::SendsByItself { window: shop.window, endpoint: endpoint("/ping") });
    shop.act();
    for path in ["/poll/18", "/ping"] {
        let (sending, effects) = shop.hold(path);
        assert!(goes(sending, &effects), "{path}");
    }
    let unasked = shop.world.policy.window(shop.window).expect("a Window").unasked.clone();
    assert_eq!(unasked.keys().map(|endpoint| &*endpoint.path).collect::<Vec<_>>(), ["/ping", "/poll/*"]);
    let command = Command::AskAgain { window: shop.window, endpoint: endpoint("/poll/*") };
    shop.world.order(command).expect("the person can");
    let (sending, effects) = shop.hold("/poll/19");
    assert!(!goes(sending, &effects));
}

/// What is given up by its page isn't asked about any more.
#[test]
fn what_is_given_up_is_not_asked_about() {
    let mut shop = Shop::open();
    shop.act();
    let (one, _) = shop.hold("/delete");
    let (other, _) = shop.hold("/delete");
    shop.world.step(Input::SendingGone(one));
    assert_eq!(shop.world.cards().len(), 1);
    shop.world.step(Input::SendingGone(other));
    assert_eq!(shop.world.cards(), []);
}

/// What the person allows here for good isn't asked about in this Window, for whichever thing.
#[test]
fn what_is_allowed_for_good_passes() {
    let mut shop = Shop::open();
    shop.act();
    shop.hold("/item/17/seen");
    let approval = shop.world.card();
    shop.world.order(Command::Approve { approval, always: true }).expect("it is open");
    let (sending, effects) = shop.hold("/item/4711/seen");
    assert!(goes(sending, &effects));
    let (sending, effects) = shop.hold("/item/4711/delete");
    assert!(!goes(sending, &effects));
}

/// A yes to an act that may have consequences explains one thing that its page's site gets, within a while.
#[test]
fn a_yes_to_an_act_explains_one_sending() {
    let drag = Touched::Elements(vec![ElementAct { act: Act::Drag, element: Element::default() }]);
    for (wait, explained) in [(Span(0), true), (limits::EXPLAINED_LIFE, false)] {
        let mut shop = Shop::open();
        shop.world.evidence.touched = drag.clone();
        shop.act();
        shop.world.pass(wait);
        let (first, effects) = shop.hold("/order");
        assert_eq!(goes(first, &effects), explained);
        let (second, effects) = shop.hold("/order");
        assert!(!goes(second, &effects));
    }
}

/// What a page sends that the person has control of is theirs, while an agent acts on another.
#[test]
fn a_page_of_the_person_s_sends_freely() {
    let mut shop = Shop::open();
    shop.act();
    let other = shop.world.appear(shop.window, Opener::Person);
    shop.world.take_control(Scope::Page(other));
    assert_eq!(*shop.gate(), EffectGate::Shut { persons: vec![other] });
    let theirs = std::mem::replace(&mut shop.page, other);
    let (sending, effects) = shop.hold("/sign-in");
    assert!(goes(sending, &effects));
    shop.page = theirs;
    let (sending, effects) = shop.hold("/delete");
    assert!(!goes(sending, &effects));
}
