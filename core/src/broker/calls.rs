//! Calls under way: who waits for which answer, and the task that works on it.

use std::collections::BTreeMap;
use std::sync::Arc;

use nexus_policy::{
    Ask, Call, CallId, Code, Destination, Granted, Input, LeaseId, PageAsk, PageId, Permit, Refusal, Scope, SessionId,
    Span, Target,
};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;
use url::Url;

use super::activity::{acts, name_of, noted, place_of};
use super::answer::{Answer, Facts, HandoffOutcome};
use super::inside::Inside;
use super::request::{PageRequest, Request, Submission};
use super::run::Broker;
use crate::destination;
use crate::engine::interaction::check_address;
use crate::engine::{Done, Failure, Outcome};
use crate::redaction::{Secrets, Untrusted};
use crate::uploads::CopiedFiles;

/// The calls that aren't over, and those that are answered but still being stopped.
#[derive(Debug, Default)]
pub(super) struct Calls {
    last: u64,
    open: BTreeMap<CallId, OpenCall>,
}

#[derive(Debug)]
pub(super) struct OpenCall {
    pub(super) session: SessionId,
    pub(super) request: Request,
    /// Gone once it is answered.
    reply: Option<oneshot::Sender<Answer>>,
    work: Option<Work>,
    outcome: Option<Outcome>,
    /// Nothing works on it any more.
    is_over: bool,
    /// Copies of the files that it gives to a page.
    files: Option<CopiedFiles>,
}

/// A call that is being carried out.
#[derive(Debug)]
struct Work {
    task: AbortHandle,
    target: Target,
    /// Those of the page that it is about, which may be gone when the outcome is told.
    secrets: Option<Arc<Secrets>>,
    /// The newest page when it began: later ones may be its doing.
    newest_page: Option<PageId>,
}

impl Calls {
    /// Stops everything, without answers.
    pub(super) fn abort_all(self) {
        self.open.values().filter_map(|call| call.work.as_ref()).for_each(|work| work.task.abort());
    }

    /// The files that a call gives to a page, as they were when it was found out what it would touch.
    pub(super) fn set_files(&mut self, call: CallId, files: Option<CopiedFiles>) {
        if let Some(open) = self.open.get_mut(&call) {
            open.files = files;
        }
    }

    pub(super) fn get(&self, call: CallId) -> Option<&OpenCall> {
        self.open.get(&call)
    }
}

impl Broker {
    pub(super) fn take_call(&mut self, session: SessionId, submission: Submission, reply: oneshot::Sender<Answer>) {
        if reply.is_closed() {
            // Cancelled before it came here.
            return;
        }
        self.calls.last += 1;
        let id = CallId(self.calls.last);
        let Submission { lease, action, request } = submission;
        let ask = self.recordable(&request).and_then(|()| self.ask_of(session, &request));
        let opens = self.opens(&request);
        let open =
            OpenCall { session, request, reply: Some(reply), work: None, outcome: None, is_over: false, files: None };
        self.calls.open.insert(id, open);
        match ask {
            Ok(ask) => self.inputs.push_back(Input::Call(Call { id, session, lease, action, opens, ask })),
            Err(refusal) => self.refuse(id, &refusal),
        }
    }

    /// Cancels the calls of a session whose clients don't wait any more.
    pub(super) fn drop_calls(&mut self, session: SessionId) {
        let dropped =
            |call: &OpenCall| call.session == session && call.reply.as_ref().is_some_and(oneshot::Sender::is_closed);
        let calls: Vec<CallId> = self.calls.open.iter().filter(|(_, call)| dropped(call)).map(|(id, _)| *id).collect();
        self.inputs.extend(calls.into_iter().map(Input::CallCancelled));
    }

    /// Starts the work that policy has permitted.
    pub(super) fn perform(&mut self, permit: Permit) {
        // Before anything of it is sent.
        self.tell_hands();
        let (call, target) = (permit.call(), permit.target());
        self.note_act(call);
        self.note_typed(call, target);
        let Some(open) = self.calls.open.get_mut(&call) else { return };
        let (request, session, files) = (open.request.clone(), open.session, open.files.take());
        let work = self.work_on(permit, request, session, files);
        self.do_for(call, target, work, Inside::Ended);
    }

