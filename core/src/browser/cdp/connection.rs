//! Calls over the pipe: each gets its answer, a deadline, or the news that Chromium is gone. One thread writes, one reads.

use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use chromiumoxide::Command;
use nexus_policy::Epoch;
use serde_json::value::RawValue;
use tokio::sync::{mpsc as async_mpsc, oneshot};

use super::listener::{Heard, Listener, Listeners, Outcome};
use super::message::{CdpEvent, CdpSession, Incoming, WireError, encode, encode_raw};
use super::pipe::{CdpPipe, Messages};
use crate::browser::gate::{Gate, Press};

/// Why a command has no result.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum CdpError {
    /// Chromium is gone.
    #[error("the browser is gone")]
    Gone,
    /// No answer came in time.
    #[error("no answer in time")]
    TimedOut,
    /// The permit was void when the command was to be written, or when its answer came (A03).
    #[error("a person took control meanwhile")]
    Stale,
    /// Chromium refused the command.
    #[error("the browser refused a command (code {})", .0.code)]
    Refused(WireError),
    /// Something that doesn't fit the protocol.
    #[error("the browser answered something else than expected")]
    Malformed,
}

/// Who waits for an answer.
enum Reply {
    /// NEXUS itself.
    Caller(oneshot::Sender<Result<Box<RawValue>, CdpError>>),
    /// A listener, which knows the command by this number.
    Listener(Listener, u64),
}

/// A call that waits for its answer.
struct Pending {
    reply: Reply,
    /// The gate that counts this input until it is acknowledged, also when nobody waits for it any more.
    input_of: Option<Arc<Gate>>,
}

/// Bytes on their way to the writer, with what has to hold when they are written.
struct Outgoing {
    ids: Vec<u64>,
    bytes: Vec<u8>,
    condition: Condition,
}

/// What the writer thread is told.
enum ToWriter {
    Write(Outgoing),
    /// Close the pipe, which ends Chromium.
    Close,
}

enum Condition {
    None,
    Epoch(Arc<Gate>, Epoch),
    Input(Arc<Gate>, Epoch, Vec<Press>),
    Asked(Admission),
}

/// Asked right before a command is written whether it may be.
pub(crate) type Admission = Box<dyn FnOnce() -> bool + Send>;

/// A command on a listener's behalf.
pub(crate) struct RawCommand<'a> {
    /// The listener's number for it.
    pub(crate) number: u64,
    /// Where to.
    pub(crate) session: &'a str,
    pub(crate) method: &'a str,
    pub(crate) params: &'a RawValue,
    /// The gate that counts it as an input until it is acknowledged.
    pub(crate) input_of: Option<Arc<Gate>>,
}

/// One input event with what it does to what is down.
pub(crate) struct InputCommand<C> {
    pub(crate) command: C,
    pub(crate) press: Press,
}

/// A connection to one Chromium.
pub(crate) struct Connection {
    outgoing: mpsc::Sender<ToWriter>,
    pending: Arc<PendingCalls>,
    listeners: Arc<Listeners>,
    next_id: AtomicU64,
    heard: Arc<AtomicU64>,
}

#[derive(Default)]
struct PendingCalls {
    calls: Mutex<Option<HashMap<u64, Pending>>>,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Connection(…)")
    }
}

impl Connection {
    /// Starts the two threads. `wanted` says which events are passed on; all others are dropped where they are read.
    pub(crate) fn start(
        pipe: CdpPipe,
        events: async_mpsc::UnboundedSender<CdpEvent>,
        wanted: fn(&str) -> bool,
    ) -> std::io::Result<Self> {
        let pending = Arc::new(PendingCalls { calls: Mutex::new(Some(HashMap::new())) });
        let (outgoing, to_write) = mpsc::channel();
        let heard: Arc<AtomicU64> = Arc::default();
        let count = Arc::clone(&heard);
        let CdpPipe { read, write } = pipe;
        let (for_writer, for_reader) = (Arc::clone(&pending), Arc::clone(&pending));
        let listeners = Arc::new(Listeners::default());
        let heard_by = Arc::clone(&listeners);
        thread::Builder::new().name("cdp-write".to_owned()).spawn(move || write_all(write, &to_write, &for_writer))?;
        thread::Builder::new().name("cdp-read".to_owned()).spawn(move || {
            read_all(Messages::new(read), &for_reader, &heard_by, (&events, &count), wanted);
            for_reader.fail_all();
            heard_by.tell_the_end();
        })?;
        Ok(Self { outgoing, pending, listeners, next_id: AtomicU64::new(1), heard })
    }

    /// How many events have been passed on so far. One that Chromium sent before an answer is counted before that is told.
    pub(crate) fn heard(&self) -> u64 {
        self.heard.load(Ordering::SeqCst)
    }

    /// Closes the pipe after what is queued, which ends Chromium.
    pub(crate) fn close(&self) {
        if self.outgoing.send(ToWriter::Close).is_err() {
            tracing::trace!("the pipe was closed already");
        }
    }

