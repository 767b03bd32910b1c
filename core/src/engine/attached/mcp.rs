//! Talking to an engine: MCP over its standard input and output, one question at a time, each with a deadline. Whatever it
//! answers too late, too long or otherwise than MCP is its end: what comes after could be the answer to something else.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout};

use super::EngineError;

/// The newest version of MCP that the engines speak.
const VERSION: &str = "2025-06-18";
/// The longest line of an engine's.
const LONGEST_LINE: u64 = 8 << 20;
/// Lines that may come before an answer: progress, notes, questions of the engine's own.
const MOST_BEFORE: usize = 1_000;

/// The client's end. After an error it isn't to be used any more.
#[derive(Debug)]
pub(super) struct McpClient {
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: i64,
}

#[derive(Deserialize)]
struct Line {
    id: Option<Value>,
    method: Option<String>,
    result: Option<Map<String, Value>>,
}

impl McpClient {
    /// Takes up the conversation.
    pub(super) async fn begin(
        to: std::process::ChildStdin,
        from: std::process::ChildStdout,
        limit: Duration,
    ) -> Result<Self, EngineError> {
        let to = ChildStdin::from_std(to).map_err(EngineError::Start)?;
        let from = ChildStdout::from_std(from).map_err(EngineError::Start)?;
        let mut client = Self { to, from: BufReader::new(from), asked: 0 };
        let about = json!({"protocolVersion": VERSION, "capabilities": {},
            "clientInfo": {"name": "nexus", "version": env!("CARGO_PKG_VERSION")}});
        client.ask("initialize", about, limit).await?;
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await?;
        Ok(client)
    }

    /// Calls a tool; its structured content. Its words, which may hold anything, aren't even looked at.
    pub(super) async fn call(
        &mut self,
        tool: &'static str,
        arguments: Value,
        limit: Duration,
    ) -> Result<Map<String, Value>, EngineError> {
        let mut answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments}), limit).await?;
        if answer.get("isError") == Some(&Value::Bool(true)) {
            return Err(EngineError::Failed);
        }
        match answer.remove("structuredContent") {
            Some(Value::Object(content)) => Ok(content),
            Some(_) | None => Err(EngineError::Malformed),
        }
    }

    async fn ask(&mut self, method: &str, params: Value, limit: Duration) -> Result<Map<String, Value>, EngineError> {
        self.asked += 1;
        let id = self.asked;
        let asked = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let answered = async {
            self.send(&asked).await?;
            for _ in 0..MOST_BEFORE {
                let line = self.next().await?;
                match (line.id, line.method) {
                    (Some(theirs), Some(_)) => {
                        // It asks something of its own, such as for roots: there is nothing for it.
                        let none = json!({"code": -32601, "message": "unavailable"});
                        self.send(&json!({"jsonrpc": "2.0", "id": theirs, "error": none})).await?;
                    }
                    (Some(answers), None) if answers == id => return line.result.ok_or(EngineError::Failed),
                    (Some(_), None) => return Err(EngineError::Malformed),
                    (None, _) => {}
                }
            }
            Err(EngineError::Malformed)
        };
        tokio::time::timeout(limit, answered).await.unwrap_or(Err(EngineError::Silent(limit)))
    }

    async fn send(&mut self, message: &Value) -> Result<(), EngineError> {
        let sent = self.to.write_all(format!("{message}\n").as_bytes()).await;
        sent.map_err(|_| EngineError::Ended)
    }

    async fn next(&mut self) -> Result<Line, EngineError> {
        let mut line = Vec::new();
        let mut bounded = (&mut self.from).take(LONGEST_LINE);
        let read = bounded.read_until(b'\n', &mut line).await.map_err(|_| EngineError::Ended)?;
        match line.last() {
            None => Err(EngineError::Ended),
            Some(b'\n') => serde_json::from_slice(&line).map_err(|_| EngineError::Malformed),
            Some(_) if read as u64 == LONGEST_LINE => Err(EngineError::Malformed),
            Some(_) => Err(EngineError::Ended),
        }
    }
}
