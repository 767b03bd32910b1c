//! The records policy keeps: sessions, Windows, pages, leases and calls.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::profile::KeptProfile;
use crate::sending::{Explained, LastAct};
use crate::{
    AgentName, ApprovalId, ApprovalSetting, Call, CallId, Endpoint, Epoch, HandoffId, LeaseId, PageAsk, PageId,
    Profile, ProfileId, Question, RequestState, Scope, SendingId, SessionId, Settled, TakeoverId, Target, Time,
    Touched, WindowId, Words, WorkspaceName,
};

/// Everything policy knows.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) sessions: BTreeMap<SessionId, Session>,
    pub(crate) windows: BTreeMap<WindowId, Window>,
    pub(crate) pages: BTreeMap<PageId, Page>,
    pub(crate) leases: BTreeMap<LeaseId, Lease>,
    /// The leases whose connection is gone, and until when the agent can come back for them.
    pub(crate) lost: BTreeMap<LeaseId, Time>,
    pub(crate) calls: BTreeMap<CallId, Progress>,
    /// Who waits for a lease, first come first served.
    pub(crate) waiting: VecDeque<Waiting>,
    /// Who waits for a change of the overview.
    pub(crate) watching: Vec<Watching>,
    pub(crate) takeovers: BTreeMap<TakeoverId, Takeover>,
    pub(crate) pairings: BTreeMap<ApprovalId, Pairing>,
    /// What the person is asked on behalf of agents.
    pub(crate) requests: BTreeMap<ApprovalId, Request>,
    /// The requests that wait at effect gates, with what the person is asked about each.
    pub(crate) held: BTreeMap<SendingId, ApprovalId>,
    pub(crate) handoffs: BTreeMap<HandoffId, Handoff>,
    /// The profiles that outlive their Window.
    pub(crate) profiles: BTreeMap<ProfileId, KeptProfile>,
    /// The workspace that the person is in.
    pub(crate) workspace: Option<WorkspaceName>,
    /// How much the person wants to be asked about an agent, where that isn't the default.
    pub(crate) settings: BTreeMap<AgentName, ApprovalSetting>,
    pub(crate) default_setting: ApprovalSetting,
    /// The words by which acts are judged.
    pub(crate) words: Words,
    pub(crate) epoch: Epoch,
    /// How often control has been given back.
    pub(crate) give_backs: u64,
    pub(crate) last: LastIds,
}

/// The ids given last, and those for what hasn't come yet.
#[derive(Debug, Default)]
pub(crate) struct LastIds {
    pub(crate) awaited_windows: BTreeSet<WindowId>,
    pub(crate) awaited_pages: BTreeSet<PageId>,
    pub(crate) session: u64,
    pub(crate) window: u64,
    pub(crate) page: u64,
    pub(crate) lease: u64,
    pub(crate) approval: u64,
    pub(crate) handoff: u64,
    pub(crate) takeover: u64,
}

/// One connection of a paired agent.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) agent: AgentName,
    /// Set while this session has been told that it is paused and not yet that control is back: how often control had
    /// been given back when it last heard of it.
    pub(crate) paused_at: Option<u64>,
}

/// Who opened a Window or a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opener {
    /// The person, or a page on its own: merely observed (N09).
    Person,
    /// NEXUS, for this agent.
    Agent(AgentName),
    /// NEXUS, for an agent that was revoked since: whoever is paired under its name later isn't the opener.
    RevokedAgent,
}

/// What a person holds of a Window or a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PersonControl {
    /// Nothing.
    #[default]
    None,
    /// Control, which is coming into force.
    Taking,
    /// Control, in force.
    Taken(Settled),
    /// Control for as long as they do something for an agent (A05).
    Handoff(HandoffId),
}

impl PersonControl {
    /// Whether agents are kept out: from the first step of a take-over on (A02).
    pub fn keeps_agents_out(self) -> bool {
        match self {
            Self::None => false,
            Self::Taking | Self::Taken(_) | Self::Handoff(_) => true,
        }
    }
}

/// How a Window's Chromium is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    /// It is being started.
    Starting,
    /// It runs.
    Running,
    /// It ended. The Window stays listed until somebody closes it.
    Gone,
}

/// Whether a Window's effect gate holds what its pages send.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum EffectGate {
    /// Nothing is held.
    #[default]
    Open,
    /// What can change something is held until it is decided.
    Shut {
        /// But for what these pages send: the person has control of them.
        persons: Vec<PageId>,
    },
}

impl EffectGate {
    /// Whether it holds anything.
    pub fn is_shut(&self) -> bool {
        matches!(self, Self::Shut { .. })
    }
}

/// Why something that a page sends isn't asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unasked {
    /// It sends the like by itself, as was seen while no agent could have caused it.
    ByItself,
    /// The person allowed it for good.
    Allowed,
}

