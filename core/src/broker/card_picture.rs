//! The pictures on the person's cards: one for each open request about a page, taken beside everything else and dropped with
//! the request. They are the person's alone: no answer to an agent and no audit entry has a place for one.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use nexus_policy::{ApprovalId, Digest, PageId, Question, RequestRecord, RequestState};
use tokio::task::AbortHandle;

use super::inside::Inside;
use super::request::{PageRequest, Request};
use super::run::Broker;
use crate::browser::Sight;
use crate::engine::interaction::picture_targets;

/// How long a picture may take; the card is there all the while.
const DEADLINE: Duration = Duration::from_secs(4);
/// Pictures that are kept at once.
const MOST: usize = 24;

/// What a card shows of the page it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardPicture {
    /// It isn't about something on a page.
    None,
    /// It is being taken.
    Coming,
    /// It is there.
    Taken(Arc<PagePicture>),
    /// There is none; says why.
    Missing(String),
}

/// A part of a page, around what an act would touch; what is typed there is painted over (N27).
#[derive(Clone, PartialEq, Eq)]
pub struct PagePicture {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// Red, green and blue of each pixel, row by row.
    pub rgb: Vec<u8>,
    /// How many things that would be touched are in it, each outlined.
    pub outlined: usize,
    /// How many are not: they are out of view.
    pub out_of_view: usize,
}

impl fmt::Debug for PagePicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, rgb: _, outlined, out_of_view } = self;
        write!(f, "PagePicture({width}x{height}, {outlined} outlined, {out_of_view} out of view)")
    }
}

/// The pictures of the open requests.
#[derive(Debug, Default)]
pub(super) struct CardPictures {
    open: BTreeMap<ApprovalId, Entry>,
}

#[derive(Debug)]
struct Entry {
    picture: CardPicture,
    taking: Option<AbortHandle>,
}

impl Entry {
    fn missing(why: &str) -> Self {
        Self { picture: CardPicture::Missing(why.to_owned()), taking: None }
    }
}

impl CardPictures {
    /// What the card of a request shows.
    pub(super) fn of(&self, id: ApprovalId) -> CardPicture {
        self.open.get(&id).map_or(CardPicture::None, |entry| entry.picture.clone())
    }

    /// The request is decided or over.
    pub(super) fn forget(&mut self, id: ApprovalId) {
        if let Some(taking) = self.open.remove(&id).and_then(|entry| entry.taking) {
            taking.abort();
        }
    }
}

impl Broker {
    /// A request has come, gone further, or is over: its picture is begun, or dropped. Neither the agent's answer nor the card
    /// waits for it.
    pub(super) fn follow_with_picture(&mut self, id: ApprovalId) {
        if self.policy.request(id).is_none_or(|request| request.state != RequestState::Pending) {
            return self.card_pictures.forget(id);
        }
        if self.card_pictures.open.contains_key(&id) {
            return;
        }
        let Some((page, request, judged)) = self.pictured(id) else { return };
        let entry = match self.registry.page(page) {
            _ if self.card_pictures.open.len() >= MOST => Entry::missing("Too many cards are open."),
            None => Entry::missing("The page isn't there."),
            Some(page) => {
                let sight = Sight::for_person(Arc::clone(page));
                let taking = tokio::spawn(async move { take(&sight, &request, &judged).await });
                let entry = Entry { picture: CardPicture::Coming, taking: Some(taking.abort_handle()) };
                let inside = self.outbox.inside.clone();
                tokio::spawn(async move {
                    let taken = taking.await.unwrap_or_else(|_| Err("Something in NEXUS went wrong.".to_owned()));
                    if inside.send(Inside::Pictured(id, taken)).is_err() {
                        tracing::debug!(%id, "a picture came after the broker had ended");
                    }
                });
                entry
            }
        };
        self.card_pictures.open.insert(id, entry);
    }

    /// A picture was taken, or couldn't be. A request that is over meanwhile has no use for it.
    pub(super) fn pictured_card(&mut self, id: ApprovalId, taken: Result<PagePicture, String>) {
        let Some(entry) = self.card_pictures.open.get_mut(&id) else { return };
        entry.picture = taken.map_or_else(CardPicture::Missing, |picture| CardPicture::Taken(Arc::new(picture)));
        entry.taking = None;
        self.publishing.mark_urgent();
    }

    /// What the picture for a request is of: the page, what would be done there, and what that was judged by.
    fn pictured(&self, id: ApprovalId) -> Option<(PageId, PageRequest, Vec<Digest>)> {
        let RequestRecord { question, asked, .. } = self.policy.request(id)?;
        let Question::Act { key, page: Some(page), .. } = question else { return None };
        let Request::OnPage { request, .. } = &self.calls.get(asked)?.request else { return None };
        let judged = key.evidence.as_ref().map(|evidence| evidence.parts.clone()).unwrap_or_default();
        Some((*page, request.clone(), judged))
    }
}

async fn take(sight: &Sight, request: &PageRequest, judged: &[Digest]) -> Result<PagePicture, String> {
    match tokio::time::timeout(DEADLINE, picture_targets(sight, request, judged)).await {
        Ok(taken) => taken.map_err(|failure| failure.sentence),
        Err(_) => Err("The page didn't answer in time.".to_owned()),
    }
}
