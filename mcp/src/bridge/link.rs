//! The bridge's way into NEXUS: connects, says who it is, waits for the person where one has to say yes.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use nexus_core::store::Token;
use serde::Deserialize;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::process::Command;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::ledger::{Answered, Handshake, answers};
use super::{Bridge, MAX_ANSWER_BYTES, TokenKeeper, WhenAbsent};
use crate::identity;
use crate::transport::{Line, LineReader};

/// How long NEXUS may take to answer the hello or a repeated handshake.
const ANSWER_DEADLINE: Duration = Duration::from_secs(15);
/// The pause between attempts, doubling from the first to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A connection that is let in and ready for MCP.
pub(super) struct Link {
    pub(super) lines: LineReader<OwnedReadHalf>,
    pub(super) write: OwnedWriteHalf,
}

/// How a bridge stands with NEXUS while it has no link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Standing {
    /// NEXUS isn't there, or not yet.
    Absent,
    /// NEXUS is there, and it or a person decides whether the bridge comes in.
    Entering,
    /// It was refused for good, with this sentence.
    Refused(String),
}

/// Why there is no link.
enum Failed {
    /// Nobody listens.
    Absent,
    /// The connection broke, or NEXUS is too busy: worth another attempt.
    Broken,
    /// NEXUS said no.
    Refused(String),
}

/// NEXUS's answer to the hello.
#[derive(Deserialize)]
struct Reply {
    ok: Option<bool>,
    pairing: Option<String>,
    token: Option<String>,
    code: Option<String>,
    error: Option<String>,
}

/// Knocks at NEXUS's socket.
pub(super) struct Knocker<T> {
    bridge: Bridge,
    keeper: Arc<dyn TokenKeeper>,
    tell: T,
}

impl<T: Fn(&str) + Send + Sync> Knocker<T> {
    pub(super) fn new(bridge: Bridge, keeper: Arc<dyn TokenKeeper>, tell: T) -> Self {
        Self { bridge, keeper, tell }
    }

    /// Tells the person something.
    pub(super) fn say(&self, sentence: &str) {
        (self.tell)(sentence);
    }

