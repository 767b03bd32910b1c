//! What a person does, in one enum, from panel and bench host alike. No agent can reach it.

use std::time::SystemTime;

use nexus_policy::{AgentName, ApprovalId, LeaseId, PageId, Scope, WindowId};

use super::view::ProfileKind;

/// A command of the person. It is served before anything an agent asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PersonCommand {
    /// Open a Window of one's own.
    OpenWindow {
        /// On what kind of profile.
        kind: ProfileKind,
        /// With which address.
        url: Option<String>,
    },
    /// Close a Window and end its Chromium.
    CloseWindow(WindowId),
    /// Bring a Window's Chromium to the front.
    FocusWindow(WindowId),
    /// Stop every read and action there, at once (A02, N12).
    TakeControl(Scope),
    /// The same for every Window.
    TakeControlOfEverything,
    /// Let agents go on (A13).
    GiveBack(Scope),
    /// End a lease.
    RevokeLease(LeaseId),
    /// Answer something a person is asked.
    Decide(ApprovalId, Decision),
    /// Forget an agent: its token, its sessions, its leases.
    RevokeAgent(AgentName),
    /// Keep agent tokens in a private file, because there is no keychain.
    KeepTokensInFile,
}

/// A person's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Yes.
    Approve,
    /// No.
    Reject,
}

/// How a command went.
#[derive(Debug, Clone, PartialEq)]
pub enum PersonAnswer {
    /// It is done.
    Done,
    /// The Window is open.
    WindowOpened {
        /// Its id.
        window: WindowId,
        /// Its first page.
        page: PageId,
    },
    /// The take-over is in force.
    ControlTaken {
        /// The epoch from which on nothing older counts.
        epoch: u64,
        /// When it came into force.
        in_force_at: SystemTime,
        /// A page was too busy to acknowledge input written before, so it may still handle it.
        late_input: bool,
    },
}

/// Why a command could not be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct PersonError {
    /// A stable code: one of those agents see, or `unknown_lease`, `already_decided`, `not_in_control`.
    pub code: &'static str,
    /// What happened and what to do.
    pub sentence: String,
}

/// Something that happened, told to whoever listens on the person's side.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// An unknown agent asks to be paired.
    PairingRequested(super::view::PairingView),
    /// A lease was given, released or revoked.
    LeaseChanged {
        /// Which.
        lease: LeaseId,
        /// Over what.
        scope: Scope,
        /// Its holder now; `None` when it ended.
        holder: Option<super::view::Holder>,
    },
    /// Who has control changed.
    ControlChanged {
        /// Where.
        scope: Scope,
        /// `idle`, `agent` or `user`.
        control: &'static str,
    },
    /// A page is there.
    PageOpened {
        /// In which Window.
        window: WindowId,
        /// Which.
        page: PageId,
    },
    /// A page is gone.
    PageClosed {
        /// Which.
        page: PageId,
    },
    /// A Window's Chromium ended.
    BrowserExited {
        /// Which.
        window: WindowId,
        /// Why.
        reason: String,
    },
}
