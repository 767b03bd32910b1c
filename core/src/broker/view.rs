//! What the panels show: owned, redacted, rebuilt after each change. Nothing in it can act.

use std::path::PathBuf;
use std::time::SystemTime;

use nexus_policy::{
    AgentName, ApprovalId, ApprovalSetting, Code, Endpoint, HandoffId, KeptKind, LeaseId, PageId, Scope, SessionId,
    Unasked, WindowId, WorkspaceName,
};

use super::card_picture::CardPicture;
use crate::browser::DownloadState;
use crate::engine::{EngineHealth, InspectionChoice};
use crate::profiles::Progress;
use crate::redaction::PublicAddress;
use crate::store::ProfileName;
use crate::uploads::UploadFolder;

/// Everything a person can see at one moment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct View {
    /// The Windows, oldest first.
    pub windows: Vec<WindowView>,
    /// Paired agents, by name.
    pub agents: Vec<AgentView>,
    /// Unknown agents that ask to be paired, oldest first.
    pub pairings: Vec<PairingView>,
    /// What the person is asked on behalf of agents, oldest first.
    pub requests: Vec<RequestView>,
    /// What agents hand to the person, oldest first.
    pub handoffs: Vec<HandoffView>,
    /// The profiles that outlive their Window, oldest first.
    pub profiles: Vec<ProfileView>,
    /// The workspace that the person is in.
    pub workspace: Option<WorkspaceName>,
    /// What happened, newest first, bounded.
    pub activity: Vec<ActivityView>,
    /// Where the downloads of agents' acts are kept.
    pub downloads_folder: PathBuf,
    /// The folders from which agents may upload.
    pub upload_folders: Vec<UploadFolder>,
    /// Who inspects pages of Windows that are opened from now on.
    pub inspection: InspectionChoice,
    /// Things the person should know about this machine, for example that there is no keychain.
    pub notices: Vec<Notice>,
}

/// One Window.
#[derive(Debug, Clone, PartialEq)]
pub struct WindowView {
    /// Its id.
    pub id: WindowId,
    /// Who opened it.
    pub opened_by: OpenedBy,
    /// Its profile's kind.
    pub kind: ProfileKind,
    /// Its profile's name, if it has one.
    pub profile: Option<ProfileName>,
    /// When it closes because nobody uses it.
    pub closes_at: Option<SystemTime>,
    /// Who has control of the Window as a whole.
    pub control: ControlView,
    /// A sign-in may be in it.
    pub may_be_signed_in: bool,
    /// How its Chromium is.
    pub health: Health,
    /// Its pages, oldest first.
    pub pages: Vec<PageView>,
    /// What agents downloaded there, oldest first.
    pub downloads: Vec<DownloadView>,
    /// What its pages may send unasked while an agent has control.
    pub unasked: Vec<UnaskedView>,
    /// The leases in it.
    pub leases: Vec<LeaseView>,
    /// Where its most recently active Chromium window is on the screen, if known.
    pub bounds: Option<Bounds>,
}

/// Where a Chromium window is on the screen, in physical pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

/// Who opened a Window or a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenedBy {
    /// The person, or a page on its own.
    Person,
    /// An agent, through NEXUS.
    Agent(AgentName),
    /// An agent that was revoked since.
    RevokedAgent,
}

/// What a profile keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProfileKind {
    /// Made for one Window, discarded with it.
    Isolated,
    /// Keeps sign-ins.
    Persistent,
    /// Keeps sign-ins, and is offered in one workspace only.
    Workspace,
    /// Keeps sign-ins; agents drive it by a yes given anew each time it is opened.
    Shared,
    /// Each Window begins with the same clean state.
    AutomationOnly,
}

impl ProfileKind {
    /// The kind of a profile that outlives its Window.
    pub fn of_kept(kind: &KeptKind) -> Self {
        match kind {
            KeptKind::Persistent => Self::Persistent,
            KeptKind::Workspace(_) => Self::Workspace,
            KeptKind::Shared => Self::Shared,
            KeptKind::AutomationOnly(_) => Self::AutomationOnly,
        }
    }

