//! Asking a page's documents what is secret in them. They answer with fingerprints; the values stay where they are.

use std::time::Duration;

use chromiumoxide::cdp::js_protocol::runtime::{CallFunctionOnParams, ExecutionContextId};
use futures_util::future::join_all;
use serde::Deserialize;

use super::cdp::CdpSession;
use super::page::Page;
use crate::redaction::Noted;

/// What is about to be told. The more its author could have read, the more of it is secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Teller {
    /// A page by its title.
    Title,
    /// A page's scripts by what they logged or asked for: they can read cookies.
    Logged,
    /// An agent's own script: it can read what ordinary fields hold as well.
    Script,
}

impl Teller {
    fn question(self) -> &'static str {
        match self {
            Self::Title => "function() { return nexus.noteSecrets('title'); }",
            Self::Logged => "function() { return nexus.noteSecrets('logged'); }",
            Self::Script => "function() { return nexus.noteSecrets('script'); }",
        }
    }
}

/// What a document says.
#[derive(Debug, Deserialize)]
struct Said {
    fields: Vec<Noted>,
    readable: Vec<Noted>,
}

/// What came of asking.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// What isn't secret but for this teller.
    pub(crate) readable: Vec<Noted>,
    /// The sessions with a document that doesn't answer.
    pub(crate) silent: Vec<CdpSession>,
}

impl Page {
    /// Asks every document what is secret in it. Behind a dialog none answers.
    pub(crate) async fn note_secrets(&self, teller: Teller, deadline: Duration) -> Asked {
        let mut asked = Asked::default();
        let documents = self.worlds.all();
        if self.state().dialog.is_some() {
            asked.silent = documents.into_iter().map(|(session, _)| session).collect();
            return asked;
        }
        let answers = documents.into_iter().map(async |(session, context)| {
            let said = self.secrets_of(&session, context, teller, deadline).await;
            (session, said)
        });
        for (session, said) in join_all(answers).await {
            match said {
                Some(Said { fields, readable }) => {
                    fields.into_iter().for_each(|noted| self.secrets.note(noted));
                    asked.readable.extend(readable);
                }
                None => asked.silent.push(session),
            }
        }
        asked.silent.dedup();
        asked
    }

    async fn secrets_of(
        &self,
        session: &CdpSession,
        context: ExecutionContextId,
        teller: Teller,
        deadline: Duration,
    ) -> Option<Said> {
        let mut ask = CallFunctionOnParams::new(teller.question());
        (ask.execution_context_id, ask.return_by_value) = (Some(context), Some(true));
        let told = self.connection.call(session, ask, deadline).await;
        let said = told.ok().and_then(|told| serde_json::from_value(told.result.value?).ok());
        if said.is_none() {
            tracing::debug!("a document doesn't say what is secret in it");
        }
        said
    }
}