    /// Sends a command of NEXUS's own and waits for its answer.
    pub(crate) async fn call<C: Command>(
        &self,
        session: &CdpSession,
        command: C,
        deadline: Duration,
    ) -> Result<C::Response, CdpError> {
        let answer = self.send(session, &command)?;
        within(deadline, decode::<C>(answer)).await
    }

    /// Sends a command of NEXUS's own. What is sent is written in the order of these calls, waited for or not.
    pub(crate) fn send<C: Command>(&self, session: &CdpSession, command: &C) -> Result<Answer, CdpError> {
        self.queue(session, std::slice::from_ref(command), None, Condition::None).and_then(only)
    }

    /// Sends a command on an agent's behalf: written only while its epoch counts.
    pub(crate) fn send_permitted<C: Command>(
        &self,
        session: &CdpSession,
        command: &C,
        gate: &Arc<Gate>,
        epoch: Epoch,
    ) -> Result<Answer, CdpError> {
        let condition = Condition::Epoch(Arc::clone(gate), epoch);
        self.queue(session, std::slice::from_ref(command), None, condition).and_then(only)
    }

    /// Sends input events on an agent's behalf, all in one write or none at all.
    pub(crate) fn send_inputs<C: Command>(
        &self,
        session: &CdpSession,
        inputs: Vec<InputCommand<C>>,
        gate: &Arc<Gate>,
        epoch: Epoch,
    ) -> Result<Vec<Answer>, CdpError> {
        let (commands, presses): (Vec<C>, Vec<Press>) =
            inputs.into_iter().map(|input| (input.command, input.press)).unzip();
        self.queue(session, &commands, Some(gate), Condition::Input(Arc::clone(gate), epoch, presses))
    }

    fn queue<C: Command>(
        &self,
        session: &CdpSession,
        commands: &[C],
        input_of: Option<&Arc<Gate>>,
        condition: Condition,
    ) -> Result<Vec<Answer>, CdpError> {
        let (mut ids, mut bytes, mut answers) = (Vec::new(), Vec::new(), Vec::new());
        for command in commands {
            let id = self.next_id.fetch_add(1, Ordering::Relaxed);
            tracing::trace!(id, method = %command.identifier(), "sent");
            bytes.extend(encode(id, session, command).map_err(|_| CdpError::Malformed)?);
            let (reply, answer) = oneshot::channel();
            self.pending.insert(id, Pending { reply: Reply::Caller(reply), input_of: input_of.cloned() })?;
            ids.push(id);
            answers.push(answer);
        }
        let message = ToWriter::Write(Outgoing { ids, bytes, condition });
        self.outgoing.send(message).map_err(|_| CdpError::Gone)?;
        Ok(answers)
    }

    /// From now on a listener hears what this session says, and those that are attached below it. NEXUS doesn't.
    pub(crate) fn listen(&self, session: &str, listener: &Listener) {
        self.listeners.add(session, listener);
    }

    /// Nobody listens with it any more.
    pub(crate) fn stop_listening(&self, listener: &Listener) {
        self.listeners.remove(listener);
    }

    /// Sends a command of which the listener hears the answer, after what was said before it. `admission` is asked when it
    /// is about to be written.
    pub(crate) fn send_for(
        &self,
        listener: &Listener,
        command: RawCommand<'_>,
        admission: Admission,
    ) -> Result<(), CdpError> {
        let RawCommand { number, session, method, params, input_of } = command;
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let bytes = encode_raw(id, Some(session), method, params).map_err(|_| CdpError::Malformed)?;
        self.pending.insert(id, Pending { reply: Reply::Listener(listener.clone(), number), input_of })?;
        let message = ToWriter::Write(Outgoing { ids: vec![id], bytes, condition: Condition::Asked(admission) });
        self.outgoing.send(message).map_err(|_| CdpError::Gone)
    }
}

/// Where a command's answer arrives.
pub(crate) type Answer = oneshot::Receiver<Result<Box<RawValue>, CdpError>>;

fn only(mut answers: Vec<Answer>) -> Result<Answer, CdpError> {
    answers.pop().ok_or(CdpError::Malformed)
}

/// Waits for an answer and decodes it.
pub(crate) async fn decode<C: Command>(answer: Answer) -> Result<C::Response, CdpError> {
    let result = answer.await.map_err(|_| CdpError::Gone)??;
    serde_json::from_str(result.get()).map_err(|_| CdpError::Malformed)
}

/// Gives up after a while.
pub(crate) async fn within<T>(
    deadline: Duration,
    answer: impl Future<Output = Result<T, CdpError>>,
) -> Result<T, CdpError> {
    tokio::time::timeout(deadline, answer).await.unwrap_or(Err(CdpError::TimedOut))
}

