//! Putting the host together, and taking it apart without leaving anything behind.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use nexus_core::UploadFolder;
use nexus_core::broker::{Admission, AgentSession, BrokerConfig, Hello, start_broker};
use nexus_core::browser::{LaunchOptions, Sandbox};
use nexus_core::instance::InstanceLock;
use nexus_core::store::{Store, Token, Vault};
use nexus_mcp::{serve_connection, serve_socket_with};
use nexus_policy::AgentName;

use crate::doorkeeper::BenchDoorkeeper;
use crate::human::HumanSocket;
use crate::options::Options;

/// Runs until standard input ends or the process is asked to end.
pub(crate) async fn run(options: Options) -> anyhow::Result<()> {
    let temporary = match &options.data_dir {
        Some(_) => None,
        None => Some(tempfile::Builder::new().prefix("nexus-bench-").tempdir().context("no temporary directory")?),
    };
    let data_dir = match (&options.data_dir, &temporary) {
        (Some(given), _) => given.clone(),
        (None, Some(temporary)) => temporary.path().to_path_buf(),
        (None, None) => anyhow::bail!("no data directory"),
    };
    let sandbox = Sandbox::for_this_user();
    if sandbox == Sandbox::OffAsRoot {
        eprintln!("nexus-bench-host: running as root, so Chromium runs without its sandbox (--no-sandbox)");
    }
    let (store, vault) = open_stores(&data_dir).await?;
    let lock = InstanceLock::acquire(&data_dir)?.context("another NEXUS uses this data directory")?;
    let launch = LaunchOptions {
        browser: options.browser.clone(),
        display: options.display,
        sandbox,
        inspection: options.inspection(),
    };
    let uploads = options.uploads.as_deref().map(UploadFolder::find).transpose()?;
    let config = BrokerConfig {
        data_dir,
        launch,
        store: Arc::clone(&store),
        vault,
        approvals: options.approvals,
        uploads: uploads.into_iter().collect(),
        notices: Vec::new(),
    };
    let broker = start_broker(config).await?;

    let doorkeeper = BenchDoorkeeper::new(broker.agents.clone(), store);
    let session = admit(&doorkeeper, &options.agent).await?;
    let listener = match &options.socket {
        Some(path) => Some(serve_socket_with(path, doorkeeper).await?),
        None => None,
    };
    let test_hand = broker.test_hand.clone();
    let human = match &options.human {
        Some(path) => Some(HumanSocket::serve(path, broker.person.clone(), test_hand)?),
        None => None,
    };
    tokio::select! {
        () = serve_connection(session, tokio::io::stdin(), tokio::io::stdout()) => {}
        signal = end_signal() => signal?,
    }
    if let Some(human) = human {
        human.close();
    }
    if let Some(listener) = listener {
        listener.close().await;
    }
    broker.shut_down().await;
    drop(lock);
    if let Some(temporary) = temporary {
        temporary.close().context("the temporary data directory could not be removed")?;
    }
    Ok(())
}

async fn open_stores(data_dir: &Path) -> anyhow::Result<(Arc<Store>, Arc<Vault>)> {
    let data_dir = data_dir.to_path_buf();
    let opened = tokio::task::spawn_blocking(move || {
        let store = Store::open(&data_dir)?;
        // A test needs no keychain: nothing here outlives the process.
        anyhow::Ok((Arc::new(store), Arc::new(Vault::without_keychain(&data_dir))))
    });
    opened.await?.context("the database can't be opened")
}

/// The agent on standard input is paired already.
async fn admit(doorkeeper: &BenchDoorkeeper, agent: &str) -> anyhow::Result<AgentSession> {
    let agent: AgentName = agent.parse()?;
    match doorkeeper.admit_paired(agent, None).await {
        Ok(Admission::Admitted(session)) => Ok(session),
        Ok(Admission::Pairing(_)) => anyhow::bail!("the agent isn't paired"),
        Err(refusal) => anyhow::bail!("{refusal}"),
    }
}

async fn end_signal() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut term, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = term.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

impl BenchDoorkeeper {
    /// Pairs an agent without asking, then lets it in.
    pub(crate) async fn admit_paired(
        &self,
        agent: AgentName,
        program: Option<String>,
    ) -> Result<Admission, nexus_policy::Refusal> {
        let token = self.token_of(&agent).await?;
        self.port().admit(Hello { agent, token: Some(token), program }).await
    }

    async fn token_of(&self, agent: &AgentName) -> Result<Token, nexus_policy::Refusal> {
        let mut tokens = self.tokens().lock().await;
        if let Some(token) = tokens.get(agent) {
            return Ok(token.clone());
        }
        let token = Token::random();
        let (store, name, kept) = (Arc::clone(self.store()), agent.clone(), token.clone());
        let stored = tokio::task::spawn_blocking(move || store.pair_agent(&name, &kept)).await;
        match stored {
            Ok(Ok(())) => {
                tokens.insert(agent.clone(), token.clone());
                Ok(token)
            }
            Ok(Err(_)) | Err(_) => {
                Err(nexus_policy::Refusal::new(nexus_policy::Code::Unavailable, "The pairing could not be stored."))
            }
        }
    }
}
