//! What the guard kept from a page, and why: nothing is claimed for it.

use nexus_policy::Code;
use serde::Deserialize;

use super::spot::{CoveredBy, Spot};
use crate::broker::ActEffect;
use crate::engine::Failure;

/// The guard's word for why it kept an act from the page.
#[derive(Debug, Deserialize)]
pub(super) struct Failed {
    pub(super) problem: Problem,
    pub(super) by: Option<CoveredBy>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Problem {
    /// Something else would have got it.
    Missed,
    /// The element has gone from where it was.
    Moved,
    /// The element, or where its form goes, isn't any more what it was when it was looked at.
    Changed,
    /// It was too long on its way.
    Expired,
}

/// An act that didn't come to its target, or not whole.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) problem: Problem,
    /// What would have got it.
    pub(super) by: Option<CoveredBy>,
    /// Whether the target got some of it before.
    pub(super) partly: bool,
}

impl Kept {
    /// Its document went before anything of it was seen there.
    pub(super) fn before_it_came() -> Self {
        Self { problem: Problem::Missed, by: None, partly: false }
    }

    /// It was too long on its way.
    pub(super) fn too_late() -> Self {
        Self { problem: Problem::Expired, by: None, partly: false }
    }

    /// Whether it may go better the next time: nothing was done, and the element is still the one that was meant.
    pub(super) fn may_be_tried_again(&self) -> bool {
        !self.partly && self.problem != Problem::Changed
    }

    /// Whether the page came to it too late, so that nothing was done.
    pub(super) fn came_too_late(&self) -> bool {
        !self.partly && self.problem == Problem::Expired
    }

    /// The same for the key after a text that came.
    pub(super) fn after_the_text(self, spot: &Spot<'_>) -> Failure {
        Self { partly: true, ..self }.failure(spot)
    }

    /// Says so. What is done by halves is said to be.
    pub(super) fn failure(self, spot: &Spot<'_>) -> Failure {
        match self {
            Self { problem: Problem::Missed, by: Some(by), partly: false } => none(spot.cannot("covered", Some(by))),
            Self { problem: Problem::Moved, partly: false, .. } => none(spot.problem("moving")),
            kept => kept.of(&spot.reference.to_string()),
        }
    }

    /// The same for a key.
    pub(super) fn by_what_has_the_focus(self) -> Failure {
        self.of("What has the focus")
    }

    fn of(self, what: &str) -> Failure {
        let (code, why) = match self.problem {
            Problem::Missed | Problem::Moved => {
                (Code::TargetChanged, "didn't get the event: something else came there")
            }
            Problem::Changed => (Code::TargetChanged, "changed between the look at it and the act"),
            Problem::Expired => (Code::TimedOut, "was reached too late, because the page was busy"),
        };
        let rest = if self.partly { "The rest of it was kept from the page." } else { "Nothing was done." };
        none(Failure::new(code, format!("{what} {why}. {rest}")))
    }
}

fn none(mut failure: Failure) -> Failure {
    failure.effect = Some(ActEffect::None);
    failure
}