    /// The word for it, in UI and wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Isolated => "isolated",
            Self::Persistent => "persistent",
            Self::Workspace => "workspace",
            Self::Shared => "shared",
            Self::AutomationOnly => "automation-only",
        }
    }
}

/// A profile that outlives its Window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileView {
    /// Its name.
    pub name: ProfileName,
    /// What it is.
    pub kind: KeptKind,
    /// What it is doing.
    pub state: ProfileState,
    /// The agents that may drive it.
    pub drivers: Vec<AgentName>,
    /// The Window that has it open.
    pub window: Option<WindowId>,
    /// When it was opened last.
    pub opened_at: Option<SystemTime>,
    /// How much of the disk it took when that was found out last.
    pub bytes: Option<u64>,
    /// A Window had it when NEXUS ended; it can be reopened.
    pub was_open: bool,
    /// The person has closed the browser in which they signed in, and hasn't opened it in a Window since.
    pub was_signed_in: bool,
}

/// What a profile is doing, apart from being open in a Window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProfileState {
    /// It can be opened.
    Ready,
    /// The person has put it away.
    Archived,
    /// It is being deleted.
    Deleting(Progress),
    /// Its clean state is being saved.
    Saving,
    /// An ordinary browser has it, in which the person signs in and NEXUS sees nothing.
    SigningIn,
}

/// How a Window's Chromium is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    /// It is being started.
    Starting,
    /// It runs.
    Running,
    /// It ended or could not be started; says why.
    Gone(String),
}

/// Who has control, for the state bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ControlView {
    /// Nobody.
    Idle,
    /// An agent.
    Agent(Holder),
    /// A person, doing something for an agent.
    Handoff,
    /// A person took control and it isn't in force everywhere yet.
    Taking,
    /// A person.
    Person,
}

/// Who holds a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The agent.
    pub agent: AgentName,
    /// Its connection.
    pub session: SessionId,
}

/// One page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageView {
    /// Its id.
    pub id: PageId,
    /// Its title, redacted.
    pub title: String,
    /// Its origin, or `about:blank`.
    pub origin: String,
    /// Its origin and path.
    pub address: String,
    /// Who opened it.
    pub opened_by: OpenedBy,
    /// Who has control of it.
    pub control: ControlView,
    /// Calls waiting or running on it.
    pub queue_length: usize,
    /// Its renderer died.
    pub crashed: bool,
    /// A dialog of the page is open.
    pub dialog_open: bool,
    /// How the engine is that inspects it; none where that is built in.
    pub inspection: Option<EngineHealth>,
}

/// Something that an agent's act downloaded, or was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadView {
    /// The name under which it is kept.
    pub name: String,
    /// How much of it is here.
    pub bytes: u64,
    /// How far it is.
    pub state: DownloadState,
}

/// Something that the pages of a Window may send unasked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnaskedView {
    /// What, by its shape: to be asked about it again.
    pub endpoint: Endpoint,
    /// Who gets it.
    pub to: PublicAddress,
    /// Why it isn't asked about.
    pub why: Unasked,
}

/// One lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaseView {
    /// Its id.
    pub id: LeaseId,
    /// Who holds it.
    pub holder: Holder,
    /// Over what.
    pub scope: Scope,
    /// Since when.
    pub since: SystemTime,
    /// A person has control, so it is suspended.
    pub suspended: bool,
}

/// One paired agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentView {
    /// Its name.
    pub name: AgentName,
    /// How much the person wants to be asked about it.
    pub approvals: ApprovalSetting,
    /// Its connections; empty if it isn't connected.
    pub sessions: Vec<SessionView>,
}

/// One connection of an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionView {
    /// Its id.
    pub id: SessionId,
    /// Since when.
    pub since: SystemTime,
    /// The program that connected, as far as could be found out: a claim, not a proof.
    pub program: Option<String>,
}

