//! The first line of a connection: who it is, and whether it comes in (A08, I01). After that MCP begins.

#[cfg(test)]
mod tests;

use std::future::Future;
use std::pin::Pin;

use nexus_core::broker::{Admission, AgentPort, AgentSession, Hello};
use nexus_core::store::Token;
use nexus_policy::{Code, Refusal};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

use crate::connection::serve_lines;
use crate::pipeline::Session;
use crate::transport::{Limits, Line, LineReader, Writer};

/// How much a client may send ahead while a person decides on its pairing, in bytes.
const AHEAD_BYTES: usize = 1 << 20;

/// What a client says first, as JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WireHello {
    /// The name it gives itself.
    pub agent: String,
    /// The token it was given when it was paired.
    pub token: Option<String>,
}

impl WireHello {
    /// Parses the name. A token that can't be one counts as none, like a wrong one.
    pub fn parse(self, program: Option<String>) -> Result<Hello, Refusal> {
        let Self { agent, token } = self;
        let agent = agent.parse().map_err(|error| Refusal::new(Code::InvalidArguments, format!("{error}.")))?;
        let token = token.as_deref().and_then(Token::from_wire);
        Ok(Hello { agent, token, program })
    }
}

/// A person's decision on a pairing. Dropping it withdraws the request.
pub type Decided<S> = Pin<Box<dyn Future<Output = Result<(S, Token), Refusal>> + Send>>;

/// What comes of a hello.
pub enum Entry<S> {
    /// It comes in.
    Admitted(S),
    /// A person has to say yes first.
    Pairing {
        /// The short code that both sides show.
        code: String,
        /// The decision.
        decided: Decided<S>,
    },
}

impl From<Admission> for Entry<AgentSession> {
    fn from(admission: Admission) -> Self {
        match admission {
            Admission::Admitted(session) => Self::Admitted(session),
            Admission::Pairing(pending) => {
                Self::Pairing { code: pending.code().to_owned(), decided: Box::pin(pending.decided()) }
            }
        }
    }
}

/// Decides who comes in.
pub trait Doorkeeper: Send + Sync + 'static {
    /// The first line. What it doesn't name is refused, if the type says so.
    type Hello: DeserializeOwned + Send;
    /// Where the calls of those who come in go.
    type Session: Session;

    /// Answers a hello. `program` is who seems to be at the other end.
    fn admit(
        &self,
        hello: Self::Hello,
        program: Option<String>,
    ) -> impl Future<Output = Result<Entry<Self::Session>, Refusal>> + Send;
}

/// Lets in who has a paired agent's token, and asks a person about everybody else.
#[derive(Debug, Clone)]
pub struct TokenDoorkeeper {
    port: AgentPort,
}

impl TokenDoorkeeper {
    /// Guards this port.
    pub fn new(port: AgentPort) -> Self {
        Self { port }
    }
}

impl Doorkeeper for TokenDoorkeeper {
    type Hello = WireHello;
    type Session = AgentSession;

    async fn admit(&self, hello: WireHello, program: Option<String>) -> Result<Entry<AgentSession>, Refusal> {
        self.port.admit(hello.parse(program)?).await.map(Entry::from)
    }
}

/// Serves one connection from its first line to its end.
pub(crate) async fn receive<D: Doorkeeper>(
    doorkeeper: &D,
    read: impl AsyncRead + Send + Unpin + 'static,
    write: impl AsyncWrite + Send + Unpin + 'static,
    program: Option<String>,
    limits: Limits,
) {
    let mut lines = LineReader::new(read);
    let mut write: Writer = Box::new(write);
    match let_in(doorkeeper, &mut lines, &mut write, program, limits).await {
        Ok(Some(session)) => serve_lines(session, lines, write, limits).await,
        Ok(None) => tracing::info!("a program went away before it was let in"),
        Err(refusal) => {
            tracing::info!(code = %refusal.code, "a program wasn't let in");
            // It is closed either way.
            tell(&mut write, &refused(&refusal), limits).await;
        }
    }
}

/// Reads the hello and answers it; `None` if the other side went away.
async fn let_in<D: Doorkeeper>(
    doorkeeper: &D,
    lines: &mut LineReader<impl AsyncRead + Unpin>,
    write: &mut Writer,
    program: Option<String>,
    limits: Limits,
) -> Result<Option<D::Session>, Refusal> {
    let Some(hello) = read_hello(lines, limits).await? else { return Ok(None) };
    let (session, token) = match doorkeeper.admit(hello, program).await? {
        Entry::Admitted(session) => (session, None),
        Entry::Pairing { code, decided } => {
            if !tell(write, &json!({ "pairing": code }), limits).await {
                return Ok(None);
            }
            tokio::select! {
                decided = decided => decided.map(|(session, token)| (session, Some(token)))?,
                // Dropping the decision takes the card off the person's screen.
                _ = lines.ended(AHEAD_BYTES) => return Ok(None),
            }
        }
    };
    let mut welcome = json!({ "ok": true, "session": session.id().to_string() });
    if let Some(token) = token {
        welcome["token"] = token.reveal().into();
    }
    Ok(tell(write, &welcome, limits).await.then_some(session))
}

async fn read_hello<H: DeserializeOwned>(
    lines: &mut LineReader<impl AsyncRead + Unpin>,
    limits: Limits,
) -> Result<Option<H>, Refusal> {
    let invalid = |sentence: String| Refusal::new(Code::InvalidArguments, sentence);
    match timeout(limits.hello_deadline, lines.next(limits.hello_bytes)).await {
        // serde's message could hold the token.
        Ok(Ok(Line::Text(line))) => serde_json::from_slice(&line).map(Some).map_err(|_| {
            invalid(r#"The first line is {"agent":"NAME"}, with "token":"…" once paired, and nothing else."#.to_owned())
        }),
        Ok(Ok(Line::TooLong)) => Err(invalid(format!("The first line has at most {} bytes.", limits.hello_bytes))),
        Ok(Ok(Line::End) | Err(_)) => Ok(None),
        Err(_) => Err(Refusal::new(Code::TimedOut, "The first line didn't come in time.")),
    }
}

fn refused(refusal: &Refusal) -> Value {
    json!({ "ok": false, "code": refusal.code.as_str(), "error": refusal.sentence })
}

/// Writes one line of the hello. False if the other side is gone or doesn't read.
async fn tell(write: &mut Writer, message: &Value, limits: Limits) -> bool {
    let line = format!("{message}\n");
    let written = async {
        write.write_all(line.as_bytes()).await?;
        write.flush().await
    };
    matches!(timeout(limits.write_deadline, written).await, Ok(Ok(())))
}
