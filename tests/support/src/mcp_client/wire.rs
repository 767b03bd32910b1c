//! JSON lines in both directions, and who waits for which of them.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::ClientError;
use crate::deadline::TimedOut;

/// A message and the moment it was read.
#[derive(Debug)]
pub(super) struct Received {
    pub(super) message: Value,
    pub(super) at: Instant,
}

/// One connection's lines.
pub(super) struct Wire {
    output: Mutex<Output>,
    waiting: Mutex<Waiting>,
    greetings: Mutex<Receiver<Value>>,
    heard: Mutex<Heard>,
}

struct Output {
    writer: Option<Box<dyn Write + Send>>,
    next_id: u64,
}

#[derive(Default)]
struct Waiting {
    /// The server closed its output: nobody will be answered any more.
    closed: bool,
    by_id: HashMap<u64, Sender<Received>>,
}

#[derive(Default)]
struct Heard {
    notifications: Vec<Value>,
    unreadable: Vec<String>,
}

impl Wire {
    pub(super) fn start(
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<Arc<Self>> {
        let (greeting, greetings) = channel();
        let wire = Arc::new(Self {
            output: Mutex::new(Output { writer: Some(Box::new(output)), next_id: 0 }),
            waiting: Mutex::default(),
            greetings: Mutex::new(greetings),
            heard: Mutex::default(),
        });
        let reader = Arc::clone(&wire);
        let name = "mcp-client-reader".to_owned();
        std::thread::Builder::new().name(name).spawn(move || reader.read_all(input, &greeting))?;
        Ok(wire)
    }

    /// Writes a request and returns its id and the place where its answer will be.
    pub(super) fn send_request(&self, method: &str, params: &Value) -> io::Result<(u64, Receiver<Received>)> {
        let (answer, receiver) = channel();
        // Held over the write, so that the order of ids is the order of lines.
        let mut output = locked(&self.output);
        output.next_id += 1;
        let id = output.next_id;
        {
            let mut waiting = locked(&self.waiting);
            if !waiting.closed {
                waiting.by_id.insert(id, answer);
            }
        }
        output.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string())?;
        Ok((id, receiver))
    }

    pub(super) fn send_line(&self, message: &Value) -> io::Result<()> {
        self.send_text(&message.to_string())
    }

    pub(super) fn send_text(&self, line: &str) -> io::Result<()> {
        locked(&self.output).write(line)
    }

    pub(super) fn close_output(&self) {
        locked(&self.output).writer = None;
    }

    pub(super) fn next_greeting(&self, limit: Duration) -> Result<Value, ClientError> {
        locked(&self.greetings).recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => TimedOut { what: "the answer to hello".to_owned(), limit }.into(),
            RecvTimeoutError::Disconnected => ClientError::Closed("hello".to_owned()),
        })
    }

    pub(super) fn take_notifications(&self) -> Vec<Value> {
        std::mem::take(&mut locked(&self.heard).notifications)
    }

    pub(super) fn unreadable_lines(&self) -> Vec<String> {
        locked(&self.heard).unreadable.clone()
    }

    fn read_all(&self, input: impl Read, greeting: &Sender<Value>) {
        for line in BufReader::new(input).lines() {
            let Ok(line) = line else { break };
            let at = Instant::now();
            match serde_json::from_str::<Value>(&line) {
                Ok(message) => self.take(message, at, greeting),
                Err(_) => locked(&self.heard).unreadable.push(line),
            }
        }
        let mut waiting = locked(&self.waiting);
        waiting.closed = true;
        waiting.by_id.clear();
    }

    fn take(&self, message: Value, at: Instant, greeting: &Sender<Value>) {
        let id = message.get("id").cloned();
        match (message.get("method").and_then(Value::as_str), id) {
            (Some(method), Some(id)) => self.answer_server(method, &id),
            (Some(_), None) => locked(&self.heard).notifications.push(message),
            (None, Some(id)) => {
                let waiter = id.as_u64().and_then(|id| locked(&self.waiting).by_id.remove(&id));
                // Whoever asked may have stopped waiting.
                let _ = waiter.map(|waiter| waiter.send(Received { message, at }));
            }
            // Nobody reads greetings where none are expected.
            (None, None) => drop(greeting.send(message)),
        }
    }

    /// A client without any capability has little to say.
    fn answer_server(&self, method: &str, id: &Value) {
        let answer = match method {
            "ping" => json!({"jsonrpc": "2.0", "id": id, "result": {}}),
            "roots/list" => json!({"jsonrpc": "2.0", "id": id, "result": {"roots": []}}),
            _ => json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "not served here"}}),
        };
        if let Err(error) = self.send_line(&answer) {
            locked(&self.heard).unreadable.push(format!("{method} could not be answered: {error}"));
        }
    }
}

impl Output {
    fn write(&mut self, line: &str) -> io::Result<()> {
        let writer = self.writer.as_mut().ok_or_else(|| io::Error::other("the connection was closed here"))?;
        writer.write_all(format!("{line}\n").as_bytes())?;
        writer.flush()
    }
}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wire")
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
