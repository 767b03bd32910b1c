//! A page's title, learned with the secrets that it may repeat.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::target::GetTargetInfoParams;

use super::cdp::CdpSession;
use super::noting::Teller;
use super::page::Page;
use crate::redaction::Untrusted;

/// How long Chromium may take to tell a title.
const TITLE_DEADLINE: Duration = Duration::from_secs(1);
/// How long a document may take to say what is secret in it. What is typed has been noted without asking.
const SECRETS_DEADLINE: Duration = Duration::from_millis(100);
/// How often it is looked at again because it has changed meanwhile.
const LOOKS: usize = 4;

/// The title that was learned last, kept as a keyed fingerprint: it may hold a secret.
#[derive(Debug, Default)]
pub(super) struct LearnedTitle {
    key: RandomState,
    fingerprint: AtomicU64,
}

impl LearnedTitle {
    fn is(&self, title: &str) -> bool {
        self.fingerprint.load(Ordering::Relaxed) == self.key.hash_one(title)
    }

    fn set(&self, title: &str) {
        self.fingerprint.store(self.key.hash_one(title), Ordering::Relaxed);
    }
}

impl Page {
    /// Asks Chromium for the title, which it doesn't tell by itself. It answers also while the page hangs. A title counts
    /// only if it is still there when the documents have said what is secret in them.
    pub(crate) async fn learn_title(&self) {
        let Some(mut title) = self.ask_for_title().await else { return };
        if self.title.is(&title) {
            return;
        }
        for _ in 0..LOOKS {
            self.note_secrets(Teller::Title, SECRETS_DEADLINE).await;
            let Some(still) = self.ask_for_title().await else { return };
            if std::mem::replace(&mut title, still.clone()) == still {
                break;
            }
        }
        self.title.set(&title);
        let title = Untrusted::title(title).without(&self.secrets);
        self.update(|state| state.title = title);
    }

    async fn ask_for_title(&self) -> Option<String> {
        let ask = GetTargetInfoParams { target_id: Some(self.target.clone().into()) };
        match self.connection.call(&CdpSession::Root, ask, TITLE_DEADLINE).await {
            Ok(answer) => Some(answer.target_info.title),
            Err(error) => {
                tracing::debug!(%error, "a page's title is not known");
                None
            }
        }
    }
}
