//! What the person is asked on behalf of agents, and what agents hand to them: as cards, as events, and the evidence
//! that policy asks for before an act.

use std::collections::BTreeMap;

use nexus_policy::{
    ApprovalId, CallId, Digest, Evidence, HandoffId, HandoffRecord, Input, Origin, Question, RequestRecord,
    RequestState, Scope, Target, Touched,
};
use sha2::{Digest as _, Sha256};

use super::activity::name_of;
use super::clock;
use super::person::Event;
use super::request::{HandoffReason, Request};
use super::run::Broker;
use super::view::{HandoffView, Holder, Question as QuestionView, RequestView};

/// What open requests and handoffs are about, from the calls that asked: those may be over.
#[derive(Debug, Default)]
pub(super) struct Reasons {
    handoffs: BTreeMap<HandoffId, HandoffReason>,
    acts: BTreeMap<ApprovalId, &'static str>,
}

impl Broker {
    /// Tells policy what an act would touch: the document it is aimed at, and whose it is.
    pub(super) fn examine(&mut self, call: CallId, target: Target) {
        let state = target.page().and_then(|page| self.registry.page(page)).map(|page| page.state());
        let Some(state) = state else { return self.inputs.push_back(Input::CallEnded(call)) };
        let origin = state.address.address().origin().to_owned();
        let mut hash = Sha256::new();
        for part in [origin.as_str(), state.document.as_str()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let evidence = Evidence {
            digest: Digest(hash.finalize().into()),
            origin: Some(Origin(origin)),
            touched: Touched::Unresolved,
        };
        self.inputs.push_back(Input::Examined { call, evidence });
    }

    /// Something that the person is asked has come, gone further, or is over.
    pub(super) fn request_changed(&mut self, id: ApprovalId) {
        self.publishing.mark_urgent();
        let asked = self.policy.request(id).map(|request| request.asked);
        match asked.and_then(|asked| self.calls.get(asked)) {
            Some(open) => drop(self.reasons.acts.insert(id, name_of(&open.request))),
            None if asked.is_none() => drop(self.reasons.acts.remove(&id)),
            None => {}
        }
        let view = self.open_request(id);
        self.emit(view.map_or(Event::RequestOver(id), Event::Requested));
    }

    /// An agent hands something to the person, or it is over.
    pub(super) fn handoff_changed(&mut self, id: HandoffId) {
        self.publishing.mark_urgent();
        let asked = self.policy.handoff(id).map(|handoff| handoff.asked);
        let Some(asked) = asked else {
            self.reasons.handoffs.remove(&id);
            return self.emit(Event::HandoffEnded(id));
        };
        if let Some(Request::Handoff { reason, .. }) = self.calls.get(asked).map(|open| &open.request) {
            self.reasons.handoffs.insert(id, reason.clone());
        }
        if let Some(view) = self.policy.handoff(id).map(|handoff| self.handoff_view(&handoff)) {
            self.emit(Event::HandoffRequested(view));
        }
    }

    /// What the person is asked and hasn't decided.
    pub(super) fn request_views(&self) -> impl Iterator<Item = RequestView> {
        let open = self.policy.requests().filter(|request| request.state == RequestState::Pending);
        open.map(|request| self.request_view(&request))
    }

    /// The same of one request; none if it is decided or over.
    pub(super) fn open_request(&self, id: ApprovalId) -> Option<RequestView> {
        let open = self.policy.request(id).filter(|request| request.state == RequestState::Pending);
        open.map(|request| self.request_view(&request))
    }

    pub(super) fn request_view(&self, request: &RequestRecord<'_>) -> RequestView {
        let (scope, question) = match request.question {
            Question::Drive { window, agent } => {
                (Some(Scope::Window(*window)), QuestionView::Drive { agent: agent.clone() })
            }
            Question::Read { page, .. } => (Some(Scope::Page(*page)), QuestionView::Read),
            Question::Act { key, page } => {
                let scope = page.map(Scope::Page).or(key.window.map(Scope::Window));
                (
                    scope,
                    QuestionView::Act {
                        what: self.reasons.acts.get(&request.id).copied().unwrap_or_default().to_owned(),
                    },
                )
            }
        };
        let (window, page) = scope.map_or((None, None), |scope| self.places_of(scope));
        let origin = page.and_then(|page| self.registry.address_of(page));
        RequestView {
            approval: request.id,
            asked_by: Holder { agent: request.agent.clone(), session: request.session },
            question,
            window,
            page,
            origin: origin.map(|address| address.origin().to_owned()),
            expires_at: clock::wall(request.until),
        }
    }

    pub(super) fn handoff_views(&self) -> impl Iterator<Item = HandoffView> {
        self.policy.handoffs().map(|handoff| self.handoff_view(&handoff))
    }

    fn handoff_view(&self, handoff: &HandoffRecord<'_>) -> HandoffView {
        let (window, page) = self.places_of(handoff.scope);
        let origin = page.and_then(|page| self.registry.address_of(page));
        HandoffView {
            handoff: handoff.id,
            asked_by: Holder { agent: handoff.agent.clone(), session: handoff.session },
            reason: self.reasons.handoffs.get(&handoff.id).map(ToString::to_string).unwrap_or_default(),
            window,
            page,
            origin: origin.map(|address| address.origin().to_owned()),
            expires_at: clock::wall(handoff.until),
        }
    }
}
