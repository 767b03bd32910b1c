//! The one page that is measured, seen as an agent sees it and looked into by the test's own hand.

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::bench_host::BenchHost;
use crate::mcp_client::ToolResult;

pub(super) struct MeasuredPage {
    host: BenchHost,
    id: String,
}

impl MeasuredPage {
    /// A host with a headless Window.
    pub(super) fn open() -> Self {
        let host = BenchHost::start();
        let opened = host.call("browser_window_open", json!({"url": "about:blank"})).expect_ok();
        let id = opened.fact("page").to_owned();
        Self { host, id }
    }

    pub(super) fn navigate(&self, url: &str) {
        self.call("browser_navigate", json!({"url": url})).expect_ok();
    }

    /// A snapshot, or why there is none. Without `max_chars` as an agent gets it that doesn't say.
    pub(super) fn snapshot(&self, max_chars: Option<usize>) -> ToolResult {
        self.call("browser_snapshot", max_chars.map_or(json!({}), |max_chars| json!({"max_chars": max_chars})))
    }

    fn call(&self, tool: &str, mut arguments: Value) -> ToolResult {
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
