//! One client, from its first message to its end: what it sends goes to Chromium in its order, and what Chromium says comes
//! back in Chromium's, both as far as the rules let it and the agent's control lasts.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::target::{
    AttachToBrowserTargetParams, DetachFromTargetParams, GetTargetInfoParams,
};
use futures_util::{SinkExt, StreamExt};
use nexus_policy::Epoch;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::commands::{Prepared, WORLD_SCRIPT, prepare};
use super::face::{Face, Reply};
use super::hearing::{Heed, heed};
use super::leave::{Extent, Leave};
use super::message::{FromClient, ToClient, raw, refusal};
use super::pace::Pace;
use super::rules::{Rule, rule};
use super::sessions::Sessions;
use crate::browser::{CdpError, CdpSession, Connection, Heard, Hearing, Listener, Outcome, Page, Press, RawCommand};
use crate::engine::EngineRole;

/// How long Chromium may take to begin a session.
const ATTACH: Duration = Duration::from_secs(10);
/// How long a client may take to take a message.
const TAKE: Duration = Duration::from_secs(5);
/// Commands that may wait for Chromium's answer before more are read.
const MOST_UNANSWERED: usize = 256;

/// Serves a client until one of both sides ends it, or what it may do does.
pub(super) async fn serve(
    socket: WebSocketStream<TcpStream>,
    page: Arc<Page>,
    role: EngineRole,
    leave: Arc<Leave>,
    epoch: Epoch,
) {
    match Client::attach(page, role, leave, epoch).await {
        Ok((client, hearing)) => client.run(socket, hearing).await,
        Err(error) => tracing::warn!(%error, "an engine could not be attached"),
    }
}

/// Why a client's connection ends.
struct HangUp;

/// The socket, as messages are written to it.
type Socket = futures_util::stream::SplitSink<WebSocketStream<TcpStream>, Message>;

struct Client {
    page: Arc<Page>,
    role: EngineRole,
    leave: Arc<Leave>,
    epoch: Epoch,
    root: Root,
    face: Face,
    sessions: Sessions,
    unanswered: HashMap<u64, Asked>,
    numbers: u64,
}

/// The client's own session with the browser. With it everything ends that was attached by it.
struct Root {
    connection: Arc<Connection>,
    listener: Listener,
    session: String,
}

impl Root {
    async fn attach(connection: Arc<Connection>) -> Result<(Self, Hearing), CdpError> {
        let attached = connection.call(&CdpSession::Root, AttachToBrowserTargetParams::default(), ATTACH).await?;
        let session: String = attached.session_id.into();
        let (listener, hearing) = Listener::new();
        connection.listen(&session, &listener);
        Ok((Self { connection, listener, session }, hearing))
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        self.connection.stop_listening(&self.listener);
        let detach = DetachFromTargetParams::builder().session_id(self.session.clone()).build();
        if let Err(error) = self.connection.send(&CdpSession::Root, &detach) {
            tracing::debug!(%error, "an engine's session ended with its browser");
        }
    }
}

/// A command that waits for Chromium's answer.
struct Asked {
    /// The client's number and session for it.
    id: i64,
    session: Option<String>,
    /// Whether the answer is handed on as it is. Otherwise that it was done.
    is_whole: bool,
}

impl Client {
    async fn attach(
        page: Arc<Page>,
        role: EngineRole,
        leave: Arc<Leave>,
        epoch: Epoch,
    ) -> Result<(Self, Hearing), CdpError> {
        let connection = Arc::clone(&page.connection);
        let about = GetTargetInfoParams { target_id: Some(page.target.clone().into()) };
        let info = connection.call(&CdpSession::Root, about, ATTACH).await?.target_info;
        let info = serde_json::to_value(info).map_err(|_| CdpError::Malformed)?;
        // In a task of its own: begun, it comes to its end, and to that of the session, also if nobody waits for it any more.
        let attached = tokio::spawn(Root::attach(connection)).await;
        let (root, hearing) = attached.map_err(|_| CdpError::Gone)??;
        let face = Face::of(&page.target, info);
        let (sessions, unanswered) = Default::default();
        Ok((Self { page, role, leave, epoch, root, face, sessions, unanswered, numbers: 0 }, hearing))
    }

