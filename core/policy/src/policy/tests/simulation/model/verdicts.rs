//! Whether a call may go on, and what its agent is told if it may not.

use super::*;
use crate::{ApprovalKey, Ask, Evidence, Risk, Touched, Words, judge};

fn asks(question: Question) -> No {
    No::Asks(Box::new(question))
}

pub(super) fn code<T>(code: Code) -> Result<T, No> {
    Err(No::Code(code))
}

impl Model {
    /// A02, A05.
    pub(super) fn paused(&self, person: Option<At>) -> Verdict {
        match person {
            None => Ok(()),
            Some(At::Control) => code(Code::PausedByUser),
            Some(At::Handoff) => code(Code::InHandoff),
        }
    }

    pub(super) fn known(&self, scope: Scope) -> Result<WindowId, No> {
        self.window_of(scope).ok_or(No::Code(match scope {
            Scope::Window(_) => Code::UnknownWindow,
            Scope::Page(_) => Code::UnknownPage,
        }))
    }

    pub(super) fn runs(&self, id: WindowId) -> Verdict {
        match self.windows.get(&id).map(|window| window.life) {
            None => code(Code::UnknownWindow),
            Some(Life::Gone) => code(Code::BrowserGone),
            Some(Life::Starting) => code(Code::Unavailable),
            Some(Life::Running) => Ok(()),
        }
    }

    /// N19: whether an agent may drive there.
    pub(super) fn driven_by(&self, session: SessionId, window: WindowId) -> Verdict {
        let agent = &self.sessions[&session];
        match self.drives(agent, window) {
            Some(true) => Ok(()),
            Some(false) => code(Code::NotAuthorized),
            None => Err(asks(Question::Drive { window, agent: agent.clone() })),
        }
    }

    /// N05: whether a call is under the lease over a scope, and over what that is.
    pub(super) fn held(&self, call: &Call, scope: Scope) -> Result<Scope, No> {
        match self.lease_over(scope) {
            None => code(Code::LeaseRequired),
            Some((_, lease)) if lease.session != call.session => code(Code::LeaseHeld),
            Some((_, lease)) if call.lease.is_some_and(|named| named != lease.id) => code(Code::LeaseHeld),
            Some((held, _)) => Ok(held),
        }
    }

    /// The one page a session holds.
    pub(super) fn only_page(&self, session: SessionId) -> Result<PageId, No> {
        let mut held = self.pages.keys().filter(|page| self.holds(session, Scope::Page(**page)));
        match (held.next(), held.next()) {
            (Some(page), None) => Ok(*page),
            _ => code(Code::InvalidArguments),
        }
    }

    /// Whether a call on a page may go on, now.
    pub(super) fn on_page(&self, call: &Call, page: PageId, kind: PageAsk) -> Verdict {
        let window = self.known(Scope::Page(page))?;
        if self.windows[&window].life == Life::Gone {
            return code(Code::BrowserGone);
        }
        self.paused(self.person_at(Scope::Page(page)))?;
        if kind == PageAsk::Read {
            let asks = asks(Question::Read { page, session: call.session });
            return if self.may_read(call.session, page) { Ok(()) } else { Err(asks) };
        }
        self.held(call, Scope::Page(page))?;
        self.driven_by(call.session, window)
    }

    /// Whether a lease can be given at all.
    pub(super) fn leasable(&self, session: SessionId, scope: Scope) -> Verdict {
        let window = self.known(scope)?;
        let own = matches!(scope, Scope::Page(page) if self.pages[&page].opener == Opener::Person);
        if own {
            return code(Code::PageNotLeasable);
        }
        self.paused(self.person_at(scope))?;
        self.runs(window)?;
        self.driven_by(session, window)
    }

    /// N08: whether another session holds what meets a scope.
    pub(super) fn is_barred(&self, session: SessionId, scope: Scope) -> bool {
        self.leases.iter().any(|(held, lease)| lease.session != session && self.meets(*held, scope))
    }

