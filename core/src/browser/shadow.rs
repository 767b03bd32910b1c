//! Closed shadow roots: no script can see into them, so they are found from outside and shown to NEXUS's script.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::dom::{BackendNodeId, DisableParams, EnableParams, ResolveNodeParams};
use chromiumoxide::cdp::js_protocol::runtime::{CallArgument, CallFunctionOnParams, RemoteObjectId};
use chromiumoxide::types::MethodId;
use chromiumoxide::{Command, Method};
use serde::{Deserialize, Serialize};

use super::frames::{ShadowRoot, describe_all};
use super::hand::HandError;
use super::world::World;

const DEADLINE: Duration = Duration::from_secs(10);

/// `DOM.getFlattenedDocument`, of which only the shadow roots are read: in a list, so that no page is too deep for it.
#[derive(Debug, Serialize)]
struct GetFlattenedDocument {
    depth: i8,
    pierce: bool,
}

#[derive(Debug, Deserialize)]
struct FlattenedDocument {
    nodes: Vec<Node>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    #[serde(default)]
    shadow_roots: Vec<ShadowRoot>,
}

impl Method for GetFlattenedDocument {
    fn identifier(&self) -> MethodId {
        "DOM.getFlattenedDocument".into()
    }
}

impl Command for GetFlattenedDocument {
    type Response = FlattenedDocument;
}

/// Makes every closed shadow root of the document known to NEXUS's script, so that what is in them is treated like the
/// rest. Asks for the whole document, so it is for where nothing may be missed: a picture that is to be painted over.
pub(crate) async fn adopt_closed_roots(world: &World<'_>) -> Result<(), HandError> {
    world.ask(EnableParams::default(), DEADLINE).await?;
    let found = world.ask(GetFlattenedDocument { depth: -1, pierce: true }, DEADLINE).await;
    let closed = found.map(|document| closed_roots(document.nodes.iter().flat_map(|node| &node.shadow_roots)));
    let adopted = match closed {
        Ok(closed) => adopt(world, &closed).await,
        Err(error) => Err(error),
    };
    // Otherwise every later change of the page would be reported for nothing.
    world.ask(DisableParams::default(), DEADLINE).await?;
    adopted
}

/// The same for the elements that the script suspects of having one, because they are rendered and their children aren't.
/// Answers whether there was one.
pub(crate) async fn adopt_suspected_roots(world: &World<'_>) -> Result<bool, HandError> {
    let suspects = describe_all(world, "takeSuspects").await?;
    let closed = closed_roots(suspects.iter().flatten().flat_map(|node| &node.shadow_roots));
    adopt(world, &closed).await?;
    Ok(!closed.is_empty())
}

fn closed_roots<'a>(roots: impl Iterator<Item = &'a ShadowRoot>) -> Vec<i64> {
    roots.filter(|root| root.shadow_root_type == "closed").map(|root| root.backend_node_id).collect()
}

async fn adopt(world: &World<'_>, closed: &[i64]) -> Result<(), HandError> {
    let mut roots = Vec::new();
    for root in closed {
        let found = resolve(world, *root).await?;
        roots.extend(found.map(|object| CallArgument::builder().object_id(object).build()));
    }
    if roots.is_empty() {
        return Ok(());
    }
    let mut call = CallFunctionOnParams::new("function(...roots) { roots.forEach(nexus.adoptRoot); }");
    call.execution_context_id = Some(world.context());
    call.arguments = Some(roots);
    world.ask(call, DEADLINE).await?;
    Ok(())
}

/// The node as an object of NEXUS's world; `None` if it belongs to another document, which is painted over as a whole.
pub(crate) async fn resolve(world: &World<'_>, node: i64) -> Result<Option<RemoteObjectId>, HandError> {
    let node = BackendNodeId::new(node);
    let resolve = ResolveNodeParams::builder().backend_node_id(node).execution_context_id(world.context()).build();
    match world.ask(resolve, DEADLINE).await {
        Ok(resolved) => Ok(resolved.object.object_id),
        Err(HandError::DocumentGone) => Ok(None),
        Err(error) => Err(error),
    }
}
