//! The agents' way in: admission, sessions and calls. Everything here ends up in one bounded channel; nothing here decides.

use std::sync::Arc;

use nexus_policy::{AgentName, ApprovalId, Code, Refusal, SessionId};
use tokio::sync::{mpsc, oneshot};

use super::answer::Answer;
use super::audit_log::AuditLog;
use super::request::Submission;
use crate::store::{Store, Token};

/// What a program says of itself when it connects.
#[derive(Debug, Clone)]
pub struct Hello {
    /// The name it gives itself.
    pub agent: AgentName,
    /// The token it got when it was paired under that name.
    pub token: Option<Token>,
    /// The program behind the connection, as far as the socket tells: a claim for the person to read.
    pub program: Option<String>,
}

/// What comes of a hello.
#[derive(Debug)]
pub enum Admission {
    /// It is a paired agent.
    Admitted(AgentSession),
    /// A person has to say yes first.
    Pairing(PendingPairing),
}

/// A new session's id, or why there is none.
pub(crate) type AdmissionReply = oneshot::Sender<Result<SessionId, Refusal>>;

/// What travels to the broker from agents, in order.
#[derive(Debug)]
pub(crate) enum AgentMessage {
    /// A paired agent connected.
    Connect { agent: AgentName, program: Option<String>, reply: AdmissionReply },
    /// An unknown one did. `asked` is answered at once, `decided` when the person did.
    Pair {
        agent: AgentName,
        program: Option<String>,
        asked: oneshot::Sender<Result<(ApprovalId, String), Refusal>>,
        decided: AdmissionReply,
    },
    /// A call.
    Call { session: SessionId, submission: Submission, reply: oneshot::Sender<Answer> },
}

/// What must reach the broker even when the channel for calls is full.
#[derive(Debug, Clone, Copy)]
pub(crate) enum AgentSignal {
    /// The connection is gone.
    Disconnected(SessionId),
    /// Some call's client doesn't want its answer any more.
    CallDropped(SessionId),
    /// A program that asked to be paired is gone.
    PairingDropped(ApprovalId),
}

/// Where agents knock. Cheap to clone.
#[derive(Debug, Clone)]
pub struct AgentPort {
    pub(crate) messages: mpsc::Sender<AgentMessage>,
    pub(crate) signals: mpsc::UnboundedSender<AgentSignal>,
    pub(crate) store: Arc<Store>,
    pub(crate) log: AuditLog,
}

impl AgentPort {
    /// Lets a paired agent in; asks a person about any other (A08, I01). A wrong token counts as none.
    pub async fn admit(&self, hello: Hello) -> Result<Admission, Refusal> {
        let Hello { agent, token, program } = hello;
        let known = match token {
            Some(token) => self.token_matches(&agent, token).await?,
            None => false,
        };
        if !known {
            return self.ask_to_pair(agent, program).await.map(Admission::Pairing);
        }
        let (reply, admitted) = oneshot::channel();
        self.send(AgentMessage::Connect { agent: agent.clone(), program, reply }).await?;
        let id = admitted.await.map_err(|_| shutting_down())??;
        Ok(Admission::Admitted(self.session(id, agent)))
    }

    async fn token_matches(&self, agent: &AgentName, token: Token) -> Result<bool, Refusal> {
        let (store, agent) = (Arc::clone(&self.store), agent.clone());
        let checked = tokio::task::spawn_blocking(move || store.token_matches(&agent, &token)).await;
        match checked {
            Ok(Ok(matches)) => Ok(matches),
            Ok(Err(error)) => {
                tracing::error!(code = error.code(), %error, "agent tokens can't be read, so nobody is admitted");
                self.log.note_failure(&error);
                let sentence = format!(
                    "NEXUS can't read its database ({}), so it admits nobody. Ask the person to look at NEXUS's window.",
                    error.code()
                );
                Err(Refusal::new(Code::Unavailable, sentence))
            }
            Err(_) => Err(shutting_down()),
        }
    }

    async fn ask_to_pair(&self, agent: AgentName, program: Option<String>) -> Result<PendingPairing, Refusal> {
        let (asked_reply, asked) = oneshot::channel();
        let (decided_reply, decided) = oneshot::channel();
        let message = AgentMessage::Pair { agent: agent.clone(), program, asked: asked_reply, decided: decided_reply };
        self.send(message).await?;
        let (approval, code) = asked.await.map_err(|_| shutting_down())??;
        Ok(PendingPairing { port: self.clone(), agent, approval, code, decided: Some(decided) })
    }

