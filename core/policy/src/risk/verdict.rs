//! From a risk to what happens: the columns of the table.

use super::{Judgement, Risk};
use crate::ApprovalSetting;

/// What happens with an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It is done.
    Allow,
    /// The person is asked.
    Ask,
    /// It isn't done by an agent; the person does it, in a handoff.
    Deny,
}

impl Verdict {
    /// The word for it on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// Where an act happens, as far as that decides whether it asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Whether the Window may be signed in.
    pub signed_in: bool,
    /// Whether the effect gate holds what is sent from there.
    pub gate: bool,
    /// Whether the person allowed this Window to go to other origins.
    pub leaving_allowed: bool,
}

/// What happens with an act that was judged: one cell of the table, and what the person's setting makes of it (N13, N15).
pub fn verdict(judgement: &Judgement, setting: ApprovalSetting, place: Place) -> Verdict {
    let by_table = cell(judgement.risk, place);
    match setting {
        ApprovalSetting::Every => by_table.max(Verdict::Ask),
        ApprovalSetting::Matters => by_table,
        ApprovalSetting::Minimal => match judgement.risk {
            Risk::Consequential if !place.signed_in => Verdict::Allow,
            // Invariant (N13): no setting lowers the last two rows.
            Risk::Inert
            | Risk::Scripted
            | Risk::Leaving
            | Risk::Consequential
            | Risk::AlwaysSensitive
            | Risk::Secret => by_table,
        },
    }
}

fn cell(risk: Risk, place: Place) -> Verdict {
    let Place { signed_in, gate, leaving_allowed } = place;
    let asks_unless = |is_fine: bool| if is_fine { Verdict::Allow } else { Verdict::Ask };
    match risk {
        Risk::Inert => Verdict::Allow,
        Risk::Scripted => asks_unless(!signed_in || gate),
        Risk::Leaving => asks_unless(!signed_in || leaving_allowed),
        Risk::Consequential | Risk::AlwaysSensitive => Verdict::Ask,
        Risk::Secret if signed_in => Verdict::Deny,
        Risk::Secret => Verdict::Ask,
    }
}

#[cfg(test)]
mod tests;
