//! Agents and their sessions: who is paired, who is connected, who asks to be.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::SystemTime;

use nexus_policy::{AgentName, ApprovalId, Code, Command, Fact, Input, PairingVerdict, Refusal, SessionId, limits};
use tokio::sync::oneshot;

use super::agent_port::{AdmissionReply, AgentMessage, AgentSignal};
use super::clock;
use super::inside::{Inside, Reply};
use super::people::done;
use super::person::{PersonAnswer, PersonError};
use super::read_before::ReadBefore;
use super::run::Broker;
use super::view::PairingView;

/// Who is there.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    last_session: u64,
    known: BTreeSet<AgentName>,
    connected: BTreeMap<SessionId, Connected>,
    pairings: BTreeMap<ApprovalId, OpenPairing>,
}

/// One connection.
#[derive(Debug)]
pub(super) struct Connected {
    pub(super) agent: AgentName,
    pub(super) program: Option<String>,
    pub(super) since: SystemTime,
    pub(super) read: ReadBefore,
}

/// A request to be paired.
#[derive(Debug)]
struct OpenPairing {
    view: PairingView,
    asked: Option<oneshot::Sender<Result<(ApprovalId, String), Refusal>>>,
    decided: AdmissionReply,
}

impl Sessions {
    pub(super) fn of(known: Vec<AgentName>) -> Self {
        Self { known: known.into_iter().collect(), ..Self::default() }
    }

    pub(super) fn agent_of(&self, session: SessionId) -> Option<&AgentName> {
        self.connected.get(&session).map(|connected| &connected.agent)
    }

    pub(super) fn known(&self) -> impl Iterator<Item = &AgentName> {
        self.known.iter()
    }

    pub(super) fn connected(&self) -> impl Iterator<Item = (SessionId, &Connected)> {
        self.connected.iter().map(|(id, connected)| (*id, connected))
    }

    /// What a session was given so far.
    pub(super) fn read_by(&mut self, session: SessionId) -> Option<&mut ReadBefore> {
        self.connected.get_mut(&session).map(|connected| &mut connected.read)
    }

    pub(super) fn pairings(&self) -> impl Iterator<Item = &PairingView> {
        self.pairings.values().map(|pairing| &pairing.view)
    }

    fn connect(&mut self, agent: AgentName, program: Option<String>) -> SessionId {
        self.last_session += 1;
        let session = SessionId(self.last_session);
        self.known.insert(agent.clone());
        self.connected
            .insert(session, Connected { agent, program, since: SystemTime::now(), read: ReadBefore::default() });
        session
    }
}

impl Broker {
    pub(super) fn take_agent_message(&mut self, message: AgentMessage) {
        match message {
            AgentMessage::Connect { agent, program, reply } => self.admit(agent, program, reply),
            AgentMessage::Pair { agent, program, asked, decided } => self.ask_pairing(agent, program, asked, decided),
            AgentMessage::Call { session, submission, reply } => self.take_call(session, submission, reply),
        }
    }

    pub(super) fn take_signal(&mut self, signal: AgentSignal) {
        match signal {
            AgentSignal::Disconnected(session) => {
                self.sessions.connected.remove(&session);
                self.inputs.push_back(Input::SessionClosed(session));
            }
            AgentSignal::CallDropped(session) => self.drop_calls(session),
            AgentSignal::PairingDropped(approval) => self.inputs.push_back(Input::PairingWithdrawn(approval)),
        }
    }

    fn admit(&mut self, agent: AgentName, program: Option<String>, reply: AdmissionReply) {
        let session = self.sessions.connect(agent.clone(), program);
        self.inputs.push_back(Input::SessionOpened { session, agent });
        if reply.send(Ok(session)).is_err() {
            self.take_signal(AgentSignal::Disconnected(session));
        }
    }

