//! A page's title, learned with the secrets that it may repeat.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::target::GetTargetInfoParams;
use chromiumoxide::cdp::js_protocol::runtime::{CallFunctionOnParams, ExecutionContextId};
use futures_util::future::join_all;

use super::cdp::CdpSession;
use super::page::Page;
use crate::redaction::{Noted, Untrusted};

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
            self.note_secrets().await;
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

    /// Asks every document what is secret in it. Behind a dialog none answers.
    async fn note_secrets(&self) {
        if self.state().dialog.is_some() {
            return;
        }
        let asked = self.worlds.all().into_iter().map(|(session, context)| self.secrets_of(session, context));
        join_all(asked).await.into_iter().flatten().for_each(|noted| self.secrets.note(noted));
    }

    async fn secrets_of(&self, session: CdpSession, context: ExecutionContextId) -> Vec<Noted> {
        let mut ask = CallFunctionOnParams::new("function() { return nexus.noteSecrets(); }");
        (ask.execution_context_id, ask.return_by_value) = (Some(context), Some(true));
        let told = self.connection.call(&session, ask, SECRETS_DEADLINE).await;
        let noted = told.ok().and_then(|told| serde_json::from_value(told.result.value?).ok());
        noted.unwrap_or_else(|| {
            tracing::debug!("a document doesn't say what is secret in it");
            Vec::new()
        })
    }
}
