//! What becomes of what pages send: who could have caused it, and what explains it.

use super::*;
use crate::{Digest, EffectGate, Endpoint, Evidence, Risk, Sending, SendingId, SendingKey, Touched};

/// An agent's act that a page was touched by last.
#[derive(Clone)]
pub(super) struct Act {
    session: SessionId,
    action: Digest,
    touched: Option<Touched>,
}

/// A yes to an act without a form: one sending to this place until then.
pub(super) struct Expected {
    page: PageId,
    origin: crate::Origin,
    until: Time,
}

#[derive(Default)]
pub(super) struct Gates {
    pub(super) shut: BTreeSet<WindowId>,
    acts: BTreeMap<PageId, Act>,
    /// The page acted on last.
    acted: BTreeMap<WindowId, PageId>,
    expected: Vec<Expected>,
    unasked: BTreeSet<(WindowId, Endpoint)>,
    once: BTreeSet<(WindowId, Endpoint)>,
    /// What waits, by the number of what is asked about it.
    pub(super) held: BTreeMap<SendingId, ApprovalId>,
    /// What this step has to let go, and to fail.
    due: BTreeSet<(SendingId, Due)>,
    /// What waits for a question that has no number yet.
    unnumbered: Option<SendingId>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Due {
    Go,
    Fail,
}

impl Model {
    /// Whether an agent has control of something there that the person hasn't.
    fn is_agents(&self, window: WindowId) -> bool {
        let whole = Scope::Window(window);
        let is_free = |page: PageId| self.person_at(Scope::Page(page)).is_none();
        let leased = |page: PageId| self.leases.contains_key(&Scope::Page(page));
        self.leases.contains_key(&whole) || self.pages_of(window).any(|page| is_free(page) && leased(page))
    }

    fn is_persons(&self, window: WindowId) -> bool {
        let mut pages = self.pages_of(window).peekable();
        let all = pages.peek().is_some() && pages.all(|page| self.person_at(Scope::Page(page)).is_some());
        self.person_at(Scope::Window(window)).is_some() || all
    }

    /// After a step: which gates are shut, and what the person's control made of acts before it.
    pub(super) fn move_gates(&mut self) {
        let windows: Vec<WindowId> = self.windows.keys().copied().collect();
        for id in windows {
            let person_somewhere = self.person_in(Scope::Window(id)).is_some();
            let stays = self.gates.shut.contains(&id) && !person_somewhere;
            let shut = self.signed_in.contains(&id) && !self.is_persons(id) && (stays || self.is_agents(id));
            if shut {
                if self.gates.shut.insert(id) {
                    self.note(Situation::GateShut);
                }
            } else if self.gates.shut.remove(&id) {
                self.forget_acts(Scope::Window(id));
                self.note(Situation::GateOpened);
            }
        }
        self.gates.shut.retain(|window| self.windows.contains_key(window));
    }

    pub(super) fn forget_acts(&mut self, scope: Scope) {
        let gone: Vec<PageId> =
            self.gates.acts.keys().copied().filter(|page| self.is_in(Scope::Page(*page), scope)).collect();
        gone.iter().for_each(|page| drop(self.gates.acts.remove(page)));
        let expected = std::mem::take(&mut self.gates.expected);
        self.gates.expected = expected.into_iter().filter(|one| !self.is_in(Scope::Page(one.page), scope)).collect();
        if let Scope::Window(window) = scope {
            self.gates.acted.remove(&window);
        }
    }

    /// An act begins on a page.
    pub(super) fn note_act(&mut self, call: CallId, target: Target) {
        let story = &self.stories[&call];
        if matches!(story.call.ask, crate::Ask::OnPage { kind: PageAsk::Read, .. }) {
            return;
        }
        let Some(page) = target.page() else { return };
        let Call { session, action, .. } = story.call;
        self.gates.acts.insert(page, Act { session, action, touched: story.touched.clone() });
        self.gates.acted.insert(target.window(), page);
        if let Some(origin) = self.explaining.take() {
            self.gates.expected.push(Expected { page, origin, until: self.now + limits::EXPLAINED_LIFE });
        }
    }

