//! What has to be known before anything is told that a page said beside what it shows: what is secret in its documents now.

use super::{ANSWER_DEADLINE, Done};
use crate::browser::world::World;
use crate::browser::{CdpSession, Hand, HandError, Teller, Told, Withheld};
use crate::redaction::{Secrets, Untrusted};

/// What is kept out of an answer.
pub(super) struct Kept {
    secrets: Secrets,
    /// The sessions that don't say what is secret there: what they said is left out.
    silent: Vec<CdpSession>,
}

impl Kept {
    /// Asks every document of the page. Its own has to answer.
    pub(super) async fn ask(hand: &Hand, teller: Teller) -> Result<Self, HandError> {
        let page = hand.page();
        World::that_answers(hand, ANSWER_DEADLINE).await?;
        let asked = page.note_secrets(teller, ANSWER_DEADLINE).await;
        if asked.silent.contains(&page.session) {
            return Err(HandError::TimedOut);
        }
        let secrets = Secrets::opened_by(&page.secrets);
        asked.readable.into_iter().for_each(|noted| secrets.note(noted));
        Ok(Self { secrets, silent: asked.silent })
    }

    /// A text without all of it, and not longer than that.
    pub(super) fn told_of(&self, text: &Untrusted<String>, most: usize) -> Untrusted<String> {
        text.shortened(&self.secrets, most)
    }

    pub(super) fn withheld(&self) -> Withheld<'_> {
        Withheld { secrets: &self.secrets, silent: &self.silent }
    }

    /// What is told, with a word about those who were left out.
    pub(super) fn done(&self, told: Told) -> Done {
        let Told { mut summary, text, origins } = told;
        match self.silent.len() {
            0 => {}
            1 => summary += " What one frame said is left out: it doesn't answer.",
            many => summary += &format!(" What {many} frames said is left out: they don't answer."),
        }
        Done { text, origins, ..Done::new(summary) }
    }
}
