//! What the person is asked on behalf of agents, and what agents hand to them: as cards, as events, and the evidence
//! that policy asks for before an act.

use std::collections::{BTreeMap, VecDeque};

use nexus_policy::{
    ApprovalId, CallId, Destination, Endpoint, GivenFile, HandoffId, HandoffRecord, Input, Look, Method, PageId,
    Question, Reach, RequestRecord, RequestState, Scope, Touched,
};

use super::activity::name_of;
use super::clock;
use super::effect_gate::public;
use super::inside::{Examined, Inside};
use super::person::Event;
use super::request::{HandoffReason, Request};
use super::run::Broker;
use super::view::{About, AboutFile, HandoffView, Holder, Question as QuestionView, RequestView};
use crate::browser::{HandError, Sight};
use crate::engine::Failure;
use crate::engine::interaction::examine;
use crate::redaction::{PublicAddress, PublicText, is_plain};

/// What open requests and handoffs are about, from the calls that asked: those may be over.
#[derive(Debug, Default)]
pub(super) struct Reasons {
    handoffs: BTreeMap<HandoffId, HandoffReason>,
    requests: BTreeMap<ApprovalId, Asked>,
    /// What each of the latest acts does, and what its session had read before: what it leads to may come after its end.
    acts: VecDeque<(CallId, Asked)>,
}

/// Acts whose consequences may still come.
const ACTS: usize = 64;

/// What is known of a request from the call that asked.
#[derive(Debug, Default, Clone)]
struct Asked {
    what: &'static str,
    read_before: Vec<String>,
}

impl Broker {
    /// Has it found out what an act would touch, and tells policy. Why that couldn't be found out is the call's outcome.
    pub(super) fn examine(&mut self, look: Look) {
        let (call, target) = (look.call(), look.target());
        let page = target.page().and_then(|page| self.registry.page(page)).cloned();
        let request = match self.calls.get(call).map(|open| &open.request) {
            Some(Request::OnPage { request, .. }) => request.clone(),
            Some(_) | None => return self.inputs.push_back(Input::CallEnded(call)),
        };
        let uploads = self.uploads.clone();
        let found = async move {
            let page = page.ok_or(HandError::BrowserGone)?;
            examine(&Sight::new(&look, page), &request, uploads).await
        };
        self.do_for(call, target, found, Inside::Examined);
    }

    /// What an act would touch was found out, or why that can't be; none if it was stopped on the way.
    pub(super) fn examined(&mut self, call: CallId, found: Option<Result<Examined, Failure>>) {
        match found {
            Some(Ok((evidence, files))) if self.calls.get(call).is_some() => {
                self.calls.set_files(call, files);
                self.inputs.push_back(Input::Examined { call, evidence });
            }
            Some(Err(failure)) => self.call_ended(call, Some(Err(failure))),
            Some(Ok(_)) | None => self.call_ended(call, None),
        }
    }

    /// Something that the person is asked has come, gone further, or is over.
    pub(super) fn request_changed(&mut self, id: ApprovalId) {
        self.publishing.mark_urgent();
        let asked = self.policy.request(id).map(|request| request.asked);
        let act = |asked: CallId| self.reasons.acts.iter().find(|(act, _)| *act == asked).map(|(_, act)| act.clone());
        match asked.and_then(|asked| self.asked_by(asked).or_else(|| act(asked))) {
            Some(asked) => drop(self.reasons.requests.insert(id, asked)),
            None if asked.is_none() => drop(self.reasons.requests.remove(&id)),
            None => {}
        }
        self.follow_with_picture(id);
        let view = self.open_request(id);
        self.publishing.tell_with_view(view.map_or(Event::RequestOver(id), Event::Requested));
    }

    fn asked_by(&self, call: CallId) -> Option<Asked> {
        let open = self.calls.get(call)?;
        Some(Asked { what: name_of(&open.request), read_before: self.sessions.origins_read(open.session) })
    }

    /// An act begins.
    pub(super) fn note_act(&mut self, call: CallId) {
        let Some(asked) = self.asked_by(call) else { return };
        self.reasons.acts.push_back((call, asked));
        if self.reasons.acts.len() > ACTS {
            self.reasons.acts.pop_front();
        }
    }

