//! After an act: what followed, without fixed sleeps (A12).

use std::time::Duration;

use nexus_policy::Code;
use serde::{Deserialize, Serialize};

use super::act::{Act, ActId};
use super::kept::{Failed, Kept, Problem};
use super::reading::Question;
use super::spot::Spot;
use super::typing::TextArguments;
use super::{ANSWER_DEADLINE, chooser};
use crate::broker::ActEffect;
use crate::browser::world::World;
use crate::browser::{DownloadSeen, Extent, Given, Hand, HandError, Numbers, PageLife, PageState, Sight};
use crate::engine::{Done, Failure, Outcome};
use crate::redaction::Untrusted;

/// How long an act waits for a navigation that it began to be committed.
const COMMIT_DEADLINE: Duration = Duration::from_millis(500);

/// How long after a navigation that came to nothing its download begins, if it is one.
const ABORTED_DEADLINE: Duration = Duration::from_millis(150);

/// Characters of what an act's answer shows of the page: a longer change is for a snapshot to tell.
const CHANGE_CHARS: i64 = 1_600;

/// An act on its way: what the page was before it.
pub(super) struct Watched {
    act: ActId,
    before: PageState,
}

/// How an act ended that nothing broke off.
pub(super) enum Ended {
    /// The target got it.
    Done(Done),
    /// The guard kept it from the page, or it never came to its target.
    Kept(Kept),
}

impl Watched {
    /// An act whose input comes next.
    pub(super) fn started(hand: &Hand, act: &Act) -> Self {
        Self { act: act.id(), before: hand.page().state() }
    }

    /// For a form whose fields were looked at one by one: each holds what it was given.
    pub(super) async fn finish_filled(self, hand: &Hand, world: &World<'_>) -> Outcome {
        let seen = match outcome(world, None).await {
            Ok(seen) => Some(Seen { delivered: true, failed: None, changed: true, ..seen }),
            Err(HandError::DocumentGone | HandError::DialogOpen(_)) => None,
            Err(error) => return Err(error.into()),
        };
        Ok(self.tell_all(hand, world, seen).await?)
    }

    /// Waits until what the act set off can be told, and tells it.
    pub(super) async fn finish(self, hand: &Hand, spot: &Spot<'_>, input: Result<(), HandError>) -> Outcome {
        self.end(hand, &spot.world, input).await?.or_say(|kept| kept.failure(spot))
    }

    /// The same for a text that was put into a field: it is looked at whether the field holds it.
    pub(super) async fn end_typed(
        self,
        hand: &Hand,
        spot: &Spot<'_>,
        text: &TextArguments<'_>,
    ) -> Result<Ended, Failure> {
        self.end_with(hand, &spot.world, Ok(()), Some(text)).await
    }

    /// The same for what may be tried again if it was kept from the page.
    pub(super) async fn end(
        self,
        hand: &Hand,
        world: &World<'_>,
        input: Result<(), HandError>,
    ) -> Result<Ended, Failure> {
        self.end_with(hand, world, input, None).await
    }

