//! Who comes in on the bench host's socket: every agent, as already paired, unless it asks to be unpaired.

use std::collections::BTreeMap;
use std::sync::Arc;

use nexus_core::broker::{AgentPort, AgentSession};
use nexus_core::store::{Store, Token};
use nexus_mcp::{Doorkeeper, Entry, WireHello};
use nexus_policy::{AgentName, Refusal};
use serde::Deserialize;
use tokio::sync::Mutex;

/// The first line of a test's connection.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BenchHello {
    agent: String,
    token: Option<String>,
    /// Go through pairing like an unknown program.
    #[serde(default)]
    unpaired: bool,
}

/// Pairs agents as they come.
pub(crate) struct BenchDoorkeeper {
    port: AgentPort,
    store: Arc<Store>,
    tokens: Mutex<BTreeMap<AgentName, Token>>,
}

impl BenchDoorkeeper {
    pub(crate) fn new(port: AgentPort, store: Arc<Store>) -> Self {
        Self { port, store, tokens: Mutex::default() }
    }

    pub(crate) fn port(&self) -> &AgentPort {
        &self.port
    }

    pub(crate) fn store(&self) -> &Arc<Store> {
        &self.store
    }

    pub(crate) fn tokens(&self) -> &Mutex<BTreeMap<AgentName, Token>> {
        &self.tokens
    }
}

impl Doorkeeper for BenchDoorkeeper {
    type Hello = BenchHello;
    type Session = AgentSession;

    async fn admit(&self, hello: BenchHello, program: Option<String>) -> Result<Entry<AgentSession>, Refusal> {
        let BenchHello { agent, token, unpaired } = hello;
        let as_it_comes = unpaired || token.is_some();
        let hello = WireHello { agent, token }.parse(program)?;
        if as_it_comes {
            return self.port.admit(hello).await.map(Entry::from);
        }
        self.admit_paired(hello.agent, hello.program).await.map(Entry::from)
    }
}
