//! Sessions that NEXUS holds for somebody else, who hears what they say: answers and events in Chromium's order.
//!
//! Everything here runs on the thread that reads Chromium's pipe, so nothing waits.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc;

/// What may wait for a listener, in bytes. Who doesn't keep up is told nothing any more.
const MOST_WAITING: usize = 64 << 20;
/// What a message costs beside what it says.
const ENVELOPE: usize = 256;

/// Something a listener hears.
#[derive(Debug)]
pub(crate) enum Heard {
    /// What came of a command of its own.
    Answer { number: u64, outcome: Outcome },
    /// What one of its sessions says.
    Event { session: Arc<str>, method: String, params: Box<RawValue> },
    /// Chromium is gone.
    End,
}

/// What came of a command.
#[derive(Debug)]
pub(crate) enum Outcome {
    Done(Box<RawValue>),
    /// Chromium's own words of refusal.
    Refused(Box<RawValue>),
    /// It was not written, or Chromium is gone.
    NotDone,
}

/// Somebody who hears what sessions say.
#[derive(Debug, Clone)]
pub(crate) struct Listener {
    heard: mpsc::UnboundedSender<Heard>,
    load: Arc<Load>,
}

/// Its end of it.
#[derive(Debug)]
pub(crate) struct Hearing {
    heard: mpsc::UnboundedReceiver<Heard>,
    load: Arc<Load>,
}

#[derive(Debug, Default)]
struct Load {
    waiting: AtomicUsize,
    is_lost: AtomicBool,
}

impl Listener {
    /// A new one, with the end at which it hears.
    pub(crate) fn new() -> (Self, Hearing) {
        let (sender, heard) = mpsc::unbounded_channel();
        let load = Arc::new(Load::default());
        (Self { heard: sender, load: Arc::clone(&load) }, Hearing { heard, load })
    }

    pub(super) fn tell(&self, heard: Heard) {
        let waiting = self.load.waiting.fetch_add(heard.size(), Ordering::AcqRel);
        if waiting + heard.size() > MOST_WAITING {
            // A gap would be worse than an end.
            self.load.is_lost.store(true, Ordering::Release);
        }
        if !self.load.is_lost.load(Ordering::Acquire) && self.heard.send(heard).is_err() {
            tracing::trace!("nobody listens any more");
        }
    }

    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.load, &other.load)
    }
}

impl Hearing {
    /// What is heard next; none once it has lost something, or there is nothing to be heard any more.
    pub(crate) async fn next(&mut self) -> Option<Heard> {
        let heard = self.heard.recv().await?;
        self.load.waiting.fetch_sub(heard.size(), Ordering::AcqRel);
        if self.load.is_lost.load(Ordering::Acquire) { None } else { Some(heard) }
    }
}

impl Heard {
    fn size(&self) -> usize {
        let said = match self {
            Self::Answer { outcome: Outcome::Done(said) | Outcome::Refused(said), .. } => said.get().len(),
            Self::Answer { outcome: Outcome::NotDone, .. } | Self::End => 0,
            Self::Event { method, params, .. } => method.len() + params.get().len(),
        };
        ENVELOPE + said
    }
}

/// Who listens to which session.
#[derive(Debug, Default)]
pub(super) struct Listeners {
    by_session: Mutex<HashMap<Arc<str>, Listener>>,
}

/// What an event says of a session below that of the event.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Below {
    session_id: String,
}

impl Listeners {
    pub(super) fn add(&self, session: &str, listener: &Listener) {
        self.lock().insert(session.into(), listener.clone());
    }

    pub(super) fn remove(&self, listener: &Listener) {
        self.lock().retain(|_, other| !other.is(listener));
    }

    /// Tells whoever listens to a session; whether anybody does. Who hears of a session that begins below its own listens
    /// to that one as well, from its first word on.
    pub(super) fn tell(&self, session: &str, method: &str, params: &RawValue) -> bool {
        let mut by_session = self.lock();
        let Some((session, listener)) = by_session.get_key_value(session) else { return false };
        let (session, listener) = (Arc::clone(session), listener.clone());
        let below = || serde_json::from_str::<Below>(params.get()).map(|below| Arc::from(below.session_id));
        match method {
            "Target.attachedToTarget" => match below() {
                Ok(below) => drop(by_session.insert(below, listener.clone())),
                // What can't be read can't be told apart from NEXUS's own.
                Err(_) => return true,
            },
            "Target.detachedFromTarget" => below().iter().for_each(|below| drop(by_session.remove(below))),
            _ => {}
        }
        drop(by_session);
        listener.tell(Heard::Event { session, method: method.to_owned(), params: params.to_owned() });
        true
    }

    /// Chromium is gone.
    pub(super) fn tell_the_end(&self) {
        for (_, listener) in self.lock().drain() {
            listener.tell(Heard::End);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Listener>> {
        // Each change is one insertion or removal, so a panic elsewhere leaves the map sound.
        self.by_session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
