//! An agent as people really connect one: an MCP client that started `nexus mcp`.

use std::time::Duration;

use nexus_test_support::person::PAIR;
use nexus_test_support::{McpClient, ToolResult};
use serde_json::{Value, json};

use crate::stage::{SECRET, Stage};

/// How long a call may take; the first one starts a browser.
pub(crate) const CALL: Duration = Duration::from_secs(60);

/// A person who sees that an agent asks, looks at it, and presses Pair.
pub(crate) fn let_in(stage: &Stage) {
    let person = stage.person();
    let pressed = person.look_at_requests().and_then(|()| person.press_once(&PAIR));
    pressed.unwrap_or_else(|error| panic!("the person can't press Pair: {error:#}\n{}", stage.said()));
}

/// A bridge and its client.
pub(crate) struct Agent {
    pub(crate) client: McpClient,
}

/// A Window that an agent opened.
pub(crate) struct OpenWindow {
    pub(crate) window: String,
    pub(crate) page: String,
}

impl Agent {
    /// Starts the bridge. Nobody has said yes to it yet.
    pub(crate) fn start(stage: &Stage, name: &str) -> Self {
        let mut command = stage.nexus();
        command.args(["mcp", "--agent", name]).stderr(stage.log("bridge"));
        Self { client: McpClient::spawn(command, name).expect("the bridge can be started") }
    }

    /// The same, paired by a person who presses Pair, and after its handshake.
    pub(crate) fn paired(stage: &Stage, name: &str) -> Self {
        let agent = Self::start(stage, name);
        std::thread::scope(|scope| {
            let handshake = scope.spawn(|| agent.client.initialize());
            let_in(stage);
            let welcome = handshake.join().expect("no panic");
            welcome.unwrap_or_else(|error| panic!("{error}\n{}", stage.said()));
        });
        agent
    }

    /// Calls a tool. No answer may hold what was typed.
    #[track_caller]
    pub(crate) fn call(&self, tool: &str, arguments: Value) -> ToolResult {
        let result = self.client.call(tool, arguments, CALL).unwrap_or_else(|error| panic!("{tool}: {error}"));
        assert!(!result.mentions(SECRET), "{tool} tells what was typed: {}", result.raw);
        result
    }

    /// Opens a Window at an address.
    #[track_caller]
    pub(crate) fn open_window(&self, url: &str) -> OpenWindow {
        let opened = self.call("browser_window_open", json!({ "url": url })).expect_ok();
        OpenWindow { window: opened.fact("window").to_owned(), page: opened.fact("page").to_owned() }
    }

    /// What `browser_windows` says of who has control of a Window; `None` if there is no such Window.
    #[track_caller]
    pub(crate) fn control_of(&self, window: &str) -> Option<String> {
        let overview = self.call("browser_windows", json!({})).expect_ok();
        let windows = overview.structured["windows"].as_array().expect("a list of Windows");
        let found = windows.iter().find(|listed| listed["window"] == window)?;
        found["control"].as_str().map(str::to_owned)
    }

    /// Hangs up; the bridge ends by itself, without complaint.
    #[track_caller]
    pub(crate) fn leave(self) {
        let status = self.client.close().expect("the bridge ends with its client");
        assert!(status.is_some_and(|status| status.success()), "the bridge ended with {status:?}");
        assert_eq!(self.client.unreadable_lines(), Vec::<String>::new());
    }
}
