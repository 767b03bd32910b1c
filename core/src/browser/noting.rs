//! Asking a page's documents what is secret in them. They answer with fingerprints; the values stay where they are.

use std::time::Duration;

use chromiumoxide::cdp::js_protocol::runtime::{CallFunctionOnParams, ExecutionContextId};
use futures_util::future::join_all;
use serde::Deserialize;

use super::cdp::CdpSession;
use super::page::Page;
use crate::redaction::Noted;

/// What a document says.
#[derive(Debug, Default, Deserialize)]
struct Said {
    fields: Vec<Noted>,
    cookies: Vec<Noted>,
    typed: Vec<Noted>,
}

/// What came of asking.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// The cookies that scripts can read: secret where a page tells what it pleases.
    pub(crate) cookies: Vec<Noted>,
    /// What ordinary fields hold: secret where an agent's own script may have read it.
    pub(crate) typed: Vec<Noted>,
    /// The sessions with a document that doesn't answer.
    pub(crate) silent: Vec<CdpSession>,
}

impl Page {
    /// Asks every document what is secret in it. Behind a dialog none answers.
    pub(crate) async fn note_secrets(&self, deadline: Duration) -> Asked {
        let mut asked = Asked::default();
        let documents = self.worlds.all();
        if self.state().dialog.is_some() {
            asked.silent = documents.into_iter().map(|(session, _)| session).collect();
            return asked;
        }
        let answers = documents.into_iter().map(async |(session, context)| {
            let said = self.secrets_of(&session, context, deadline).await;
            (session, said)
        });
        for (session, said) in join_all(answers).await {
            match said {
                Some(Said { fields, cookies, typed }) => {
                    fields.into_iter().for_each(|noted| self.secrets.note(noted));
                    asked.cookies.extend(cookies);
                    asked.typed.extend(typed);
                }
                None => asked.silent.push(session),
            }
        }
        asked.silent.dedup();
        asked
    }

    async fn secrets_of(&self, session: &CdpSession, context: ExecutionContextId, deadline: Duration) -> Option<Said> {
        let mut ask = CallFunctionOnParams::new("function() { return nexus.noteAllSecrets(); }");
        (ask.execution_context_id, ask.return_by_value) = (Some(context), Some(true));
        let told = self.connection.call(session, ask, deadline).await;
        let said = told.ok().and_then(|told| serde_json::from_value(told.result.value?).ok());
        if said.is_none() {
            tracing::debug!("a document doesn't say what is secret in it");
        }
        said
    }
}
