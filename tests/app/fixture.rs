//! Made-up views, and a stand-in for the person's port that remembers what it was sent.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use nexus::dispatch::{Asking, Person};
use nexus_core::broker::{
    About, ActivityOutcome, ActivityView, AgentView, CardPicture, ControlView, CookieCommand, HandoffView, Health,
    Holder, LeaseView, OpenedBy, PageView, PairingView, PersonAnswer, PersonCommand, PersonError, ProfileKind,
    ProfileState, ProfileView, Question, RequestView, SessionView, View, WindowView,
};
use nexus_core::store::ProfileName;
use nexus_core::{CookieSource, Progress};
use nexus_policy::{
    AgentName, ApprovalId, ApprovalSetting, CleanState, Code, HandoffId, KeptKind, LeaseId, PageId, Scope, SessionId,
    WindowId, WorkspaceName,
};
use tokio::sync::watch;

/// A name that is known to be good.
pub(crate) fn agent(name: &str) -> AgentName {
    name.parse().expect("a good agent name")
}

/// An agent on its connection.
pub(crate) fn holder(name: &str, session: u64) -> Holder {
    Holder { agent: agent(name), session: SessionId(session) }
}

/// A Window with nothing in it.
pub(crate) fn window(id: u64) -> WindowView {
    WindowView {
        id: WindowId(id),
        opened_by: OpenedBy::Person,
        kind: ProfileKind::Isolated,
        profile: None,
        closes_at: None,
        control: ControlView::Idle,
        may_be_signed_in: false,
        health: Health::Running,
        pages: Vec::new(),
        downloads: Vec::new(),
        unasked: Vec::new(),
        leases: Vec::new(),
        bounds: None,
    }
}

/// An ordinary page.
pub(crate) fn page(id: u64, title: &str, origin: &str) -> PageView {
    PageView {
        id: PageId(id),
        title: title.to_owned(),
        origin: origin.to_owned(),
        address: format!("{origin}/"),
        opened_by: OpenedBy::Person,
        control: ControlView::Idle,
        queue_length: 0,
        crashed: false,
        dialog_open: false,
        inspection: None,
    }
}

/// A lease since five minutes ago.
pub(crate) fn lease(id: u64, holder: Holder, scope: Scope) -> LeaseView {
    LeaseView { id: LeaseId(id), holder, scope, since: SystemTime::now() - Duration::from_secs(300), suspended: false }
}

/// An agent that asks to be paired, with ten minutes left.
pub(crate) fn pairing(id: u64, name: &str) -> PairingView {
    PairingView {
        approval: ApprovalId(id),
        agent: agent(name),
        code: "K7QM4D".to_owned(),
        program: Some("/usr/bin/codex".to_owned()),
        expires_at: SystemTime::now() + Duration::from_secs(599),
    }
}

/// A paired agent with one connection.
pub(crate) fn paired(name: &str, session: u64) -> AgentView {
    let since = SystemTime::now() - Duration::from_secs(1200);
    let program = Some("/usr/local/bin/claude".to_owned());
    let sessions = vec![SessionView { id: SessionId(session), since, program }];
    AgentView { name: agent(name), approvals: ApprovalSetting::Matters, sessions }
}

/// Something an agent did or was refused.
pub(crate) fn happened(id: u64, what: &str, outcome: ActivityOutcome) -> ActivityView {
    ActivityView {
        at: SystemTime::now() - Duration::from_secs(id * 7),
        agent: Some(agent("Claude Code")),
        window: Some(WindowId(1)),
        page: Some(PageId(1)),
        what: what.to_owned(),
        outcome,
    }
}

