//! What reaches policy: calls of agents, commands of the person, and facts.

use crate::{
    AgentName, ApprovalId, ApprovalSetting, CallId, Destination, Digest, Endpoint, Evidence, HandoffId, KeptKind,
    LeaseId, Loan, Opener, PageId, Profile, ProfileId, Scope, Sending, SendingId, SessionId, Span, TakeoverId,
    WindowId, WorkspaceName,
};

/// One thing that happened, or that somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A paired agent connected.
    SessionOpened {
        /// Its new session.
        session: SessionId,
        /// Whose it is.
        agent: AgentName,
    },
    /// A connection is gone.
    SessionClosed(SessionId),
    /// An unknown agent asks to be paired.
    PairingAsked {
        /// The name it gives itself.
        agent: AgentName,
        /// The id under which it is asked.
        approval: ApprovalId,
    },
    /// It hung up before anyone decided.
    PairingWithdrawn(ApprovalId),
    /// An agent's call.
    Call(Call),
    /// The client doesn't want the answer any more.
    CallCancelled(CallId),
    /// What a call would touch.
    Examined {
        /// Which.
        call: CallId,
        /// What was found.
        evidence: Evidence,
    },
    /// Work on a call has ended, whatever came of it.
    CallEnded(CallId),
    /// A Window's Chromium runs.
    WindowRunning(WindowId),
    /// A Window's Chromium ended, or could not be started.
    BrowserExited(WindowId),
    /// A page is there that policy didn't know of: a Window's first, a tab of the person's, or a popup.
    PageAppeared {
        /// In which Window.
        window: WindowId,
        /// Its new id, from [`crate::Policy::new_page_id`].
        page: PageId,
        /// Who opened it.
        opened_by: Opener,
        /// The page that opened it, if one did.
        opener: Option<PageId>,
    },
    /// A page shows a document of another origin than before.
    OriginChanged(PageId),
    /// A request that can change something is held at a Window's effect gate.
    SendingHeld {
        /// Its number.
        sending: SendingId,
        /// What it is.
        what: Sending,
    },
    /// A page doesn't want any more what is held.
    SendingGone(SendingId),
    /// A Window's pages send this again and again by themselves, while no agent has control and the person's hand isn't there.
    SendsByItself {
        /// Which Window.
        window: WindowId,
        /// What.
        endpoint: Endpoint,
    },
    /// A page is gone.
    PageClosed(PageId),
    /// The person's own hand pressed, typed or pasted on a page of this Window, so a sign-in may be in it now.
    PersonTouched(WindowId),
    /// Input written before a take-over has been acknowledged, or is void by now.
    InputSettled {
        /// Which take-over waited.
        takeover: TakeoverId,
        /// How the wait ended.
        settled: Settled,
    },
    /// Buttons and keys that were down have been released.
    InputReleased(TakeoverId),
    /// The person's command.
    Person(Command),
    /// Time has passed.
    Tick,
}

/// How the wait for input written before a take-over ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Settled {
    /// Every page acknowledged what was written to it.
    Acknowledged,
    /// A page was too busy; the guard in it keeps what comes to it from now on.
    Expired,
}

/// An agent's call, as far as policy needs to know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Its id.
    pub id: CallId,
    /// Whose it is.
    pub session: SessionId,
    /// The lease it names, if it names one.
    pub lease: Option<LeaseId>,
    /// A hash over what it does, with all its arguments.
    pub action: Digest,
    /// Where what it opens leads, if it opens something at an address.
    pub opens: Option<Destination>,
    /// What it asks for.
    pub ask: Ask,
}

/// What a call asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// What there is; with a wait, when it changes.
    Overview {
        /// How long to wait for a change.
        wait: Option<Span>,
    },
    /// A new Window.
    OpenWindow,
    /// The end of a Window.
    CloseWindow(WindowId),
    /// A new page in a Window.
    OpenPage(WindowId),
    /// A lease.
    Acquire {
        /// Over what.
        scope: Scope,
        /// How long to wait for it.
        wait: Option<Span>,
    },
    /// The end of a lease.
    Release(Scope),
    /// A lease for another session, at once (N11).
    Transfer {
        /// Over what.
        scope: Scope,
        /// To whom.
        to: SessionId,
    },
    /// Something for the person to do; on the page the session holds if nothing is named (A05).
    Handoff {
        /// Where.
        scope: Option<Scope>,
    },
    /// Something on a page; on the one the session holds if no page is named.
    OnPage {
        /// Which page.
        page: Option<PageId>,
        /// What kind of thing.
        kind: PageAsk,
    },
}

/// What kinds of thing a call does with a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageAsk {
    /// It reads.
    Read,
    /// It acts: needs the lease (N05).
    Act,
    /// It acts, and the page is gone when it has: its own close isn't what stops it.
    Close,
    /// It acts, and can't wait behind other calls because those wait for it: the answer to a dialog.
    Unblock,
}

/// What the person can do, as far as policy is concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A Window of the person's own.
    OpenWindow {
        /// Its id, from [`crate::Policy::new_window_id`].
        window: WindowId,
        /// On what it runs.
        profile: Profile,
    },
    /// The end of a Window.
    CloseWindow(WindowId),
    /// A Window doesn't close by itself, whether or not somebody uses it.
    KeepWindow(WindowId),
    /// Ask again about what a Window's pages may send unasked.
    AskAgain {
        /// Which Window.
        window: WindowId,
        /// What, by its shape.
        endpoint: Endpoint,
    },
    /// Stop every read and act there (A02).
    TakeControl {
        /// Where.
        scope: Scope,
        /// The id under which it comes into force.
        takeover: TakeoverId,
    },
    /// Let agents go on there (A13).
    GiveBack(Scope),
    /// The end of a lease.
    RevokeLease(LeaseId),
    /// Yes to what is asked.
    Approve {
        /// Which request.
        approval: ApprovalId,
        /// Not only this time, where that is possible.
        always: bool,
    },
    /// No to what is asked.
    Reject(ApprovalId),
    /// The end of a handoff.
    FinishHandoff {
        /// Which.
        handoff: HandoffId,
        /// What was asked is done.
        completed: bool,
    },
    /// A profile is there, or is known to be of this kind now.
    AddProfile {
        /// Which.
        profile: ProfileId,
        /// What it is.
        kind: KeptKind,
    },
    /// A profile is put away: it doesn't open until it is restored.
    ArchiveProfile(ProfileId),
    /// It may be opened again.
    RestoreProfile(ProfileId),
    /// A profile goes to something other than a Window, until it is taken back.
    LendProfile {
        /// Which.
        profile: ProfileId,
        /// What for.
        loan: Loan,
    },
    /// It is NEXUS's again.
    TakeProfileBack(ProfileId),
    /// A profile that was lent for it is deleted.
    RemoveProfile(ProfileId),
    /// The person is in another workspace, or in none.
    SwitchWorkspace(Option<WorkspaceName>),
    /// An agent may drive a profile's Windows.
    Grant {
        /// Which profile.
        profile: ProfileId,
        /// Which agent.
        agent: AgentName,
    },
    /// It may not any more.
    RevokeGrant {
        /// Which profile.
        profile: ProfileId,
        /// Which agent.
        agent: AgentName,
    },
    /// How much the person wants to be asked about an agent.
    SetApprovals {
        /// Which agent.
        agent: AgentName,
        /// How much.
        setting: ApprovalSetting,
    },
    /// The end of an agent's pairing.
    RevokeAgent(AgentName),
}