    /// Does something for a call, until it is done or stopped, and has its end reported.
    pub(super) fn do_for<T: Send + 'static>(
        &mut self,
        call: CallId,
        target: Target,
        work: impl Future<Output = T> + Send + 'static,
        report: fn(CallId, Option<T>) -> Inside,
    ) {
        let task = tokio::spawn(work);
        let newest_page = self.policy.pages(target.window()).last();
        let page = target.page().and_then(|page| self.registry.page(page));
        let secrets = page.map(|page| Arc::clone(&page.secrets));
        if let Some(open) = self.calls.open.get_mut(&call) {
            open.work = Some(Work { task: task.abort_handle(), target, secrets, newest_page });
            open.is_over = false;
        }
        let inside = self.outbox.inside.clone();
        tokio::spawn(async move {
            if inside.send(report(call, task.await.ok())).is_err() {
                tracing::debug!(%call, "it ended after the broker");
            }
        });
    }

    /// Work has ended: policy says whether its outcome may be told. What it should have opened and didn't is gone.
    pub(super) fn call_ended(&mut self, call: CallId, outcome: Option<Outcome>) {
        let Some(open) = self.calls.open.get_mut(&call) else { return };
        (open.outcome, open.is_over) = (outcome, true);
        let target = open.work.as_ref().map(|work| work.target);
        if open.reply.is_none() {
            self.calls.open.remove(&call);
        }
        self.inputs.push_back(Input::CallEnded(call));
        match target {
            Some(Target::NewWindow(window)) if self.registry.browser(window).is_none() => {
                self.inputs.push_back(Input::BrowserExited(window));
            }
            Some(Target::NewPage(_, page)) if self.registry.page(page).is_none() => {
                self.inputs.push_back(Input::PageClosed(page));
            }
            Some(Target::NewWindow(_) | Target::NewPage(..) | Target::Page(..)) | None => {}
        }
    }

    /// Stops the work on a call that was answered already. Its end is reported like any other.
    pub(super) fn abort(&mut self, call: CallId) {
        if let Some(work) = self.calls.open.get(&call).and_then(|open| open.work.as_ref()) {
            work.task.abort();
        }
    }

    pub(super) fn refuse(&mut self, call: CallId, refusal: &Refusal) {
        self.answer(call, Answer::refused(refusal));
    }

    /// Tells the outcome of a call that was carried out.
    pub(super) fn deliver(&mut self, call: CallId, lease: Option<LeaseId>) {
        let Some(open) = self.calls.open.get_mut(&call) else { return };
        let stopped = || Err(Failure::new(Code::Unavailable, "Something in NEXUS went wrong; it was logged."));
        let mut outcome = open.outcome.take().unwrap_or_else(stopped);
        let Some(work) = open.work.take() else { return };
        let session = open.session;
        let origins = outcome.as_mut().map(|done| std::mem::take(&mut done.origins)).unwrap_or_default();
        let answer = self.answer_of(outcome, lease, &work);
        if answer.page_text.is_some() || answer.picture.is_some() {
            self.sessions.note_read(session, origins.iter().chain(&answer.facts.address));
        }
        self.answer(call, answer);
        self.calls.open.remove(&call);
    }

    /// What an agent is told of an outcome: here page data is redacted, and nowhere else.
    fn answer_of(&self, outcome: Outcome, lease: Option<LeaseId>, work: &Work) -> Answer {
        let (window, page) = (work.target.window(), self.page_of(work.target));
        let address = page.and_then(|page| self.registry.address_of(page));
        let mut facts = Facts { window: Some(window), page, lease, address, ..Facts::default() };
        let opened = page.and_then(|page| self.registry.page(page)).map(|page| &page.secrets);
        let secrets = work.secrets.as_ref().or(opened).cloned().unwrap_or_default();
        let redacted = |text: Option<Untrusted<String>>| text.map(|text| text.redact(&secrets));
        match outcome {
            Ok(Done { summary, effect, verified, dialog, text, picture, downloads, origins: _ }) => {
                facts.downloads = downloads;
                facts.new_pages = self.new_pages(work);
                (facts.effect, facts.verified, facts.dialog) = (effect, verified, dialog);
                let page_text = redacted(text);
                Answer { code: None, summary, facts, page_text, picture }
            }
            Err(Failure { code, sentence, effect, dialog, text }) => {
                (facts.effect, facts.dialog) = (effect, dialog);
                let page_text = redacted(text);
                let summary = Refusal::new(code, sentence).to_string();
                Answer { code: Some(code), summary, facts, page_text, picture: None }
            }
        }
    }

    fn page_of(&self, target: Target) -> Option<PageId> {
        match target {
            Target::NewWindow(window) => self.policy.pages(window).next(),
            Target::NewPage(_, page) | Target::Page(_, page) => Some(page),
        }
    }

    /// Pages that came in the same Window while a call acted on one of it.
    fn new_pages(&self, work: &Work) -> Vec<PageId> {
        match work.target {
            Target::Page(window, _) => {
                self.policy.pages(window).filter(|page| Some(*page) > work.newest_page).collect()
            }
            Target::NewWindow(_) | Target::NewPage(..) => Vec::new(),
        }
    }

    /// Answers a call that needed nothing but policy.
    pub(super) fn grant(&mut self, call: CallId, granted: Granted) {
        let Some(session) = self.calls.get(call).map(|open| open.session) else { return };
        let answer = match granted {
            Granted::Lease { lease, scope } => {
                let mut answer = Answer::done(format!("This session holds {scope} now, as {lease}."));
                answer.facts.lease = Some(lease);
                (answer.facts.window, answer.facts.page) = self.places_of(scope);
                answer
            }
            Granted::Released => Answer::done("Released."),
            Granted::Transferred { scope, to } => {
                let mut answer = Answer::done(format!("{to} holds {scope} now."));
                (answer.facts.window, answer.facts.page) = self.places_of(scope);
                answer
            }
            Granted::HandoffCompleted(scope) => self.handoff_completed(scope),
            Granted::Closed => Answer::done("The Window is closed."),
            Granted::Sent => self.sent(call),
            Granted::Overview => self.overview_for(session),
        };
        // A title is the page's own words.
        let pages =
            answer.facts.overview.iter().flat_map(|overview| &overview.windows).flat_map(|window| &window.pages);
        let titled = pages.filter(|page| page.title.as_ref().is_some_and(|title| !title.as_str().is_empty()));
        self.sessions.note_read(session, titled.filter_map(|page| page.address.as_ref()));
        self.answer(call, answer);
    }

    /// The person did what they were asked to: the agent learns where that led.
    fn handoff_completed(&self, scope: Scope) -> Answer {
        let mut answer = Answer::done("The person did it, and you have control again. Take a new snapshot.");
        let (window, page) = self.places_of(scope);
        let address = page.and_then(|page| self.registry.address_of(page));
        answer.facts = Facts { window, page, address, outcome: Some(HandoffOutcome::Completed), ..Facts::default() };
        answer
    }

    /// Sends an answer. A call that is still being stopped stays known until its work has ended.
    fn answer(&mut self, call: CallId, answer: Answer) {
        let Some(open) = self.calls.open.get_mut(&call) else { return };
        let (session, code) = (open.session, answer.code);
        let what = (name_of(&open.request), noted(&open.request));
        let place = place_of(&open.request, open.work.as_ref().map(|work| work.target), &answer.facts);
        if let Some(reply) = open.reply.take()
            && reply.send(answer).is_err()
        {
            tracing::debug!(%call, "nobody waits for its answer any more");
        }
        if open.work.is_none() || open.is_over {
            self.calls.open.remove(&call);
        }
        self.note_call(session, what, place, code);
    }
}

