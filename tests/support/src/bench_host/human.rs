//! The person's side of the bench host: requests with answers, and events that come unasked.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::deadline::{Deadline, TimedOut, wait_until};
use crate::mcp_client;
use crate::screen::Pixels;

/// How long a request may take.
const ANSWER: Duration = Duration::from_secs(30);

/// Why a request of the person came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum HumanError {
    /// The host said no.
    #[error("{request} answered {answer}")]
    Refused {
        /// What was asked.
        request: String,
        /// The whole answer.
        answer: Value,
    },
    /// The host is gone.
    #[error("the host went away before it answered {0}")]
    Closed(String),
    /// No answer or event in time.
    #[error(transparent)]
    TimedOut(#[from] TimedOut),
}

impl HumanError {
    /// The host's code, if it said no with one.
    pub fn code(&self) -> Option<&str> {
        match self {
            Self::Refused { answer, .. } => answer.get("code")?.as_str(),
            Self::Closed(_) | Self::TimedOut(_) => None,
        }
    }
}

/// A take-over that is in force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InForce {
    /// From this epoch on nothing older counts.
    pub epoch: u64,
    /// Since when, as Unix time in milliseconds with fraction.
    pub at_millis: f64,
}

#[derive(Debug, Default)]
struct Waiting {
    closed: bool,
    last_id: u64,
    by_id: HashMap<u64, Sender<Value>>,
}

/// The person. Every method takes `&self` and may be called from any thread.
#[derive(Debug)]
pub struct Human {
    stream: Mutex<UnixStream>,
    waiting: Arc<Mutex<Waiting>>,
    events: Mutex<Receiver<Value>>,
}

impl Human {
    /// Connects as soon as the host listens.
    pub fn connect(socket: &Path, limit: Duration) -> Result<Self, HumanError> {
        let stream = mcp_client::connect_socket(socket, limit)?;
        let closed = |_| HumanError::Closed("connect".to_owned());
        let lines = BufReader::new(stream.try_clone().map_err(closed)?);
        let waiting = Arc::new(Mutex::new(Waiting::default()));
        let (event, events) = channel();
        let reader = Arc::clone(&waiting);
        std::thread::Builder::new()
            .name("human-reader".to_owned())
            .spawn(move || read_all(lines, &reader, &event))
            .map_err(closed)?;
        let human = Self { stream: Mutex::new(stream), waiting, events: Mutex::new(events) };
        // Whatever the host answers shows that it has begun to send its events.
        match human.view() {
            Ok(_) | Err(HumanError::Refused { .. }) => Ok(human),
            Err(error) => Err(error),
        }
    }

