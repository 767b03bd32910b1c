//! Chrome DevTools MCP as the inspection provider of a Window: one for each page, started when the page's console or requests are
//! first asked for in an agent's time, and gone with that time. Nothing takes its place while it fails (N04). Its answers are rebuilt from their structure, through NEXUS's
//! redaction.

mod console;
mod network;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use nexus_policy::Epoch;
use serde_json::{Map, Value, json};
use tokio::sync::{Mutex, watch};

use super::mcp::McpClient;
use super::package::EnginePackage;
use super::process::{EngineProcess, Plan, Started, start};
use super::{EngineError, find_node};
use crate::broker::PageRequest;
use crate::browser::{Hand, HandError, Teller};
use crate::engine::inspection::Kept;
use crate::engine::{Capability, EngineHealth, EngineRole, Failure, Outcome};
use crate::gateway::{Attachment, Extent, Stage, open_door};

/// How long it may take to be there.
const START: Duration = Duration::from_secs(20);
/// How long a call may take.
const ANSWER: Duration = Duration::from_secs(10);

/// The engine of one page.
pub(crate) struct DevTools {
    engines: PathBuf,
    run: PathBuf,
    state: Mutex<State>,
    health: watch::Sender<EngineHealth>,
}

impl std::fmt::Debug for DevTools {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DevTools(…)")
    }
}

#[derive(Debug, Default)]
enum State {
    /// It is started when it is first needed.
    #[default]
    Stopped,
    Ready(Box<Running>),
    /// It isn't tried again until the person says so (N04).
    Failed(&'static str),
}

#[derive(Debug)]
struct Running {
    epoch: Epoch,
    process: EngineProcess,
    mcp: McpClient,
    attachment: Attachment,
}

impl DevTools {
    pub(crate) fn new(engines: PathBuf, run: PathBuf) -> Arc<Self> {
        Arc::new(Self { engines, run, state: Mutex::default(), health: watch::Sender::default() })
    }

    /// How it is, and each change of that.
    pub(crate) fn health(&self) -> watch::Receiver<EngineHealth> {
        self.health.subscribe()
    }

    /// What it does of its role.
    pub(crate) fn serves(capability: Capability) -> bool {
        matches!(capability, Capability::Console | Capability::Network)
    }

    /// Carries out a call that is inspection's.
    pub(crate) async fn perform(&self, hand: &Hand, request: &PageRequest) -> Outcome {
        let capability = request.capability();
        match request {
            PageRequest::Console(query) => {
                let content = self.ask(hand, capability, console::TOOL, console::arguments()).await?;
                let kept = Kept::ask(hand, Teller::Logged).await?.only_if_complete(capability)?;
                Ok(kept.done(console::told(&content, query, &kept)))
            }
            PageRequest::Network(query) => {
                let content = self.ask(hand, capability, network::TOOL, network::arguments()).await?;
                let kept = Kept::ask(hand, Teller::Logged).await?.only_if_complete(capability)?;
                let told = network::told(&content, query, &kept);
                Ok(kept.done(
                    told.ok_or_else(|| Failure::cannot_serve(capability, "it tells of requests in a list alone"))?,
                ))
            }
            _ => Err(Failure::not_mine(capability)),
        }
    }

    /// Calls one of the tools that NEXUS lets it have.
    async fn ask(
        &self,
        hand: &Hand,
        capability: Capability,
        tool: &'static str,
        arguments: Value,
    ) -> Result<Map<String, Value>, Failure> {
        let mut state = self.state.lock().await;
        let mut running = match std::mem::take(&mut *state) {
            State::Ready(running) if running.is_of(hand) => running,
            State::Ready(running) if running.epoch == hand.epoch() => {
                drop(running);
                return Err(self.failed(&mut state, hand, capability, &EngineError::Ended));
            }
            State::Failed(why) => {
                *state = State::Failed(why);
                return Err(Failure::cannot_serve(capability, why));
            }
            State::Stopped | State::Ready(_) => {
                self.health.send_replace(EngineHealth::Starting);
                match self.start(hand).await {
                    Ok(running) => Box::new(running),
                    Err(error) => return Err(self.failed(&mut state, hand, capability, &error)),
                }
            }
        };
        let Running { mcp, attachment, .. } = &mut *running;
        let spending = attachment.spend(hand, Extent::Reading);
        let answer = mcp.call(tool, arguments, ANSWER).await;
        drop(spending);
        match answer {
            Ok(content) => {
                self.tell_health_of(&running);
                *state = State::Ready(running);
                Ok(content)
            }
            Err(error) => Err(self.failed(&mut state, hand, capability, &error)),
        }
    }

