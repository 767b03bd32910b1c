//! One act on one element: what the guard is told of it before its input, and what is asked of it afterwards.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::evidence::{Facts, check_judged};
use super::spot::Spot;
use super::{ANSWER_DEADLINE, stale};
use crate::broker::{ElementRef, Ending, KeyPress, MouseButton, TypedText};
use crate::browser::world::World;
use crate::browser::{Hand, HandError};
use crate::engine::Failure;

/// An act, as the guard knows it: from when it is told of it on, the act's own input goes through, and what changes is seen.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Act {
    id: ActId,
    means: Means,
    /// The events that tell that the target got it, the one that completes it first.
    kinds: &'static [&'static str],
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'static str>,
    takes_text: bool,
    /// What is dragged along.
    carried: Option<u64>,
    /// Whether it is part of a longer one, whose changes are being watched already.
    within: bool,
}

/// Tells an act from every other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct ActId(pub(super) u64);

/// How an act uses its element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Means {
    Press,
    Type,
    /// That key, or a text with a line break.
    Enter,
    Key,
    Choose,
    Point,
    Drag,
    Upload,
}

impl Means {
    /// Text, and what ends it. A line break in it is Enter, as far as anybody can tell before.
    pub(super) fn typing(TypedText(text): &TypedText, ending: Ending) -> Self {
        if ending == Ending::Submit || text.contains(['\n', '\r']) { Self::Enter } else { Self::Type }
    }

    pub(super) fn of_key(pressed: &KeyPress) -> Self {
        if pressed.key.name == "Enter" { Self::Enter } else { Self::Key }
    }
}

impl Act {
    fn new(means: Means, kinds: &'static [&'static str]) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = ActId(NEXT.fetch_add(1, Ordering::Relaxed));
        Self { id, means, kinds, key: None, takes_text: false, carried: None, within: false }
    }

    /// A press with this button.
    pub(super) fn press(button: MouseButton) -> Self {
        let kinds: &[&str] = match button {
            MouseButton::Left => &["click", "mousedown"],
            MouseButton::Middle => &["auxclick", "mousedown"],
            MouseButton::Right => &["contextmenu", "mousedown"],
        };
        Self::new(Means::Press, kinds)
    }

    /// The pointer comes onto it.
    pub(super) fn point() -> Self {
        Self::new(Means::Point, &["mousemove", "mouseover", "pointermove"])
    }

    /// Text goes into it. What it makes of the text is for `verified` to say; its event comes also where it takes none.
    pub(super) fn text(text: &TypedText, ending: Ending) -> Self {
        let means = Means::typing(text, ending);
        let act = match ending {
            Ending::Stay => Self::new(means, &["beforeinput"]),
            Ending::Submit => Self { key: Some(KeyPress::enter().key.name), ..Self::new(means, &["keydown"]) },
        };
        Self { takes_text: true, ..act }
    }

    /// A choice is made in it, without a press.
    pub(super) fn choose() -> Self {
        Self::new(Means::Choose, &["change"])
    }

    /// It is given files.
    pub(super) fn upload() -> Self {
        Self::new(Means::Upload, &["change"])
    }

    /// A key comes to it.
    pub(super) fn key(pressed: &KeyPress) -> Self {
        Self { key: Some(pressed.key.name), ..Self::new(Means::of_key(pressed), &["keydown"]) }
    }

    /// What is dragged is let go over it. What follows the pointer gets the release in its place.
    pub(super) fn drop_of(carried: ElementRef) -> Self {
        Self { carried: Some(carried.0), ..Self::new(Means::Drag, &["drop", "mouseup", "pointerup"]) }
    }

    /// The same as part of a longer one, whose changes go on being watched.
    pub(super) fn within_another(self) -> Self {
        Self { within: true, ..self }
    }

    pub(super) fn id(&self) -> ActId {
        self.id
    }

    /// How it uses its element, if policy judges that. To point at something is nothing.
    pub(super) fn judged_means(&self) -> Option<Means> {
        Some(self.means).filter(|means| *means != Means::Point)
    }

    /// Tells the guard in a document of it; without a number, it goes to what has the focus.
    pub(super) async fn begin(&self, world: &World<'_>, number: Option<u64>) -> Result<Begun, HandError> {
        #[derive(Serialize)]
        struct Begin<'a> {
            #[serde(flatten)]
            act: &'a Act,
            number: Option<u64>,
        }
        world.call("begin", &Begin { act: self, number }, ANSWER_DEADLINE).await
    }

    /// The same for an element that needs no place any more, if it is what was judged.
    pub(super) async fn begin_at(&self, hand: &Hand, spot: &Spot<'_>) -> Result<(), Failure> {
        check_judged(hand, &self.begin_unjudged(spot).await?)
    }

    /// The same for what does nothing by itself.
    pub(super) async fn begin_unjudged(&self, spot: &Spot<'_>) -> Result<Vec<Facts>, Failure> {
        let begun = self.begin(&spot.world, Some(spot.reference.0)).await?;
        if begun.is_there { Ok(begun.facts) } else { Err(stale(spot.reference)) }
    }
}

/// Whether there is anything to act on, and what.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Begun {
    pub(super) is_there: bool,
    pub(super) facts: Vec<Facts>,
}

/// What a script changes itself carries the time when it was sent, because a busy page may come to it much later: it is void
/// by then, as input is.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(transparent)]
pub(super) struct Sent(u64);

impl Sent {
    /// Now, in milliseconds since 1970, by the clock that scripts read as well.
    pub(super) fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}