    async fn end_with(
        self,
        hand: &Hand,
        world: &World<'_>,
        input: Result<(), HandError>,
        typed: Option<&TextArguments<'_>>,
    ) -> Result<Ended, Failure> {
        let seen = match input {
            Ok(()) => tokio::select! {
                biased;
                seen = outcome(world, typed) => seen,
                // Chromium keeps back what the page is asked until the other document comes.
                () = loading_for_long(hand) => Err(HandError::DocumentGone),
            },
            Err(error) => Err(error),
        };
        let seen = match seen {
            Ok(mut seen) => match seen.kept() {
                Some(kept) => return Ok(Ended::Kept(kept)),
                None => Some(seen),
            },
            // The document that was acted on is gone, or waits for its dialog; the guard has told whether the act came first.
            Err(HandError::DocumentGone | HandError::DialogOpen(_)) if !self.is_delivered(hand) => {
                return Ok(Ended::Kept(Kept::before_it_came()));
            }
            Err(HandError::DocumentGone) => None,
            Err(HandError::DialogOpen(_)) => return Ok(Ended::Done(tell(&self.before, &hand.page().state(), None))),
            Err(HandError::TimedOut) => {
                let sentence = "The page was too busy to say whether it handled the input; it may still do so.";
                return Err(Failure::new(Code::TimedOut, sentence));
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Ended::Done(self.tell_all(hand, world, seen).await?))
    }

    fn is_delivered(&self, hand: &Hand) -> bool {
        hand.page().state().delivered == Some(self.act.0)
    }

    async fn tell_all(self, hand: &Hand, world: &World<'_>, seen: Option<Seen>) -> Result<Done, HandError> {
        wait_for_commit(hand).await?;
        wait_for_download(hand, &self.before).await;
        hand.page().learn_title().await;
        let after = hand.page().state();
        let part = seen.as_ref().and_then(|seen| seen.part.as_ref()).filter(|_| after.document == self.before.document);
        let shown = part.map(|part| part.learn(hand, world, &after.document));
        let verified = seen.as_ref().and_then(|seen| seen.holds);
        let mut done = Done { verified, ..tell(&self.before, &after, seen) };
        if let Some(asked_for_files) = chooser::told(hand, world, &self.before, &after).await? {
            done.summary = format!("{} {asked_for_files}", done.summary).trim_start().to_owned();
        }
        done.text = match (done.text.take(), shown) {
            (Some(told), Some(shown)) => Some(told.followed_by(&shown)),
            (told, shown) => told.or(shown),
        };
        Ok(done)
    }
}

impl Ended {
    /// What is done, or why it isn't.
    pub(super) fn or_say(self, why: impl FnOnce(Kept) -> Failure) -> Outcome {
        match self {
            Self::Done(done) => Ok(done),
            Self::Kept(kept) => Err(why(kept)),
        }
    }
}

/// What the script saw of the act.
#[derive(Deserialize)]
struct Seen {
    delivered: bool,
    /// What the guard kept it from, if it did.
    #[serde(default)]
    failed: Option<Failed>,
    /// Whether some of it came through before that.
    #[serde(default)]
    partly: bool,
    changed: bool,
    /// What the page shows now where it changed, if that isn't much.
    #[serde(default)]
    part: Option<ChangedPart>,
    /// Whether the field holds the text that was put into it.
    #[serde(default)]
    holds: Option<bool>,
}

impl Seen {
    fn kept(&mut self) -> Option<Kept> {
        match self.failed.take() {
            Some(Failed { problem, by }) => Some(Kept { problem, by, partly: self.partly }),
            None if self.delivered => None,
            None => Some(Kept { problem: Problem::Missed, by: None, partly: self.partly }),
        }
    }
}

#[derive(Deserialize)]
struct ChangedPart {
    parts: Vec<serde_json::Value>,
    references: Vec<u64>,
    next: u64,
}

impl ChangedPart {
    /// Learns its references and tells it. A frame in it isn't told: a snapshot does that.
    fn learn(&self, hand: &Hand, world: &World<'_>, document: &str) -> Untrusted<String> {
        let references = &hand.page().references;
        let given = Given { frame: world.frame().clone(), owner: None, numbers: self.references.clone() };
        references.learn(document, hand.epoch(), Extent::Part, vec![given]);
        let texts: Vec<&str> = self.parts.iter().filter_map(serde_json::Value::as_str).collect();
        Untrusted::new(format!("changed:\n{}", texts.join("\n")))
    }
}

/// Ends the act in the page, and answers what the script saw of it.
async fn outcome(world: &World<'_>, typed: Option<&TextArguments<'_>>) -> Result<Seen, HandError> {
    #[derive(Serialize)]
    struct Arguments<'a> {
        #[serde(flatten)]
        question: Question,
        typed: Option<&'a TextArguments<'a>>,
    }
    let numbers = Numbers::following();
    let question = Question {
        max_chars: CHANGE_CHARS,
        next: numbers.first(),
        taken: world.hand().page().references.taken(world.frame()),
        ..Question::of(0)
    };
    let mut seen: Seen = world.call("outcome", &Arguments { question, typed }, ANSWER_DEADLINE).await?;
    // If another page was read meanwhile and took its numbers, the change is for a snapshot to tell.
    seen.part = seen.part.filter(|part| numbers.keep(part.next));
    Ok(seen)
}

/// Ends once another document has been on its way for as long as an act waits for it.
async fn loading_for_long(hand: &Hand) {
    let mut state = hand.page().watch();
    while state.wait_for(|state| state.coming.is_some()).await.is_ok() {
        if tokio::time::timeout(COMMIT_DEADLINE, state.wait_for(|state| state.coming.is_none())).await.is_err() {
            return;
        }
    }
    std::future::pending().await
}

