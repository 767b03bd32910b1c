//! The effect gate: when it is shut, and what becomes of what it holds (N13, idea 6 of the architecture).

use super::{Step, no};
use crate::policy::limits;
use crate::sending::{Explained, LastAct};
use crate::state::EffectGate;
use crate::{
    ApprovalId, Ask, CallId, Code, Effect, Endpoint, Fact, Granted, PageAsk, PageId, PersonRefusal, Question, Refusal,
    RequestState, Scope, Sending, SendingId, SendingKey, Target, Unasked, WindowId,
};

/// What becomes of something that is held.
enum Fate {
    LetGo,
    Fail,
    /// The person is asked, because of this act on this page.
    Asks(PageId, LastAct),
}

impl Step<'_> {
    /// After whatever happened: shut where an agent has control of anything in a Window that may be signed in, and from then on
    /// until the person takes control there.
    pub(super) fn set_effect_gates(&mut self) {
        let windows: Vec<WindowId> = self.state.windows.keys().copied().collect();
        for id in windows {
            let wanted = self.wanted_gate(id);
            let Some(window) = self.state.windows.get_mut(&id).filter(|window| window.gate != wanted) else { continue };
            let was_shut = window.gate.is_shut();
            window.gate = wanted.clone();
            let effect = Effect::SetEffectGate { window: id, gate: wanted.clone() };
            match (was_shut, wanted) {
                // Before anything that this step lets an agent do.
                (false, EffectGate::Shut { .. }) => self.emit_first(effect),
                (true, EffectGate::Shut { .. }) => self.emit(effect),
                (_, EffectGate::Open) => {
                    self.forget_acts_in(Scope::Window(id));
                    self.emit(effect);
                }
            }
        }
    }

    fn wanted_gate(&self, id: WindowId) -> EffectGate {
        let Some(window) = self.state.windows.get(&id) else { return EffectGate::Open };
        let persons = |page: &PageId| self.state.person_control(Scope::Page(*page)).keeps_agents_out();
        let (theirs, others): (Vec<PageId>, Vec<PageId>) = window.pages.iter().copied().partition(persons);
        let is_all_theirs = window.person.keeps_agents_out() || (others.is_empty() && !theirs.is_empty());
        let is_leased = |page: &PageId| self.state.pages.get(page).is_some_and(|page| page.lease.is_some());
        let is_agents = window.lease.is_some() || others.iter().any(is_leased);
        let stays = window.gate.is_shut() && theirs.is_empty();
        if window.may_be_signed_in && !is_all_theirs && (is_agents || stays) {
            EffectGate::Shut { persons: theirs }
        } else {
            EffectGate::Open
        }
    }

    /// An agent's act begins on a page: what is sent from now on may be because of it.
    pub(super) fn note_act(&mut self, call: CallId, target: Target, explains: Vec<Explained>) {
        let Some(progress) = self.state.calls.get(&call) else { return };
        let acts = !matches!(progress.call.ask, Ask::OnPage { kind: PageAsk::Read, .. });
        let Some(id) = target.page().filter(|_| acts) else { return };
        let (session, action, touched) = (progress.call.session, progress.call.action, progress.touched.clone());
        let until = self.now + limits::EXPLAINED_LIFE;
        let Some(page) = self.state.pages.get_mut(&id) else { return };
        page.last_act = Some(LastAct { call, session, action, touched });
        page.explained.extend(explains.into_iter().map(|explained| (explained, until)));
        if let Some(window) = self.state.windows.get_mut(&target.window()) {
            window.acted_on = Some(id);
        }
    }

    /// What comes from a scope now is no doing of an agent's any more: the person has control there.
    pub(super) fn forget_acts_in(&mut self, scope: Scope) {
        for page in self.state.pages_in(scope) {
            if let Some(page) = self.state.pages.get_mut(&page) {
                page.last_act = None;
                page.explained.clear();
            }
        }
        if let Scope::Window(window) = scope
            && let Some(window) = self.state.windows.get_mut(&window)
        {
            window.acted_on = None;
        }
    }

    /// Something is held: it goes out, fails, or waits for the person.
    pub(super) fn sending_held(&mut self, sending: SendingId, what: Sending) {
        if self.state.held.contains_key(&sending) {
            return;
        }
        match self.fate_of(&what) {
            Fate::LetGo => self.emit(Effect::LetGo(sending)),
            Fate::Fail => self.emit(Effect::Fail(sending)),
            Fate::Asks(page, act) => match self.ask_about(what, page, act) {
                Ok(request) => drop(self.state.held.insert(sending, request)),
                Err(_) => self.emit(Effect::Fail(sending)),
            },
        }
    }

    fn fate_of(&mut self, what: &Sending) -> Fate {
        let now = self.now;
        let Some(window) = self.state.windows.get(&what.window) else { return Fate::Fail };
        let is_persons = what.page.is_some_and(|page| match &window.gate {
            EffectGate::Shut { persons } => persons.contains(&page),
            EffectGate::Open => false,
        });
        let is_unasked = what.reads || window.unasked.contains_key(&what.endpoint.shape());
        if is_persons || (window.gate.is_shut() && is_unasked) {
            return Fate::LetGo;
        }
        // What no agent has touched does what it would do without one.
        if window.gate.is_shut() && window.acted_on.is_none() {
            self.note_untouched(what.window, &what.endpoint);
            return Fate::LetGo;
        }
        let has_act = |page: &PageId| self.state.pages.get(page).is_some_and(|page| page.last_act.is_some());
        let acted_on = what.page.filter(has_act).or(window.acted_on);
        let Some(id) = acted_on.filter(|_| window.gate.is_shut()) else { return Fate::Fail };
        let Some(page) = self.state.pages.get_mut(&id) else { return Fate::Fail };
        page.explained.retain(|(_, until)| *until > now);
        let Some(act) = page.last_act.clone() else { return Fate::Fail };
        let explained = page.explained.iter().position(|(explained, _)| explained.covers(&what.endpoint));
        if !self.state.holds(act.session, Scope::Page(id)) || self.state.agent_of(act.session).is_err() {
            return Fate::Fail;
        }
        match (explained, self.state.pages.get_mut(&id)) {
            (Some(at), Some(page)) => {
                page.explained.remove(at);
                Fate::LetGo
            }
            (None, _) | (_, None) => Fate::Asks(id, act),
        }
    }

    /// What comes twice before any act, its page sends by itself.
    fn note_untouched(&mut self, window: WindowId, endpoint: &Endpoint) {
        let Some(known) = self.state.windows.get_mut(&window) else { return };
        let shape = endpoint.shape();
        if known.seen_once.contains(&shape) {
            self.sends_by_itself(window, endpoint);
        } else if known.seen_once.len() < limits::UNASKED {
            known.seen_once.insert(shape);
        }
    }

    /// From now on it isn't asked about.
    pub(super) fn sends_by_itself(&mut self, window: WindowId, endpoint: &Endpoint) {
        let Some(known) = self.state.windows.get_mut(&window) else { return };
        let shape = endpoint.shape();
        if known.unasked.len() < limits::UNASKED && !known.unasked.contains_key(&shape) {
            known.unasked.insert(shape, Unasked::ByItself);
            self.tell(Fact::WindowChanged(window));
        }
    }

    /// From now on it is.
    pub(super) fn ask_again(&mut self, window: WindowId, endpoint: &Endpoint) -> Result<(), PersonRefusal> {
        let Some(known) = self.state.windows.get_mut(&window) else { return Err(PersonRefusal::UnknownWindow) };
        known.unasked.remove(endpoint);
        known.seen_once.remove(endpoint);
        self.tell(Fact::WindowChanged(window));
        Ok(())
    }

    /// One card for all that the same act sends to the same place, as long as the person hasn't decided; later ones fail.
    fn ask_about(&mut self, what: Sending, page: PageId, act: LastAct) -> Result<ApprovalId, Refusal> {
        let LastAct { call, session, action, touched } = act;
        let Sending { window, page: _, endpoint, fields, reads: _ } = what;
        let Some(profile) = self.state.windows.get(&window).map(|window| window.profile) else {
            return super::rules::unknown_window(window);
        };
        let key = Box::new(SendingKey { window, profile, session, action, endpoint });
        let question = Question::Send { key, page, touched, fields };
        let Some(id) = self.same_as(&question) else { return self.ask_anew(call, session, question) };
        let is_open = self.state.requests.get(&id).is_some_and(|request| request.state == RequestState::Pending);
        let waiting = self.state.held.values().filter(|asked| **asked == id).count();
        if !is_open || waiting >= limits::HELD_PER_REQUEST {
            return no(Code::TooManyPending, "The person isn't asked about more of the same.");
        }
        Ok(id)
    }

    /// A page has given up what is held. Once nothing waits for a question any more, it isn't asked.
    pub(super) fn sending_gone(&mut self, sending: SendingId) {
        let Some(id) = self.state.held.remove(&sending) else { return };
        if !self.state.held.values().any(|asked| *asked == id) {
            self.remove_request(id);
        }
    }

    fn take_held(&mut self, id: ApprovalId) -> Vec<SendingId> {
        let held = self.state.held.iter().filter(|(_, asked)| **asked == id);
        let held: Vec<SendingId> = held.map(|(sending, _)| *sending).collect();
        for sending in &held {
            self.state.held.remove(sending);
        }
        held
    }

    /// Invariant (I18): what is held goes out once, by the person's yes to just that.
    pub(super) fn let_go(&mut self, id: ApprovalId) {
        self.take_held(id).into_iter().for_each(|sending| self.emit(Effect::LetGo(sending)));
    }

    pub(super) fn fail_held(&mut self, id: ApprovalId) {
        self.take_held(id).into_iter().for_each(|sending| self.emit(Effect::Fail(sending)));
    }

    /// Answers a call whose like has led to something that was held: it isn't done again. False if there is nothing of the kind.
    pub(super) fn answer_for_sendings(&mut self, call: CallId, page: PageId) -> Result<bool, Refusal> {
        let asked = self.sendings_of(call, page);
        if let Some(refusal) = self.undecided(&asked) {
            return Err(refusal);
        }
        if asked.is_empty() {
            return Ok(false);
        }
        asked.into_iter().for_each(|id| self.remove_request(id));
        self.grant(call, Granted::Sent);
        Ok(true)
    }

    /// What a call is told at its end if something that it led to is held, or was refused. What was allowed meanwhile has gone
    /// out, and is part of its outcome.
    pub(super) fn refusal_for_sendings(&mut self, call: CallId, target: Target) -> Option<Refusal> {
        let asks = self.state.calls.get(&call).and_then(|progress| progress.page_ask());
        let page = target.page().filter(|_| asks.is_some_and(|kind| kind != PageAsk::Read))?;
        let asked = self.sendings_of(call, page);
        let refusal = self.undecided(&asked);
        if refusal.is_none() {
            asked.into_iter().for_each(|id| self.remove_request(id));
        }
        refusal
    }

    /// The questions about what a call, or one like it, has led to.
    fn sendings_of(&self, call: CallId, page: PageId) -> Vec<ApprovalId> {
        let Some((session, action)) = self.state.calls.get(&call).map(|it| (it.call.session, it.call.action)) else {
            return Vec::new();
        };
        let is_of_it = |question: &Question| match question {
            Question::Send { key, page: acted_on, .. } => {
                key.session == session && key.action == action && *acted_on == page
            }
            Question::Drive { .. } | Question::Read { .. } | Question::Act { .. } => false,
        };
        self.state.requests.iter().filter(|(_, request)| is_of_it(&request.question)).map(|(id, _)| *id).collect()
    }

    /// What an agent is told of them, if one isn't decided yet or wasn't allowed.
    fn undecided(&self, asked: &[ApprovalId]) -> Option<Refusal> {
        let in_order = [RequestState::Pending, RequestState::Rejected, RequestState::Expired];
        in_order.into_iter().find_map(|state| {
            let requests = asked.iter().filter_map(|id| Some((*id, self.state.requests.get(id)?)));
            let mut found = requests.filter(|(_, request)| request.state == state);
            found.next().map(|(id, request)| self.told(id, request))
        })
    }
}
