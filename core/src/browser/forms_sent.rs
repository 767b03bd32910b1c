//! Which documents of a page came by a form that was sent in the body of a request: to show one again is to send it again.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

/// What a page has sent for its own documents.
#[derive(Debug, Default)]
pub(super) struct FormsSent {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The document that was asked for last, and whether by a form. A redirect asks once more for the same.
    last: Option<(String, bool)>,
    /// The addresses that forms were sent to, as hashes: they may hold anything.
    addresses: BTreeSet<[u8; 32]>,
}

impl FormsSent {
    /// A document was asked for.
    pub(super) fn note(&self, loader: String, address: &str, is_posted: bool) {
        let mut state = self.lock();
        state.last = Some((loader, is_posted));
        if is_posted {
            state.addresses.insert(hash(address));
        }
    }

    /// Whether that document came by a form.
    pub(super) fn is_posted(&self, loader: &str) -> bool {
        self.lock().last.as_ref().is_some_and(|(last, is_posted)| last == loader && *is_posted)
    }

    /// Whether a form was ever sent to this address.
    pub(super) fn were_sent_to(&self, address: &str) -> bool {
        self.lock().addresses.contains(&hash(address))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is complete in itself, so a panic elsewhere leaves it sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn hash(address: &str) -> [u8; 32] {
    Sha256::digest(address.split('#').next().unwrap_or_default()).into()
}