    /// N13, N17: whether an act is allowed, by the setting or by a yes, which is spent.
    pub(super) fn allow(
        &mut self,
        call: &Call,
        window: Option<WindowId>,
        touched: Option<(PageId, &Evidence)>,
    ) -> Verdict {
        self.explaining = None;
        let agent = &self.sessions[&call.session];
        let setting = self.settings.get(agent).copied().unwrap_or_default();
        let whole = match call.ask {
            Ask::CloseWindow(_) => Touched::Closing,
            _ => Touched::Opening(call.opens.clone()),
        };
        let judgement = judge(touched.map_or(&whole, |(_, evidence)| &evidence.touched), &Words::Absent);
        let signed_in = window.is_some_and(|window| self.signed_in.contains(&window));
        // N13, by its own words: the two last rows never go unasked, a secret is refused where a sign-in may be.
        let row = judgement.risk;
        if row == Risk::Secret && signed_in {
            return code(Code::HandoffRequired);
        }
        let asks = match setting {
            ApprovalSetting::Every => true,
            ApprovalSetting::Matters => row >= Risk::Consequential || signed_in && row > Risk::Inert,
            ApprovalSetting::Minimal => row >= Risk::AlwaysSensitive || signed_in && row > Risk::Inert,
        };
        if !asks {
            return Ok(());
        }
        let profile = window.map_or(Profile::Isolated, |window| self.windows[&window].profile);
        let evidence = touched.map(|(_, evidence)| evidence.clone());
        let key = ApprovalKey { window, profile, session: call.session, action: call.action, evidence };
        let given = self.requests.iter().position(|request| {
            request.state == RequestState::Approved
                && matches!(&request.question, Question::Act { key: asked, .. } if **asked == key)
        });
        let Some(given) = given else {
            return Err(self::asks(Question::Act {
                key: Box::new(key),
                page: touched.map(|(page, _)| page),
                judgement,
            }));
        };
        self.requests.remove(given);
        self.explain(touched.map(|(_, evidence)| evidence), row);
        self.note(Situation::Spent);
        Ok(())
    }

    /// The code that an agent is told; where that asks the person, they are asked.
    pub(super) fn tell(&mut self, call: &Call, no: No) -> Code {
        let question = match no {
            No::Code(code) => return code,
            No::Asks(question) => *question,
        };
        let same = |request: &&Request| match (&request.question, &question) {
            (Question::Act { key, .. }, Question::Act { key: other, .. }) => key == other,
            (asked, other) => asked == other,
        };
        let asked = self.requests.iter().find(same).map(|request| request.state);
        if let Some(state) = asked {
            self.note_state(&question, state);
            return told(&question, state);
        }
        let agent = self.sessions[&call.session].clone();
        let open = |request: &&Request| {
            let sends = matches!(request.question, Question::Send { .. });
            !sends && request.agent == agent && request.state == RequestState::Pending
        };
        if self.requests.iter().filter(open).count() >= limits::OPEN_REQUESTS {
            self.note(Situation::TooMany);
            return Code::TooManyPending;
        }
        let code = told(&question, RequestState::Pending);
        match question {
            Question::Drive { .. } => self.note(Situation::DriveAsked),
            Question::Act { .. } => self.note(Situation::ActAsked),
            Question::Read { .. } | Question::Send { .. } => {}
        }
        let (session, state, until) = (call.session, RequestState::Pending, self.now + limits::REQUEST_LIFE);
        self.requests.push(Request { id: ApprovalId(0), session, agent, question, state, until });
        code
    }

    fn note_state(&mut self, question: &Question, state: RequestState) {
        match (question, state) {
            (_, RequestState::Pending) => self.note(Situation::AskedAgain),
            (Question::Act { .. }, RequestState::Rejected) => self.note(Situation::Rejected),
            (Question::Act { .. }, RequestState::Expired) => self.note(Situation::Expired),
            (Question::Read { .. }, RequestState::Rejected) => self.note(Situation::ReadDenied),
            _ => {}
        }
    }
}

fn told(question: &Question, state: RequestState) -> Code {
    let pending = state == RequestState::Pending;
    match question {
        Question::Drive { .. } if pending => Code::GrantPending,
        Question::Drive { .. } => Code::NotAuthorized,
        Question::Read { .. } if pending => Code::ObservationPending,
        Question::Read { .. } => Code::ObservationDenied,
        Question::Send { .. } => panic!("no call asks about what a page sends"),
        Question::Act { .. } => match state {
            RequestState::Pending => Code::ApprovalPending,
            RequestState::Approved => panic!("a yes to exactly this is there and wasn't used"),
            RequestState::Rejected => Code::ApprovalRejected,
            RequestState::Expired => Code::ApprovalExpired,
        },
    }
}