    /// It serves until its connection is over; whether that is a fault of its own shows when it is next needed.
    fn tell_health_of(&self, running: &Running) {
        if self.health.send_if_modified(|health| std::mem::replace(health, EngineHealth::Ready) != EngineHealth::Ready)
        {
            let (health, mut stage) = (self.health.clone(), running.attachment.stage());
            tokio::spawn(async move {
                let ended = stage.wait_for(|stage| *stage == Stage::Ended).await.map(drop);
                tracing::debug!(told = ended.is_ok(), "an engine serves no more");
                health.send_if_modified(|health| {
                    let was_ready = *health == EngineHealth::Ready;
                    if was_ready {
                        *health = EngineHealth::Stopped;
                    }
                    was_ready
                });
            });
        }
    }

    /// It failed, unless only the control ended in which it was to serve.
    fn failed(&self, state: &mut State, hand: &Hand, capability: Capability, error: &EngineError) -> Failure {
        let page = hand.page();
        if !page.gate.admits(hand.epoch()) || !page.record.is_open() {
            self.health.send_replace(EngineHealth::Stopped);
            return HandError::Stale.into();
        }
        tracing::warn!(code = error.code(), "Chrome DevTools MCP failed: {error}");
        let why = error.for_agents();
        *state = State::Failed(why);
        self.health.send_replace(EngineHealth::Failed(why));
        Failure::cannot_serve(capability, why)
    }

    async fn start(&self, hand: &Hand) -> Result<Running, EngineError> {
        let (page, epoch) = (Arc::clone(hand.page()), hand.epoch());
        let opened = open_door(page, EngineRole::Inspection, epoch).await;
        let (endpoint, attachment) = opened.map_err(EngineError::Start)?;
        let (engines, run) = (self.engines.clone(), self.run.clone());
        let started = tokio::task::spawn_blocking(move || {
            let program = EnginePackage::DevTools.find(&engines)?;
            let plan = Plan {
                node: find_node()?,
                program,
                engines,
                arguments: vec!["--config".into()],
                settings: settings(&endpoint.address()),
                environment: &[
                    ("CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS", "1"),
                    ("CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS", "1"),
                ],
                port: endpoint.port(),
                run,
            };
            start(&plan)
        });
        let (process, stdin, stdout): Started = started.await.map_err(|_| EngineError::Ended)??;
        end_with(&process, &attachment);
        let mcp = McpClient::begin(stdin, stdout, START).await?;
        let mut running = Running { epoch, process, mcp, attachment };
        // It connects with its first call; until then it hears nothing.
        let spending = running.attachment.spend(hand, Extent::Reading);
        running.mcp.call(network::TOOL, network::arguments(), START).await?;
        drop(spending);
        Ok(running)
    }

    /// Tries it again when it is next needed, whatever became of it.
    pub(crate) async fn stop(&self) {
        let was = std::mem::take(&mut *self.state.lock().await);
        self.health.send_replace(EngineHealth::Stopped);
        if let State::Ready(running) = was {
            let mut gone = running.process.gone();
            drop(running);
            let waited = tokio::time::timeout(ANSWER, gone.wait_for(|gone| *gone)).await;
            if waited.is_err() {
                tracing::warn!("an engine doesn't end");
            }
        }
    }
}

impl Running {
    /// Whether it is of the control in which a call comes, and there.
    fn is_of(&self, hand: &Hand) -> bool {
        self.epoch == hand.epoch() && !self.process.is_gone() && *self.attachment.stage().borrow() != Stage::Ended
    }
}

/// The engine ends with its connection, at once.
fn end_with(process: &EngineProcess, attachment: &Attachment) {
    let (mut stage, killer) = (attachment.stage(), process.killer());
    tokio::spawn(async move {
        let ended = stage.wait_for(|stage| *stage == Stage::Ended).await.map(drop);
        tracing::debug!(told = ended.is_ok(), "an engine's connection is over");
        killer.kill();
    });
}

/// What it is told at its start: where its door is, and everything off that NEXUS doesn't use.
fn settings(address: &str) -> Value {
    json!({
        "wsEndpoint": address,
        "experimentalStructuredContent": true,
        "redactNetworkHeaders": true,
        "pageIdRouting": false,
        "usageStatistics": false,
        "performanceCrux": false,
        "sourceMaps": false,
        "javascriptEvaluation": false,
        "fileNavigations": false,
        "categoryInput": false,
        "categoryNavigation": false,
        "categoryEmulation": false,
        "categoryPerformance": false,
        "categoryExtensions": false,
        "categoryMemory": false,
        "categoryPwa": false,
        "categoryExperimentalThirdParty": false,
        "categoryExperimentalWebmcp": false,
    })
}
