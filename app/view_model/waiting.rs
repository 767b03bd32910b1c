//! How much waits for the person, and how that is said.

use nexus_core::broker::View;
use nexus_policy::WindowId;

/// How much waits for the person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waiting {
    /// Unknown agents that ask to be paired.
    pub pairings: usize,
    /// What agents hand to the person.
    pub handoffs: usize,
    /// What the person is asked on behalf of agents.
    pub requests: usize,
}

impl Waiting {
    /// All there is.
    pub fn everywhere(view: &View) -> Self {
        Self { pairings: view.pairings.len(), handoffs: view.handoffs.len(), requests: view.requests.len() }
    }

    /// What the panel of a Window doesn't show itself.
    pub fn outside(view: &View, window: WindowId) -> Self {
        let is_outside = |place: Option<WindowId>| place != Some(window);
        Self {
            pairings: view.pairings.len(),
            handoffs: view.handoffs.iter().filter(|handoff| is_outside(handoff.window)).count(),
            requests: view.requests.iter().filter(|request| is_outside(request.window)).count(),
        }
    }

    /// How many things.
    pub fn count(self) -> usize {
        let Self { pairings, handoffs, requests } = self;
        pairings + handoffs + requests
    }

    /// The same in words; `None` if nothing waits.
    pub fn text(self) -> Option<String> {
        let Self { pairings, handoffs, requests } = self;
        Some(match (pairings, handoffs, requests) {
            (0, 0, 0) => return None,
            (1, 0, 0) => "An agent asks to be paired.".to_owned(),
            (several, 0, 0) => format!("{several} agents ask to be paired."),
            (0, 1, 0) => "An agent waits until you have done something for it.".to_owned(),
            (0, several, 0) => format!("{several} times an agent waits until you have done something for it."),
            (0, 0, 1) => "An agent asks whether it may do something.".to_owned(),
            (0, 0, several) => format!("{several} times an agent asks whether it may do something."),
            (_, _, _) => format!("{} things wait for you.", self.count()),
        })
    }
}
