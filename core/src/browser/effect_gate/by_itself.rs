//! What a Window's pages send again and again by themselves: seen while no agent has control and the person's own hand isn't
//! there, so that neither can be why. In memory alone, and bounded.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use nexus_policy::Endpoint;

/// How long what is sent may be because of the person's hand.
const AFTER_HAND: Duration = Duration::from_secs(5);
/// How far apart two of a kind are that aren't one thing sent twice.
const APART: Duration = Duration::from_millis(500);
/// Kinds that are remembered.
const MOST: usize = 256;

#[derive(Debug, Default)]
pub(super) struct ByItself {
    hand: Option<Instant>,
    seen: BTreeMap<Endpoint, Instant>,
}

impl ByItself {
    /// The person's hand, or an agent's, is there.
    pub(super) fn note_hand(&mut self, now: Instant) {
        self.hand = Some(now);
    }

    /// Something is sent. Answers whether its kind was before, with nobody's hand anywhere near.
    pub(super) fn note(&mut self, endpoint: &Endpoint, now: Instant) -> bool {
        if self.hand.is_some_and(|hand| now.saturating_duration_since(hand) < AFTER_HAND) {
            return false;
        }
        let shape = endpoint.shape();
        match self.seen.get(&shape) {
            Some(before) => now.saturating_duration_since(*before) >= APART,
            None => {
                if self.seen.len() < MOST {
                    self.seen.insert(shape, now);
                }
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nexus_policy::Origin;

    use super::*;

    fn endpoint(path: &str) -> Endpoint {
        let origin = Origin("https://shop.example".to_owned());
        Endpoint { method: "POST".to_owned(), origin, path: path.to_owned() }
    }

    /// What is sent twice with nobody's hand near is a page's own; what follows a hand isn't, and once proves nothing.
    #[test]
    fn only_what_comes_again_with_nobodys_hand_near_is_a_pages_own() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        let mut seen = ByItself::default();
        assert!(!seen.note(&endpoint("/poll/17"), at(0)));
        assert!(!seen.note(&endpoint("/poll/17"), at(100)), "one thing, sent twice");
        assert!(seen.note(&endpoint("/poll/18"), at(1000)));
        seen.note_hand(at(2000));
        assert!(!seen.note(&endpoint("/delete/1"), at(3000)) && !seen.note(&endpoint("/delete/2"), at(6900)));
        assert!(!seen.note(&endpoint("/delete/1"), at(7100)), "neither of those before counts");
        assert!(seen.note(&endpoint("/delete/1"), at(8000)));
    }
}
