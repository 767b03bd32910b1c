//! The person's side as a socket: JSON lines in, answers and events out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use nexus_core::broker::{
    AuditExtract, CardPicture, CookieCommand, Decision, PersonAnswer, PersonCommand, PersonError, PersonPort,
    ProfileCommand, ProfileKind, TestExtent, TestFault, TestHand,
};
use nexus_core::store::{ChainStatus, ProfileName};
use nexus_core::{CookieDomain, CookieSource, EngineRole, UploadFolder};
use nexus_policy::{
    AgentName, ApprovalId, ApprovalSetting, CleanState, Endpoint, KeptKind, LeaseId, PageId, Scope, WindowId,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::unix::OwnedWriteHalf;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{broadcast, mpsc};
use tokio::task::AbortHandle;

use crate::cookies_json::{domains_json, report_json, sources_json};
use crate::person_json::{audit_json, event_json, view_json};

/// The socket, until it is closed.
pub(crate) struct HumanSocket {
    path: PathBuf,
    accepting: AbortHandle,
}

impl HumanSocket {
    /// Listens on a path that only this user can reach.
    pub(crate) fn serve(path: &Path, person: PersonPort, hand: TestHand) -> anyhow::Result<Self> {
        let listener = UnixListener::bind(path)?;
        std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        let accepting = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, person.clone(), hand.clone()));
            }
        });
        Ok(Self { path: path.to_path_buf(), accepting: accepting.abort_handle() })
    }

    /// Stops listening and removes the socket.
    pub(crate) fn close(self) {
        self.accepting.abort();
        if let Err(error) = std::fs::remove_file(&self.path) {
            tracing::warn!(%error, "the human socket could not be removed");
        }
    }
}

/// Answers and events wait here for a slow test.
const LINES_BEHIND: usize = 4096;

async fn serve(stream: UnixStream, person: PersonPort, hand: TestHand) {
    let (read, write) = stream.into_split();
    let (lines, to_write) = mpsc::channel(LINES_BEHIND);
    tokio::spawn(write_lines(write, to_write));
    let events = tokio::spawn(pass_events(person.events(), lines.clone()));
    let mut requests = BufReader::new(read).lines();
    while let Ok(Some(line)) = requests.next_line().await {
        // Each request is handled on its own: a page that hangs must not hold up Take control.
        let handling = answer(line, person.clone(), hand.clone());
        let lines = lines.clone();
        tokio::spawn(async move {
            if lines.send(handling.await).await.is_err() {
                tracing::debug!("the test is gone");
            }
        });
    }
    events.abort();
}