/// An unknown agent that asks to be paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingView {
    /// To decide it.
    pub approval: ApprovalId,
    /// The name it gives itself.
    pub agent: AgentName,
    /// The short code that its side shows too.
    pub code: String,
    /// The program that connected: a claim, not a proof.
    pub program: Option<String>,
    /// When it expires.
    pub expires_at: SystemTime,
}

/// Something the person is asked on an agent's behalf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestView {
    /// To decide it.
    pub approval: ApprovalId,
    /// Whose call asked.
    pub asked_by: Holder,
    /// What is asked.
    pub question: Question,
    /// In which Window, if it is there already.
    pub window: Option<WindowId>,
    /// On which page, if it is about one.
    pub page: Option<PageId>,
    /// The page's origin.
    pub origin: Option<String>,
    /// What of the page it is about.
    pub picture: CardPicture,
    /// The other origins of which the session had been given content when it asked, the latest first.
    pub read_before: Vec<String>,
    /// When it expires.
    pub expires_at: SystemTime,
}

/// What a person can be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// May this agent drive a Window that may be signed in?
    Drive {
        /// Who: not always the one that asks.
        agent: AgentName,
    },
    /// May this session read a page that may be signed in?
    Read,
    /// May this be done once?
    Act {
        /// What, as a short phrase.
        what: String,
        /// What that is about, where it is a thing on a page.
        about: Option<About>,
        /// The files that it gives to the page.
        files: Vec<AboutFile>,
        /// The script that it runs, whole.
        script: Option<String>,
        /// Why the person is asked, the gravest first.
        why: Vec<String>,
    },
    /// May a page send this, which it is about to because of an agent's act?
    Send {
        /// The act, as a short phrase.
        what: String,
        /// What that was about, where it is a thing on a page.
        about: Option<About>,
        /// How it is sent: `POST`.
        method: String,
        /// Who gets it.
        to: PublicAddress,
        /// What its body holds, by the names of its fields.
        fields: Vec<String>,
        /// How many of the kind wait.
        held: usize,
    },
}

/// What an act is about: page text in it is redacted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// What kind of thing: its role, or its tag.
    pub kind: String,
    /// What it is called.
    pub name: String,
    /// Where it leads, if anywhere.
    pub leads: Option<String>,
}

/// A file that an act gives to a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AboutFile {
    /// Its name.
    pub name: String,
    /// The folder that it is in.
    pub folder: String,
    /// Its size.
    pub bytes: u64,
}

impl Question {
    /// The word for it, on the wire.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Drive { .. } => "grant",
            Self::Read => "observation",
            Self::Act { .. } | Self::Send { .. } => "approval",
        }
    }
}

/// Something an agent hands to the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandoffView {
    /// To end it.
    pub handoff: HandoffId,
    /// Whose call asked.
    pub asked_by: Holder,
    /// What the person is to do, in the agent's words.
    pub reason: String,
    /// In which Window.
    pub window: Option<WindowId>,
    /// On which page; the whole Window if absent.
    pub page: Option<PageId>,
    /// The page's origin.
    pub origin: Option<String>,
    /// When it ends by itself.
    pub expires_at: SystemTime,
}

/// One line of the activity list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActivityView {
    /// When.
    pub at: SystemTime,
    /// Who; the person if absent.
    pub agent: Option<AgentName>,
    /// Where.
    pub window: Option<WindowId>,
    /// On which page.
    pub page: Option<PageId>,
    /// What, as a short phrase: "click", "take control".
    pub what: String,
    /// How it ended.
    pub outcome: ActivityOutcome,
}

/// How something in the activity list ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActivityOutcome {
    /// It was done.
    Done,
    /// It was refused or failed, with this code.
    Not(Code),
}

/// Something the person should know, with what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What kind, so that the screen can offer the right button.
    pub kind: NoticeKind,
    /// One or two sentences.
    pub text: String,
}

/// The kinds of notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeKind {
    /// No Chromium or Chrome was found.
    NoBrowser,
    /// Chromium's own sandbox is off.
    NoSandbox,
    /// No keychain: agents have to be paired at each connection unless the person chooses a private file.
    NoKeychain,
    /// Something else that went wrong.
    Problem,
}