    /// A yes to an act was spent: what it may have sent by that. The simulation's elements have neither form nor link.
    pub(super) fn explain(&mut self, evidence: Option<&Evidence>, risk: Risk) {
        self.explaining = evidence.and_then(|evidence| match evidence.touched {
            Touched::Elements(_) if risk >= Risk::Consequential => evidence.origin.clone(),
            _ => None,
        });
    }

    /// Something is held.
    pub(super) fn hold(&mut self, sending: SendingId, what: &Sending) {
        if self.gates.held.contains_key(&sending) {
            return;
        }
        let due = self.foretell(sending, what);
        self.gates.due.extend(due.map(|due| (sending, due)));
    }

    /// What becomes of it at once; none if it waits.
    fn foretell(&mut self, sending: SendingId, what: &Sending) -> Option<Due> {
        let Sending { window, page, endpoint, fields, reads } = what;
        if !self.gates.shut.contains(window) || !self.windows.contains_key(window) {
            return Some(Due::Fail);
        }
        let theirs = page.is_some_and(|page| {
            self.pages.get(&page).is_some_and(|known| known.window == *window)
                && self.person_at(Scope::Page(page)).is_some()
        });
        let shape = (*window, endpoint.shape());
        if theirs || *reads || self.gates.unasked.contains(&shape) {
            self.note(Situation::SentFreely);
            return Some(Due::Go);
        }
        if !self.gates.acted.contains_key(window) {
            if !self.gates.once.insert(shape.clone()) {
                self.gates.unasked.insert(shape);
            }
            self.note(Situation::SentUntouched);
            return Some(Due::Go);
        }
        let acted_on = page.filter(|page| self.gates.acts.contains_key(page));
        let at = acted_on.unwrap_or(self.gates.acted[window]);
        let Some(act) = self.gates.acts.get(&at).cloned() else { return Some(Due::Fail) };
        if !self.sessions.contains_key(&act.session) || !self.holds(act.session, Scope::Page(at)) {
            self.note(Situation::SentUnowned);
            return Some(Due::Fail);
        }
        let now = self.now;
        let fits = |one: &Expected| one.page == at && one.origin == endpoint.origin && one.until > now;
        if let Some(place) = self.gates.expected.iter().position(fits) {
            self.gates.expected.remove(place);
            self.note(Situation::SentExplained);
            return Some(Due::Go);
        }
        let profile = self.windows[window].profile;
        let Act { session, action, touched } = act;
        let key = Box::new(SendingKey { window: *window, profile, session, action, endpoint: endpoint.clone() });
        self.ask_to_send(sending, session, Question::Send { key, page: at, touched, fields: fields.clone() })
    }

    fn ask_to_send(&mut self, sending: SendingId, session: SessionId, question: Question) -> Option<Due> {
        let same = |request: &&Request| match (&request.question, &question) {
            (Question::Send { key, .. }, Question::Send { key: other, .. }) => key == other,
            _ => false,
        };
        if let Some(request) = self.requests.iter().find(same) {
            let (id, state) = (request.id, request.state);
            let waiting = self.gates.held.values().filter(|asked| **asked == id).count();
            if state != RequestState::Pending || waiting >= limits::HELD_PER_REQUEST {
                return Some(Due::Fail);
            }
            self.gates.held.insert(sending, id);
            self.note(Situation::SendJoined);
            return None;
        }
        let agent = self.sessions[&session].clone();
        let open = |request: &&Request| {
            let sends = matches!(request.question, Question::Send { .. });
            sends && request.agent == agent && request.state == RequestState::Pending
        };
        if self.requests.iter().filter(open).count() >= limits::OPEN_REQUESTS {
            return Some(Due::Fail);
        }
        let (state, until) = (RequestState::Pending, self.now + limits::REQUEST_LIFE);
        self.requests.push(Request { id: ApprovalId(0), session, agent, question, state, until });
        self.gates.unnumbered = Some(sending);
        self.note(Situation::SendAsked);
        None
    }

    /// The question that is new in this step has its number now.
    pub(super) fn number_held(&mut self) {
        if let (Some(sending), Some(request)) = (self.gates.unnumbered.take(), self.requests.last()) {
            self.gates.held.insert(sending, request.id);
        }
    }

