//! What a person does, in one enum, from panel and bench host alike. No agent can reach it.

use std::path::PathBuf;
use std::time::SystemTime;

use nexus_policy::{
    AgentName, ApprovalId, ApprovalSetting, Endpoint, HandoffId, KeptKind, LeaseId, PageId, Scope, WindowId,
    WorkspaceName,
};

use super::cookie_command::CookieCommand;
use super::profile_command::ProfileCommand;
use crate::cookies::{CookieSource, DomainCookies, ImportReport};
use crate::engine::InspectionChoice;
use crate::store::{ProfileName, StoreError};
use crate::uploads::UploadFolder;

/// A command of the person. It is served before anything an agent asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PersonCommand {
    /// Open a Window of one's own.
    OpenWindow {
        /// On which profile; a fresh isolated one if absent.
        profile: Option<ProfileName>,
        /// With which address.
        url: Option<String>,
    },
    /// Close a Window and end its Chromium.
    CloseWindow(WindowId),
    /// Don't close a Window because nobody uses it.
    KeepWindow(WindowId),
    /// Ask again about what a Window's pages may send unasked (N13).
    AskAgain {
        /// Which Window.
        window: WindowId,
        /// What, by its shape.
        endpoint: Endpoint,
    },
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
    /// End a handoff.
    FinishHandoff {
        /// Which.
        handoff: HandoffId,
        /// What was asked is done, which gives control back; else the person keeps it.
        completed: bool,
    },
    /// Make a profile that outlives its Window.
    CreateProfile {
        /// Its name.
        name: ProfileName,
        /// What it is.
        kind: KeptKind,
    },
    /// Do something with a profile.
    Profile(ProfileName, ProfileCommand),
    /// Bring cookies over from another browser of theirs, or find out what there is (A07).
    Cookies(CookieCommand),
    /// Be in another workspace, or in none.
    SwitchWorkspace(Option<WorkspaceName>),
    /// Don't offer any more to open what was open when NEXUS ended.
    ForgetOpenProfiles,
    /// Let an agent drive a profile's Windows.
    Grant {
        /// Which profile.
        profile: ProfileName,
        /// Which agent.
        agent: AgentName,
    },
    /// Let it no more; what it holds there ends.
    RevokeGrant {
        /// Which profile.
        profile: ProfileName,
        /// Which agent.
        agent: AgentName,
    },
    /// How much to be asked about an agent (N13).
    SetApprovals {
        /// Which agent.
        agent: AgentName,
        /// How much.
        setting: ApprovalSetting,
    },
    /// Forget an agent: its token, its sessions, its leases.
    RevokeAgent(AgentName),
    /// Let agents upload files from a folder, each with the person's yes (N13).
    AllowUploads {
        /// Which, as the person names it.
        folder: PathBuf,
    },
    /// Let them no more.
    DisallowUploads {
        /// Which.
        folder: UploadFolder,
    },
    /// Have pages of Windows that are opened from now on inspected by this.
    InspectWith(InspectionChoice),
    /// Start a page's engine again, once it is needed.
    RestartEngine(PageId),
    /// Keep agent tokens in a private file, because there is no keychain.
    KeepTokensInFile,
}

/// A person's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Yes.
    Approve,
    /// Yes, and not only this time where that is possible.
    ApproveAlways,
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
    },
    /// Where cookies can be brought from.
    CookieSources(Vec<CookieSource>),
    /// The domains that have cookies there.
    CookieDomains(Vec<DomainCookies>),
    /// What became of an import.
    CookiesImported(ImportReport),
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

impl PersonError {
    /// What the person set counts, but the database couldn't take it.
    pub(super) fn not_kept(error: &StoreError) -> Self {
        let sentence = format!("It holds until NEXUS ends, but could not be kept for later. {error}");
        Self { code: "unavailable", sentence }
    }
}

/// Something that happened, told to whoever listens on the person's side.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// An unknown agent asks to be paired.
    PairingRequested(super::view::PairingView),
    /// The person is asked something on an agent's behalf.
    Requested(super::view::RequestView),
    /// That is decided, expired or withdrawn.
    RequestOver(ApprovalId),
    /// An agent hands something to the person.
    HandoffRequested(super::view::HandoffView),
    /// That is over.
    HandoffEnded(HandoffId),
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
        /// `idle`, `agent`, `handoff` or `user`.
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
