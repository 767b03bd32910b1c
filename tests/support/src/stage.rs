//! A host with a site, and a page on it: what every test here needs. Whatever an agent is told is kept and searched for
//! canaries at the end.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::bench_host::HostOptions;
use crate::mcp_client::CallInFlight;
use crate::site::Content;
use crate::{BenchHost, McpClient, Site, ToolResult};
use serde_json::{Value, json};

/// How long anything may take that should take no time.
pub const SOON: Duration = Duration::from_secs(20);

/// Whatever holds this word was typed, or is part of an address that no agent may see.
const CANARY: &str = "CANARY";

/// How many hosts run at once: more Chromiums than that only wait for each other.
const HOSTS: usize = 2;

static RUNNING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

#[derive(Debug)]
struct Turn;

impl Turn {
    fn wait() -> Self {
        let running = ENDED.wait_while(lock(&RUNNING), |running| *running >= HOSTS);
        *running.unwrap_or_else(PoisonError::into_inner) += 1;
        Self
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *lock(&RUNNING) -= 1;
        ENDED.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running host and a site for its pages.
#[derive(Debug)]
pub struct Stage {
    /// The host.
    pub host: BenchHost,
    /// The site.
    pub site: Site,
    told: Mutex<Vec<String>>,
    secrets: Mutex<Vec<String>>,
    _turn: Turn,
}

impl Stage {
    /// A host as it comes, and a site with these pages.
    #[track_caller]
    pub fn with<C: Into<Content>>(pages: impl IntoIterator<Item = (&'static str, C)>) -> Self {
        Self::with_options(HostOptions::default(), pages)
    }

    /// The same with a host of one's own making.
    #[track_caller]
    pub fn with_options<C: Into<Content>>(
        options: HostOptions,
        pages: impl IntoIterator<Item = (&'static str, C)>,
    ) -> Self {
        let turn = Turn::wait();
        let site = Site::start(pages).expect("a site can be served");
        Self {
            host: options.start(),
            site,
            told: Mutex::default(),
            secrets: Mutex::new(vec![CANARY.to_owned()]),
            _turn: turn,
        }
    }

    /// Calls a tool as the agent on stdio.
    #[track_caller]
    pub fn call(&self, tool: &str, arguments: Value) -> ToolResult {
        self.heard(self.host.call(tool, arguments))
    }

    /// Calls a tool as another agent.
    #[track_caller]
    pub fn call_as(&self, agent: &McpClient, tool: &str, arguments: Value) -> ToolResult {
        let answer = agent.call(tool, arguments, crate::bench_host::CALL);
        self.heard(answer.unwrap_or_else(|error| panic!("{tool}: {error}\n{}", self.host.stderr())))
    }

    /// Remembers what an agent was told.
    pub fn heard(&self, answer: ToolResult) -> ToolResult {
        lock(&self.told).push(format!("{}: {}", answer.tool, answer.raw));
        answer
    }

    /// Has the end search for something else as well that nobody may be told.
    pub fn keep_secret(&self, secret: &str) {
        lock(&self.secrets).push(secret.to_owned());
    }

    /// Opens a Window at a path of the site.
    #[track_caller]
    pub fn open(&self, path: &str) -> Page<'_> {
        let opened = self.call("browser_window_open", json!({"url": self.site.url(path)})).expect_ok();
        Page::of(self, &opened)
    }

    /// What the panels show.
    #[track_caller]
    pub fn view(&self) -> Value {
        self.host.human.view().expect("a view")["view"].take()
    }

    /// Kills the host as a crash would; another stage may take its turn.
    #[track_caller]
    pub fn kill(self) {
        self.host.kill();
    }

    /// Ends the host, and proves that no canary got to an agent, the log, the view, the audit entries or the database, and
    /// that nothing is left behind (N25, N26, N27).
    #[track_caller]
    pub fn close(self) {
        let secrets = lock(&self.secrets).clone();
        let holds =
            |text: &[u8]| secrets.iter().any(|secret| text.windows(secret.len()).any(|part| part == secret.as_bytes()));
        for line in lock(&self.told).iter() {
            assert!(!holds(line.as_bytes()), "an agent was told a canary by {line}");
        }
        for (what, text) in [
            ("the log", self.host.stderr()),
            ("the view", self.view().to_string()),
            ("the audit entries", self.host.human.audit().expect("audit entries").to_string()),
        ] {
            assert!(!holds(text.as_bytes()), "{what} holds a canary: {text}");
        }
        for file in files_below(self.host.data_dir()) {
            let bytes = std::fs::read(&file).unwrap_or_default();
            assert!(!holds(&bytes), "{} holds a canary", file.display());
        }
        self.host.close();
    }
}

/// Every file but Chromium's own.
fn files_below(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let (folders, mut files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let inner = folders.iter().filter(|folder| !folder.ends_with("profiles")).flat_map(|folder| files_below(folder));
    files.extend(inner);
    files
}

/// A page that the agent on stdio may act on.
#[derive(Debug, Clone)]
pub struct Page<'a> {
    /// Where it is open.
    pub stage: &'a Stage,
    /// Its Window's id.
    pub window: String,
    /// Its id.
    pub id: String,
}

impl<'a> Page<'a> {
    /// The page that a tool has opened.
    #[track_caller]
    pub fn of(stage: &'a Stage, opened: &ToolResult) -> Self {
        Self { stage, window: opened.fact("window").to_owned(), id: opened.fact("page").to_owned() }
    }

    /// Leaves a call under way that only ends by what the test does.
    #[track_caller]
    pub fn start_waiting(&self) -> CallInFlight {
        let arguments = json!({"page": self.id, "text": "never", "timeout_s": 30});
        self.stage.host.agent.start_call("browser_wait", arguments).expect("sent")
    }

    /// Calls a tool about this page.
    #[track_caller]
    pub fn call(&self, tool: &str, mut arguments: Value) -> ToolResult {
        arguments["page"] = json!(self.id);
        self.stage.call(tool, arguments)
    }

    /// Calls a tool that has to be asked about, with the person's yes, and repeats it.
    ///
    /// # Panics
    /// If it isn't asked about.
    #[track_caller]
    pub fn call_with_a_yes(&self, tool: &str, arguments: Value) -> ToolResult {
        let asked = self.call(tool, arguments.clone()).expect_code("approval_pending");
        self.stage.host.human.approve(asked.fact("approval")).expect("it is open");
        self.call(tool, arguments)
    }

    /// Clicks what has this role and name, with the person's yes.
    #[track_caller]
    pub fn click_with_a_yes(&self, role: &str, name: &str) -> ToolResult {
        self.call_with_a_yes("browser_click", json!({"ref": self.find(role, name)}))
    }

    /// A fresh snapshot.
    #[track_caller]
    pub fn snapshot(&self) -> ToolResult {
        self.call("browser_snapshot", json!({})).expect_ok()
    }

    /// What the page says.
    #[track_caller]
    pub fn text(&self) -> String {
        self.call("browser_text", json!({})).expect_ok().text
    }

    /// A reference from a fresh snapshot.
    #[track_caller]
    pub fn find(&self, role: &str, name: &str) -> String {
        self.snapshot().reference(role, name).to_owned()
    }

    /// Clicks what has this role and name.
    #[track_caller]
    pub fn click(&self, role: &str, name: &str) -> ToolResult {
        self.click_ref(&self.find(role, name))
    }

    /// Clicks what a reference is of.
    #[track_caller]
    pub fn click_ref(&self, reference: &str) -> ToolResult {
        self.call("browser_click", json!({"ref": reference}))
    }

    /// Types into what has this role and name.
    #[track_caller]
    pub fn type_into(&self, role: &str, name: &str, text: &str) -> ToolResult {
        self.call("browser_type", json!({"ref": self.find(role, name), "text": text}))
    }

    /// Goes to a path of the site.
    #[track_caller]
    pub fn navigate(&self, path: &str) -> ToolResult {
        self.call("browser_navigate", json!({"url": self.stage.site.url(path)}))
    }

    /// Goes back or forward, or reloads.
    #[track_caller]
    pub fn go(&self, direction: &str) -> ToolResult {
        self.call("browser_navigate", json!({"go": direction}))
    }

    /// What an expression is in the page itself.
    #[track_caller]
    pub fn eval(&self, expression: &str) -> Value {
        self.stage.host.human.evaluate(&self.id, expression).expect("the expression has a value")
    }

    /// Replaces the page's body.
    #[track_caller]
    pub fn show(&self, html: &str) {
        self.eval(&format!("document.body.innerHTML = {}; 0", json!(html)));
    }

    /// Has a test break something.
    #[track_caller]
    pub fn fault(&self, how: &str) {
        let broken = json!({"window": self.window, "page": self.id, "how": how});
        self.stage.host.human.ask("shutdown_browser", broken).expect("it can be broken");
    }
}

/// What is between the fence lines of an answer.
#[track_caller]
pub fn fenced(answer: &ToolResult) -> &str {
    let start = answer.text.find("<untrusted-page-content id=\"").expect("a fence");
    let (open, rest) = answer.text[start..].split_once('\n').expect("a fence has lines");
    let close = format!("</{}", &open[1..]);
    rest.rsplit_once(&close).expect("a fence is closed").0
}
