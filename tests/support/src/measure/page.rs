//! The one page that is measured, seen as an agent sees it and looked into by the test's own hand.

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::bench_host::{BenchHost, HostOptions};
use crate::mcp_client::ToolResult;

pub(super) struct MeasuredPage {
    host: BenchHost,
    window: String,
    id: String,
}

impl MeasuredPage {
    /// A host with a headless Window.
    pub(super) fn open() -> Self {
        Self::of(BenchHost::start())
    }

    /// The same, whose log tells of what this filter lets through.
    pub(super) fn logging(filter: &str) -> Self {
        Self::of(HostOptions::default().environment([("RUST_LOG", filter), ("NO_COLOR", "1")]).start())
    }

    fn of(host: BenchHost) -> Self {
        let opened = host.call("browser_window_open", json!({"url": "about:blank"})).expect_ok();
        let (window, id) = (opened.fact("window").to_owned(), opened.fact("page").to_owned());
        Self { host, window, id }
    }

    /// What the host has logged so far.
    pub(super) fn log(&self) -> String {
        self.host.stderr()
    }

    /// The person takes control of the Window.
    pub(super) fn take_control(&self) -> Result<()> {
        self.host.human.take_control(&self.window, None)?;
        Ok(())
    }

    /// The person gives it back.
    pub(super) fn give_back(&self) -> Result<()> {
        Ok(self.host.human.give_back(&self.window, None)?)
    }

    /// A snapshot, once the person's control is over: what the guard tells of their last press may come after they gave it
    /// back, and takes it once more.
    pub(super) fn snapshot_in_agents_hands(&self) -> Result<String> {
        for _ in 0..5 {
            let snapshot = self.snapshot(None);
            if snapshot.is_ok() {
                return Ok(snapshot.text);
            }
            self.give_back()?;
        }
        bail!("the person keeps control")
    }

    /// The person presses an element.
    pub(super) fn press(&self, selector: &str) -> Result<()> {
        Ok(self.host.human.press(&self.id, selector)?)
    }

    pub(super) fn navigate(&self, url: &str) {
        self.call("browser_navigate", json!({"url": url})).expect_ok();
    }

    /// A snapshot, or why there is none. Without `max_chars` as an agent gets it that doesn't say.
    pub(super) fn snapshot(&self, max_chars: Option<usize>) -> ToolResult {
        self.call("browser_snapshot", max_chars.map_or(json!({}), |max_chars| json!({"max_chars": max_chars})))
    }

    pub(super) fn call(&self, tool: &str, mut arguments: Value) -> ToolResult {
        arguments["page"] = json!(self.id);
        self.host.call(tool, arguments)
    }

    /// What an expression comes to in the page's main world.
    pub(super) fn evaluate<T: DeserializeOwned>(&self, expression: &str) -> Result<T> {
        let value = self.host.human.evaluate(&self.id, expression)?;
        serde_json::from_value(value).context("the page answered something else")
    }

    pub(super) fn close(self) {
        self.host.close();
    }
}