    fn ask_pairing(
        &mut self,
        agent: AgentName,
        program: Option<String>,
        asked: oneshot::Sender<Result<(ApprovalId, String), Refusal>>,
        decided: AdmissionReply,
    ) {
        let approval = self.policy.new_approval_id();
        let expires_at = clock::wall(clock::now() + limits::PAIRING_LIFE);
        let view = PairingView { approval, agent: agent.clone(), code: pairing_code(), program, expires_at };
        self.sessions.pairings.insert(approval, OpenPairing { view, asked: Some(asked), decided });
        self.inputs.push_back(Input::PairingAsked { agent, approval });
    }

    /// Policy has taken a request in: its program learns the code, and the person is asked.
    pub(super) fn pairing_asked(&mut self, approval: ApprovalId) {
        let Some(pairing) = self.sessions.pairings.get_mut(&approval) else { return };
        let Some(asked) = pairing.asked.take() else { return };
        let view = pairing.view.clone();
        if asked.send(Ok((approval, view.code.clone()))).is_err() {
            return self.inputs.push_back(Input::PairingWithdrawn(approval));
        }
        self.publishing.tell_with_view(super::person::Event::PairingRequested(view));
    }

    pub(super) fn pairing_decided(&mut self, approval: ApprovalId, agent: AgentName, verdict: PairingVerdict) {
        let Some(OpenPairing { view, asked, decided }) = self.sessions.pairings.remove(&approval) else { return };
        let refusal = match verdict {
            PairingVerdict::Paired => {
                let session = self.sessions.connect(agent.clone(), view.program);
                self.inputs.push_back(Input::SessionOpened { session, agent });
                if decided.send(Ok(session)).is_err() {
                    self.take_signal(AgentSignal::Disconnected(session));
                }
                return;
            }
            PairingVerdict::Rejected => Refusal::new(Code::NotAuthorized, "A person said no to pairing this agent."),
            PairingVerdict::Expired => {
                Refusal::new(Code::NotAuthorized, "Nobody decided about pairing this agent in time.")
            }
        };
        let told = match asked {
            Some(asked) => {
                let full = "Too many programs wait to be paired already.";
                asked.send(Err(Refusal::new(Code::LimitReached, full))).is_ok()
            }
            None => decided.send(Err(refusal)).is_ok(),
        };
        if !told {
            tracing::debug!(%approval, "the program that asked to be paired is gone");
        }
    }

    /// Forgets an agent: its sessions end at once, then its token, then whoever slipped in with it meanwhile.
    pub(super) fn revoke_agent(&mut self, agent: AgentName, reply: Reply) {
        self.sessions.known.remove(&agent);
        self.inputs.push_back(Input::Person(Command::RevokeAgent(agent.clone())));
        let (store, inside) = (Arc::clone(&self.config.store), self.outbox.inside.clone());
        tokio::task::spawn_blocking(move || {
            let forgotten = match store.forget_agent(&agent) {
                Ok(true) => Ok(()),
                Ok(false) => Err(PersonError { code: "unknown_agent", sentence: "There is no such agent.".to_owned() }),
                Err(error) => Err(PersonError { code: "unavailable", sentence: error.to_string() }),
            };
            done(&inside, Inside::AgentForgotten(agent, reply, forgotten));
        });
    }

    pub(super) fn agent_forgotten(&mut self, agent: AgentName, reply: Reply, forgotten: Result<(), PersonError>) {
        self.sessions.known.remove(&agent);
        self.inputs.push_back(Input::Person(Command::RevokeAgent(agent)));
        self.answer_person(reply, forgotten.map(|()| PersonAnswer::Done));
        self.publishing.mark();
    }

    /// A session has been ended by the person.
    pub(super) fn disconnect(&mut self, session: SessionId) {
        self.sessions.connected.remove(&session);
        self.tell(Fact::SessionChanged(session));
    }
}

/// A short code for a person to compare: letters and digits that can't be taken for one another.
fn pairing_code() -> String {
    const ALPHABET: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let mut random = [0_u8; 6];
    if let Err(error) = getrandom::fill(&mut random) {
        // The code is compared by eyes and proves nothing by itself, so a weak one is no hole.
        tracing::error!(%error, "no random bytes for a pairing code");
    }
    random.iter().map(|byte| char::from(ALPHABET[usize::from(*byte) % ALPHABET.len()])).collect()
}
