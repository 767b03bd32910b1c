//! `nexus mcp`: the stdio bridge, with its agent's token in the vault.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use nexus_core::store::{SecretName, Token, Vault};
use nexus_mcp::{Bridge, BridgeEnd, TokenKeeper, WhenAbsent, run_bridge};
use nexus_policy::AgentName;

use crate::command_line::BridgeOptions;

/// Runs until the client closes its side.
pub(crate) fn run(options: BridgeOptions, data_dir: &Path) -> anyhow::Result<ExitCode> {
    let BridgeOptions { agent, start } = options;
    let when_absent = match start {
        true => WhenAbsent::Start(std::env::current_exe().context("this program's own path is unknown")?),
        false => WhenAbsent::Wait,
    };
    let bridge = Bridge { socket: nexus_core::instance::agent_socket(data_dir), agent, when_absent };
    let keeper = Arc::new(VaultKeeper { data_dir: data_dir.to_path_buf(), vault: std::sync::OnceLock::new() });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let tell = |line: &str| eprintln!("nexus: {line}");
    let end = runtime.block_on(run_bridge(bridge, keeper, tokio::io::stdin(), tokio::io::stdout(), tell));
    // Reading standard input can't be interrupted, so the runtime isn't waited for.
    runtime.shutdown_background();
    Ok(match end {
        BridgeEnd::ClientGone => ExitCode::SUCCESS,
        BridgeEnd::Refused => ExitCode::FAILURE,
    })
}

/// Keeps the token where the person has NEXUS keep secrets. The vault is looked for when it is first needed: a locked
/// keychain may ask the person for its password.
struct VaultKeeper {
    data_dir: std::path::PathBuf,
    vault: std::sync::OnceLock<Vault>,
}

impl VaultKeeper {
    fn vault(&self) -> &Vault {
        self.vault.get_or_init(|| Vault::probe(&self.data_dir))
    }
}

impl TokenKeeper for VaultKeeper {
    fn load(&self, agent: &AgentName) -> Option<Token> {
        let kept = self.vault().get(&SecretName::AgentToken(agent.clone()));
        let token = kept.inspect_err(|error| tracing::warn!(%error, "the agent's token can't be read"));
        token.ok().flatten().as_deref().and_then(Token::from_wire)
    }

    fn store(&self, agent: &AgentName, token: &Token) -> Result<(), String> {
        let name = SecretName::AgentToken(agent.clone());
        self.vault().set(&name, token.reveal()).map_err(|error| error.to_string())
    }
}
