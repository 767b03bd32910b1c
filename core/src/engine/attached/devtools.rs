//! Chrome DevTools MCP as the inspection provider of a Window: one for each page, started when the page's console or requests are
//! first asked for in an agent's time, and gone with that time. Its answers are rebuilt from their structure, through NEXUS's
//! redaction.

mod console;
mod network;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use nexus_policy::Epoch;
use serde_json::{Map, Value, json};
use tokio::sync::Mutex;

use super::mcp::McpClient;
use super::package::EnginePackage;
use super::process::{EngineProcess, Plan, Started, start};
use super::{EngineError, find_node};
use crate::broker::PageRequest;
use crate::browser::{Hand, HandError, Teller};
use crate::engine::inspection::Kept;
use crate::engine::{Capability, EngineRole, Failure, Outcome};
use crate::gateway::{Attachment, Extent, Stage, open_door};

/// How long it may take to be there.
const START: Duration = Duration::from_secs(20);
/// How long a call may take.
const ANSWER: Duration = Duration::from_secs(10);

/// The engine of one page.
#[derive(Debug)]
pub(crate) struct DevTools {
    engines: PathBuf,
    run: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
enum State {
    /// It is started when it is first needed.
    #[default]
    Stopped,
    Ready(Box<Running>),
    /// It isn't tried again until the page's next agent, or the person's word.
    Failed(Epoch, &'static str),
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
        Arc::new(Self { engines, run, state: Mutex::default() })
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
            State::Failed(epoch, why) if epoch == hand.epoch() => {
                *state = State::Failed(epoch, why);
                return Err(Failure::cannot_serve(capability, why));
            }
            State::Stopped | State::Ready(_) | State::Failed(..) => match self.start(hand).await {
                Ok(running) => Box::new(running),
                Err(error) => return Err(failed(&mut state, hand, capability, &error)),
            },
        };
        let Running { mcp, attachment, .. } = &mut *running;
        let spending = attachment.spend(hand, Extent::Reading);
        let answer = mcp.call(tool, arguments, ANSWER).await;
        drop(spending);
        match answer {
            Ok(content) => {
                *state = State::Ready(running);
                Ok(content)
            }
            // Its control ended meanwhile, which is no fault of the engine's.
            Err(_) if !hand.page().gate.admits(hand.epoch()) => Err(HandError::Stale.into()),
            Err(error) => Err(failed(&mut state, hand, capability, &error)),
        }
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

fn failed(state: &mut State, hand: &Hand, capability: Capability, error: &EngineError) -> Failure {
    tracing::warn!(code = error.code(), "Chrome DevTools MCP failed: {error}");
    let why = error.for_agents();
    *state = State::Failed(hand.epoch(), why);
    Failure::cannot_serve(capability, why)
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