/// A desktop in the middle of work: two Windows, an agent in control of one, a request to be paired.
pub(crate) fn busy_view() -> View {
    let claude = holder("Claude Code", 3);
    let mut shop = page(1, "Checkout – Shop Example: your basket, delivery and payment", "https://shop.example");
    shop.control = ControlView::Agent(claude.clone());
    shop.opened_by = OpenedBy::Agent(claude.agent.clone());
    shop.queue_length = 2;
    let mut news = page(2, "The long road to a short headline", "https://news.a-very-long-host-name.example:8443");
    news.control = ControlView::Agent(claude.clone());
    news.dialog_open = true;
    let mut crashed = page(4, "", "about:blank");
    crashed.crashed = true;
    let mut first = window(1);
    first.opened_by = OpenedBy::Agent(claude.agent.clone());
    first.control = ControlView::Agent(claude.clone());
    first.pages = vec![shop, news, crashed];
    first.leases = vec![lease(1, claude, Scope::Window(WindowId(1)))];
    let mut second = window(2);
    second.may_be_signed_in = true;
    second.control = ControlView::Person;
    second.pages = vec![page(3, "Inbox (3)", "https://mail.example")];
    let refused = ActivityOutcome::Not(Code::PausedByUser);
    View {
        windows: vec![first, second],
        agents: vec![paired("Claude Code", 3), AgentView { sessions: Vec::new(), ..paired("Gemini CLI", 1) }],
        pairings: vec![pairing(7, "Codex")],
        activity: vec![
            happened(1, "click", ActivityOutcome::Done),
            happened(2, "type", refused),
            happened(3, "navigate", ActivityOutcome::Done),
            happened(4, "snapshot", ActivityOutcome::Done),
        ],
        ..View::default()
    }
}

/// A name that is known to be good.
pub(crate) fn profile_name(name: &str) -> ProfileName {
    name.parse().expect("a good profile name")
}

/// A profile that nobody has open.
pub(crate) fn profile(name: &str, drivers: &[&str]) -> ProfileView {
    let drivers = drivers.iter().map(|name| agent(name)).collect();
    ProfileView {
        name: profile_name(name),
        kind: KeptKind::Persistent,
        state: ProfileState::Ready,
        drivers,
        window: None,
        opened_at: None,
        bytes: None,
        was_open: false,
        was_signed_in: false,
    }
}

/// One that was opened before.
pub(crate) fn opened_before(name: &str) -> ProfileView {
    let opened_at = Some(SystemTime::now() - Duration::from_secs(100));
    ProfileView { opened_at, bytes: Some(3_500_000), ..profile(name, &[]) }
}

/// A workspace's name that is known to be good.
pub(crate) fn workspace(name: &str) -> WorkspaceName {
    name.parse().expect("a good workspace name")
}

/// A profile in every state, each called by it; the person is in no workspace.
pub(crate) fn profiles_of_every_standing() -> Vec<ProfileView> {
    let progress = Progress { removed_bytes: 1_500_000, of_bytes: 6_000_000 };
    vec![
        ProfileView { kind: KeptKind::AutomationOnly(CleanState::Plain), ..opened_before("closed") },
        ProfileView { kind: KeptKind::Workspace(workspace("Job")), ..opened_before("elsewhere") },
        ProfileView { window: Some(WindowId(1)), ..opened_before("open") },
        ProfileView { state: ProfileState::Archived, ..opened_before("archived") },
        ProfileView { state: ProfileState::Deleting(progress), ..opened_before("deleting") },
        ProfileView { state: ProfileState::Saving, ..opened_before("saving") },
        ProfileView { was_open: true, ..opened_before("was open") },
    ]
}

/// The first page of the first Window is handed to the person, with ten minutes left.
pub(crate) fn handoff(id: u64, reason: &str) -> HandoffView {
    HandoffView {
        handoff: HandoffId(id),
        asked_by: holder("Claude Code", 3),
        reason: reason.to_owned(),
        window: Some(WindowId(1)),
        page: Some(PageId(1)),
        origin: Some("https://shop.example".to_owned()),
        expires_at: SystemTime::now() + Duration::from_secs(599),
    }
}

