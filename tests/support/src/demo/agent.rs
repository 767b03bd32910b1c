//! The demo's agent: a script, connected as any agent is, without any language model.

use std::cell::RefCell;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::mcp_client::{ClientError, Hello, McpClient, ToolResult, Welcome};

const NAME: &str = "Demo agent";
/// How long the program may take to listen, and to answer the hello.
const KNOCK: Duration = Duration::from_secs(60);
/// How long a call may take; the first one starts a browser.
const CALL: Duration = Duration::from_secs(60);
/// How long to look whether the person has decided, before the screen is looked at again.
const GLANCE: Duration = Duration::from_millis(50);

pub(super) struct DemoAgent {
    client: McpClient,
    session: Option<String>,
    page: Option<String>,
    /// The newest snapshot, which references are taken from.
    snapshot: RefCell<Option<ToolResult>>,
}

impl DemoAgent {
    /// Connects and is asked to wait for the person; returns the code that both sides show.
    pub(super) fn knock(socket: &Path) -> Result<(Self, String)> {
        let client = McpClient::connect(socket, &Hello::from_agent(NAME), KNOCK)?;
        match client.welcome(KNOCK)? {
            Welcome::Pairing { code } => {
                Ok((Self { client, session: None, page: None, snapshot: RefCell::default() }, code))
            }
            other => bail!("an unknown agent was answered {other:?} instead of a pairing code"),
        }
    }

    /// Whether the person has let it in by now.
    pub(super) fn is_admitted(&mut self) -> Result<bool> {
        if self.session.is_some() {
            return Ok(true);
        }
        match self.client.welcome(GLANCE) {
            Ok(Welcome::Admitted { session, token: _ }) => {
                self.client.initialize()?;
                self.session = Some(session);
                Ok(true)
            }
            Ok(other) => bail!("after Pair the agent was answered {other:?}"),
            Err(ClientError::TimedOut(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn session(&self) -> &str {
        self.session.as_deref().unwrap_or("none")
    }

    /// Opens a Window with a page and returns the Window's id.
    pub(super) fn open_window(&mut self, url: &str) -> Result<String> {
        let opened = done(self.call("browser_window_open", json!({"url": url}))?)?;
        let id = |key: &str| opened.structured[key].as_str().map(str::to_owned);
        self.page = Some(id("page").context("a page id")?);
        id("window").context("a Window id")
    }

    /// Takes a snapshot, which is also what it refers to from now on.
    pub(super) fn read(&self) -> Result<ToolResult> {
        let snapshot = done(self.on_page("browser_snapshot", json!({}))?)?;
        self.snapshot.replace(Some(snapshot.clone()));
        Ok(snapshot)
    }

    /// Types into the page's search field.
    pub(super) fn search(&self, text: &str) -> Result<()> {
        let field = self.reference("searchbox", "Search notes")?;
        let typed = done(self.on_page("browser_type", json!({"ref": field, "text": text}))?)?;
        ensure!(typed.structured["verified"] == true, "the typed text was not verified: {}", typed.raw);
        self.read().map(drop)
    }

    /// Presses the Pin button of a note.
    pub(super) fn pin(&self, note: &str) -> Result<()> {
        done(self.press_pin(note)?).map(drop)
    }

    /// Takes a snapshot and looks for some words in it.
    pub(super) fn expect_on_page(&self, words: &str) -> Result<()> {
        let snapshot = self.read()?;
        ensure!(snapshot.text.contains(words), "the page doesn't say {words:?}:\n{}", snapshot.text);
        Ok(())
    }

    /// Presses the second note's button by what it last saw, and returns the code it is answered with.
    pub(super) fn try_to_go_on(&self) -> Result<String> {
        Ok(self.press_pin("Ferry crew rota")?.code)
    }

    /// Presses Publish, and returns the code it is answered with.
    pub(super) fn try_to_publish(&self) -> Result<String> {
        let button = self.reference("button", "Publish")?;
        Ok(self.on_page("browser_click", json!({"ref": button}))?.code)
    }

    /// Whether a person has control of its page.
    pub(super) fn is_paused(&self) -> Result<bool> {
        Ok(self.on_page("browser_text", json!({}))?.code == "paused_by_user")
    }

    /// Hangs up.
    pub(super) fn leave(&self) -> Result<()> {
        self.client.close().map(drop).context("the agent's goodbye")
    }

    fn press_pin(&self, note: &str) -> Result<ToolResult> {
        let button = self.reference("button", &format!("Pin {note}"))?;
        self.on_page("browser_click", json!({"ref": button}))
    }

    fn reference(&self, role: &str, name: &str) -> Result<String> {
        let snapshot = self.snapshot.borrow();
        let text = snapshot.as_ref().context("a snapshot comes first")?;
        let found = text.find_reference(role, name).map(str::to_owned);
        found.with_context(|| format!("no {role} {name:?} in:\n{}", text.text))
    }

    fn on_page(&self, tool: &str, mut arguments: Value) -> Result<ToolResult> {
        arguments["page"] = json!(self.page.as_deref().context("a Window is opened first")?);
        self.call(tool, arguments)
    }

    fn call(&self, tool: &str, arguments: Value) -> Result<ToolResult> {
        Ok(self.client.call(tool, arguments, CALL)?)
    }
}

fn done(result: ToolResult) -> Result<ToolResult> {
    ensure!(result.is_ok(), "{} was not done: {}", result.tool, result.raw);
    Ok(result)
}