    /// Knocks until it is let in. After a refusal it waits forever: asking again is the person's to decide.
    pub(super) async fn knock(&mut self, handshake: Option<Handshake>, standing: watch::Sender<Standing>) -> Link {
        let mut pause = FIRST_PAUSE;
        loop {
            match self.attempt(handshake.as_ref(), &standing).await {
                Ok(link) => return link,
                Err(Failed::Absent) => self.start_once(),
                Err(Failed::Broken) => {}
                Err(Failed::Refused(sentence)) => {
                    self.say(&sentence);
                    standing.send_replace(Standing::Refused(sentence));
                    return std::future::pending().await;
                }
            }
            standing.send_if_modified(|standing| std::mem::replace(standing, Standing::Absent) != Standing::Absent);
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Starts NEXUS if it should. Once in a bridge's life: a person who closes NEXUS wants it closed.
    fn start_once(&mut self) {
        let WhenAbsent::Start(program) = std::mem::replace(&mut self.bridge.when_absent, WhenAbsent::Wait) else {
            return;
        };
        // A process group of its own, and none of the bridge's streams: it outlives the bridge.
        let mut command = Command::new(program);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        match command.spawn() {
            // tokio reaps it if it ends first; it isn't killed on drop.
            Ok(_) => self.say("NEXUS isn't running; starting it."),
            Err(error) => self.say(&format!("NEXUS can't be started: {error}")),
        }
    }

    async fn attempt(&self, handshake: Option<&Handshake>, standing: &watch::Sender<Standing>) -> Result<Link, Failed> {
        let stream = UnixStream::connect(&self.bridge.socket).await.map_err(|_| Failed::Absent)?;
        if !identity::is_same_user(&stream) {
            // It would get the token.
            return Err(Failed::Refused("The socket of NEXUS belongs to another user.".to_owned()));
        }
        standing.send_replace(Standing::Entering);
        let (read, write) = stream.into_split();
        let mut link = Link { lines: LineReader::new(read), write };
        let token = self.load().await;
        let token = token.as_ref().map(Token::reveal);
        let mut hello = json!({ "agent": self.bridge.agent.as_str() });
        if let Some(token) = token {
            hello["token"] = token.into();
        }
        link.send(hello.to_string().into_bytes()).await?;
        self.enter(&mut link).await?;
        if let Some(handshake) = handshake {
            link.repeat(handshake).await?;
        }
        Ok(link)
    }

    /// Reads the answer to the hello, and the person's where one is asked.
    async fn enter(&self, link: &mut Link) -> Result<(), Failed> {
        let mut reply = timeout(ANSWER_DEADLINE, link.reply()).await.map_err(|_| Failed::Broken)??;
        if let Some(code) = reply.pairing {
            let agent = &self.bridge.agent;
            self.say(&format!("NEXUS asks whether {agent} may connect. Say yes there if it shows the code {code}."));
            // As long as the person takes; NEXUS ends it when that is too long.
            reply = link.reply().await?;
        }
        match reply {
            Reply { ok: Some(true), token, .. } => {
                if let Some(token) = token.as_deref().and_then(Token::from_wire) {
                    self.store(token).await;
                }
                Ok(())
            }
            Reply { code: Some(code), .. } if code == "unavailable" || code == "limit_reached" => Err(Failed::Broken),
            Reply { error, .. } => {
                Err(Failed::Refused(error.unwrap_or_else(|| "NEXUS refused this bridge.".to_owned())))
            }
        }
    }

    async fn load(&self) -> Option<Token> {
        let (keeper, agent) = (Arc::clone(&self.keeper), self.bridge.agent.clone());
        // A keychain that can't be asked is like one without the token: the person is asked.
        tokio::task::spawn_blocking(move || keeper.load(&agent)).await.unwrap_or(None)
    }

    async fn store(&self, token: Token) {
        let (keeper, agent) = (Arc::clone(&self.keeper), self.bridge.agent.clone());
        let stored = tokio::task::spawn_blocking(move || keeper.store(&agent, &token)).await;
        match stored {
            Ok(Ok(())) => {}
            Ok(Err(reason)) => self.say(&format!("The pairing can't be kept, so NEXUS will ask again: {reason}")),
            Err(_) => self.say("The pairing can't be kept, so NEXUS will ask again."),
        }
    }
}

impl Link {
    /// Sends a line to NEXUS.
    async fn send(&mut self, mut line: Vec<u8>) -> Result<(), Failed> {
        line.push(b'\n');
        self.write.write_all(&line).await.map_err(|_| Failed::Broken)
    }

    async fn line(&mut self) -> Result<Vec<u8>, Failed> {
        match self.lines.next(MAX_ANSWER_BYTES).await {
            Ok(Line::Text(line)) => Ok(line),
            Ok(Line::TooLong | Line::End) | Err(_) => Err(Failed::Broken),
        }
    }

    async fn reply(&mut self) -> Result<Reply, Failed> {
        serde_json::from_slice(&self.line().await?).map_err(|_| Failed::Broken)
    }

    /// Repeats the client's handshake with a NEXUS that doesn't know it; the client had its answer already.
    async fn repeat(&mut self, handshake: &Handshake) -> Result<(), Failed> {
        self.send(handshake.initialize.clone()).await?;
        let answered = async {
            loop {
                if let Some(answered) = answers(&self.line().await?, &handshake.id) {
                    return Ok(answered);
                }
            }
        };
        match timeout(ANSWER_DEADLINE, answered).await.map_err(|_| Failed::Broken)?? {
            Answered::Yes => {}
            Answered::No => return Err(Failed::Refused("NEXUS was updated; restart its client.".to_owned())),
        }
        match &handshake.initialized {
            Some(initialized) => self.send(initialized.clone()).await,
            None => Ok(()),
        }
    }
}