/// Something that Claude Code asks about the first page of the first Window, with ten minutes left.
pub(crate) fn request(id: u64, question: Question) -> RequestView {
    RequestView {
        approval: ApprovalId(id),
        asked_by: holder("Claude Code", 3),
        question,
        window: Some(WindowId(1)),
        page: Some(PageId(1)),
        origin: Some("https://shop.example".to_owned()),
        picture: CardPicture::None,
        read_before: Vec::new(),
        expires_at: SystemTime::now() + Duration::from_secs(599),
    }
}

/// Somebody asks whether an agent may drive the first Window.
pub(crate) fn drive(id: u64, asked_by: &str, driver: &str) -> RequestView {
    let question = Question::Drive { agent: agent(driver) };
    RequestView { asked_by: holder(asked_by, 4), page: None, origin: None, ..request(id, question) }
}

/// Claude Code asks to click.
pub(crate) fn act(id: u64) -> RequestView {
    let about = About {
        kind: "button".to_owned(),
        name: "Place order".to_owned(),
        leads: Some("Sends a form to /order on the same site".to_owned()),
    };
    let why = vec!["Its words say that it orders something: “Place order”".to_owned(), "It sends a form".to_owned()];
    request(id, Question::Act { what: "click".to_owned(), about: Some(about), files: Vec::new(), script: None, why })
}

/// Something of every kind waits.
pub(crate) fn waiting_view() -> View {
    let mut view = busy_view();
    view.handoffs = vec![handoff(1, "sign in to shop.example")];
    view.requests = vec![request(11, Question::Read), drive(12, "anna", "bert"), act(13)];
    view
}

/// Stands in for the person's port.
#[derive(Clone)]
pub(crate) struct Recorder {
    view: watch::Sender<Arc<View>>,
    commands: Arc<Mutex<Vec<PersonCommand>>>,
    answer: Result<PersonAnswer, PersonError>,
    sources: Vec<CookieSource>,
}

impl Recorder {
    /// Shows a view and carries out everything.
    pub(crate) fn new(view: View) -> Self {
        let (view, _) = watch::channel(Arc::new(view));
        Self { view, commands: Arc::default(), answer: Ok(PersonAnswer::Done), sources: Vec::new() }
    }

    /// Fails whatever it is asked.
    pub(crate) fn failing(view: View, sentence: &str) -> Self {
        let error = PersonError { code: "unavailable", sentence: sentence.to_owned() };
        Self { answer: Err(error), ..Self::new(view) }
    }

    /// Answers that whatever it is asked was called off.
    pub(crate) fn calling_off(view: View) -> Self {
        let error = PersonError { code: "cancelled", sentence: "It was called off.".to_owned() };
        Self { answer: Err(error), ..Self::new(view) }
    }

    /// Finds these sources of cookies, each with none in it.
    pub(crate) fn with_sources(view: View, sources: Vec<CookieSource>) -> Self {
        Self { sources, ..Self::new(view) }
    }

    /// Changes what there is to see.
    pub(crate) fn change(&self, change: impl FnOnce(&mut View)) {
        self.view.send_modify(|view| change(Arc::make_mut(view)));
    }

    /// What it was sent, in order.
    pub(crate) fn commands(&self) -> Vec<PersonCommand> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn record(&self, command: PersonCommand) {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner).push(command);
    }
}

impl Person for Recorder {
    fn send(&self, command: PersonCommand) {
        self.record(command);
    }

    fn ask(&self, command: PersonCommand) -> Asking {
        let answer = match &command {
            PersonCommand::Cookies(CookieCommand::FindSources) => Ok(PersonAnswer::CookieSources(self.sources.clone())),
            PersonCommand::Cookies(CookieCommand::ListDomains(_)) => Ok(PersonAnswer::CookieDomains(Vec::new())),
            _ => self.answer.clone(),
        };
        self.record(command);
        Box::pin(async move { answer })
    }

    fn view(&self) -> watch::Receiver<Arc<View>> {
        self.view.subscribe()
    }
}
