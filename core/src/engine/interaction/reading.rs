//! Reading through frames: each document is asked by itself, and what is in a frame is put where the frame is.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::accessibility;
use chromiumoxide::{Command, Method};
use serde::{Deserialize, Serialize};

use super::ANSWER_DEADLINE;
use crate::browser::world::World;
use crate::browser::{
    Frame, FrameId, Given, Hand, HandError, MOST_NESTED, Numbers, Owner, Sight, adopt_suspected_roots, frames_found,
};
use crate::redaction::PublicAddress;

/// Frames of one page that are read at most.
const MOST_FRAMES: usize = 60;
/// How often a document is read again because its numbers were another page's meanwhile.
const TRIES: usize = 3;
/// Numbers that a document may need more than it needed before.
const SPARE: u64 = 50;
/// How long a frame may take that isn't the page itself: another process may hang.
const FRAME_DEADLINE: Duration = Duration::from_secs(4);

/// What the script answers when it is asked to read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Found {
    #[serde(default)]
    pub(super) gone: bool,
    #[serde(default)]
    parts: Vec<Part>,
    #[serde(default)]
    left: usize,
    /// Of what was allowed, how much is left.
    #[serde(default)]
    room: i64,
    #[serde(default)]
    references: Vec<u64>,
    #[serde(default)]
    next: u64,
    /// Elements that may hide a closed shadow root.
    #[serde(default)]
    suspects: usize,
    #[serde(default)]
    origin: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Part {
    Text(String),
    Frame {
        /// Its place among the frames found.
        frame: usize,
        #[serde(default)]
        number: u64,
        #[serde(default)]
        depth: usize,
    },
}

/// What a reading asks of a document. `room`, `depth`, `next` and `taken` are filled in for each.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Question {
    pub(super) within: Option<u64>,
    pub(super) interactive_only: bool,
    pub(super) max_chars: i64,
    pub(super) role: Option<String>,
    pub(super) name: Option<String>,
    pub(super) text: Option<String>,
    pub(super) depth: usize,
    pub(super) next: u64,
    pub(super) taken: u64,
}

impl Question {
    pub(super) fn of(max_chars: usize) -> Self {
        Self {
            within: None,
            interactive_only: false,
            max_chars: i64::try_from(max_chars).unwrap_or(i64::MAX),
            role: None,
            name: None,
            text: None,
            depth: 0,
            next: 0,
            taken: 0,
        }
    }
}

/// A page read as a whole.
#[derive(Default)]
pub(super) struct Whole {
    /// The element below which was to be read isn't there any more.
    pub(super) gone: bool,
    pub(super) texts: Vec<String>,
    /// Whose texts they are.
    pub(super) origins: Vec<PublicAddress>,
    pub(super) given: Vec<Given>,
    /// What didn't fit.
    pub(super) left: usize,
    /// Frames that didn't answer, or were too many or too deep.
    pub(super) silent: usize,
}

impl Whole {
    /// How many references it gave out.
    pub(super) fn references(&self) -> usize {
        self.given.iter().map(|given| given.numbers.len()).sum()
    }
}

/// Asks a document, and the documents in its frames, and so on. `name` is the script's function; `with_roles` says that it
/// needs Chromium's roles and names.
pub(super) async fn read(
    world: World<'_>,
    name: &'static str,
    question: Question,
    with_roles: bool,
) -> Result<Whole, HandError> {
    let mut reader = Reader { hand: world.hand(), name, with_roles, whole: Whole::default(), frames: 0 };
    let room = question.max_chars;
    reader.document(world, None, question, room, 0).await?;
    Ok(reader.whole)
}

struct Reader<'a> {
    hand: &'a Sight,
    name: &'static str,
    with_roles: bool,
    whole: Whole,
    frames: usize,
}