impl PendingCalls {
    fn lock(&self) -> MutexGuard<'_, Option<HashMap<u64, Pending>>> {
        // Each change is one insertion or removal, so a panic elsewhere leaves the map sound.
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn insert(&self, id: u64, pending: Pending) -> Result<(), CdpError> {
        self.lock().as_mut().ok_or(CdpError::Gone)?.insert(id, pending);
        Ok(())
    }

    fn take(&self, id: u64) -> Option<Pending> {
        self.lock().as_mut()?.remove(&id)
    }

    /// Turns calls away that were not written: their inputs were never counted.
    fn turn_away(&self, ids: &[u64]) {
        for id in ids {
            if let Some(pending) = self.take(*id) {
                pending.reply.fail(CdpError::Stale);
            }
        }
    }

    fn complete(&self, id: u64, result: Option<&RawValue>, error: Option<&RawValue>) {
        let Some(pending) = self.take(id) else { return };
        tracing::trace!(id, ok = error.is_none(), "answered");
        if let Some(gate) = pending.input_of {
            gate.acknowledge();
        }
        pending.reply.give(result, error);
    }

    /// Chromium is gone: so is every call, now and from here on.
    fn fail_all(&self) {
        let calls = self.lock().take();
        for (_, pending) in calls.into_iter().flatten() {
            if let Some(gate) = pending.input_of {
                gate.acknowledge();
            }
            pending.reply.fail(CdpError::Gone);
        }
    }
}

impl Reply {
    /// Hands on what Chromium answered.
    fn give(self, result: Option<&RawValue>, error: Option<&RawValue>) {
        match self {
            Self::Caller(caller) => answer(
                caller,
                match (result, error) {
                    (_, Some(error)) => {
                        let refused = serde_json::from_str::<WireError>(error.get());
                        Err(refused.map_or(CdpError::Malformed, CdpError::Refused))
                    }
                    (Some(result), None) => Ok(result.to_owned()),
                    (None, None) => Err(CdpError::Malformed),
                },
            ),
            Self::Listener(listener, number) => {
                let outcome = match (result, error) {
                    (_, Some(error)) => Outcome::Refused(error.to_owned()),
                    (Some(result), None) => Outcome::Done(result.to_owned()),
                    (None, None) => Outcome::NotDone,
                };
                listener.tell(Heard::Answer { number, outcome });
            }
        }
    }

    /// There is no answer and won't be one.
    fn fail(self, error: CdpError) {
        match self {
            Self::Caller(caller) => answer(caller, Err(error)),
            Self::Listener(listener, number) => listener.tell(Heard::Answer { number, outcome: Outcome::NotDone }),
        }
    }
}

fn answer(caller: oneshot::Sender<Result<Box<RawValue>, CdpError>>, result: Result<Box<RawValue>, CdpError>) {
    if caller.send(result).is_err() {
        tracing::trace!("nobody waits for this answer any more");
    }
}

fn write_all(mut pipe: std::io::PipeWriter, outgoing: &mpsc::Receiver<ToWriter>, pending: &PendingCalls) {
    while let Ok(ToWriter::Write(Outgoing { ids, bytes, condition })) = outgoing.recv() {
        let may_be_written = match condition {
            Condition::None => true,
            Condition::Epoch(gate, epoch) => gate.admits(epoch),
            Condition::Input(gate, epoch, presses) => gate.admit_inputs(epoch, &presses),
            Condition::Asked(admission) => admission(),
        };
        if !may_be_written {
            pending.turn_away(&ids);
            continue;
        }
        if pipe.write_all(&bytes).is_err() {
            return pending.fail_all();
        }
    }
}

fn read_all(
    mut messages: Messages,
    pending: &PendingCalls,
    listeners: &Listeners,
    (events, heard): (&async_mpsc::UnboundedSender<CdpEvent>, &AtomicU64),
    wanted: fn(&str) -> bool,
) {
    loop {
        let message = match messages.next() {
            Ok(Some(message)) => message,
            Ok(None) => return,
            Err(error) => return tracing::warn!(%error, "reading from Chromium failed"),
        };
        let Ok(incoming) = serde_json::from_slice::<Incoming<'_>>(message) else {
            tracing::warn!(bytes = message.len(), "Chromium sent something that isn't a message");
            continue;
        };
        if let Some(id) = incoming.id {
            pending.complete(id, incoming.result, incoming.error);
        } else if let (Some(method), Some(params)) = (incoming.method, incoming.params) {
            let is_heard = incoming.session_id.as_deref().is_some_and(|id| listeners.tell(id, &method, params));
            if is_heard || !wanted(&method) {
                continue;
            }
            let session = incoming.session_id.map_or(CdpSession::Root, |id| CdpSession::Target(id.into()));
            let event = CdpEvent { session, method: method.into_owned(), params: params.to_owned() };
            if events.send(event).is_err() {
                return;
            }
            heard.fetch_add(1, Ordering::SeqCst);
        }
    }
}