    fn session(&self, id: SessionId, agent: AgentName) -> AgentSession {
        AgentSession { id, agent, messages: self.messages.clone(), signals: self.signals.clone() }
    }

    async fn send(&self, message: AgentMessage) -> Result<(), Refusal> {
        self.messages.send(message).await.map_err(|_| shutting_down())
    }
}

fn shutting_down() -> Refusal {
    Refusal::new(Code::Unavailable, "NEXUS is shutting down.")
}

/// A request to be paired that a person hasn't decided yet. Dropping it withdraws the request.
#[derive(Debug)]
pub struct PendingPairing {
    port: AgentPort,
    agent: AgentName,
    approval: ApprovalId,
    code: String,
    decided: Option<oneshot::Receiver<Result<SessionId, Refusal>>>,
}

impl PendingPairing {
    /// What the person is asked by.
    pub fn approval(&self) -> ApprovalId {
        self.approval
    }

    /// The short code that both sides show.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Waits for the person. After a yes the agent has a new token, to be kept by its side alone.
    pub async fn decided(mut self) -> Result<(AgentSession, Token), Refusal> {
        let decided = self.decided.as_mut().ok_or_else(shutting_down)?;
        let id = decided.await.map_err(|_| shutting_down())?;
        self.decided = None;
        let session = self.port.session(id?, self.agent.clone());
        let token = Token::random();
        let (store, agent, kept) = (Arc::clone(&self.port.store), self.agent.clone(), token.clone());
        let stored = tokio::task::spawn_blocking(move || store.pair_agent(&agent, &kept)).await;
        match stored {
            Ok(Ok(())) => Ok((session, token)),
            Ok(Err(error)) => {
                tracing::error!(code = error.code(), %error, "the pairing can't be stored");
                self.port.log.note_failure(&error);
                Err(Refusal::new(Code::Unavailable, "NEXUS can't write its database, so nothing is paired."))
            }
            Err(_) => Err(shutting_down()),
        }
    }
}

impl Drop for PendingPairing {
    fn drop(&mut self) {
        if self.decided.is_some() {
            // The broker is gone when this fails, and with it the request.
            let _ = self.port.signals.send(AgentSignal::PairingDropped(self.approval));
        }
    }
}

/// One connection of a paired agent. Dropping it ends the session: its calls are cancelled and its leases released.
#[derive(Debug)]
pub struct AgentSession {
    id: SessionId,
    agent: AgentName,
    messages: mpsc::Sender<AgentMessage>,
    signals: mpsc::UnboundedSender<AgentSignal>,
}

impl AgentSession {
    /// Its id.
    pub fn id(&self) -> SessionId {
        self.id
    }

    /// Whose it is.
    pub fn agent(&self) -> &AgentName {
        &self.agent
    }

    /// Hands a call in. Calls of one session are taken in the order of these calls (N07); waits while the broker's
    /// channel is full.
    pub async fn submit(&self, submission: Submission) -> CallHandle {
        let (reply, answer) = oneshot::channel();
        let message = AgentMessage::Call { session: self.id, submission, reply };
        // When the broker is gone the reply is dropped, which `answer` reports.
        let _ = self.messages.send(message).await;
        CallHandle { session: self.id, signals: self.signals.clone(), answer: Some(answer) }
    }
}

impl Drop for AgentSession {
    fn drop(&mut self) {
        // The broker is gone when this fails, and with it the session.
        let _ = self.signals.send(AgentSignal::Disconnected(self.id));
    }
}

/// A call that was handed in. Dropping it before its answer cancels it.
#[derive(Debug)]
pub struct CallHandle {
    session: SessionId,
    signals: mpsc::UnboundedSender<AgentSignal>,
    answer: Option<oneshot::Receiver<Answer>>,
}

impl CallHandle {
    /// Waits for the answer.
    pub async fn answer(mut self) -> Answer {
        let Some(receiver) = self.answer.as_mut() else { return Answer::refused(&shutting_down()) };
        let answer = receiver.await;
        self.answer = None;
        answer.unwrap_or_else(|_| Answer::refused(&shutting_down()))
    }
}

impl Drop for CallHandle {
    fn drop(&mut self) {
        if let Some(receiver) = self.answer.take() {
            drop(receiver);
            // The broker is gone when this fails, and with it the call.
            let _ = self.signals.send(AgentSignal::CallDropped(self.session));
        }
    }
}
