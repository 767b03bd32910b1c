//! What has to be known before anything is told that a page said beside what it shows: what is secret in its documents now.

use super::{ANSWER_DEADLINE, Done};
use crate::browser::world::World;
use crate::browser::{CdpSession, Hand, HandError, Teller, Told, Withheld};
use crate::engine::{Capability, Failure};
use crate::redaction::{PublicAddress, Secrets, Untrusted};

/// What is kept out of an answer.
pub(crate) struct Kept {
    secrets: Secrets,
    /// The sessions that don't say what is secret there: what they said is left out.
    silent: Vec<CdpSession>,
}

impl Kept {
    /// Asks every document of the page. Its own has to answer.
    pub(crate) async fn ask(hand: &Hand, teller: Teller) -> Result<Self, HandError> {
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
    pub(crate) fn told_of(&self, text: &Untrusted<String>, most: usize) -> Untrusted<String> {
        text.shortened(&self.secrets, most)
    }

    /// An address as anyone may know it, without all of it.
    pub(crate) fn address_of(&self, address: &str) -> PublicAddress {
        Untrusted::new(address.to_owned()).address(&self.secrets)
    }

    /// The same, where what a frame said can't be left out by itself.
    pub(crate) fn only_if_complete(self, capability: Capability) -> Result<Self, Failure> {
        if self.silent.is_empty() {
            return Ok(self);
        }
        Err(Failure::cannot_serve(capability, "a frame of the page doesn't answer"))
    }

    pub(super) fn withheld(&self) -> Withheld<'_> {
        Withheld { secrets: &self.secrets, silent: &self.silent }
    }

    /// What is told, with a word about those who were left out.
    pub(crate) fn done(&self, told: Told) -> Done {
        let Told { mut summary, text, origins } = told;
        match self.silent.len() {
            0 => {}
            1 => summary += " What one frame said is left out: it doesn't answer.",
            many => summary += &format!(" What {many} frames said is left out: they don't answer."),
        }
        Done { text, origins, ..Done::new(summary) }
    }
}