    async fn run(mut self, socket: WebSocketStream<TcpStream>, mut hearing: Hearing) {
        let (mut to_client, mut from_client) = socket.split();
        let mut pace = Pace::starting(Instant::now());
        let mut ready_at = tokio::time::Instant::now();
        loop {
            let may_read = self.unanswered.len() < MOST_UNANSWERED;
            let read = async {
                tokio::time::sleep_until(ready_at).await;
                from_client.next().await
            };
            let done = tokio::select! {
                biased;
                heard = hearing.next() => match heard {
                    Some(heard) => self.hear(&mut to_client, heard).await,
                    None => return tracing::warn!("an engine didn't keep up with what it was told"),
                },
                message = read, if may_read => {
                    ready_at = tokio::time::Instant::now() + pace.count(Instant::now());
                    match message {
                        Some(Ok(Message::Text(text))) => self.obey(&mut to_client, text.as_str()).await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                        Some(Ok(Message::Binary(_) | Message::Close(_) | Message::Frame(_)) | Err(_)) | None => return,
                    }
                }
            };
            if done.is_err() {
                return;
            }
        }
    }

    /// Invariant (I19): the last thing before a client is told anything.
    async fn tell(&self, socket: &mut Socket, message: ToClient<'_>) -> Result<(), HangUp> {
        let text = message.text().ok_or(HangUp)?;
        if !self.page.gate.admits(self.epoch) {
            return Err(HangUp);
        }
        match tokio::time::timeout(TAKE, socket.send(Message::Text(text.into()))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(HangUp),
        }
    }

    async fn hear(&mut self, socket: &mut Socket, heard: Heard) -> Result<(), HangUp> {
        match heard {
            Heard::End => Err(HangUp),
            Heard::Answer { number, outcome } => {
                let Some(Asked { id, session, is_whole }) = self.unanswered.remove(&number) else { return Ok(()) };
                let nothing = raw(&json!({})).ok_or(HangUp)?;
                match outcome {
                    Outcome::Done(result) => {
                        let result = if is_whole { &result } else { &nothing };
                        self.tell(socket, ToClient::result(id, session.as_deref(), result)).await
                    }
                    Outcome::Refused(error) => self.tell(socket, ToClient::error(id, session.as_deref(), &error)).await,
                    Outcome::NotDone => {
                        self.deny(socket, id, session.as_deref(), "not while no call is under way").await
                    }
                }
            }
            Heard::Event { session, method, params } => {
                let page = Arc::clone(&self.page);
                let names = (self.root.session.as_str(), page.target.as_str());
                let is_of_now = |millis| page.record.covers(millis);
                match heed(names, &mut self.face, &mut self.sessions, is_of_now, &session, &method, params) {
                    Heed::Tell(session, params) => {
                        self.tell(socket, ToClient::event(&method, session.as_deref(), &params)).await
                    }
                    Heed::Keep => Ok(()),
                    Heed::Detach(below) => self.command(
                        None,
                        &session,
                        "Target.detachFromTarget",
                        &json!({"sessionId": below}),
                        Extent::Listening,
                        None,
                    ),
                }
            }
        }
    }

    async fn deny(&self, socket: &mut Socket, id: i64, session: Option<&str>, words: &str) -> Result<(), HangUp> {
        let error = raw(&refusal(words)).ok_or(HangUp)?;
        self.tell(socket, ToClient::error(id, session, &error)).await
    }

    async fn done(&self, socket: &mut Socket, id: i64, session: Option<&str>, result: &Value) -> Result<(), HangUp> {
        let result = raw(result).ok_or(HangUp)?;
        self.tell(socket, ToClient::result(id, session, &result)).await
    }