impl<'a> Reader<'a> {
    /// Reads one document with its frames; answers how much room is left.
    async fn document(
        &mut self,
        world: World<'a>,
        owner: Option<Owner>,
        question: Question,
        room: i64,
        nested: usize,
    ) -> Result<i64, HandError> {
        let deadline = if nested == 0 { ANSWER_DEADLINE } else { FRAME_DEADLINE };
        if self.with_roles {
            wake_accessibility(&world, deadline).await?;
        }
        let mut found = self.ask(&world, &question, room, deadline).await?;
        if found.suspects > 0 && adopt_suspected_roots(&world).await? {
            found = self.ask(&world, &question, room, deadline).await?;
        }
        let Found { gone, parts, left, mut room, references, next: _, suspects: _, origin } = found;
        if parts.iter().any(|part| matches!(part, Part::Text(text) if !text.is_empty())) {
            self.whole.origins.push(PublicAddress::from_page(&origin));
        }
        self.whole.gone |= gone && nested == 0;
        self.whole.left += left;
        self.whole.given.push(Given { frame: world.frame().clone(), owner, numbers: references });
        let has_frames = parts.iter().any(|part| matches!(part, Part::Frame { .. }));
        let frames = if has_frames { frames_found(&world).await? } else { Vec::new() };
        for part in parts {
            match part {
                Part::Text(text) => self.whole.texts.push(text),
                Part::Frame { frame, number, depth } => {
                    let owner = Owner { frame: world.frame().clone(), number };
                    let question = Question { within: None, depth, ..question.clone() };
                    let frame = frames.get(frame).cloned().flatten();
                    room = Box::pin(self.frame(frame, owner, question, room, nested + 1)).await?;
                }
            }
        }
        Ok(room)
    }

    async fn frame(
        &mut self,
        frame: Option<Frame>,
        owner: Owner,
        question: Question,
        room: i64,
        nested: usize,
    ) -> Result<i64, HandError> {
        let Some(frame) = frame else { return Ok(room) };
        self.frames += 1;
        if self.frames > MOST_FRAMES || nested > MOST_NESTED || room <= 0 {
            self.whole.silent += 1;
            return Ok(room);
        }
        let (texts, given) = (self.whole.texts.len(), self.whole.given.len());
        let read = async {
            let world = World::in_frame(self.hand, frame, FRAME_DEADLINE).await?;
            self.document(world, Some(owner), question, room, nested).await
        };
        match read.await {
            Ok(room) => Ok(room),
            // One frame that hangs or goes elsewhere is no reason to tell nothing of the others.
            Err(HandError::DocumentGone | HandError::TimedOut | HandError::Malformed | HandError::NotWeb) => {
                self.whole.texts.truncate(texts);
                self.whole.given.truncate(given);
                self.whole.silent += 1;
                Ok(room)
            }
            Err(error) => Err(error),
        }
    }

    async fn ask(
        &self,
        world: &World<'_>,
        question: &Question,
        room: i64,
        deadline: Duration,
    ) -> Result<Found, HandError> {
        let taken = self.hand.page().references.taken(world.frame());
        let mut numbers = Numbers::following();
        for _ in 0..TRIES {
            let question = Question { max_chars: room, next: numbers.first(), taken, ..question.clone() };
            let found: Found = world.call(self.name, &question, deadline).await?;
            if numbers.keep(found.next) {
                return Ok(found);
            }
            // Another page was read meanwhile.
            numbers = Numbers::reserved(numbers.given(found.next) + SPARE);
        }
        Err(HandError::Malformed)
    }
}

/// Has Chromium begin with the accessibility tree of the page's new document: an agent that went there reads it next.
pub(super) fn prepare(hand: &Hand) {
    let frame_id = FrameId::new(&hand.page().target);
    let begun =
        hand.begin(&accessibility::EnableParams::default()).and_then(|()| hand.begin(&GetRootAxNode { frame_id }));
    if let Err(error) = begun {
        tracing::debug!(?error, "the accessibility tree is made later");
    }
}

/// Has Chromium keep the accessibility tree of this document: without that each name is worked out from nothing.
async fn wake_accessibility(world: &World<'_>, deadline: Duration) -> Result<(), HandError> {
    let page = world.hand().page();
    let document: String = world.call("documentId", &(), deadline).await?;
    if page.is_accessible(world.frame(), &document) {
        return Ok(());
    }
    world.ask(accessibility::EnableParams::default(), deadline).await?;
    world.ask(GetRootAxNode { frame_id: world.frame().clone() }, deadline).await?;
    page.set_accessible(world.frame(), &document);
    Ok(())
}

/// `Accessibility.getRootAXNode`, asked for its effect alone: a node's properties differ between Chromium versions.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct GetRootAxNode {
    #[serde(serialize_with = "as_text")]
    frame_id: FrameId,
}

fn as_text<S: serde::Serializer>(frame: &FrameId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(frame.as_str())
}

impl Method for GetRootAxNode {
    fn identifier(&self) -> chromiumoxide::types::MethodId {
        "Accessibility.getRootAXNode".into()
    }
}

impl Command for GetRootAxNode {
    type Response = serde::de::IgnoredAny;
}
