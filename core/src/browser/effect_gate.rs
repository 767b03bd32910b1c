//! The effect gate of a Window: between what its pages, frames and workers ask for and the network (N13). Chromium has to hold
//! it from before the first page on: what a page made earlier loads with is never covered later.
//!
//! Policy says when it is shut and what becomes of what it holds. What only reads passes by itself.

mod body;
mod by_itself;
mod request;
#[cfg(test)]
mod tests;
mod typed;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chromiumoxide::Command;
use chromiumoxide::cdp::browser_protocol::fetch::{self, ContinueRequestParams, FailRequestParams, RequestPattern};
use chromiumoxide::cdp::browser_protocol::network::{self, ErrorReason, SetBypassServiceWorkerParams};
use nexus_policy::{Endpoint, SendingId};
use tokio::sync::Notify;

use super::cdp::{Answer, CdpError, CdpSession, Connection, decode, within};
use super::events::RequestSent;
use super::worlds::Hands;
use by_itself::ByItself;
pub(super) use request::Paused;
use typed::TypedTexts;

/// An address that no request has: while the gate is open it stands in place of a pattern, because a gate that Chromium took
/// away once never covers again what was made meanwhile.
const NO_ADDRESS: &str = "nexus-no-such-scheme://nowhere/";
const EVERY_ADDRESS: &str = "*";
/// What a Window may have held at once; more of it fails.
const MOST_HELD: usize = 256;
/// What went out and may still be sent on by its receiver.
const MOST_GONE_OUT: usize = 256;
/// How long what a page is about to send may take to be paused.
const PAUSED_WITHIN: Duration = Duration::from_millis(500);
/// How long Chromium may take to open the gate.
const OPENS_WITHIN: Duration = Duration::from_secs(10);

/// The gate's place in a Chromium that has just started.
pub(super) struct Placed(Answer);

/// Has Chromium put the gate into place, open. This has to be the first thing that it is told.
pub(super) fn place(connection: &Connection) -> Result<Placed, CdpError> {
    connection.send(&CdpSession::Root, &covering(NO_ADDRESS)).map(Placed)
}

impl Placed {
    /// Waits until Chromium has said that it is there.
    pub(super) async fn done(self, deadline: Duration) -> Result<(), CdpError> {
        within(deadline, decode::<fetch::EnableParams>(self.0)).await.map(|_| ())
    }
}

/// Has a target's requests pass the gate by themselves: a service worker would answer and send in their place. Without the
/// first command Chromium takes the second and does nothing. Bodies aren't kept.
pub(super) fn cover(connection: &Connection, session: &CdpSession) {
    send(connection, session, &network::EnableParams::builder().max_total_buffer_size(0).build());
    send(connection, session, &SetBypassServiceWorkerParams::new(true));
}

/// Whether a Window's gate holds anything, with CDP's names for pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GateState {
    Open,
    /// But for what these pages send.
    Shut {
        persons: BTreeSet<String>,
    },
}

/// The gate of one Window.
#[derive(Debug, Default)]
pub(crate) struct EffectGate {
    state: Mutex<State>,
    /// All that was announced has come.
    all_came: Notify,
}

#[derive(Debug, Default)]
struct State {
    mode: Mode,
    held: BTreeMap<SendingId, Held>,
    /// What went out, by CDP's name for it, with the origin that got it.
    gone_out: VecDeque<(String, String)>,
    /// The pages that the person pressed or typed in, of which policy doesn't know yet.
    pressed: BTreeSet<String>,
    typed: TypedTexts,
    by_itself: ByItself,
    /// What pages are about to send that isn't paused yet, by CDP's name for it.
    announced: BTreeSet<String>,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Open,
    /// It was shut, and Chromium may still tell of what it held before it was told.
    Opening,
    Shut {
        persons: BTreeSet<String>,
    },
}

#[derive(Debug)]
struct Held {
    request: String,
    network: String,
    origin: String,
    /// It follows the person's own hand.
    is_persons: bool,
    /// It outlives its document, which therefore can't give it up.
    outlives: bool,
}

/// Something that is held, for policy to decide.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HeldSending {
    pub(crate) id: SendingId,
    pub(crate) endpoint: Endpoint,
    pub(crate) fields: Vec<String>,
    /// It only asks, by its known shape.
    pub(crate) reads: bool,
}

