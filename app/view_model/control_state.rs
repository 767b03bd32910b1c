//! Who has control, as a word, an icon and a colour role. Never a colour alone.

use std::time::SystemTime;

use nexus_core::broker::{ControlView, HandoffView, Health, WindowView};
use nexus_policy::AgentName;

use super::clock::time_left_text;

/// What a state is shown like. The theme turns it into colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateRole {
    /// Nobody acts.
    Idle,
    /// An agent may act.
    Agent,
    /// An agent waits until the person has done something for it.
    Handoff,
    /// A take-over isn't in force everywhere yet.
    Taking,
    /// The person has control.
    Person,
    /// There is nothing left to control.
    Gone,
}

impl StateRole {
    /// Its icon.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Idle => "⏸",
            Self::Agent => "▶",
            Self::Handoff => "✋",
            Self::Taking => "⏳",
            Self::Person => "👤",
            Self::Gone => "⛔",
        }
    }
}

/// A state as the person reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlState {
    /// Its colour role and icon.
    pub role: StateRole,
    /// The state in words.
    pub words: String,
    /// What else there is to know about it.
    pub note: Option<String>,
}

impl ControlState {
    fn new(role: StateRole, words: impl Into<String>) -> Self {
        Self { role, words: words.into(), note: None }
    }

    fn with_note(self, note: Option<String>) -> Self {
        Self { note, ..self }
    }
}

const WAITING: &str = "Waiting for you";

/// How much of a reason the state says; all of it is on the handoff's card.
const REASON_CHARS: usize = 32;

/// The state of a Window as a whole. Where only pages are held, it says by whom; what an agent hands to the person
/// there counts for the Window unless the person has it already.
pub fn window_state(window: &WindowView, handoffs: &[HandoffView], now: SystemTime) -> ControlState {
    if let Health::Gone(reason) = &window.health {
        return ControlState::new(StateRole::Gone, "Chromium has ended").with_note(Some(reason.clone()));
    }
    let handoff = handoffs.iter().find(|handoff| handoff.window == Some(window.id));
    match (&window.control, handoff) {
        (ControlView::Idle | ControlView::Agent(_) | ControlView::Handoff, Some(handoff)) => {
            ControlState::new(StateRole::Handoff, waiting_words(handoff, now)).with_note(own_pages(window))
        }
        (control, _) => settled_window_state(window, control),
    }
}

/// "Waiting for you: sign in to example.com (4:12 left)".
fn waiting_words(handoff: &HandoffView, now: SystemTime) -> String {
    let reason = shortened(&handoff.reason, REASON_CHARS);
    match time_left_text(handoff.expires_at, now) {
        Some(left) => format!("{WAITING}: {reason} ({left} left)"),
        None => format!("{WAITING}: {reason}"),
    }
}

/// At most so many characters of a text, with a sign that there are more.
pub(crate) fn shortened(text: &str, chars: usize) -> String {
    if text.chars().count() <= chars {
        return text.to_owned();
    }
    let kept: String = text.chars().take(chars.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

fn settled_window_state(window: &WindowView, control: &ControlView) -> ControlState {
    match control {
        ControlView::Idle => idle_window_state(window),
        ControlView::Agent(holder) => {
            ControlState::new(StateRole::Agent, format!("{} is in control", holder.agent)).with_note(own_pages(window))
        }
        ControlView::Handoff => ControlState::new(StateRole::Handoff, WAITING).with_note(own_pages(window)),
        ControlView::Taking => ControlState::new(StateRole::Taking, "Taking control…"),
        ControlView::Person => ControlState::new(StateRole::Person, "You have control"),
    }
}

/// The state of one page.
pub fn page_state(control: &ControlView) -> ControlState {
    match control {
        ControlView::Idle => ControlState::new(StateRole::Idle, "Idle"),
        ControlView::Agent(holder) => ControlState::new(StateRole::Agent, holder.agent.to_string()),
        ControlView::Handoff => ControlState::new(StateRole::Handoff, WAITING),
        ControlView::Taking => ControlState::new(StateRole::Taking, "Taking control…"),
        ControlView::Person => ControlState::new(StateRole::Person, "You"),
    }
}

fn idle_window_state(window: &WindowView) -> ControlState {
    let mut agents: Vec<&AgentName> = Vec::new();
    let mut held = 0;
    for page in &window.pages {
        if let ControlView::Agent(holder) = &page.control {
            held += 1;
            if !agents.contains(&&holder.agent) {
                agents.push(&holder.agent);
            }
        }
    }
    let pages = if held == 1 { "one page".to_owned() } else { format!("{held} pages") };
    let state = match agents.as_slice() {
        [] if window.health == Health::Starting => {
            ControlState::new(StateRole::Idle, "Idle").with_note(Some("Chromium is being started.".to_owned()))
        }
        [] => ControlState::new(StateRole::Idle, "Idle"),
        [agent] => ControlState::new(StateRole::Agent, format!("{agent} controls {pages}")),
        several => ControlState::new(StateRole::Agent, format!("{} agents control {pages}", several.len())),
    };
    let note = state.note.clone().or_else(|| own_pages(window));
    state.with_note(note)
}

fn own_pages(window: &WindowView) -> Option<String> {
    let own = window.pages.iter().filter(|page| matches!(page.control, ControlView::Person)).count();
    match own {
        0 => None,
        1 => Some("You have control of one page.".to_owned()),
        count => Some(format!("You have control of {count} pages.")),
    }
}
