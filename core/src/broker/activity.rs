//! What happened: a short list for the panels, and the audit log behind it.

use std::collections::{BTreeMap, VecDeque};
use std::time::SystemTime;

use nexus_policy::{AgentName, CallId, Code, HandoffId, PageAsk, PageId, Scope, SessionId, Status, Target, WindowId};

use super::answer::Facts;
use super::audit_log::{AuditLog, Recorded};
use super::request::{PageRequest, Request};
use super::run::Broker;
use super::view::{ActivityOutcome, ActivityView};
use crate::engine::Failure;
use crate::store::{AuditEntry, AuditOutcome};

/// Lines kept for the panels; the audit log keeps everything.
const KEPT: usize = 500;

/// The list and the way to the log.
#[derive(Debug)]
pub(super) struct Activity {
    lines: VecDeque<ActivityView>,
    log: AuditLog,
    /// The open handoffs: where, and whose.
    pub(super) handoffs: BTreeMap<HandoffId, (Place, AgentName, SessionId)>,
}

/// Where something happened.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) window: Option<WindowId>,
    pub(super) page: Option<PageId>,
}

impl Activity {
    pub(super) fn new(log: AuditLog) -> Self {
        Self { lines: VecDeque::new(), log, handoffs: BTreeMap::new() }
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &ActivityView> {
        self.lines.iter()
    }

    pub(super) fn log(&self) -> &AuditLog {
        &self.log
    }

    /// Hands an entry to the log.
    pub(super) fn record(&self, entry: AuditEntry) {
        self.log.record(entry);
    }

    /// For work that records its own start.
    pub(super) fn recorder(
        &self,
        agent: Option<AgentName>,
        session: SessionId,
        Place { window, page }: Place,
        what: &'static str,
    ) -> Recorder {
        let entry = AuditEntry {
            at: SystemTime::now(),
            agent,
            session: Some(session),
            window,
            page,
            what: what.to_owned(),
            address: None,
            outcome: AuditOutcome::Started,
        };
        Recorder { entry, log: self.log.clone() }
    }

    pub(super) fn add(&mut self, line: ActivityView) {
        self.lines.push_front(line);
        self.lines.truncate(KEPT);
    }
}

/// Records that an act begins, before it does.
#[derive(Debug)]
pub(super) struct Recorder {
    entry: AuditEntry,
    log: AuditLog,
}

impl Recorder {
    /// Returns once the entry is on the disk. An act that can't be recorded is refused.
    pub(super) async fn record_start(self) -> Result<(), Failure> {
        self.log.record_start(self.entry).await
    }

    /// The same for an act that policy has carried out already.
    fn hand_in(self) -> Recorded {
        self.log.hand_in_start(self.entry)
    }
}

/// Where the end of a call is noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Noted {
    Nowhere,
    /// In the panels' list.
    Listed,
    /// In the list and in the audit log.
    Logged,
}

/// Reads are listed; what may have changed something is logged, too. Looking at the Windows is neither.
pub(super) fn noted(request: &Request) -> Noted {
    match request {
        Request::Windows { .. } => Noted::Nowhere,
        Request::Downloads { .. } => Noted::Listed,
        Request::OnPage { request, .. } if request.ask() == PageAsk::Read => Noted::Listed,
        Request::OnPage { .. }
        | Request::WindowOpen { .. }
        | Request::WindowClose { .. }
        | Request::LeaseAcquire { .. }
        | Request::LeaseRelease { .. }
        | Request::LeaseTransfer { .. }
        | Request::Handoff { .. }
        | Request::PageOpen { .. } => Noted::Logged,
    }
}

/// Whether it acts, so that its beginning has to be recorded or it isn't done. Leases, handoffs and reads touch nothing.
pub(super) fn acts(request: &Request) -> bool {
    match request {
        Request::OnPage { request, .. } => request.ask() != PageAsk::Read,
        Request::WindowOpen { .. } | Request::WindowClose { .. } | Request::PageOpen { .. } => true,
        Request::Windows { .. }
        | Request::Downloads { .. }
        | Request::LeaseAcquire { .. }
        | Request::LeaseRelease { .. }
        | Request::LeaseTransfer { .. }
        | Request::Handoff { .. } => false,
    }
}

