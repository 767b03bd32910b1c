//! What an agent is told: redacted already, so that whoever renders it can't leak by mistake.

use nexus_policy::{ApprovalId, Code, DialogKind, LeaseId, PageId, Refusal, SessionId, Status, WindowId};

use crate::browser::DownloadState;
use crate::redaction::{PublicAddress, PublicText};

/// The answer to one request.
#[derive(Debug, Clone)]
pub struct Answer {
    /// How it ended. `None` is success.
    pub code: Option<Code>,
    /// What happened, in plain words; never holds page text.
    pub summary: String,
    /// Small facts for programs.
    pub facts: Facts,
    /// Text that came from a page, to be shown inside a fence (A11, N24).
    pub page_text: Option<PublicText>,
    /// A picture with typed values painted over (N27).
    pub picture: Option<Picture>,
}

impl Answer {
    /// Success with nothing but a sentence.
    pub fn done(summary: impl Into<String>) -> Self {
        Self { code: None, summary: summary.into(), facts: Facts::default(), page_text: None, picture: None }
    }

    /// A no, or a failure.
    pub fn refused(refusal: &Refusal) -> Self {
        let mut answer = Self { code: Some(refusal.code), ..Self::done(refusal.to_string()) };
        answer.facts.approval = refusal.pending.map(|pending| pending.approval);
        answer.facts.expires_in_s = refusal.pending.map(|pending| pending.expires_in.0 / 1000);
        answer.facts.outcome = (refusal.code == Code::NotCompleted).then_some(HandoffOutcome::NotCompleted);
        answer
    }

    /// The status that goes with the code.
    pub fn status(&self) -> Status {
        self.code.map_or(Status::Ok, Code::status)
    }
}

/// A picture in PNG format.
#[derive(Clone)]
pub struct Picture {
    /// The file's bytes.
    pub png: Vec<u8>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({} bytes)", self.png.len())
    }
}

/// The `structuredContent` of an answer, apart from `status` and `code`. What is absent isn't sent.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The Window it is about.
    pub window: Option<WindowId>,
    /// The page it is about.
    pub page: Option<PageId>,
    /// The lease that was given.
    pub lease: Option<LeaseId>,
    /// Where the page is now (N26).
    pub address: Option<PublicAddress>,
    /// What an act did (A12).
    pub effect: Option<ActEffect>,
    /// The field now holds exactly what was typed.
    pub verified: Option<bool>,
    /// Pages that opened because of an act.
    pub new_pages: Vec<PageId>,
    /// A dialog is open on the page.
    pub dialog: Option<DialogKind>,
    /// How a handoff ended.
    pub outcome: Option<HandoffOutcome>,
    /// What a person is asked.
    pub approval: Option<ApprovalId>,
    /// Until when, in seconds.
    pub expires_in_s: Option<u64>,
    /// What `browser_downloads` lists, without the names, which are page text.
    pub downloads: Vec<DownloadTold>,
    /// What `browser_windows` lists.
    pub overview: Option<Overview>,
}

/// A download, as programs see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DownloadTold {
    /// How much of it is here.
    pub bytes: u64,
    /// How far it is.
    pub state: DownloadState,
}

/// What could be seen of an act's outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActEffect {
    /// The page changed.
    Changed,
    /// Something was sent.
    Request,
    /// The element got the event, nothing visible followed.
    Delivered,
    /// It did not get it. Never with status `ok`.
    None,
}

impl ActEffect {
    /// As agents see it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Request => "request",
            Self::Delivered => "delivered",
            Self::None => "none",
        }
    }
}

/// The two ways in which a handoff ends (A05).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandoffOutcome {
    /// The person did it; control is back.
    Completed,
    /// They didn't; they keep control.
    NotCompleted,
}

impl HandoffOutcome {
    /// As agents see it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::NotCompleted => "not_completed",
        }
    }
}

/// What `browser_windows` lists for one agent session.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overview {
    /// Every Window.
    pub windows: Vec<OverviewWindow>,
    /// What the caller holds.
    pub leases: Vec<OverviewLease>,
    /// What a person is asked on the caller's behalf, or was a moment ago.
    pub requests: Vec<OverviewRequest>,
    /// Everyone who is connected.
    pub agents: Vec<OverviewAgent>,
}

/// A Window as agents see it.
#[derive(Debug, Clone, PartialEq)]
pub struct OverviewWindow {
    /// Its id.
    pub window: WindowId,
    /// Its profile's kind.
    pub kind: &'static str,
    /// Its control state.
    pub control: &'static str,
    /// Whether a sign-in may be in it.
    pub may_be_signed_in: bool,
    /// Whether its Chromium runs.
    pub running: bool,
    /// Its pages.
    pub pages: Vec<OverviewPage>,
}

/// A page as agents see it. Title and address are there only where the caller may read it.
#[derive(Debug, Clone, PartialEq)]
pub struct OverviewPage {
    /// Its id.
    pub page: PageId,
    /// Its control state.
    pub control: &'static str,
    /// Whether the caller holds it, alone or with its Window.
    pub held_by_you: bool,
    /// Where it is.
    pub address: Option<PublicAddress>,
    /// Its title; page text, to be fenced.
    pub title: Option<PublicText>,
    /// Whether its renderer died.
    pub crashed: bool,
    /// How the engine is that inspects it, in a word; none where that is built in.
    pub inspection: Option<&'static str>,
}

/// A lease of the caller.
#[derive(Debug, Clone, PartialEq)]
pub struct OverviewLease {
    /// Its id.
    pub lease: LeaseId,
    /// Its scope: a Window's or a page's id.
    pub scope: nexus_policy::Scope,
    /// A person has control, so it is suspended.
    pub suspended: bool,
}

/// Something a person is asked on the caller's behalf.
#[derive(Debug, Clone, PartialEq)]
pub struct OverviewRequest {
    /// Its id.
    pub approval: ApprovalId,
    /// `pending`, `approved`, `rejected` or `expired`.
    pub state: &'static str,
    /// How long it stays that.
    pub expires_in_s: u64,
}

/// A connected agent.
#[derive(Debug, Clone, PartialEq)]
pub struct OverviewAgent {
    /// Its name.
    pub name: String,
    /// Its session.
    pub session: SessionId,
    /// It is the caller.
    pub you: bool,
}