impl EffectGate {
    /// Opens or shuts it. Whatever opens it, the person does: what is held then is failed, but for what their own hand did.
    pub(crate) fn set(self: &Arc<Self>, connection: &Arc<Connection>, wanted: GateState) {
        let mut state = self.lock();
        match wanted {
            GateState::Shut { persons } => {
                state.let_persons_go(connection);
                if !matches!(state.mode, Mode::Shut { .. }) {
                    send(connection, &CdpSession::Root, &covering(EVERY_ADDRESS));
                }
                state.pressed.retain(|page| !persons.contains(page));
                state.mode = Mode::Shut { persons };
            }
            GateState::Open => {
                if !matches!(state.mode, Mode::Shut { .. }) {
                    return;
                }
                let answer = connection.send(&CdpSession::Root, &covering(NO_ADDRESS));
                state.end_all(connection);
                state.announced.clear();
                self.all_came.notify_waiters();
                state.mode = Mode::Opening;
                drop(state);
                let gate = Arc::clone(self);
                tokio::spawn(async move { gate.is_open(answer).await });
            }
        }
    }

    async fn is_open(&self, answer: Result<Answer, CdpError>) {
        let told = match answer {
            Ok(answer) => within(OPENS_WITHIN, decode::<fetch::EnableParams>(answer)).await.map(drop),
            Err(error) => Err(error),
        };
        if let Err(error) = told {
            tracing::debug!(%error, "Chromium didn't say that the effect gate is open");
        }
        let mut state = self.lock();
        if state.mode == Mode::Opening {
            state.mode = Mode::Open;
            state.pressed.clear();
        }
    }

    /// Chromium has paused a request of a page's, if it is known whose. What only reads goes on; the rest is policy's to decide.
    pub(super) fn paused(&self, connection: &Connection, paused: &Paused, page: Option<&str>) -> Option<HeldSending> {
        let mut state = self.lock();
        self.came(&mut state, &paused.network_id);
        let reads = paused.reads(&state.typed, page);
        let is_persons = page.is_some_and(|page| state.pressed.contains(page));
        let passes = match &state.mode {
            Mode::Open => true,
            Mode::Opening => reads || is_persons,
            Mode::Shut { persons } => {
                let is_persons = page.is_some_and(|page| persons.contains(page));
                reads || is_persons || state.is_sent_on(paused)
            }
        };
        if passes {
            go_on(connection, &paused.request_id);
            return None;
        }
        let is_full = state.held.len() >= MOST_HELD;
        let Some(endpoint) = paused.endpoint().filter(|_| !is_full && state.mode != Mode::Opening) else {
            fail(connection, &paused.request_id);
            return None;
        };
        let id = next_id();
        let (request, network) = (paused.request_id.clone(), paused.network_id.clone());
        let (origin, outlives) = (endpoint.origin.0.clone(), paused.outlives());
        state.held.insert(id, Held { request, network, origin, is_persons, outlives });
        // Policy hears of it when it has heard of the person's hand.
        (!is_persons).then(|| HeldSending { id, endpoint, fields: paused.fields(), reads: paused.is_query() })
    }

    /// The person's own hand is on a page: what comes from there now is theirs, once policy has said so.
    pub(super) fn person_pressed(&self, page: &str) {
        let mut state = self.lock();
        state.by_itself.note_hand(Instant::now());
        if matches!(state.mode, Mode::Shut { .. }) {
            state.pressed.insert(page.to_owned());
        }
    }

    /// It goes out.
    pub(crate) fn let_go(&self, connection: &Connection, id: SendingId) {
        let mut state = self.lock();
        let Some(held) = state.held.remove(&id) else { return };
        go_on(connection, &held.request);
        state.gone_out.push_back((held.network, held.origin));
        if state.gone_out.len() > MOST_GONE_OUT {
            state.gone_out.pop_front();
        }
    }

    /// It fails, as if somebody had stopped it: the page stays where it is.
    pub(crate) fn fail(&self, connection: &Connection, id: SendingId) {
        if let Some(held) = self.lock().held.remove(&id) {
            fail(connection, &held.request);
        }
    }

