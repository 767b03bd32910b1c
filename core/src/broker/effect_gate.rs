//! The effect gate between policy and browsers: what is held is told to policy, and what policy decides is done.

use std::sync::Arc;

use nexus_policy::{
    CallId, ControlState, EffectGate, Endpoint, Input, PageId, Scope, Sending, SendingId, Target, Unasked, WindowId,
};

use super::answer::{Answer, Facts};
use super::request::{FormValue, PageRequest, Request, TypedText};
use super::run::Broker;
use super::view::UnaskedView;
use crate::browser::{Browser, GateState, HeldSending, Page};
use crate::redaction::PublicAddress;

impl Broker {
    /// A Window's gate becomes what policy says.
    pub(super) fn sync_effect_gate(&self, window: WindowId) {
        let Some((record, browser)) = self.policy.window(window).zip(self.registry.browser(window)) else { return };
        let target = |page: &PageId| self.registry.page(*page).map(|page| page.target.clone());
        browser.set_effect_gate(match record.gate {
            EffectGate::Open => GateState::Open,
            EffectGate::Shut { persons } => GateState::Shut { persons: persons.iter().filter_map(target).collect() },
        });
    }

    /// Something waits at a Window's gate.
    pub(super) fn sending_held(&mut self, window: WindowId, held: HeldSending, page: Option<&Arc<Page>>) {
        let HeldSending { id, endpoint, fields, reads } = held;
        let page = page.and_then(|page| self.registry.id_of(page));
        self.inputs
            .push_back(Input::SendingHeld { sending: id, what: Sending { window, page, endpoint, fields, reads } });
        // A card says how many of its kind wait.
        self.publishing.mark();
    }

    pub(super) fn let_go(&self, sending: SendingId) {
        self.browsers().for_each(|browser| browser.let_go(sending));
    }

    pub(super) fn fail_sending(&self, sending: SendingId) {
        self.browsers().for_each(|browser| browser.fail(sending));
    }

    /// Numbers of what is held are no two Windows' own.
    fn browsers(&self) -> impl Iterator<Item = &Arc<Browser>> {
        self.policy.windows().filter_map(|window| self.registry.browser(window))
    }

    /// The person's own hand is on a page where nobody has control, and the gate is still shut for what an agent left behind:
    /// they get control, so that what they do goes out.
    pub(super) fn person_at_gate(&mut self, page: &Arc<Page>) {
        let Some(record) = self.registry.id_of(page).and_then(|id| self.policy.page(id)) else { return };
        let is_shut = self.policy.window(record.window).is_some_and(|window| window.gate.is_shut());
        if is_shut && record.control == ControlState::Idle {
            self.take_control(Scope::Window(record.window), None);
        }
    }

    /// What a call is about to type is its page's site's, and nobody else's unseen.
    pub(super) fn note_typed(&self, call: CallId, target: Target) {
        let Some(Request::OnPage { request, .. }) = self.calls.get(call).map(|open| &open.request) else { return };
        let texts: Vec<&TypedText> = match request {
            PageRequest::Type { text, .. } | PageRequest::Dialog { text: Some(text), .. } => vec![text],
            PageRequest::FillForm { fields } => fields
                .iter()
                .filter_map(|field| match &field.value {
                    FormValue::Text(text) => Some(text),
                    FormValue::Checked(_) => None,
                })
                .collect(),
            _ => return,
        };
        let address = target.page().and_then(|page| self.registry.address_of(page));
        let Some((browser, address)) = self.registry.browser(target.window()).zip(address) else { return };
        texts.into_iter().for_each(|TypedText(text)| browser.effect_gate.note_typed(text, address.origin()));
    }

    /// What a Window's pages send unasked.
    pub(super) fn unasked_views(&self, window: WindowId) -> Vec<UnaskedView> {
        let unasked = self.policy.window(window).map(|record| record.unasked).into_iter().flatten();
        let view = |(endpoint, why): (&Endpoint, &Unasked)| UnaskedView {
            to: public(&endpoint.origin.0, &endpoint.path),
            endpoint: endpoint.clone(),
            why: *why,
        };
        unasked.map(view).collect()
    }

    /// What an earlier identical call led to has gone out.
    pub(super) fn sent(&self, call: CallId) -> Answer {
        let sentence = "The person allowed what this led to, and it has been sent, once. Nothing was done again: take a new \
                        snapshot to see what came of it.";
        let mut answer = Answer::done(sentence);
        let page = self.calls.get(call).and_then(|open| match open.request {
            Request::OnPage { page, .. } => page,
            _ => None,
        });
        let window = page.and_then(|page| self.policy.page(page)).map(|record| record.window);
        let address = page.and_then(|page| self.registry.address_of(page));
        answer.facts = Facts { window, page, address, ..Facts::default() };
        answer
    }
}

/// A receiver, as the person reads it: without a query, and every sign as it is written in addresses.
pub(super) fn public(origin: &str, path: &str) -> PublicAddress {
    let path = path.replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    PublicAddress::from_page(&format!("{origin}{path}"))
}