/// Waits for the document that is on its way: what was there before can't be asked any more.
pub(super) async fn arrive(hand: &Sight) -> Result<(), Failure> {
    let mut state = hand.page().watch();
    let arrived =
        state.wait_for(|state| state.coming.is_none() || state.dialog.is_some() || state.life != PageLife::Alive);
    match tokio::time::timeout(ANSWER_DEADLINE, arrived).await {
        Ok(_) => Ok(()),
        Err(_) => Err(Failure::new(
            Code::TimedOut,
            "The page is loading another document, which doesn't come. Go elsewhere with browser_navigate.",
        )),
    }
}

/// If a navigation has begun or a page is being opened, waits until the new document or page is there, but not for ever:
/// a slow server is no reason to hold the answer back.
pub(super) async fn wait_for_commit(hand: &Hand) -> Result<(), HandError> {
    let mut state = hand.page().watch();
    let committed = tokio::time::timeout(COMMIT_DEADLINE, state.wait_for(is_still)).await;
    match committed {
        Ok(Ok(_)) => Ok(()),
        Err(_) => {
            // What didn't come by now was blocked, or isn't this act's any more.
            hand.page().update(|state| (state.opening, state.leaving) = (0, false));
            Ok(())
        }
        Ok(Err(_)) => Err(HandError::Closed),
    }
}

/// Where a download is to come, or a navigation came to nothing as those to a download do, waits until it is known of.
pub(super) async fn wait_for_download(hand: &Hand, before: &PageState) {
    let mut state = hand.page().watch();
    let was_aborted = state.borrow().aborted > before.aborted;
    let deadline = match hand.allows_download() {
        true => COMMIT_DEADLINE,
        false if was_aborted => ABORTED_DEADLINE,
        false => return,
    };
    let known = state.wait_for(|state| state.downloads > before.downloads || state.life != PageLife::Alive);
    if tokio::time::timeout(deadline, known).await.is_err() {
        tracing::debug!("no download has begun");
    }
}

fn is_still(state: &PageState) -> bool {
    state.coming.is_none() && !state.leaving && state.opening == 0
}

const DOWNLOAD_BEGAN: &str = "A download began; browser_downloads tells how it goes.";
pub(super) const DOWNLOAD_REFUSED: &str =
    "That was a download, which was refused: nobody has said yes to one. Repeat the call to have the person asked.";

/// Compares before and after.
pub(super) fn changes(before: &PageState, after: &PageState) -> Done {
    let moved = before.document != after.document || before.address != after.address;
    let mut done = Done { dialog: after.dialog.as_ref().map(|dialog| dialog.kind), ..Done::default() };
    let mut words: Vec<&str> = Vec::new();
    if before.document != after.document {
        words.push("The page shows another document now.");
    } else if moved {
        words.push("The page's address changed.");
    } else if after.coming.is_some() {
        words.push("The page is loading another document.");
    }
    if before.title != after.title {
        done.text = Some(after.title.labelled("title: "));
    }
    if let Some(dialog) = &after.dialog {
        words.push("A dialog opened; answer it with browser_dialog.");
        done.text = Some(dialog.message.labelled("dialog: "));
    }
    let download = after.download.as_ref().filter(|_| after.downloads > before.downloads);
    if let Some(DownloadSeen { name, comes }) = download {
        words.push(if *comes { DOWNLOAD_BEGAN } else { DOWNLOAD_REFUSED });
        let told = name.labelled("download: ");
        done.text = Some(done.text.take().map_or_else(|| told.clone(), |text| text.followed_by(&told)));
    }
    done.summary = words.join(" ");
    if download.is_some_and(|download| download.comes)
        || moved
        || done.dialog.is_some()
        || before.title != after.title
        || after.coming.is_some()
    {
        done.effect = Some(ActEffect::Changed);
    } else if after.requests > before.requests {
        done.effect = Some(ActEffect::Request);
    }
    done
}

fn tell(before: &PageState, after: &PageState, seen: Option<Seen>) -> Done {
    let mut done = changes(before, after);
    done.effect = Some(match (done.effect, seen) {
        (Some(ActEffect::Changed), _) | (_, Some(Seen { changed: true, .. })) | (None, None) => ActEffect::Changed,
        (Some(effect), _) => effect,
        (None, Some(_)) => ActEffect::Delivered,
    });
    done
}
