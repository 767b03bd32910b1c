//! Starting the broker, and its end.

use std::path::PathBuf;
use std::sync::Arc;

use nexus_policy::ApprovalSetting;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::task::JoinHandle;

use super::agent_port::AgentPort;
use super::audit_log::{AuditLog, HeadKeeper};
use super::person_port::PersonPort;
use super::run::{Broker, Inbox, Kept};
use super::test_hand::TestHand;
use super::view::{Notice, View};
use crate::browser::LaunchOptions;
use crate::store::{Store, StoreError, Vault};
use crate::uploads::UploadFolder;

/// What the broker needs to start.
#[derive(Debug)]
pub struct BrokerConfig {
    /// NEXUS's own directory.
    pub data_dir: PathBuf,
    /// How Chromiums are started.
    pub launch: LaunchOptions,
    /// The database.
    pub store: Arc<Store>,
    /// Where secrets are kept.
    pub vault: Arc<Vault>,
    /// How much the person wants to be asked about agents of which they said nothing.
    pub approvals: ApprovalSetting,
    /// Folders from which agents may upload, beside those that the person keeps.
    pub uploads: Vec<UploadFolder>,
    /// What the person should know about this machine from the start.
    pub notices: Vec<Notice>,
}

/// Calls that wait for the broker to take them in.
const CALLS_ON_THE_WAY: usize = 256;
/// Events that a slow listener may fall behind.
const EVENTS_BEHIND: usize = 1024;

/// The running broker.
#[derive(Debug)]
pub struct RunningBroker {
    /// For agents.
    pub agents: AgentPort,
    /// For the person.
    pub person: PersonPort,
    /// For tests; the app drops it.
    pub test_hand: TestHand,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
    log_writer: JoinHandle<()>,
    head_keeper: JoinHandle<HeadKeeper>,
}

/// Starts the broker on the current tokio runtime. Nothing about leases, pages or control is read back (N23).
pub async fn start_broker(config: BrokerConfig) -> Result<RunningBroker, StoreError> {
    let store = Arc::clone(&config.store);
    let kept = tokio::task::spawn_blocking(move || Kept::read(&store)).await.unwrap_or_else(|_| Ok(Kept::default()))?;
    let (messages, from_agents) = mpsc::channel(CALLS_ON_THE_WAY);
    let (signals, agent_signals) = mpsc::unbounded_channel();
    let (commands, from_person) = mpsc::unbounded_channel();
    let (inside, from_inside) = mpsc::unbounded_channel();
    let (facts, from_browsers) = mpsc::unbounded_channel();
    let (view, viewed) = watch::channel(Arc::new(View::default()));
    let events = broadcast::Sender::new(EVENTS_BEHIND);
    let (stop, stopped) = watch::channel(false);
    let (log, log_writer) = AuditLog::start(Arc::clone(&config.store), inside.clone());
    let head_keeper = tokio::spawn(log.head_keeper(Arc::clone(&config.vault)).run(stopped.clone()));
    let agents = AgentPort { messages, signals, store: Arc::clone(&config.store), log: log.clone() };
    let person = PersonPort { commands, view: viewed, events: events.clone(), log: log.clone() };
    let test_hand = TestHand::new(inside.clone());
    let inbox = Inbox { from_person, from_inside, from_browsers, agent_signals, from_agents, stopped };
    let broker = Broker::new(config, kept, log, super::run::Outbox { inside, facts, view, events });
    let task = tokio::spawn(broker.run(inbox));
    Ok(RunningBroker { agents, person, test_hand, stop, task, log_writer, head_keeper })
}

impl RunningBroker {
    /// Ends every Chromium, writes the audit log to its end, keeps that end with the secrets, and waits for all of it.
    pub async fn shut_down(self) {
        self.stop.send_replace(true);
        if self.task.await.is_err() || self.log_writer.await.is_err() {
            tracing::error!("the broker ended by a panic");
        }
        if let Ok(head_keeper) = self.head_keeper.await {
            head_keeper.keep().await;
        }
    }
}