async fn write_lines(mut write: OwnedWriteHalf, mut lines: mpsc::Receiver<Value>) {
    while let Some(line) = lines.recv().await {
        if write.write_all(format!("{line}\n").as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn pass_events(mut events: broadcast::Receiver<nexus_core::broker::Event>, lines: mpsc::Sender<Value>) {
    loop {
        match events.recv().await {
            Ok(event) => {
                if lines.send(event_json(&event)).await.is_err() {
                    return;
                }
            }
            Err(broadcast::error::RecvError::Lagged(_)) => {}
            Err(broadcast::error::RecvError::Closed) => return,
        }
    }
}

/// One request, with all that any of them may hold.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    r#do: String,
    window: Option<String>,
    page: Option<String>,
    lease: Option<String>,
    approval: Option<String>,
    kind: Option<String>,
    profile: Option<String>,
    url: Option<String>,
    expression: Option<String>,
    selector: Option<String>,
    text: Option<String>,
    how: Option<String>,
    handoff: Option<String>,
    completed: Option<bool>,
    name: Option<String>,
    to: Option<String>,
    workspace: Option<String>,
    agent: Option<String>,
    setting: Option<String>,
    folder: Option<String>,
    role: Option<String>,
    domains: Option<Vec<String>>,
    #[serde(default)]
    always: bool,
}

type Answer = Result<Map<String, Value>, PersonError>;

async fn answer(line: String, person: PersonPort, hand: TestHand) -> Value {
    let asked: Asked = match serde_json::from_str(&line) {
        Ok(asked) => asked,
        Err(error) => return json!({"id": null, "ok": false, "code": "invalid_arguments", "error": error.to_string()}),
    };
    let id = asked.id.clone();
    let (mut object, ok) = match carry_out(asked, &person, &hand).await {
        Ok(object) => (object, true),
        Err(PersonError { code, sentence }) => {
            (Map::from_iter([("code".to_owned(), json!(code)), ("error".to_owned(), json!(sentence))]), false)
        }
    };
    object.insert("id".to_owned(), id);
    object.insert("ok".to_owned(), json!(ok));
    Value::Object(object)
}

async fn carry_out(asked: Asked, person: &PersonPort, hand: &TestHand) -> Answer {
    let command = match asked.r#do.as_str() {
        "open_window" => open_window(&asked)?,
        "close_window" => PersonCommand::CloseWindow(asked.window()?),
        "keep_window" => PersonCommand::KeepWindow(asked.window()?),
        "ask_again" => PersonCommand::AskAgain { window: asked.window()?, endpoint: unasked(&asked, person)? },
        "take_control" => PersonCommand::TakeControl(asked.scope()?),
        "give_back" => PersonCommand::GiveBack(asked.scope()?),
        "revoke_lease" => PersonCommand::RevokeLease(asked.lease_id()?),
        "approve" if asked.always => PersonCommand::Decide(asked.approval()?, Decision::ApproveAlways),
        "approve" => PersonCommand::Decide(asked.approval()?, Decision::Approve),
        "reject" => PersonCommand::Decide(asked.approval()?, Decision::Reject),
        "evaluate" => return evaluate(&asked, hand).await,
        "press" => {
            let selector = asked.selector.as_deref().ok_or_else(|| missing("selector"))?;
            return hand.press(asked.page()?, selector).await.map(|()| Map::new()).map_err(failed);
        }
        "type" => {
            let text = asked.text.as_deref().ok_or_else(|| missing("text"))?;
            return hand.type_text(asked.page()?, text).await.map(|()| Map::new()).map_err(failed);
        }
        "shutdown_browser" => return break_something(&asked, hand).await,
        "attach_engine" => return attach_engine(&asked, hand).await,
        "view" => {
            let view = view_json(&person.view().borrow());
            return Ok(Map::from_iter([("view".to_owned(), view)]));
        }
        "picture" => return picture(&asked, person),
        "audit" => return audit(person).await,
        "finish_handoff" => PersonCommand::FinishHandoff {
            handoff: parsed("handoff", asked.handoff.as_deref())?,
            completed: asked.completed.ok_or_else(|| missing("completed"))?,
        },
        "create_profile" => create_profile(&asked)?,
        "grant" => PersonCommand::Grant { profile: asked.profile()?, agent: asked.agent()? },
        "revoke" => PersonCommand::RevokeGrant { profile: asked.profile()?, agent: asked.agent()? },
        "set_approvals" => PersonCommand::SetApprovals { agent: asked.agent()?, setting: asked.setting()? },
        "allow_uploads" => PersonCommand::AllowUploads { folder: asked.folder()?.into() },
        "disallow_uploads" => {
            let folder = UploadFolder::find(asked.folder()?.as_ref());
            PersonCommand::DisallowUploads { folder: folder.map_err(|_| missing("folder"))? }
        }
        "restart_engine" => PersonCommand::RestartEngine(asked.page()?),
        "revoke_agent" => PersonCommand::RevokeAgent(asked.agent()?),
        "rename_profile" => asked.about_profile(ProfileCommand::Rename(parsed("to", asked.to.as_deref())?))?,
        "archive_profile" => asked.about_profile(ProfileCommand::Archive)?,
        "restore_profile" => asked.about_profile(ProfileCommand::Restore)?,
        "delete_profile" => asked.about_profile(ProfileCommand::Delete)?,
        "cancel_deletion" => asked.about_profile(ProfileCommand::CancelDeletion)?,
        "save_clean_state" => asked.about_profile(ProfileCommand::SaveCleanState)?,
        "open_to_sign_in" => asked.about_profile(ProfileCommand::OpenToSignIn)?,
        "switch_workspace" => PersonCommand::SwitchWorkspace(match asked.name.as_deref() {
            None | Some("") => None,
            name => Some(parsed("name", name)?),
        }),
        "cookie_sources" => PersonCommand::Cookies(match &asked.folder {
            Some(folder) => CookieCommand::LookIn(folder.into()),
            None => CookieCommand::FindSources,
        }),
        "cookie_domains" => PersonCommand::Cookies(CookieCommand::ListDomains(cookie_source(&asked, person).await?)),
        "import_cookies" => PersonCommand::Cookies(CookieCommand::Import {
            window: asked.window()?,
            source: cookie_source(&asked, person).await?,
            domains: asked.domains()?,
        }),
        "forget_open_profiles" => PersonCommand::ForgetOpenProfiles,
        other => {
            return Err(PersonError { code: "invalid_arguments", sentence: format!("there is no request {other:?}") });
        }
    };
    person.ask(command).await.map(answer_json)
}

fn answer_json(answer: PersonAnswer) -> Map<String, Value> {
    match answer {
        PersonAnswer::Done => Map::new(),
        PersonAnswer::WindowOpened { window, page } => Map::from_iter([
            ("window".to_owned(), json!(window.to_string())),
            ("page".to_owned(), json!(page.to_string())),
        ]),
        PersonAnswer::ControlTaken { epoch, in_force_at } => {
            let since = in_force_at.duration_since(UNIX_EPOCH).unwrap_or_default();
            Map::from_iter([
                ("epoch".to_owned(), json!(epoch)),
                ("in_force_at_ms".to_owned(), json!(since.as_secs_f64() * 1000.0)),
            ])
        }
        PersonAnswer::CookieSources(sources) => Map::from_iter([("sources".to_owned(), sources_json(&sources))]),
        PersonAnswer::CookieDomains(domains) => Map::from_iter([("domains".to_owned(), domains_json(&domains))]),
        PersonAnswer::CookiesImported(report) => report_json(&report),
    }
}

/// What a Window's pages may send unasked to an address.
fn unasked(asked: &Asked, person: &PersonPort) -> Result<Endpoint, PersonError> {
    let (window, view) = (asked.window()?, person.view());
    let view = view.borrow();
    let unasked = view.windows.iter().filter(|shown| shown.id == window).flat_map(|shown| &shown.unasked);
    let mut meant = unasked.filter(|unasked| asked.url.as_deref() == Some(unasked.to.as_str()));
    meant.next().map(|unasked| unasked.endpoint.clone()).ok_or_else(|| missing("url"))
}

fn open_window(asked: &Asked) -> Result<PersonCommand, PersonError> {
    let profile = asked.profile.as_ref().map(|_| asked.profile()).transpose()?;
    if profile.is_none() && asked.kind.as_deref().is_some_and(|kind| kind != ProfileKind::Isolated.as_str()) {
        return Err(missing("profile"));
    }
    Ok(PersonCommand::OpenWindow { profile, url: asked.url.clone() })
}

fn create_profile(asked: &Asked) -> Result<PersonCommand, PersonError> {
    let kind = match asked.kind.as_deref() {
        Some("persistent") => KeptKind::Persistent,
        Some("workspace") => KeptKind::Workspace(parsed("workspace", asked.workspace.as_deref())?),
        Some("shared") => KeptKind::Shared,
        Some("automation-only") => KeptKind::AutomationOnly(CleanState::Plain),
        Some(_) | None => return Err(missing("kind")),
    };
    Ok(PersonCommand::CreateProfile { name: parsed("name", asked.name.as_deref())?, kind })
}

/// The one profile in a folder, or the one of this name that is found on this computer.
async fn cookie_source(asked: &Asked, person: &PersonPort) -> Result<CookieSource, PersonError> {
    let look = asked.folder.as_ref().map_or(CookieCommand::FindSources, |folder| CookieCommand::LookIn(folder.into()));
    let PersonAnswer::CookieSources(sources) = person.ask(PersonCommand::Cookies(look)).await? else {
        return Err(missing("folder"));
    };
    let is_meant = |source: &CookieSource| asked.name.as_deref().is_none_or(|name| name == source.name());
    let mut meant = sources.into_iter().filter(is_meant);
    match (meant.next(), meant.next()) {
        (Some(source), None) => Ok(source),
        (None | Some(_), _) => Err(missing("name")),
    }
}

async fn evaluate(asked: &Asked, hand: &TestHand) -> Answer {
    let expression = asked.expression.as_deref().ok_or_else(|| missing("expression"))?;
    let value = hand.evaluate(asked.page()?, expression).await.map_err(failed)?;
    Ok(Map::from_iter([("value".to_owned(), value)]))
}

/// The gateway, for a client that the test brings itself.
async fn attach_engine(asked: &Asked, hand: &TestHand) -> Answer {
    let role = match asked.role.as_deref() {
        Some("interaction") => EngineRole::Interaction,
        Some("inspection") => EngineRole::Inspection,
        Some(_) | None => return Err(missing("role")),
    };
    let extent = match asked.how.as_deref() {
        Some("listening") => TestExtent::Listening,
        Some("reading") => TestExtent::Reading,
        Some("acting") => TestExtent::Acting,
        Some(_) | None => return Err(missing("how")),
    };
    let endpoint = hand.attach(asked.page()?, role, extent).await.map_err(failed)?;
    Ok(Map::from_iter([("endpoint".to_owned(), json!(endpoint))]))
}

async fn break_something(asked: &Asked, hand: &TestHand) -> Answer {
    let fault = match asked.how.as_deref() {
        Some("kill") => TestFault::Kill,
        Some("crash_page") => TestFault::CrashPage,
        Some("hang_page") => TestFault::HangPage,
        Some(_) | None => return Err(missing("how")),
    };
    let page = asked.page.as_deref().map(|page| parsed("page", Some(page))).transpose()?;
    hand.break_it(asked.window()?, page, fault).await.map(|()| Map::new()).map_err(failed)
}

/// The pixels of a card's picture, three bytes each.
fn picture(asked: &Asked, person: &PersonPort) -> Answer {
    let (approval, view) = (asked.approval()?, person.view());
    let view = view.borrow();
    match view.requests.iter().find(|request| request.approval == approval).map(|request| &request.picture) {
        Some(CardPicture::Taken(picture)) => Ok(Map::from_iter([
            ("width".to_owned(), json!(picture.width)),
            ("height".to_owned(), json!(picture.height)),
            ("rgb".to_owned(), json!(BASE64.encode(&picture.rgb))),
        ])),
        Some(CardPicture::None | CardPicture::Coming | CardPicture::Missing(_)) | None => Err(unavailable("a picture")),
    }
}

/// How many entries of the audit log a test gets, newest first.
const AUDIT_ENTRIES: usize = 10_000;

async fn audit(person: &PersonPort) -> Answer {
    let AuditExtract { entries, chain } = person.audit(AUDIT_ENTRIES).await?;
    let verified = matches!(chain, ChainStatus::Intact { .. });
    let entries: Vec<Value> = entries.iter().map(audit_json).collect();
    Ok(Map::from_iter([("entries".to_owned(), json!(entries)), ("verified".to_owned(), json!(verified))]))
}

impl Asked {
    fn window(&self) -> Result<WindowId, PersonError> {
        parsed("window", self.window.as_deref())
    }

    fn page(&self) -> Result<PageId, PersonError> {
        parsed("page", self.page.as_deref())
    }

    fn approval(&self) -> Result<ApprovalId, PersonError> {
        parsed("approval", self.approval.as_deref())
    }

    fn profile(&self) -> Result<ProfileName, PersonError> {
        parsed("profile", self.profile.as_deref())
    }

    fn about_profile(&self, command: ProfileCommand) -> Result<PersonCommand, PersonError> {
        Ok(PersonCommand::Profile(parsed("name", self.name.as_deref())?, command))
    }

    fn agent(&self) -> Result<AgentName, PersonError> {
        parsed("agent", self.agent.as_deref())
    }

    fn setting(&self) -> Result<ApprovalSetting, PersonError> {
        let word = self.setting.as_deref().ok_or_else(|| missing("setting"))?;
        ApprovalSetting::of_word(word).ok_or_else(|| missing("setting"))
    }

    fn folder(&self) -> Result<&str, PersonError> {
        self.folder.as_deref().ok_or_else(|| missing("folder"))
    }

    fn domains(&self) -> Result<BTreeSet<CookieDomain>, PersonError> {
        let domains = self.domains.as_deref().ok_or_else(|| missing("domains"))?;
        domains.iter().map(|domain| parsed("domains", Some(domain))).collect()
    }

    fn lease_id(&self) -> Result<LeaseId, PersonError> {
        parsed("lease", self.lease.as_deref())
    }

    fn scope(&self) -> Result<Scope, PersonError> {
        match self.page {
            Some(_) => self.page().map(Scope::Page),
            None => self.window().map(Scope::Window),
        }
    }
}

fn parsed<T: std::str::FromStr>(name: &str, text: Option<&str>) -> Result<T, PersonError> {
    text.and_then(|text| text.parse().ok()).ok_or_else(|| missing(name))
}

fn missing(name: &str) -> PersonError {
    PersonError { code: "invalid_arguments", sentence: format!("`{name}` is missing or isn't one") }
}

fn unavailable(what: &str) -> PersonError {
    PersonError { code: "unavailable", sentence: format!("{what} isn't there yet") }
}

fn failed(error: nexus_core::broker::TestError) -> PersonError {
    use nexus_core::broker::TestError;
    let code = match &error {
        TestError::UnknownWindow => "unknown_window",
        TestError::UnknownPage => "unknown_page",
        TestError::Failed(_) => "failed",
    };
    PersonError { code, sentence: error.to_string() }
}
