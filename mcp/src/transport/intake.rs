//! The read half of a connection: turns lines into messages, stamps the order of calls (N07), and answers what isn't a
//! message. Never looks at what a message asks for.

use std::sync::Arc;

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetExtensions};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::AsyncRead;
use tokio::sync::mpsc;

use super::{Limits, Line, LineReader, Load, Outlet};
use crate::pipeline::{AwaitedTurn, turn};

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;

/// Reads one connection until it ends.
pub(crate) struct Intake<R> {
    pub(crate) lines: LineReader<R>,
    pub(crate) outlet: Outlet,
    pub(crate) messages: mpsc::Sender<ClientJsonRpcMessage>,
    pub(crate) turns: mpsc::Sender<AwaitedTurn>,
    pub(crate) load: Load,
    pub(crate) limits: Limits,
}

/// A line that is no message, as JSON-RPC speaks of it.
#[derive(Debug, PartialEq)]
struct NoMessage {
    /// The request's id where it can be told, else null.
    id: Value,
    code: i64,
    sentence: &'static str,
}

impl<R: AsyncRead + Unpin> Intake<R> {
    /// Reads until the stream ends or can't be made sense of.
    pub(crate) async fn run(mut self) {
        let mut garbage = 0;
        let mut begun = false;
        loop {
            self.load.below(self.limits.unanswered).await;
            let line = match self.lines.next(self.limits.line_bytes).await {
                Ok(Line::Text(line)) => line,
                Ok(Line::TooLong) => return self.refuse(too_long(self.limits.line_bytes)).await,
                Ok(Line::End) => return,
                Err(error) => return tracing::debug!(kind = ?error.kind(), "an agent's connection can't be read"),
            };
            match read_message(&line) {
                Ok(None) => {}
                Ok(Some(message)) => {
                    garbage = 0;
                    begun |= matches!(message, ClientJsonRpcMessage::Request(_));
                    // Before the first request nothing else can mean anything, and rmcp would hang up on it.
                    if begun && !self.pass_on(message).await {
                        return;
                    }
                }
                Err(no_message) => {
                    garbage += 1;
                    self.refuse(no_message).await;
                    if garbage >= self.limits.garbage {
                        return tracing::info!("an agent's connection sent nothing but garbage and was closed");
                    }
                }
            }
        }
    }

    /// Gives a message to rmcp, a call with its turn. False when rmcp has ended.
    async fn pass_on(&self, mut message: ClientJsonRpcMessage) -> bool {
        if let ClientJsonRpcMessage::Request(request) = &mut message {
            // Dropped with the request's context: that is when it is answered.
            request.request.extensions_mut().insert(Arc::new(self.load.take()));
            if let ClientRequest::CallToolRequest(call) = &mut request.request {
                let (turn, awaited) = turn();
                call.extensions.insert(turn);
                if self.turns.send(awaited).await.is_err() {
                    return false;
                }
            }
        }
        self.messages.send(message).await.is_ok()
    }

    async fn refuse(&self, NoMessage { id, code, sentence }: NoMessage) {
        let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": sentence}});
        if self.outlet.send(error.to_string().into_bytes()).await.is_err() {
            tracing::debug!("an agent sent garbage and didn't wait for the answer");
        }
    }
}

fn too_long(limit: usize) -> NoMessage {
    tracing::info!(limit, "an agent's connection sent a line beyond the limit and was closed");
    NoMessage {
        id: Value::Null,
        code: INVALID_REQUEST,
        sentence: "A message has at most 4 MiB. NEXUS closes this connection.",
    }
}

/// Reads one line; `None` for a blank one.
fn read_message(line: &[u8]) -> Result<Option<ClientJsonRpcMessage>, NoMessage> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Ok(None);
    }
    serde_json::from_slice(line).map(Some).map_err(|error| no_message(line, &error))
}

fn no_message(line: &[u8], error: &serde_json::Error) -> NoMessage {
    if !error.is_data() {
        return NoMessage {
            id: Value::Null,
            code: PARSE_ERROR,
            sentence: "This line isn't JSON. A message is one line.",
        };
    }
    let sentence = "This isn't a JSON-RPC 2.0 message. Batches aren't served.";
    NoMessage { id: id_of(line), code: INVALID_REQUEST, sentence }
}

/// The id of something that is almost a request, so that its sender isn't left waiting.
fn id_of(line: &[u8]) -> Value {
    #[derive(Deserialize)]
    struct Probe {
        id: Value,
    }
    match serde_json::from_slice(line) {
        Ok(Probe { id }) if id.is_string() || id.is_number() => id,
        Ok(_) | Err(_) => Value::Null,
    }
}

#[cfg(test)]
mod tests;
