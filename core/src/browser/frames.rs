//! The frames of a page: which session reaches each, and which frame an element of a document holds. A frame of another
//! site lives in a process and a session of its own; the others share their parent's.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chromiumoxide::cdp::js_protocol::runtime::{GetPropertiesParams, ReleaseObjectParams, RemoteObjectId};
use chromiumoxide::types::MethodId;
use chromiumoxide::{Command, Method};
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use super::cdp::CdpSession;
use super::hand::HandError;
use super::world::World;

const DEADLINE: Duration = Duration::from_secs(10);

/// CDP's name for a frame.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FrameId(Arc<str>);

impl FrameId {
    pub(crate) fn new(id: &str) -> Self {
        Self(id.into())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// A frame and how it is reached.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) id: FrameId,
    pub(crate) session: CdpSession,
}

/// The sessions of a page's frames that have one of their own.
#[derive(Debug, Default)]
pub(crate) struct RemoteFrames {
    sessions: Mutex<BTreeMap<FrameId, CdpSession>>,
}

impl RemoteFrames {
    pub(super) fn add(&self, frame: FrameId, session: CdpSession) {
        self.lock().insert(frame, session);
    }

    pub(super) fn remove(&self, session: &CdpSession) {
        self.lock().retain(|_, known| known != session);
    }

    pub(super) fn sessions(&self) -> Vec<CdpSession> {
        self.lock().values().cloned().collect()
    }

    /// How a frame is reached whose parent is reached by this session.
    pub(crate) fn below(&self, parent: &CdpSession, id: FrameId) -> Frame {
        let session = self.lock().get(&id).unwrap_or(parent).clone();
        Frame { id, session }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<FrameId, CdpSession>> {
        // Each change is one insertion or removal, so a panic elsewhere leaves the map sound.
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `DOM.describeNode`, decoded leniently: of a node only its frame and its shadow roots are of interest.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DescribeNode {
    object_id: RemoteObjectId,
    depth: i8,
}

#[derive(Debug, Deserialize)]
struct Described {
    node: DescribedNode,
}

/// What `DOM.describeNode` says of an element.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DescribedNode {
    frame_id: Option<String>,
    #[serde(default)]
    pub(super) shadow_roots: Vec<ShadowRoot>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShadowRoot {
    pub(super) backend_node_id: i64,
    pub(super) shadow_root_type: String,
}

impl Method for DescribeNode {
    fn identifier(&self) -> MethodId {
        "DOM.describeNode".into()
    }
}

impl Command for DescribeNode {
    type Response = Described;
}

/// The frames that the script came across in its last reading, in the order in which it counts them. One that can't be
/// named, such as an `object` that shows a picture, is `None`.
pub(crate) async fn frames_found(world: &World<'_>) -> Result<Vec<Option<Frame>>, HandError> {
    let described = describe_all(world, "framesFound").await?;
    let remote = &world.hand().page().remote_frames;
    let frame_of = |node: DescribedNode| node.frame_id.map(|id| remote.below(world.session(), FrameId::new(&id)));
    Ok(described.into_iter().map(|node| node.and_then(frame_of)).collect())
}

/// Asks Chromium about each element of an array that the script answers.
pub(super) async fn describe_all(
    world: &World<'_>,
    name: &'static str,
) -> Result<Vec<Option<DescribedNode>>, HandError> {
    let Some(array) = world.call_for_object(name, DEADLINE).await? else { return Ok(Vec::new()) };
    let mut list = GetPropertiesParams::new(array.clone());
    list.own_properties = Some(true);
    let properties = world.ask(list, DEADLINE).await?.result;
    let elements: BTreeMap<usize, RemoteObjectId> = properties
        .into_iter()
        .filter_map(|property| Some((property.name.parse().ok()?, property.value?.object_id?)))
        .collect();
    let asked: Vec<_> =
        elements.into_values().map(|object_id| world.ask(DescribeNode { object_id, depth: 0 }, DEADLINE)).collect();
    let mut described = Vec::new();
    for answer in join_all(asked).await {
        described.push(match answer {
            Ok(Described { node }) => Some(node),
            // It is gone meanwhile.
            Err(HandError::DocumentGone | HandError::Malformed) => None,
            Err(error) => return Err(error),
        });
    }
    world.ask(ReleaseObjectParams::new(array), DEADLINE).await?;
    Ok(described)
}