    /// An agent hands something to the person, or it is over.
    pub(super) fn handoff_changed(&mut self, id: HandoffId) {
        self.publishing.mark_urgent();
        let asked = self.policy.handoff(id).map(|handoff| handoff.asked);
        let Some(asked) = asked else {
            self.reasons.handoffs.remove(&id);
            return self.publishing.tell_with_view(Event::HandoffEnded(id));
        };
        if let Some(Request::Handoff { reason, .. }) = self.calls.get(asked).map(|open| &open.request) {
            self.reasons.handoffs.insert(id, reason.clone());
        }
        if let Some(view) = self.policy.handoff(id).map(|handoff| self.handoff_view(&handoff)) {
            self.publishing.tell_with_view(Event::HandoffRequested(view));
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
        let asked = self.reasons.requests.get(&request.id);
        let what = asked.map(|asked| asked.what).unwrap_or_default().to_owned();
        let (scope, question) = match request.question {
            Question::Send { key, page, touched, fields } => {
                let about = touched.as_ref().and_then(about);
                let (method, to) = (key.endpoint.method.clone(), self.receiver(*page, &key.endpoint));
                let fields = fields.iter().map(|field| shown(field)).collect();
                (Some(Scope::Page(*page)), QuestionView::Send { what, about, method, to, fields, held: request.held })
            }
            Question::Drive { window, agent } => {
                (Some(Scope::Window(*window)), QuestionView::Drive { agent: agent.clone() })
            }
            Question::Read { page, .. } => (Some(Scope::Page(*page)), QuestionView::Read),
            Question::Act { key, page, judgement } => {
                let about = key.evidence.as_ref().and_then(|evidence| about(&evidence.touched));
                let why = judgement.reasons.iter().map(|reason| reason.clone().redacted(shown).to_string()).collect();
                let script = key.evidence.as_ref().and_then(|evidence| script(&evidence.touched));
                let files = key.evidence.iter().flat_map(|evidence| &evidence.files).map(about_file).collect();
                (
                    page.map(Scope::Page).or(key.window.map(Scope::Window)),
                    QuestionView::Act { what, about, files, script, why },
                )
            }
        };
        let (window, page) = scope.map_or((None, None), |scope| self.places_of(scope));
        let address = page.and_then(|page| self.registry.address_of(page));
        let origin = address.as_ref().map(|address| address.origin().to_owned());
        let read_before = asked.map(|asked| asked.read_before.as_slice()).unwrap_or_default();
        RequestView {
            approval: request.id,
            asked_by: Holder { agent: request.agent.clone(), session: request.session },
            question,
            window,
            page,
            picture: self.card_pictures.of(request.id),
            read_before: read_before.iter().filter(|read| origin.as_ref() != Some(read)).cloned().collect(),
            origin,
            expires_at: clock::wall(request.until),
        }
    }

    /// What would get something: what repeats a secret of the page is taken out.
    fn receiver(&self, page: PageId, endpoint: &Endpoint) -> PublicAddress {
        let scrubbed = self.registry.page(page).map(|page| page.secrets.scrub(&endpoint.path).into_owned());
        public(&endpoint.origin.0, scrubbed.as_deref().unwrap_or(&endpoint.path))
    }

    pub(super) fn handoff_views(&self) -> impl Iterator<Item = HandoffView> {
        self.policy.handoffs().map(|handoff| self.handoff_view(&handoff))
    }

    /// What a page that is handed over shows.
    pub(super) fn handoff_banner(&self, id: HandoffId) -> Option<String> {
        let handoff = self.policy.handoff(id)?;
        let reason = self.reasons.handoffs.get(&id).map(ToString::to_string).unwrap_or_default();
        let agent = handoff.agent;
        Some(format!("{agent} asks you: “{reason}”\nIt waits, and sees nothing, until you answer in NEXUS."))
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

/// What an act is about, as the person reads it: the thing that would be pressed or filled, and where that leads.
fn about(touched: &Touched) -> Option<About> {
    let Touched::Elements(acts) = touched else { return None };
    let element = &acts.last()?.element;
    let name = [&element.names.accessible, &element.names.visible, &element.names.value]
        .into_iter()
        .find(|name| !name.is_empty());
    let leads = match (&element.submits, &element.link) {
        (Some(sent), _) => {
            let how = match sent.method {
                Method::Get => "Asks",
                Method::Post => "Sends a form to",
                Method::Dialog => "Closes its dialog at",
            };
            Some(format!("{how} {}", place(&sent.destination)))
        }
        (None, Some(link)) => Some(format!("Leads to {}", place(&link.destination))),
        (None, None) => None,
    };
    let kind = if element.role.is_empty() { &element.tag } else { &element.role };
    Some(About { kind: kind.clone(), name: name.map(|name| shown(name)).unwrap_or_default(), leads })
}

/// A script, as the person reads it: every character that can be seen, and its lines.
fn script(touched: &Touched) -> Option<String> {
    let Touched::Script { source } = touched else { return None };
    Some(source.chars().filter(|c| *c == '\n' || is_plain(*c)).collect())
}

/// A file, as the person reads it: without what could make its name look like another.
fn about_file(GivenFile { name, folder, bytes, content: _ }: &GivenFile) -> AboutFile {
    let plain = |text: &str| text.chars().filter(|c| is_plain(*c)).collect();
    AboutFile { name: plain(name), folder: plain(folder), bytes: *bytes }
}

/// Where something leads, without its query.
fn place(destination: &Destination) -> String {
    let path = shown(&destination.path);
    match &destination.reach {
        Reach::SameDocument | Reach::SameOrigin => format!("{path} on the same site"),
        Reach::OtherOrigin(origin) => format!("{}{path}", shown(&origin.0)),
        Reach::OtherProgram { scheme } => format!("another program ({})", shown(scheme)),
        Reach::Script => "a script of the page".to_owned(),
        Reach::Opaque | Reach::Unparsable => "an address that can't be judged".to_owned(),
    }
}

/// Text of a page, as it may be shown.
fn shown(text: &str) -> String {
    PublicText::from_page(text).as_str().to_owned()
}
