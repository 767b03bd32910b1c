//! What the person is asked on behalf of agents: once for the same thing, for a limited time, decided by nobody else
//! (N10, N16, N17).

use super::rules::Stop;
use super::{Step, no};
use crate::policy::limits;
use crate::state::Request;
use crate::{
    AgentName, ApprovalId, ApprovalKey, CallId, Code, Fact, PageId, Pending, PersonRefusal, Profile, Question, Refusal,
    RequestState, Scope, SessionId, Unasked, WindowId,
};

impl Step<'_> {
    /// Ends a call that can't go on; where a person could let it, they are asked.
    pub(super) fn stop(&mut self, call: CallId, session: SessionId, stop: Stop) {
        let refusal = match stop {
            Stop::Refused(refusal) => refusal,
            Stop::Asks(question) => match self.ask(call, session, *question) {
                Ok(refusal) | Err(refusal) => refusal,
            },
        };
        self.refuse(call, refusal);
    }

    /// Asks the person, unless the same is asked already or was decided a moment ago. Answers with what the agent is
    /// told meanwhile.
    fn ask(&mut self, call: CallId, session: SessionId, question: Question) -> Result<Refusal, Refusal> {
        let id = match self.same_as(&question) {
            Some(id) => id,
            None => self.ask_anew(call, session, question)?,
        };
        let Some(request) = self.state.requests.get(&id) else { return no(Code::Cancelled, "The call is over.") };
        Ok(self.told(id, request))
    }

    /// The request in which the same is asked, or was a moment ago.
    pub(super) fn same_as(&self, question: &Question) -> Option<ApprovalId> {
        self.state.requests.iter().find(|(_, request)| is_same(&request.question, question)).map(|(id, _)| *id)
    }

    /// Asks the person, unless they are asked too much for this agent.
    pub(super) fn ask_anew(
        &mut self,
        call: CallId,
        session: SessionId,
        question: Question,
    ) -> Result<ApprovalId, Refusal> {
        let agent = self.state.agent_of(session)?.clone();
        // What a page sends isn't the agent's to hold back, and is no reason to refuse what it asks for.
        let is_sending = question.is_about_sending();
        let is_open = |request: &&Request| {
            let is_pending = request.state == RequestState::Pending;
            is_pending && request.agent == agent && request.question.is_about_sending() == is_sending
        };
        let open = self.state.requests.values().filter(is_open).count();
        if open >= limits::OPEN_REQUESTS {
            return no(Code::TooManyPending, format!("The person is asked {open} things for this agent already."));
        }
        let id = self.state.new_approval_id();
        let until = self.now + limits::REQUEST_LIFE;
        let request = Request { session, agent, asked: call, question, state: RequestState::Pending, until };
        self.state.requests.insert(id, request);
        self.tell(Fact::RequestChanged { request: id, session });
        Ok(id)
    }

    /// What an agent is told of a request.
    pub(super) fn told(&self, id: ApprovalId, request: &Request) -> Refusal {
        let (asked, code) = match (&request.question, request.state) {
            (Question::Drive { window, agent }, RequestState::Pending) => {
                (format!("The person is asked whether {agent} may drive {window}."), Code::GrantPending)
            }
            (Question::Drive { window, .. }, _) => (format!("The person didn't allow {window}."), Code::NotAuthorized),
            (Question::Read { page, .. }, RequestState::Pending) => {
                (format!("The person is asked whether this session may read {page}."), Code::ObservationPending)
            }
            (Question::Read { page, .. }, _) => {
                (format!("The person didn't allow reading {page}."), Code::ObservationDenied)
            }
            (Question::Send { key, .. }, RequestState::Pending | RequestState::Approved) => {
                let sentence =
                    format!("The page is about to send something ({}) because of this.", key.endpoint.method);
                (format!("{sentence} It is held, and the person is asked to allow it."), Code::ApprovalPending)
            }
            (Question::Send { .. }, RequestState::Rejected) => (
                "The person didn't allow what the page was about to send because of this.".to_owned(),
                Code::ApprovalRejected,
            ),
            (Question::Send { .. }, RequestState::Expired) => {
                let sentence =
                    "Nobody allowed in time what the page was about to send because of this; it wasn't sent.";
                (sentence.to_owned(), Code::ApprovalExpired)
            }
            (Question::Act { .. }, RequestState::Pending | RequestState::Approved) => {
                ("The person is asked to allow this.".to_owned(), Code::ApprovalPending)
            }
            (Question::Act { .. }, RequestState::Rejected) => {
                ("The person didn't allow this.".to_owned(), Code::ApprovalRejected)
            }
            (Question::Act { .. }, RequestState::Expired) => {
                ("Nobody allowed this in time, or the yes wasn't used in time.".to_owned(), Code::ApprovalExpired)
            }
        };
        let expires_in = crate::Span(request.until.millis_since(self.now));
        let pending = (request.state == RequestState::Pending).then_some(Pending { approval: id, expires_in });
        Refusal { pending, ..Refusal::new(code, asked) }
    }

    /// Whether the person's yes to exactly this is there; it is spent by being asked for (N17).
    pub(super) fn spend(&mut self, key: &ApprovalKey) -> bool {
        let fits = |request: &Request| {
            request.state == RequestState::Approved
                && matches!(&request.question, Question::Act { key: asked, .. } if **asked == *key)
        };
        let found = self.state.requests.iter().find(|(_, request)| fits(request)).map(|(id, _)| *id);
        if let Some(id) = found {
            self.remove_request(id);
        }
        found.is_some()
    }

    /// The person's answer. A request is decided once; a decided, expired or unknown one can't be decided.
    pub(super) fn decide_request(&mut self, id: ApprovalId, yes: bool, always: bool) -> Result<(), PersonRefusal> {
        let is_open = |request: &&mut Request| request.state == RequestState::Pending;
        let Some(request) = self.state.requests.get_mut(&id).filter(is_open) else {
            return Err(PersonRefusal::UnknownApproval);
        };
        match (request.question.clone(), yes) {
            (Question::Drive { window, agent }, yes) => {
                self.remove_request(id);
                self.decide_driver(window, agent, yes, always);
            }
            (Question::Read { page, session }, true) => {
                self.remove_request(id);
                if let Some(page) = self.state.pages.get_mut(&page) {
                    page.readers.insert(session);
                }
            }
            (Question::Act { .. }, true) => self.set_request(id, RequestState::Approved),
            (Question::Send { key, .. }, true) => {
                if always && let Some(window) = self.state.windows.get_mut(&key.window) {
                    window.unasked.insert(key.endpoint.shape(), Unasked::Allowed);
                }
                self.let_go(id);
                self.set_request(id, RequestState::Approved);
            }
            (Question::Read { .. } | Question::Act { .. } | Question::Send { .. }, false) => {
                self.set_request(id, RequestState::Rejected);
            }
        }
        Ok(())
    }

    fn decide_driver(&mut self, id: WindowId, agent: AgentName, yes: bool, always: bool) {
        let Some(window) = self.state.windows.get_mut(&id) else { return };
        let list = match window.profile {
            Profile::Kept(profile) if yes && always => {
                self.state.profiles.get_mut(&profile).filter(|kept| kept.kind.keeps_drivers())
            }
            Profile::Kept(_) | Profile::Isolated => None,
        };
        match list {
            Some(kept) => drop(kept.drivers.insert(agent)),
            None => drop(window.drivers.insert(agent, yes)),
        }
        self.tell(Fact::WindowChanged(id));
    }

    fn set_request(&mut self, id: ApprovalId, state: RequestState) {
        let life = match state {
            RequestState::Pending => limits::REQUEST_LIFE,
            RequestState::Approved => limits::APPROVED_LIFE,
            RequestState::Rejected | RequestState::Expired => limits::DECIDED_LIFE,
        };
        let until = self.now + life;
        if state != RequestState::Approved {
            self.fail_held(id);
        }
        let Some(request) = self.state.requests.get_mut(&id) else { return };
        (request.state, request.until) = (state, until);
        let session = request.session;
        self.tell(Fact::RequestChanged { request: id, session });
    }

    /// Invariant (I18): what is held goes out by the person's yes to it, or fails with the question.
    pub(super) fn remove_request(&mut self, id: ApprovalId) {
        self.fail_held(id);
        if let Some(request) = self.state.requests.remove(&id) {
            self.tell(Fact::RequestChanged { request: id, session: request.session });
        }
    }

    /// What ran out of time: an open or unused one is remembered for a while, as a no is.
    pub(super) fn expire_requests(&mut self) {
        let now = self.now;
        let is_late = |(_, request): &(&ApprovalId, &Request)| request.until <= now;
        let late = self.state.requests.iter().filter(is_late);
        let late: Vec<_> =
            late.map(|(id, request)| (*id, request.state, request.question.is_about_sending())).collect();
        for (id, state, is_sending) in late {
            match state {
                // It has gone out; the agent that was to be told of that didn't ask.
                RequestState::Approved if is_sending => self.remove_request(id),
                RequestState::Pending | RequestState::Approved => self.set_request(id, RequestState::Expired),
                RequestState::Rejected | RequestState::Expired => self.remove_request(id),
            }
        }
    }

    /// Takes back what was asked, whether or not it was decided: it can't be used any more.
    pub(super) fn withdraw_requests(&mut self, chosen: impl Fn(&Request) -> bool) {
        let ids: Vec<ApprovalId> =
            self.state.requests.iter().filter(|(_, request)| chosen(request)).map(|(id, _)| *id).collect();
        ids.into_iter().for_each(|id| self.remove_request(id));
    }

    /// Takes back what was asked about a scope that is no more.
    pub(super) fn withdraw_requests_in(&mut self, scope: Scope) {
        let pages = self.state.pages_in(scope);
        self.withdraw_requests(|request| is_about(&request.question, scope, &pages));
    }

    /// Takes back what was asked about reads and acts in a scope: what was judged there doesn't count any more. A no still
    /// does: nobody asks anew a moment later by letting go of a lease.
    pub(super) fn withdraw_acts_in(&mut self, scope: Scope, whose: impl Fn(SessionId) -> bool) {
        let pages = self.state.pages_in(scope);
        self.withdraw_requests(|request| {
            let is_drive = matches!(request.question, Question::Drive { .. });
            let is_no = matches!(request.state, RequestState::Rejected | RequestState::Expired);
            !is_drive && !is_no && whose(request.session) && is_about(&request.question, scope, &pages)
        });
    }

    /// The same where a page shows another origin. What it was about to send before may still go out, or has, which is how it
    /// came there.
    pub(super) fn withdraw_judged_in(&mut self, scope: Scope) {
        let pages = self.state.pages_in(scope);
        self.withdraw_requests(|request| {
            let is_judged = matches!(request.question, Question::Read { .. } | Question::Act { .. });
            let is_no = matches!(request.state, RequestState::Rejected | RequestState::Expired);
            is_judged && !is_no && is_about(&request.question, scope, &pages)
        });
    }
}

/// Whether a question is about a scope or one of its pages.
fn is_about(question: &Question, scope: Scope, pages: &[PageId]) -> bool {
    let (window, page) = match question {
        Question::Drive { window, .. } => (Some(*window), None),
        Question::Read { page, .. } => (None, Some(*page)),
        Question::Act { key, page, judgement: _ } => (key.window, *page),
        Question::Send { key, page, .. } => (Some(key.window), Some(*page)),
    };
    window.is_some_and(|window| scope == Scope::Window(window)) || page.is_some_and(|page| pages.contains(&page))
}

/// Whether two questions are about the same thing.
fn is_same(one: &Question, other: &Question) -> bool {
    match (one, other) {
        (Question::Act { key: one, .. }, Question::Act { key: other, .. }) => one == other,
        (Question::Send { key: one, .. }, Question::Send { key: other, .. }) => one == other,
        (one, other) => one == other,
    }
}
