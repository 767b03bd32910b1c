//! What a Window's pages may send unasked while an agent has control, as its panel shows it.

use nexus_core::broker::{PersonCommand, UnaskedView, WindowView};
use nexus_policy::Unasked;

/// One kind of thing that is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnaskedRow {
    /// "POST https://shop.example/poll/*".
    pub what: String,
    /// Why it isn't asked about.
    pub why: &'static str,
    /// What has it asked about again.
    pub ask_again: PersonCommand,
}

pub(crate) fn unasked_rows(window: &WindowView) -> Vec<UnaskedRow> {
    let row = |UnaskedView { endpoint, to, why }: &UnaskedView| UnaskedRow {
        what: format!("{} {to}", endpoint.method),
        why: match why {
            Unasked::ByItself => "the page's own, seen while no agent was there",
            Unasked::Allowed => "always allowed here by you",
        },
        ask_again: PersonCommand::AskAgain { window: window.id, endpoint: endpoint.clone() },
    };
    window.unasked.iter().map(row).collect()
}