/// What a request is called in the list and the log.
pub(super) fn name_of(request: &Request) -> &'static str {
    match request {
        Request::Windows { .. } => "list Windows",
        Request::WindowOpen { .. } => "open Window",
        Request::WindowClose { .. } => "close Window",
        Request::LeaseAcquire { .. } => "acquire lease",
        Request::LeaseRelease { .. } => "release lease",
        Request::LeaseTransfer { .. } => "transfer lease",
        Request::Handoff { .. } => "hand off",
        Request::PageOpen { .. } => "open page",
        Request::Downloads { .. } => "list downloads",
        Request::OnPage { request, .. } => match request {
            PageRequest::Close => "close page",
            PageRequest::Navigate(_) => "navigate",
            PageRequest::Snapshot(_) => "read snapshot",
            PageRequest::Text { .. } => "read text",
            PageRequest::Click { .. } => "click",
            PageRequest::Find(_) => "find",
            PageRequest::Hover { .. } => "point at",
            PageRequest::Type { .. } => "type",
            PageRequest::FillForm { .. } => "fill form",
            PageRequest::Select { .. } => "choose",
            PageRequest::PressKey(_) => "press key",
            PageRequest::Scroll(_) => "scroll",
            PageRequest::Drag { .. } => "drag",
            PageRequest::Upload { .. } => "upload",
            PageRequest::Screenshot(_) => "take picture",
            PageRequest::Wait { .. } => "wait",
            PageRequest::Dialog { .. } => "answer dialog",
            PageRequest::Console(_) => "read console",
            PageRequest::Network(_) => "read network",
            PageRequest::Performance(_) => "measure",
            PageRequest::Evaluate { .. } => "run a script",
            PageRequest::Emulate(_) => "emulate a device",
        },
    }
}

/// Where a call happened: where it worked, else where it was to.
pub(super) fn place_of(request: &Request, worked: Option<Target>, facts: &Facts) -> Place {
    let asked = match request {
        Request::Windows { .. } | Request::WindowOpen { .. } => Place::default(),
        Request::WindowClose { window } | Request::PageOpen { window, .. } | Request::Downloads { window } => {
            place(Scope::Window(*window))
        }
        Request::LeaseAcquire { scope, .. }
        | Request::LeaseRelease { scope }
        | Request::LeaseTransfer { scope, .. } => place(*scope),
        Request::Handoff { scope, .. } => scope.map(place).unwrap_or_default(),
        Request::OnPage { page, .. } => Place { window: None, page: *page },
    };
    let worked = worked.map(place_at).unwrap_or_default();
    Place { window: worked.window.or(facts.window).or(asked.window), page: worked.page.or(facts.page).or(asked.page) }
}

/// Where work on a target happens.
pub(super) fn place_at(target: Target) -> Place {
    Place { window: Some(target.window()), page: target.page() }
}

pub(super) fn place(scope: Scope) -> Place {
    match scope {
        Scope::Window(window) => Place { window: Some(window), page: None },
        Scope::Page(page) => Place { window: None, page: Some(page) },
    }
}

impl Broker {
    /// Records that a Window begins to be closed by an agent's call.
    pub(super) fn begin_closing(&self, call: CallId, window: WindowId) -> Option<Recorded> {
        let open = self.calls.get(call)?;
        let agent = self.sessions.agent_of(open.session).cloned();
        let place = place(Scope::Window(window));
        Some(self.activity.recorder(agent, open.session, place, name_of(&open.request)).hand_in())
    }

    /// Notes how a call ended.
    pub(super) fn note_call(
        &mut self,
        session: SessionId,
        (what, noted): (&'static str, Noted),
        place: Place,
        code: Option<Code>,
    ) {
        let Place { window, page } = self.complete(place);
        let agent = self.sessions.agent_of(session).cloned();
        let outcome = code.map_or(ActivityOutcome::Done, ActivityOutcome::Not);
        let at = SystemTime::now();
        let line = ActivityView { at, agent: agent.clone(), window, page, what: what.to_owned(), outcome };
        if noted == Noted::Nowhere || self.repeats(&line) {
            return;
        }
        if noted == Noted::Logged {
            let outcome = audit_outcome(code);
            let address = self.address_there(page);
            let (session, what) = (Some(session), what.to_owned());
            self.activity.record(AuditEntry { at, agent, session, window, page, what, address, outcome });
        }
        self.activity.add(line);
        self.publishing.mark();
    }

    /// A page without its Window gets it.
    pub(super) fn complete(&self, place: Place) -> Place {
        let of_page = || place.page.and_then(|page| self.policy.page(page)).map(|record| record.window);
        Place { window: place.window.or_else(of_page), ..place }
    }

    /// Where a page is, as origin and path (N26).
    pub(super) fn address_there(&self, page: Option<PageId>) -> Option<String> {
        page.and_then(|page| self.registry.address_of(page)).map(|address| address.as_str().to_owned())
    }

    /// An agent that is refused the same again and again fills neither list nor log.
    fn repeats(&self, line: &ActivityView) -> bool {
        matches!(line.outcome, ActivityOutcome::Not(_))
            && self.activity.lines.iter().take(8).any(|earlier| {
                let ActivityView { at: _, agent, window, page, what, outcome } = earlier;
                (agent, window, page, what, outcome)
                    == (&line.agent, &line.window, &line.page, &line.what, &line.outcome)
            })
    }
}

fn audit_outcome(code: Option<Code>) -> AuditOutcome {
    match code.map(|code| (code, code.status())) {
        None | Some((_, Status::Ok)) => AuditOutcome::Done,
        Some((code, Status::Refused | Status::Pending)) => AuditOutcome::Refused(code),
        Some((code, Status::Error)) => AuditOutcome::Failed(code),
    }
}