    /// A page is about to send something that isn't paused yet. Answers what it turns out to send by itself.
    pub(super) fn announced(&self, sent: &RequestSent, hands: Hands) -> Option<Endpoint> {
        let RequestSent { request_id, r#type, request, .. } = sent;
        if request::is_safe(&request.method) {
            return None;
        }
        let mut state = self.lock();
        match (&state.mode, hands) {
            (Mode::Shut { .. }, _) => {
                if state.announced.len() < MOST_HELD {
                    state.announced.insert(request_id.clone());
                }
                None
            }
            // What an agent is there for may be why.
            (Mode::Open | Mode::Opening, Hands::Agent) => {
                state.by_itself.note_hand(Instant::now());
                None
            }
            // A page that is left goes elsewhere for a reason.
            (Mode::Open, Hands::Person) if r#type != "Document" => {
                let endpoint = request::endpoint(&request.method, &request.url)?;
                state.by_itself.note(&endpoint, Instant::now()).then_some(endpoint)
            }
            (Mode::Open | Mode::Opening, Hands::Person) => None,
        }
    }

    fn came(&self, state: &mut State, network: &str) {
        if state.announced.remove(network) && state.announced.is_empty() {
            self.all_came.notify_waiters();
        }
    }

    /// Waits until all that pages are about to send is paused, but not for ever: what asks its receiver first comes later.
    pub(super) async fn all_paused(&self) {
        let waits = async {
            loop {
                let came = self.all_came.notified();
                if self.lock().announced.is_empty() {
                    return;
                }
                came.await;
            }
        };
        if tokio::time::timeout(PAUSED_WITHIN, waits).await.is_err() {
            self.lock().announced.clear();
        }
    }

    /// A page has given up a request. Answers what isn't held any more; Chromium may still have it.
    pub(super) fn given_up(&self, connection: &Connection, network: &str) -> Option<SendingId> {
        let mut state = self.lock();
        self.came(&mut state, network);
        let is_it = |held: &Held| held.network == network && !held.outlives;
        let id = state.held.iter().find(|(_, held)| is_it(held)).map(|(id, _)| *id)?;
        let held = state.held.remove(&id)?;
        fail(connection, &held.request);
        (!held.is_persons).then_some(id)
    }

    /// Whether anything is held, or about to be.
    pub(super) fn holds_anything(&self) -> bool {
        let state = self.lock();
        !state.held.is_empty() || !state.announced.is_empty()
    }

    /// An agent types something on a page of this origin: no other site gets it unseen.
    pub(crate) fn note_typed(&self, text: &str, origin: &str) {
        self.lock().typed.note(text, origin);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is complete in itself, so a panic elsewhere leaves it sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether it is something that went out, sent on by its receiver within the same origin.
    fn is_sent_on(&self, paused: &Paused) -> bool {
        let origin = paused.origin();
        let is_it = |(network, to): &(String, String)| *network == paused.network_id && origin.as_ref() == Some(to);
        !paused.network_id.is_empty() && self.gone_out.iter().any(is_it)
    }

    /// What the person's own hand did goes out, the rest fails.
    fn end_all(&mut self, connection: &Connection) {
        for held in std::mem::take(&mut self.held).into_values() {
            if held.is_persons { go_on(connection, &held.request) } else { fail(connection, &held.request) }
        }
    }

    fn let_persons_go(&mut self, connection: &Connection) {
        let theirs = self.held.extract_if(.., |_, held| held.is_persons);
        theirs.for_each(|(_, held)| go_on(connection, &held.request));
    }
}

fn next_id() -> SendingId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    SendingId(NEXT.fetch_add(1, Ordering::Relaxed))
}

fn go_on(connection: &Connection, request: &str) {
    send(connection, &CdpSession::Root, &ContinueRequestParams::new(request.to_owned()));
}

fn fail(connection: &Connection, request: &str) {
    send(connection, &CdpSession::Root, &FailRequestParams::new(request.to_owned(), ErrorReason::Aborted));
}

fn covering(addresses: &str) -> fetch::EnableParams {
    let pattern = RequestPattern { url_pattern: Some(addresses.to_owned()), ..RequestPattern::builder().build() };
    fetch::EnableParams { patterns: Some(vec![pattern]), handle_auth_requests: None }
}

fn send<C: Command>(connection: &Connection, session: &CdpSession, command: &C) {
    if let Err(error) = connection.send(session, command) {
        tracing::debug!(%error, command = %command.identifier(), "Chromium could not be told what its effect gate does");
    }
}
