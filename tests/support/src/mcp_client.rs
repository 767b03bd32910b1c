//! A blocking MCP client for many threads at once, over a child's stdio or a unix socket.
//! It reports what the server said and judges nothing.

mod hello;
mod in_flight;
mod peer;
#[cfg(test)]
mod tests;
mod tool_result;
mod wire;

use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

pub use hello::{Hello, Welcome};
pub use in_flight::{CallInFlight, InFlight};
pub use tool_result::{Image, ToolResult};

use crate::deadline::TimedOut;
use crate::process::OwnedChild;
use peer::Peer;
pub(crate) use peer::connect as connect_socket;
use wire::Wire;

/// The handshake version that [`McpClient::initialize`] asks for.
const PROTOCOL_VERSION: &str = "2025-06-18";
/// How long `initialize` and `tools/list` may take.
const HANDSHAKE: Duration = Duration::from_secs(30);

/// Why a request has no result.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server answered with a JSON-RPC error.
    #[error("the server answered {method} with error {code}: {message}")]
    Rpc {
        /// The request's method.
        method: String,
        /// The error's number.
        code: i64,
        /// The error's text.
        message: String,
    },
    /// The server closed its output before it answered.
    #[error("the server went away before it answered {0}")]
    Closed(String),
    /// No answer in time.
    #[error(transparent)]
    TimedOut(#[from] TimedOut),
    /// The server said something that isn't what was asked for.
    #[error("not an answer to {method}: {answer}")]
    Unexpected {
        /// The request's method, or `hello`.
        method: String,
        /// What came.
        answer: String,
    },
    /// The connection could not be made.
    #[error("no connection: {0}")]
    Io(#[from] io::Error),
}

/// One connection to an MCP server. Every method takes `&self` and may be called from any thread.
#[derive(Debug)]
pub struct McpClient {
    name: String,
    wire: Arc<Wire>,
    peer: Mutex<Peer>,
}

impl McpClient {
    /// Starts a server that speaks MCP on its stdio. Its standard error stays as the command says.
    pub fn spawn(mut command: Command, name: &str) -> Result<Self, ClientError> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = OwnedChild::spawn(command)?;
        let missing = || io::Error::other("the child's stdio isn't piped");
        let stdin = child.take_stdin().ok_or_else(missing)?;
        let stdout = child.take_stdout().ok_or_else(missing)?;
        Ok(Self { name: name.to_owned(), wire: Wire::start(stdout, stdin)?, peer: Mutex::new(Peer::Child(child)) })
    }

    /// Connects to a unix socket and says hello; waits up to `limit` for the socket to be there. What the server makes
    /// of the hello is for [`McpClient::welcome`].
    pub fn connect(socket: &Path, hello: &Hello, limit: Duration) -> Result<Self, ClientError> {
        let stream = connect_socket(socket, limit)?;
        let wire = Wire::start(stream.try_clone()?, stream.try_clone()?)?;
        wire.send_line(&hello.to_wire())?;
        Ok(Self { name: hello.agent.clone(), wire, peer: Mutex::new(Peer::Socket(stream)) })
    }

    /// The next line by which the server answers the hello.
    pub fn welcome(&self, limit: Duration) -> Result<Welcome, ClientError> {
        let line = self.wire.next_greeting(limit)?;
        Welcome::from_wire(&line)
            .ok_or_else(|| ClientError::Unexpected { method: "hello".to_owned(), answer: line.to_string() })
    }

    /// The name it goes by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The MCP handshake; answers what the server said of itself.
    pub fn initialize(&self) -> Result<Value, ClientError> {
        let client = json!({"name": self.name, "version": "1"});
        let params = json!({"protocolVersion": PROTOCOL_VERSION, "capabilities": {}, "clientInfo": client});
        let result = self.request("initialize", params, HANDSHAKE)?;
        self.wire.send_line(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(result)
    }

    /// What `tools/list` holds.
    pub fn tools(&self) -> Result<Vec<Value>, ClientError> {
        let result = self.request("tools/list", json!({}), HANDSHAKE)?;
        match result.get("tools").and_then(Value::as_array) {
            Some(tools) => Ok(tools.clone()),
            None => Err(ClientError::Unexpected { method: "tools/list".to_owned(), answer: result.to_string() }),
        }
    }

    /// Calls a tool and waits for its answer. A refusal is a result, not an error.
    pub fn call(&self, tool: &str, arguments: Value, limit: Duration) -> Result<ToolResult, ClientError> {
        self.start_call(tool, arguments)?.wait(limit)
    }

    /// Calls a tool without waiting. Calls are written in the order of these calls.
    pub fn start_call(&self, tool: &str, arguments: Value) -> Result<CallInFlight, ClientError> {
        let params = json!({"name": tool, "arguments": arguments});
        Ok(CallInFlight::new(self.start("tools/call", params)?, tool))
    }

    /// Sends any request and waits for its result.
    pub fn request(&self, method: &str, params: Value, limit: Duration) -> Result<Value, ClientError> {
        Ok(self.start(method, params)?.wait(limit)?.result)
    }

    /// Sends any request without waiting.
    pub fn start(&self, method: &str, params: Value) -> Result<InFlight, ClientError> {
        InFlight::send(&self.wire, method, params)
    }

    /// Writes one line as it is, for what no decent client sends.
    pub fn send_raw(&self, line: &str) -> Result<(), ClientError> {
        Ok(self.wire.send_text(line)?)
    }

    /// The notifications that came since this was last asked.
    pub fn notifications(&self) -> Vec<Value> {
        self.wire.take_notifications()
    }

    /// Lines of the server that weren't JSON; there should be none.
    pub fn unreadable_lines(&self) -> Vec<String> {
        self.wire.unreadable_lines()
    }

    /// The server's process id, if it is a child.
    pub fn server_id(&self) -> Option<u32> {
        self.peer().id()
    }

    /// Closes the connection. A child is waited for, and its exit status returned; one that doesn't end when its
    /// input does is ended, which is an error.
    pub fn close(&self) -> Result<Option<ExitStatus>, ClientError> {
        self.wire.close_output();
        self.peer().close()
    }

    fn peer(&self) -> std::sync::MutexGuard<'_, Peer> {
        self.peer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for McpClient {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            eprintln!("{}: {error}", self.name);
        }
    }
}
