//! What policy wants done. The broker carries it out, in order.

use crate::{
    AgentName, ApprovalId, CallId, EffectGate, Epoch, HandoffId, LeaseId, Loan, Look, PageId, Permit, Refusal, Scope,
    SendingId, SessionId, Span, TakeoverId, WindowId,
};

/// One thing to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Effect {
    /// Refuse a call; it is over.
    Refuse {
        /// Which.
        call: CallId,
        /// Why.
        refusal: Refusal,
    },
    /// Answer a call that needed nothing but policy; it is over.
    Answer {
        /// Which.
        call: CallId,
        /// With what.
        granted: Granted,
    },
    /// Find out what a call would touch and report it, or its end. Nothing is done yet.
    Examine(Look),
    /// Carry out a call.
    Perform(Permit),
    /// The outcome of a call that was carried out may be told; it is over.
    Deliver {
        /// Which.
        call: CallId,
        /// The lease that its session got or has there, for calls that open something.
        lease: Option<LeaseId>,
    },
    /// Stop working on a call and report its end. It was answered already.
    Abort(CallId),
    /// First step of a take-over: nothing permitted in an earlier epoch counts there from now on.
    RaiseEpoch {
        /// The Windows whose later pages start in this epoch.
        windows: Vec<WindowId>,
        /// The pages.
        pages: Vec<PageId>,
        /// The epoch.
        epoch: Epoch,
    },
    /// Second step: wait until input written to these pages is acknowledged, then report it.
    SettleInput {
        /// For which take-over.
        takeover: TakeoverId,
        /// Where.
        pages: Vec<PageId>,
        /// At most this long.
        at_most: Span,
    },
    /// Third step: release buttons and keys that are still down, then report it.
    ReleaseInput {
        /// For which take-over.
        takeover: TakeoverId,
        /// Where.
        pages: Vec<PageId>,
    },
    /// Fourth step: the take-over is in force.
    InForce {
        /// Which.
        takeover: TakeoverId,
        /// From this epoch on.
        epoch: Epoch,
        /// How the second step went.
        settled: crate::Settled,
    },
    /// From now on a Window's effect gate is like this. What it holds is let go or failed by its own effects, before it opens.
    SetEffectGate {
        /// Of which Window.
        window: WindowId,
        /// How.
        gate: EffectGate,
    },
    /// A request that is held goes out. It does so once.
    LetGo(SendingId),
    /// A request that is held fails; nothing of it leaves the browser.
    Fail(SendingId),
    /// Start a Chromium for a Window of the person's.
    StartWindow(WindowId),
    /// End a Window's Chromium.
    EndWindow {
        /// Which.
        window: WindowId,
        /// The agent's call that closes it, if one does.
        call: Option<CallId>,
    },
    /// A pairing is over.
    PairingDecided {
        /// Which.
        approval: ApprovalId,
        /// Who asked.
        agent: AgentName,
        /// How it went.
        verdict: PairingVerdict,
    },
    /// Hang up on a session.
    Disconnect(SessionId),
    /// How the person's command of this step went.
    PersonAnswer(Result<(), PersonRefusal>),
    /// Something that the person and waiting agents want to know.
    Tell(Fact),
}

/// What a call got that needed nothing but policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Granted {
    /// A lease, newly or because the session has it already.
    Lease {
        /// Its id.
        lease: LeaseId,
        /// What it covers, which may be more than was asked.
        scope: Scope,
    },
    /// A lease has ended.
    Released,
    /// A lease has gone to another session.
    Transferred {
        /// Over what.
        scope: Scope,
        /// To whom.
        to: SessionId,
    },
    /// The person did what they were asked to; control is back (A05).
    HandoffCompleted(Scope),
    /// A Window has been closed; its Chromium is being ended.
    Closed,
    /// What an earlier identical call led to was held, the person allowed it, and it has gone out. Nothing was done again.
    Sent,
    /// The overview.
    Overview,
}

/// How a request to be paired went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairingVerdict {
    /// The person said yes.
    Paired,
    /// The person said no.
    Rejected,
    /// Nobody decided in time.
    Expired,
}

/// Why a command of the person's came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonRefusal {
    /// There is no such Window.
    UnknownWindow,
    /// There is no such page.
    UnknownPage,
    /// There is no such lease.
    UnknownLease,
    /// The request was never made, or is decided or expired.
    UnknownApproval,
    /// There is no such agent.
    UnknownAgent,
    /// There is no control to give back.
    NotInControl,
    /// The whole Window is under the person's control, so a page of it can't be given back alone.
    WindowInControl,
    /// The person is at work there for an agent, which ends by saying how it went.
    HandoffOpen,
    /// There is no such handoff, or it is over.
    UnknownHandoff,
    /// There is no such profile.
    UnknownProfile,
    /// A Window has the profile open (N20).
    ProfileInUse,
    /// Something other than a Window has it.
    ProfileLent(Loan),
    /// It is archived.
    ProfileArchived,
    /// It is offered in another workspace than the one the person is in.
    OtherWorkspace,
    /// No Window has it open, and a yes to driving it is for the open one alone.
    ProfileNotOpen,
}

/// Something that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A session came or went.
    SessionChanged(SessionId),
    /// A Window came, went or changed its health.
    WindowChanged(WindowId),
    /// A page came.
    PageOpened(PageId),
    /// A page went.
    PageClosed(PageId),
    /// A lease was given.
    LeaseGiven(LeaseId),
    /// A lease ended.
    LeaseEnded {
        /// Which.
        lease: LeaseId,
        /// Over what it was.
        scope: Scope,
    },
    /// Who has control changed.
    ControlChanged(Scope),
    /// Somebody asks to be paired, or no longer does.
    PairingAsked(ApprovalId),
    /// The person is asked something on an agent's behalf, or it went further, or it is over.
    RequestChanged {
        /// What.
        request: ApprovalId,
        /// Whose session asked.
        session: SessionId,
    },
    /// An agent hands something to the person, or it is over.
    HandoffChanged(HandoffId),
}

impl Fact {
    /// Whether it changes what this session is told. Who asks to be paired is the person's business alone, and what the
    /// person is asked on its behalf is a session's own.
    pub(crate) fn is_for(&self, watcher: SessionId) -> bool {
        match self {
            Self::SessionChanged(_)
            | Self::WindowChanged(_)
            | Self::PageOpened(_)
            | Self::PageClosed(_)
            | Self::LeaseGiven(_)
            | Self::LeaseEnded { .. }
            | Self::ControlChanged(_) => true,
            Self::RequestChanged { session, .. } => *session == watcher,
            Self::PairingAsked(_) | Self::HandoffChanged(_) => false,
        }
    }
}
