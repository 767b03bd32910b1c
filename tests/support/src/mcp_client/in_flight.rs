//! Requests that were sent and not answered yet.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::tool_result::ToolResult;
use super::wire::{Received, Wire};
use super::{ClientError, TimedOut};

/// A result and the moment it was read.
#[derive(Debug, Clone)]
pub struct Answered {
    /// The JSON-RPC result.
    pub result: Value,
    /// When its line had been read.
    pub at: Instant,
}

/// One request.
#[derive(Debug)]
pub struct InFlight {
    id: u64,
    method: String,
    sent_at: Instant,
    wire: Arc<Wire>,
    answer: Receiver<Received>,
}

impl InFlight {
    pub(super) fn send(wire: &Arc<Wire>, method: &str, params: Value) -> Result<Self, ClientError> {
        let sent_at = Instant::now();
        let (id, answer) = wire.send_request(method, &params)?;
        Ok(Self { id, method: method.to_owned(), sent_at, wire: Arc::clone(wire), answer })
    }

    /// When it was sent.
    pub fn sent_at(&self) -> Instant {
        self.sent_at
    }

    /// Waits for the answer. After a timeout it may be waited for again; an answer is handed out once.
    pub fn wait(&self, limit: Duration) -> Result<Answered, ClientError> {
        let Received { mut message, at } = self.answer.recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => TimedOut { what: format!("the answer to {}", self.method), limit }.into(),
            RecvTimeoutError::Disconnected => ClientError::Closed(self.method.clone()),
        })?;
        match message.get("error") {
            Some(error) => Err(ClientError::Rpc {
                method: self.method.clone(),
                code: error.get("code").and_then(Value::as_i64).unwrap_or_default(),
                message: error.get("message").and_then(Value::as_str).unwrap_or_default().to_owned(),
            }),
            None => Ok(Answered { result: message["result"].take(), at }),
        }
    }

    /// Tells the server that the answer isn't wanted any more.
    pub fn cancel(&self) -> Result<(), ClientError> {
        let params = json!({"requestId": self.id, "reason": "no longer wanted"});
        Ok(self.wire.send_line(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))?)
    }
}

/// One tool call.
#[derive(Debug)]
pub struct CallInFlight {
    request: InFlight,
    tool: String,
}

impl CallInFlight {
    pub(super) fn new(request: InFlight, tool: &str) -> Self {
        Self { request, tool: tool.to_owned() }
    }

    /// When it was sent.
    pub fn sent_at(&self) -> Instant {
        self.request.sent_at
    }

    /// Waits for the answer, as [`InFlight::wait`] does.
    pub fn wait(&self, limit: Duration) -> Result<ToolResult, ClientError> {
        Ok(ToolResult::from_answer(&self.tool, self.request.wait(limit)?))
    }

    /// Tells the server that the answer isn't wanted any more.
    pub fn cancel(&self) -> Result<(), ClientError> {
        self.request.cancel()
    }
}