    pub(super) fn give_up(&mut self, sending: SendingId) {
        let Some(id) = self.gates.held.remove(&sending) else { return };
        if !self.gates.held.values().any(|asked| *asked == id) {
            self.requests.retain(|request| request.id != id);
            self.note(Situation::SendGivenUp);
        }
    }

    /// The person said yes.
    pub(super) fn release(&mut self, id: ApprovalId, always: bool) {
        let asked = self.requests.iter().find(|request| request.id == id).map(|request| &request.question);
        if let (true, Some(Question::Send { key, .. })) = (always, asked) {
            self.gates.unasked.insert((key.window, key.endpoint.shape()));
        }
        let held = self.gates.held.extract_if(.., |_, asked| *asked == id).map(|(sending, _)| (sending, Due::Go));
        self.gates.due.extend(held);
    }

    pub(super) fn learn(&mut self, window: WindowId, endpoint: &Endpoint) {
        if self.windows.contains_key(&window) {
            self.gates.unasked.insert((window, endpoint.shape()));
        }
    }

    pub(super) fn unlearn(&mut self, window: WindowId, endpoint: &Endpoint) {
        self.gates.unasked.remove(&(window, endpoint.clone()));
        self.gates.once.remove(&(window, endpoint.clone()));
    }

    /// What waits for a question that isn't asked any more fails.
    pub(super) fn fail_orphans(&mut self) {
        let open = |id: &ApprovalId| {
            self.requests.iter().any(|request| request.id == *id && request.state == RequestState::Pending)
        };
        let orphans: Vec<SendingId> =
            self.gates.held.iter().filter(|(_, id)| !open(id)).map(|(sending, _)| *sending).collect();
        for sending in orphans {
            self.gates.held.remove(&sending);
            self.gates.due.insert((sending, Due::Fail));
        }
        self.gates.acts.retain(|page, _| self.pages.contains_key(page));
        self.gates.expected.retain(|one| self.pages.contains_key(&one.page));
        self.gates.unasked.retain(|(window, _)| self.windows.contains_key(window));
        self.gates.once.retain(|(window, _)| self.windows.contains_key(window));
        self.gates.acted.retain(|window, _| self.windows.contains_key(window));
    }

    /// I18: what has gone out and what has failed is what had to, each once.
    pub(super) fn compare_sendings(&mut self, policy: &Policy, effects: &[Effect]) {
        let done: Vec<(SendingId, Due)> = effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::LetGo(sending) => Some((*sending, Due::Go)),
                Effect::Fail(sending) => Some((*sending, Due::Fail)),
                _ => None,
            })
            .collect();
        let due = std::mem::take(&mut self.gates.due);
        assert_eq!(done.len(), due.len(), "{done:?} instead of {due:?}");
        assert_eq!(done.into_iter().collect::<BTreeSet<_>>(), due);
        assert_eq!(policy.state.held, self.gates.held);
        for (id, window) in &policy.state.windows {
            let persons = self.pages_of(*id).filter(|page| self.person_at(Scope::Page(*page)).is_some()).collect();
            let own = if self.gates.shut.contains(id) { EffectGate::Shut { persons } } else { EffectGate::Open };
            assert_eq!(window.gate, own, "{id}");
            let unasked = self.gates.unasked.iter().filter(|(of, _)| of == id).map(|(_, endpoint)| endpoint);
            assert!(window.unasked.keys().eq(unasked), "{id}");
        }
    }

    /// The questions about what a call, or one like it, led to: how its agent is answered.
    pub(super) fn sent_by(&mut self, call: &Call, page: PageId) -> Option<Result<(), Code>> {
        let is_its = |request: &Request| match &request.question {
            Question::Send { key, page: at, .. } => (key.session, key.action, *at) == (call.session, call.action, page),
            _ => false,
        };
        let states: BTreeSet<RequestState> =
            self.requests.iter().filter(|request| is_its(request)).map(|request| request.state).collect();
        if states.is_empty() {
            return None;
        }
        for (state, code) in [
            (RequestState::Pending, Code::ApprovalPending),
            (RequestState::Rejected, Code::ApprovalRejected),
            (RequestState::Expired, Code::ApprovalExpired),
        ] {
            if states.contains(&state) {
                return Some(Err(code));
            }
        }
        self.requests.retain(|request| !is_its(request));
        Some(Ok(()))
    }
}
