//! The two engine roles and what fills them: built in, over CDP, or attached. A call goes to the owner of its capability and nowhere
//! else (N03, N04).

mod attached;
mod capability;
pub(crate) mod inspection;
pub(crate) mod interaction;
mod outcome;
mod provider;

use crate::broker::PageRequest;
use crate::browser::{Hand, Page};

pub use attached::{
    Confinement, EngineError, EnginePackage, InstallStep, Node, confinement, engines_folder, find_node, install,
};
pub(crate) use attached::{DevTools, ENGINE_PREFIX};
pub use capability::{Capability, EngineRole};
pub(crate) use outcome::{Done, Failure, Outcome};
pub use provider::{EngineHealth, InspectionChoice, InspectionProvider};

/// How long a page may take to answer one question.
const ANSWER_DEADLINE: std::time::Duration = std::time::Duration::from_secs(10);

/// Says at once, before anybody is asked, what the provider of a page doesn't do.
pub(crate) fn check_served(page: &Page, capability: Capability) -> Result<(), Failure> {
    let is_attached = capability.owner() == EngineRole::Inspection && page.dev_tools.is_some();
    if !is_attached || DevTools::serves(capability) {
        return Ok(());
    }
    Err(Failure::cannot_serve(capability, "Chrome DevTools MCP, which fills this role here, isn't let do that"))
}

/// Has the owner of a call's capability carry it out.
pub(crate) async fn perform(hand: &Hand, request: &PageRequest) -> Outcome {
    check_served(hand.page(), request.capability())?;
    match request.capability().owner() {
        EngineRole::Interaction => interaction::perform(hand, request).await,
        EngineRole::Inspection => match &hand.page().dev_tools {
            Some(dev_tools) => dev_tools.perform(hand, request).await,
            None => inspection::perform(hand, request).await,
        },
    }
}
