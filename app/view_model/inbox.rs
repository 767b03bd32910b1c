//! What waits for the person, as the cards show it: in the hub everything, in a panel what is about its Window.

use std::time::{Duration, SystemTime};

use nexus_core::broker::{HandoffView, PairingView, RequestView, View};
use nexus_policy::{AgentName, ApprovalId, WindowId};

use super::caption::Caption;
use super::clock::{left_text, until_next_second};
use super::handoff_card::HandoffCard;
use super::request_card::RequestCard;

/// The cards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inbox {
    /// Unknown agents that ask to be paired, oldest first.
    pub pairings: Vec<PairingCard>,
    /// What agents hand to the person, oldest first.
    pub handoffs: Vec<HandoffCard>,
    /// What the person is asked on behalf of agents, oldest first.
    pub requests: Vec<RequestCard>,
    /// When the shortest countdown changes next, if one runs.
    pub next_change: Option<Duration>,
}

/// An unknown agent that asks to be paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingCard {
    /// To decide it.
    pub approval: ApprovalId,
    /// The name it gives itself.
    pub agent: AgentName,
    /// The code that its side shows too.
    pub code: String,
    /// The program that connected, as it claims.
    pub program: String,
    /// "4:12 left".
    pub time_left: String,
}

impl Inbox {
    /// Everything that waits.
    pub fn everything(view: &View, now: SystemTime) -> Self {
        let (handoffs, requests) = (view.handoffs.iter().collect(), view.requests.iter().collect());
        Self::of(view, &view.pairings, handoffs, requests, now)
    }

    /// What is about one Window.
    pub fn of_window(view: &View, window: WindowId, now: SystemTime) -> Self {
        let handoffs = view.handoffs.iter().filter(|handoff| handoff.window == Some(window)).collect();
        let requests = view.requests.iter().filter(|request| request.window == Some(window)).collect();
        Self::of(view, &[], handoffs, requests, now)
    }

    fn of(
        view: &View,
        pairings: &[PairingView],
        handoffs: Vec<&HandoffView>,
        requests: Vec<&RequestView>,
        now: SystemTime,
    ) -> Self {
        let ends = pairings.iter().map(|pairing| pairing.expires_at);
        let ends = ends.chain(handoffs.iter().map(|handoff| handoff.expires_at));
        let ends = ends.chain(requests.iter().map(|request| request.expires_at));
        Self {
            next_change: ends.filter_map(|end| until_next_second(end, now)).min(),
            pairings: pairings.iter().map(|pairing| PairingCard::new(pairing, now)).collect(),
            handoffs: handoffs.into_iter().map(|handoff| HandoffCard::new(handoff, view, now)).collect(),
            requests: requests.into_iter().map(|request| RequestCard::new(request, view, now)).collect(),
        }
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.pairings.is_empty() && self.handoffs.is_empty() && self.requests.is_empty()
    }

    /// What a person decides about, without what only counts down. When this changes, nothing may be pressed by habit.
    pub fn subject(&self) -> Vec<String> {
        let pairings = self.pairings.iter().map(|card| format!("{} {} {}", card.approval, card.agent, card.code));
        let handoffs = self.handoffs.iter().map(|card| format!("{} {} {}", card.handoff, card.name, card.reason));
        let requests = self.requests.iter().map(|card| format!("{} {}", card.approval, card.name));
        pairings.chain(handoffs).chain(requests).collect()
    }
}

impl Inbox {
    /// How the pictures on the cards are doing. When one comes, what is below it moves.
    pub fn captions(&self) -> Vec<&Caption> {
        self.requests.iter().map(|card| &card.caption).collect()
    }
}

impl PairingCard {
    fn new(pairing: &PairingView, now: SystemTime) -> Self {
        Self {
            approval: pairing.approval,
            agent: pairing.agent.clone(),
            code: pairing.code.clone(),
            program: pairing.program.clone().unwrap_or_else(|| "unknown".to_owned()),
            time_left: left_text(pairing.expires_at, now),
        }
    }
}