    /// Takes in what the client sent.
    async fn obey(&mut self, socket: &mut Socket, text: &str) -> Result<(), HangUp> {
        let Ok(FromClient { id, method, params, session_id }) = serde_json::from_str(text) else {
            tracing::warn!(bytes = text.len(), "an engine sent something that isn't a message");
            return Err(HangUp);
        };
        let session = session_id.as_deref();
        let reply = match session {
            None => self.face.browser(&method, &params),
            Some(tab) if Face::is_tab(tab) => self.face.tab_session(&method, &params),
            Some(session) if self.sessions.get(session).is_some() => {
                let (rule, listed) = rule(self.role, &method);
                return match rule {
                    Rule::Deny => {
                        tracing::info!(method, role = self.role.as_str(), "an engine was refused a command");
                        self.deny(socket, id, Some(session), "this isn't for engines").await
                    }
                    Rule::Swallow => self.done(socket, id, Some(session), &made_up(&method)).await,
                    Rule::Pass(extent) => match prepare(&method, params, listed, session, &mut self.sessions) {
                        Ok(prepared) => self.pass(id, session, &method, prepared, extent),
                        Err(why) => self.deny(socket, id, Some(session), why).await,
                    },
                };
            }
            Some(unknown) => return self.deny(socket, id, Some(unknown), "this isn't a session of yours").await,
        };
        match reply {
            Reply::Here(events, result) => {
                for (method, params) in events {
                    let params = raw(&params).ok_or(HangUp)?;
                    self.tell(socket, ToClient::event(method, session, &params)).await?;
                }
                self.done(socket, id, session, &result).await
            }
            Reply::Ask(method, params, is_whole) => {
                let asked = Asked { id, session: session_id, is_whole };
                let root = self.root.session.clone();
                self.command(Some(asked), &root, method, &params, Extent::Listening, None)
            }
            Reply::Deny(why) => {
                tracing::info!(method, role = self.role.as_str(), "an engine was refused a command");
                self.deny(socket, id, session, why).await
            }
            Reply::HangUp => {
                self.done(socket, id, session, &json!({})).await?;
                Err(HangUp)
            }
        }
    }

    /// Passes a command on that may be.
    fn pass(&mut self, id: i64, session: &str, method: &str, prepared: Prepared, extent: Extent) -> Result<(), HangUp> {
        let Prepared { params, world, press } = prepared;
        if let Some(name) = world {
            let script = json!({"source": WORLD_SCRIPT, "worldName": name, "runImmediately": true});
            self.command(None, session, "Page.enable", &json!({}), Extent::Listening, None)?;
            self.command(None, session, "Page.addScriptToEvaluateOnNewDocument", &script, Extent::Listening, None)?;
        }
        let asked = Asked { id, session: Some(session.to_owned()), is_whole: true };
        self.command(Some(asked), session, method, &Value::Object(params), extent, press)
    }

    /// Has a command written, if that may be when its turn comes: the agent's control lasts, and what is being spent covers it.
    fn command(
        &mut self,
        asked: Option<Asked>,
        session: &str,
        method: &str,
        params: &Value,
        extent: Extent,
        press: Option<Press>,
    ) -> Result<(), HangUp> {
        self.numbers += 1;
        let number = self.numbers;
        let params: Box<RawValue> = raw(params).ok_or(HangUp)?;
        let (gate, leave, epoch) = (Arc::clone(&self.page.gate), Arc::clone(&self.leave), self.epoch);
        let input_of = press.is_some().then(|| Arc::clone(&gate));
        let admission = Box::new(move || {
            leave.covers(extent)
                && match press {
                    Some(press) => gate.admit_inputs(epoch, &[press]),
                    None => gate.admits(epoch),
                }
        });
        let command = RawCommand { number, session, method, params: &params, input_of };
        let sent = self.root.connection.send_for(&self.root.listener, command, admission);
        if let Some(asked) = asked {
            self.unanswered.insert(number, asked);
        }
        sent.map_err(|_| HangUp)
    }
}

/// What is answered for a command that isn't carried out.
fn made_up(method: &str) -> Value {
    match method {
        "Debugger.enable" => json!({"debuggerId": "0"}),
        "Page.addScriptToEvaluateOnNewDocument" => json!({"identifier": "0"}),
        _ => json!({}),
    }
}
