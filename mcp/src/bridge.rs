//! `nexus mcp`: lets a client that speaks stdio reach NEXUS's socket. It copies lines both ways, in order, and outlives
//! a restart of NEXUS: the client hears that its requests failed, and doesn't have to start over. It never sends a
//! request twice (N23).

mod client;
mod ledger;
mod link;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use nexus_core::store::Token;
use nexus_policy::AgentName;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::transport::Line;
use client::{Client, Mood};
use ledger::{Ledger, NOT_RUNNING};
use link::{Knocker, Link, Standing};

/// How long requests wait for NEXUS before they are told that it isn't running.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest line from NEXUS, in bytes: a picture of a whole page is long.
const MAX_ANSWER_BYTES: usize = 64 << 20;

/// What a bridge connects.
#[derive(Debug, Clone)]
pub struct Bridge {
    /// The socket of NEXUS's data directory.
    pub socket: PathBuf,
    /// The name under which the client is, or will be, paired.
    pub agent: AgentName,
    /// What to do when NEXUS isn't running.
    pub when_absent: WhenAbsent,
}

/// What a bridge does when NEXUS isn't running.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhenAbsent {
    /// Wait until somebody starts it.
    Wait,
    /// Start this program once, on its own.
    Start(PathBuf),
}

/// Why a bridge ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BridgeEnd {
    /// Its client closed its side.
    ClientGone,
    /// NEXUS refused it, for example because a person said no, until its client closed its side.
    Refused,
}

/// Where a bridge keeps its agent's token.
pub trait TokenKeeper: Send + Sync + 'static {
    /// The token, if there is one. May block.
    fn load(&self, agent: &AgentName) -> Option<Token>;

    /// Keeps a token. May block. The error is told to the person.
    fn store(&self, agent: &AgentName, token: &Token) -> Result<(), String>;
}

/// Copies lines between a client and NEXUS until the client closes its side. `tell` shows a line to the person, for
/// example the pairing code.
pub async fn run_bridge(
    bridge: Bridge,
    keeper: Arc<dyn TokenKeeper>,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    tell: impl Fn(&str) + Send + Sync,
) -> BridgeEnd {
    run(bridge, keeper, input, output, tell, PATIENCE).await
}

async fn run(
    bridge: Bridge,
    keeper: Arc<dyn TokenKeeper>,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    tell: impl Fn(&str) + Send + Sync,
    patience: Duration,
) -> BridgeEnd {
    let mut client = Client::new(input, output);
    let mut knocker = Knocker::new(bridge, keeper, tell);
    let mut ledger = Ledger::default();
    let end = loop {
        let link = match open(&mut client, &mut knocker, &ledger, patience).await {
            Ok(link) => link,
            Err(end) => break end,
        };
        if relay(&mut client, link, &mut ledger).await == Gone::Client {
            break BridgeEnd::ClientGone;
        }
        knocker.say("The connection to NEXUS is lost; trying again.");
        for failed in ledger.fail_unanswered() {
            // A client that is gone is noticed when its input is read next.
            client.output.send(failed).await;
        }
    };
    client.finish().await;
    end
}

/// Waits for NEXUS. Requests wait too, for a while or as long as a person is being asked; then they are answered.
async fn open<T: Fn(&str) + Send + Sync>(
    client: &mut Client<impl AsyncRead + Send + Unpin>,
    knocker: &mut Knocker<T>,
    ledger: &Ledger,
    patience: Duration,
) -> Result<Link, BridgeEnd> {
    let (standing, mut changes) = watch::channel(Standing::Absent);
    let patient_until = Instant::now() + patience;
    let mut knocking = std::pin::pin!(knocker.knock(ledger.handshake(), standing));
    loop {
        let now = changes.borrow_and_update().clone();
        let (mood, problem, end) = match &now {
            Standing::Entering => (Mood::Patient, NOT_RUNNING, BridgeEnd::ClientGone),
            Standing::Absent if Instant::now() < patient_until => (Mood::Patient, NOT_RUNNING, BridgeEnd::ClientGone),
            Standing::Absent => (Mood::Answering, NOT_RUNNING, BridgeEnd::ClientGone),
            Standing::Refused(sentence) => (Mood::Answering, sentence.as_str(), BridgeEnd::Refused),
        };
        tokio::select! {
            biased;
            link = &mut knocking => return Ok(link),
            line = client.listen(mood) => {
                let Some(line) = line else { return Err(end) };
                if let Some(answer) = ledger::refusal_of(&line, problem)
                    && !client.output.send(answer).await
                {
                    return Err(end);
                }
            }
            // The sender lives as long as `knocking`, so this is news.
            _ = changes.changed() => {}
            () = sleep_until(patient_until), if mood == Mood::Patient && now == Standing::Absent => {}
        }
    }
}

/// Whose side was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gone {
    Client,
    Nexus,
}

/// Copies lines until one side is gone. Both directions run at once, so that neither side's pause can stop the other's.
async fn relay(client: &mut Client<impl AsyncRead + Send + Unpin>, link: Link, ledger: &mut Ledger) -> Gone {
    let Link { mut lines, mut write } = link;
    let Client { input, output, .. } = client;
    let output = &*output;
    let ledger = Mutex::new(ledger);
    let note = || ledger.lock().unwrap_or_else(PoisonError::into_inner);
    let up = async {
        loop {
            let Some(mut line) = input.next(output).await else { return Gone::Client };
            let instead = note().note_client(&line);
            if let Some(answer) = instead {
                output.send(answer).await;
                continue;
            }
            line.push(b'\n');
            if write.write_all(&line).await.is_err() {
                return Gone::Nexus;
            }
        }
    };
    let down = async {
        while let Ok(Line::Text(line)) = lines.next(MAX_ANSWER_BYTES).await {
            note().note_nexus(&line);
            if !output.send(line).await {
                return Gone::Client;
            }
        }
        Gone::Nexus
    };
    tokio::select! {
        gone = up => gone,
        gone = down => gone,
    }
}