impl Broker {
    /// While the audit log can't be written nothing is begun that should be in it, nor is the person asked about it.
    fn recordable(&self, request: &Request) -> Result<(), Refusal> {
        let log = self.activity.log();
        if log.trouble().is_none() || !acts(request) {
            return Ok(());
        }
        let Failure { code, sentence, .. } = log.unrecorded();
        Err(Refusal::new(code, sentence))
    }

    /// Where what a request opens would lead.
    fn opens(&self, request: &Request) -> Option<Destination> {
        let (window, url) = match request {
            Request::WindowOpen { url } => (None, url.as_deref()?),
            Request::PageOpen { window, url } => (Some(*window), url.as_str()),
            _ => return None,
        };
        let url = check_address(url).ok()?;
        // It leaves a Window's sites if none of its pages is of the same.
        let pages = window.into_iter().flat_map(|window| self.policy.pages(window));
        let mut addresses = pages.filter_map(|page| Url::parse(self.registry.address_of(page)?.as_str()).ok());
        let here = addresses.find(|page| page.origin() == url.origin());
        Some(destination(url.as_str(), here.as_ref()))
    }

    /// What policy needs to know of a request.
    fn ask_of(&self, session: SessionId, request: &Request) -> Result<Ask, Refusal> {
        let span = |wait: std::time::Duration| Span(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
        Ok(match request {
            Request::Windows { wait } => Ask::Overview { wait: wait.map(span) },
            Request::WindowOpen { .. } => Ask::OpenWindow,
            Request::WindowClose { window } => Ask::CloseWindow(*window),
            Request::LeaseAcquire { scope, wait } => Ask::Acquire { scope: *scope, wait: wait.map(span) },
            Request::LeaseRelease { scope } => Ask::Release(*scope),
            Request::LeaseTransfer { scope, to } => {
                Ask::Transfer { scope: *scope, to: self.policy.session_called(to)? }
            }
            Request::Handoff { scope, .. } => Ask::Handoff { scope: *scope },
            Request::PageOpen { window, .. } => Ask::OpenPage(*window),
            Request::Downloads { window } => self.ask_for_downloads(session, *window)?,
            Request::OnPage { page, request } => Ask::OnPage { page: *page, kind: request.ask() },
        })
    }
}

impl PageRequest {
    /// What kind of thing it does with the page.
    pub(super) fn ask(&self) -> PageAsk {
        match self {
            Self::Snapshot(_)
            | Self::Text { .. }
            | Self::Find(_)
            | Self::Screenshot(_)
            | Self::Wait { .. }
            | Self::Console(_)
            | Self::Network(_)
            | Self::Performance(_) => PageAsk::Read,
            Self::Navigate(_)
            | Self::Click { .. }
            | Self::Hover { .. }
            | Self::Type { .. }
            | Self::FillForm { .. }
            | Self::Select { .. }
            | Self::PressKey(_)
            | Self::Scroll(_)
            | Self::Drag { .. }
            | Self::Upload { .. }
            | Self::Evaluate { .. }
            | Self::Emulate(_) => PageAsk::Act,
            Self::Close => PageAsk::Close,
            Self::Dialog { .. } => PageAsk::Unblock,
        }
    }
}