/// One Chromium.
#[derive(Debug)]
pub(crate) struct Window {
    pub(crate) opened_by: Opener,
    pub(crate) profile: Profile,
    pub(crate) life: Life,
    pub(crate) person: PersonControl,
    /// A sign-in may be in it; never goes back.
    pub(crate) may_be_signed_in: bool,
    /// What a person said to agents that asked to drive it.
    pub(crate) drivers: BTreeMap<AgentName, bool>,
    /// Since when nobody uses it, if it closes by itself for that.
    pub(crate) unused_since: Option<Time>,
    /// The person wants to keep it.
    pub(crate) kept: bool,
    pub(crate) lease: Option<LeaseId>,
    pub(crate) pages: BTreeSet<PageId>,
    pub(crate) gate: EffectGate,
    /// The page that an agent acted on last since the person had control; whether or not it is still there.
    pub(crate) acted_on: Option<PageId>,
    /// What its pages may send unasked, by shape.
    pub(crate) unasked: BTreeMap<Endpoint, Unasked>,
    /// What they sent once before any act of an agent's, by shape.
    pub(crate) seen_once: BTreeSet<Endpoint>,
}

/// One top-level document.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) window: WindowId,
    pub(crate) opened_by: Opener,
    pub(crate) person: PersonControl,
    pub(crate) lease: Option<LeaseId>,
    /// The sessions that a person let read it (N10).
    pub(crate) readers: BTreeSet<SessionId>,
    /// The call that works on it now.
    pub(crate) running: Option<CallId>,
    /// The calls that wait, in the order they came (N07), with what each does.
    pub(crate) queue: VecDeque<(CallId, PageAsk)>,
    /// What an agent did there last, since the person had control.
    pub(crate) last_act: Option<LastAct>,
    /// What yeses to acts there say that is sent, each until it was, or until it is too late.
    pub(crate) explained: Vec<(Explained, Time)>,
}

/// An agent session's exclusive right.
#[derive(Debug)]
pub(crate) struct Lease {
    pub(crate) session: SessionId,
    /// Whose session that is, or was.
    pub(crate) agent: AgentName,
    pub(crate) scope: Scope,
    pub(crate) since: Time,
}

/// A call that isn't over.
#[derive(Debug)]
pub(crate) struct Progress {
    pub(crate) call: Call,
    pub(crate) stage: Stage,
    /// What it touches, once that is found out.
    pub(crate) touched: Option<Touched>,
}

/// How far a call is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It waits in a page's queue.
    Queued(Target),
    /// It waits for a lease or a change.
    Waiting,
    /// What it would touch is being found out.
    Examined(Target),
    /// It was permitted and is being carried out.
    Running(Target),
    /// It was answered while that was being found out.
    Abandoned(Target),
    /// It was answered while being carried out; what comes of it is dropped.
    Answered(Target),
}

impl Stage {
    /// What it is about, once that is settled.
    pub(crate) fn target(self) -> Option<Target> {
        match self {
            Self::Waiting => None,
            Self::Queued(target)
            | Self::Examined(target)
            | Self::Running(target)
            | Self::Abandoned(target)
            | Self::Answered(target) => Some(target),
        }
    }
}

/// A call that waits for a lease.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) call: CallId,
    pub(crate) session: SessionId,
    pub(crate) scope: Scope,
    pub(crate) until: Time,
}

/// A call that waits for a change.
#[derive(Debug)]
pub(crate) struct Watching {
    pub(crate) call: CallId,
    pub(crate) session: SessionId,
    pub(crate) until: Time,
}

/// A take-over that isn't in force yet.
#[derive(Debug)]
pub(crate) struct Takeover {
    pub(crate) scope: Scope,
    pub(crate) pages: Vec<PageId>,
    pub(crate) epoch: Epoch,
    pub(crate) settled: Option<Settled>,
}

/// A request to be paired.
#[derive(Debug)]
pub(crate) struct Pairing {
    pub(crate) agent: AgentName,
    pub(crate) until: Time,
}

/// Something the person is asked on an agent's behalf.
#[derive(Debug)]
pub(crate) struct Request {
    /// Whose call asked.
    pub(crate) session: SessionId,
    pub(crate) agent: AgentName,
    /// The call that asked first.
    pub(crate) asked: CallId,
    pub(crate) question: Question,
    pub(crate) state: RequestState,
    /// Until when it is in this state.
    pub(crate) until: Time,
}

/// Something the person does for an agent (A05).
#[derive(Debug)]
pub(crate) struct Handoff {
    pub(crate) session: SessionId,
    pub(crate) agent: AgentName,
    pub(crate) scope: Scope,
    /// The lease under which it was asked for; it ends with it.
    pub(crate) lease: LeaseId,
    /// The call that asked for it.
    pub(crate) asked: CallId,
    pub(crate) until: Time,
    /// The calls that wait for its end.
    pub(crate) waiting: BTreeSet<CallId>,
}