    /// Sends a request, such as `take_control` with `{"window": "w1"}`, and waits for its answer.
    pub fn ask(&self, request: &str, arguments: Value) -> Result<Value, HumanError> {
        let answer = self.start(request, arguments)?;
        let answer = answer.recv_timeout(ANSWER).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                TimedOut { what: format!("the person's answer to {request}"), limit: ANSWER }.into()
            }
            RecvTimeoutError::Disconnected => HumanError::Closed(request.to_owned()),
        })?;
        match answer.get("ok").and_then(Value::as_bool) {
            Some(true) => Ok(answer),
            Some(false) | None => Err(HumanError::Refused { request: request.to_owned(), answer }),
        }
    }

    /// Sends a request without waiting.
    fn start(&self, request: &str, arguments: Value) -> Result<Receiver<Value>, HumanError> {
        let (answer, receiver) = channel();
        let id = {
            let mut waiting = locked(&self.waiting);
            waiting.last_id += 1;
            let id = waiting.last_id;
            if !waiting.closed {
                waiting.by_id.insert(id, answer);
            }
            id
        };
        let mut line = arguments;
        line["id"] = json!(id);
        line["do"] = json!(request);
        let written = locked(&self.stream).write_all(format!("{line}\n").as_bytes());
        written.map_err(|_| HumanError::Closed(request.to_owned()))?;
        Ok(receiver)
    }

    /// Takes control of a Window, or of one page in it; returns when it is in force.
    pub fn take_control(&self, window: &str, page: Option<&str>) -> Result<InForce, HumanError> {
        let answer = self.ask("take_control", scope(window, page))?;
        let numbers = answer["epoch"].as_u64().zip(answer["in_force_at_ms"].as_f64());
        match numbers {
            Some((epoch, at_millis)) => Ok(InForce { epoch, at_millis }),
            None => Err(HumanError::Refused { request: "take_control".to_owned(), answer }),
        }
    }

    /// Gives control back.
    pub fn give_back(&self, window: &str, page: Option<&str>) -> Result<(), HumanError> {
        self.ask("give_back", scope(window, page)).map(drop)
    }

    /// Opens a Window of the person's own; answers `window` and `page`.
    pub fn open_window(&self, url: &str) -> Result<Value, HumanError> {
        self.ask("open_window", json!({"url": url}))
    }

    /// Evaluates in a page's main world, whoever has control.
    pub fn evaluate(&self, page: &str, expression: &str) -> Result<Value, HumanError> {
        let mut answer = self.ask("evaluate", json!({"page": page, "expression": expression}))?;
        Ok(answer["value"].take())
    }

    /// Presses an element with the person's own hand.
    pub fn press(&self, page: &str, selector: &str) -> Result<(), HumanError> {
        self.ask("press", json!({"page": page, "selector": selector})).map(drop)
    }

    /// Presses the keys of a text with the person's own hand, wherever the focus is.
    pub fn type_text(&self, page: &str, text: &str) -> Result<(), HumanError> {
        self.ask("type", json!({"page": page, "text": text})).map(drop)
    }

    /// Says yes to whatever the person is asked.
    pub fn approve(&self, approval: &str) -> Result<(), HumanError> {
        self.ask("approve", json!({"approval": approval})).map(drop)
    }

    /// Says no.
    pub fn reject(&self, approval: &str) -> Result<(), HumanError> {
        self.ask("reject", json!({"approval": approval})).map(drop)
    }

    /// The picture on a card, as soon as it is taken.
    ///
    /// # Panics
    /// If it isn't taken.
    #[track_caller]
    pub fn picture(&self, approval: &str) -> Pixels {
        let answer = wait_until("the picture", ANSWER, || self.ask("picture", json!({"approval": approval})).ok());
        let answer = answer.expect("a picture");
        let size = |name: &str| answer[name].as_u64().and_then(|size| usize::try_from(size).ok()).expect("a size");
        let rgb = BASE64_STANDARD.decode(answer["rgb"].as_str().expect("pixels")).expect("base64");
        Pixels::from_rgb(size("width"), size("height"), rgb).expect("as many pixels as it says")
    }

    /// Ends a lease.
    pub fn revoke_lease(&self, lease: &str) -> Result<(), HumanError> {
        self.ask("revoke_lease", json!({"lease": lease})).map(drop)
    }

    /// What the panels would show.
    pub fn view(&self) -> Result<Value, HumanError> {
        self.ask("view", json!({}))
    }

    /// The audit entries, and whether the chain verifies.
    pub fn audit(&self) -> Result<Value, HumanError> {
        self.ask("audit", json!({}))
    }

    /// The next event of this name. Others that come before it are passed over.
    pub fn wait_event(&self, name: &str, limit: Duration) -> Result<Value, HumanError> {
        self.wait_event_where(name, limit, |_| true)
    }

    /// The next event of this name for which `wanted` holds.
    pub fn wait_event_where(
        &self,
        name: &str,
        limit: Duration,
        wanted: impl Fn(&Value) -> bool,
    ) -> Result<Value, HumanError> {
        let deadline = Deadline::after(limit);
        let events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match events.recv_timeout(deadline.remaining()) {
                Ok(event) if event["event"] == name && wanted(&event) => return Ok(event),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(TimedOut { what: format!("the event {name}"), limit }.into());
                }
                Err(RecvTimeoutError::Disconnected) => return Err(HumanError::Closed(format!("the event {name}"))),
            }
        }
    }
}

impl Drop for Human {
    fn drop(&mut self) {
        // Ends the reader; the host may have hung up already.
        let _ = locked(&self.stream).shutdown(Shutdown::Both);
    }
}

fn scope(window: &str, page: Option<&str>) -> Value {
    match page {
        Some(page) => json!({"window": window, "page": page}),
        None => json!({"window": window}),
    }
}

fn read_all(lines: impl BufRead, waiting: &Mutex<Waiting>, event: &Sender<Value>) {
    for line in lines.lines() {
        let Ok(Ok(message)) = line.map(|line| serde_json::from_str::<Value>(&line)) else { break };
        if message.get("event").is_some() {
            // Nobody listens any more once the person is dropped.
            let _ = event.send(message);
        } else if let Some(waiter) = message["id"].as_u64().and_then(|id| locked(waiting).by_id.remove(&id)) {
            let _ = waiter.send(message);
        }
    }
    let mut waiting = locked(waiting);
    waiting.closed = true;
    waiting.by_id.clear();
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
