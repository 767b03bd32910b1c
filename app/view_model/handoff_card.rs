//! The card of something that an agent hands to the person.

use std::time::SystemTime;

use nexus_core::broker::{HandoffView, PersonCommand, View};
use nexus_policy::HandoffId;

use super::clock::left_text;
use super::control_state::shortened;
use super::whereabouts::Whereabouts;

/// How much of a reason a button's name holds.
const REASON_CHARS: usize = 60;

/// One handoff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandoffCard {
    /// To end it.
    pub handoff: HandoffId,
    /// Who asks: "Claude Code asks you to do this:".
    pub title: String,
    /// What to do, in the agent's words.
    pub reason: String,
    /// Where.
    pub at: Whereabouts,
    /// What the answers lead to.
    pub note: String,
    /// "4:12 left".
    pub time_left: String,
    /// What it is about in one line, for a screen reader.
    pub name: String,
}

impl HandoffCard {
    pub(crate) fn new(handoff: &HandoffView, view: &View, now: SystemTime) -> Self {
        let agent = &handoff.asked_by.agent;
        let at = Whereabouts::new(view, handoff.window, handoff.page, handoff.origin.as_deref());
        let reason = shortened(&handoff.reason, REASON_CHARS);
        Self {
            handoff: handoff.handoff,
            title: format!("{agent} asks you to do this:"),
            reason: handoff.reason.clone(),
            note: format!("Done lets {agent} go on there, also where you signed in. Otherwise you keep control."),
            time_left: left_text(handoff.expires_at, now),
            name: format!("{agent} asks you: “{reason}”, {}", at.name()),
            at,
        }
    }

    /// The command of one of its buttons.
    pub fn finish(&self, ending: HandoffEnding) -> PersonCommand {
        PersonCommand::FinishHandoff { handoff: self.handoff, completed: ending == HandoffEnding::Done }
    }
}

/// How the person ends a handoff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandoffEnding {
    /// What was asked is done.
    Done,
    /// It can't be done.
    CannotDo,
}

impl HandoffEnding {
    /// Both, in the order of their buttons.
    pub const ALL: [Self; 2] = [Self::Done, Self::CannotDo];

    /// What is written on its button.
    pub fn label(self) -> &'static str {
        match self {
            Self::Done => "Done",
            Self::CannotDo => "Can't do it",
        }
    }
}
