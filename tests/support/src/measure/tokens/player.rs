//! Plays the task through one server and counts what it answers. A snapshot is taken where a model would need one: for a
//! reference that no answer since the last snapshot told, or to see what an act led to.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::task::{Server, Step, TASK, Target};
use crate::mcp_client::McpClient;
use crate::measure::line::Line;

/// How long a call may take; the first one starts a browser.
const CALL: Duration = Duration::from_secs(60);

/// What a server made a model read.
#[derive(Debug)]
pub(super) struct Told {
    /// The size of its list of tools.
    pub(super) tools: usize,
    /// For each step of the task.
    pub(super) steps: Vec<usize>,
}

pub(super) fn play(server: Server, client: &McpClient, origin: &str) -> Result<Told> {
    let tools = client.request("tools/list", json!({}), CALL)?.to_string().chars().count();
    let mut player = Player { server, client, heard: Vec::new(), chars: 0 };
    let take = |step: &Step| player.take(step, origin).with_context(|| format!("{server:?}: {}", step.what));
    Ok(Told { tools, steps: TASK.iter().map(take).collect::<Result<_>>()? })
}

struct Player<'a> {
    server: Server,
    client: &'a McpClient,
    /// The last snapshot and every answer since.
    heard: Vec<String>,
    chars: usize,
}

impl Player<'_> {
    /// Takes a step and answers how many characters that told.
    fn take(&mut self, step: &Step, origin: &str) -> Result<usize> {
        let before = self.chars;
        let references =
            step.act.targets().into_iter().map(|target| self.reference(target)).collect::<Result<Vec<_>>>()?;
        let (tool, arguments) = self.server.request(&step.act, origin, &references);
        let told_enough = self.call(tool, arguments)?.contains(step.shows);
        if !told_enough {
            let snapshot = self.snapshot()?;
            ensure!(snapshot.contains(step.shows), "the page doesn't show {:?}:\n{snapshot}", step.shows);
        }
        Ok(self.chars - before)
    }

    fn reference(&mut self, target: Target) -> Result<String> {
        if let Some(known) = self.heard.iter().rev().find_map(|text| find(text, target)) {
            return Ok(known);
        }
        let snapshot = self.snapshot()?;
        find(snapshot, target).with_context(|| format!("no {target:?} in:\n{snapshot}"))
    }

    fn snapshot(&mut self) -> Result<&str> {
        self.heard.clear();
        self.call("browser_snapshot", json!({}))
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Result<&str> {
        let answer = self.client.call(tool, arguments, CALL)?;
        ensure!(!answer.is_error, "{tool} was not done: {}", answer.text);
        self.chars += answer.text.chars().count();
        self.heard.push(answer.text);
        Ok(self.heard.last().expect("it was pushed just now"))
    }
}

/// Both servers write an element's line alike.
pub(super) fn find(text: &str, target: Target) -> Option<String> {
    let lines = text.lines().filter_map(Line::parse);
    let mut found = lines.filter(|line| line.role == target.role && line.name == target.name);
    found.find_map(|line| line.state("ref").map(str::to_owned))
}
