//! NEXUS's own world in each document: the script in it, and calls into it. The page can't see or change either.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::page::CreateIsolatedWorldParams;
use chromiumoxide::cdp::js_protocol::runtime::{CallArgument, CallFunctionOnParams, ExecutionContextId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::hand::{Hand, HandError};

/// The world's name.
pub(super) const NAME: &str = "nexus";

/// Called by the script when a trusted press, key or paste reaches the page.
pub(super) const PERSON_BINDING: &str = "nexusPersonPressed";

/// The script, run in NEXUS's world at the start of each document.
pub(super) const SCRIPT: &str = concat!(
    "(() => { 'use strict'; if (globalThis.nexus) return; const nexus = globalThis.nexus = {};\n",
    include_str!("../../../resources/injected/dom.js"),
    include_str!("../../../resources/injected/names.js"),
    include_str!("../../../resources/injected/snapshot.js"),
    include_str!("../../../resources/injected/text.js"),
    include_str!("../../../resources/injected/act.js"),
    include_str!("../../../resources/injected/field.js"),
    include_str!("../../../resources/injected/masks.js"),
    include_str!("../../../resources/injected/wait.js"),
    include_str!("../../../resources/injected/person.js"),
    "})();"
);

/// Run in the page's world: what Chromium's experimental names feature adds is none of the page's business.
pub(super) const HIDE_FROM_PAGE: &str = "delete Element.prototype.computedRole; delete Element.prototype.computedName;";

/// NEXUS's world in the document that a page shows now.
#[derive(Debug)]
pub(crate) struct World<'a> {
    hand: &'a Hand,
    context: ExecutionContextId,
}

impl<'a> World<'a> {
    /// Finds the world of the page's main frame.
    pub(crate) async fn of(hand: &'a Hand, deadline: Duration) -> Result<Self, HandError> {
        let mut create = CreateIsolatedWorldParams::new(hand.page().target.clone());
        create.world_name = Some(NAME.to_owned());
        let created = hand.ask(create, deadline).await?;
        Ok(Self { hand, context: created.execution_context_id })
    }

    /// Calls `nexus.NAME(argument)` there, waits for it if it is a promise, and decodes what it returns.
    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        name: &'static str,
        argument: &impl Serialize,
        deadline: Duration,
    ) -> Result<T, HandError> {
        let argument = serde_json::to_value(argument).map_err(|_| HandError::Malformed)?;
        let mut call = CallFunctionOnParams::new(format!("function(argument) {{ return nexus.{name}(argument); }}"));
        call.execution_context_id = Some(self.context);
        call.arguments = Some(vec![CallArgument::builder().value(argument).build()]);
        call.return_by_value = Some(true);
        call.await_promise = Some(true);
        let returned = self.hand.ask(call, deadline).await?;
        if returned.exception_details.is_some() {
            tracing::warn!(function = name, "NEXUS's script in a page failed");
            return Err(HandError::Malformed);
        }
        let value = returned.result.value.unwrap_or(serde_json::Value::Null);
        serde_json::from_value(value).map_err(|_| HandError::Malformed)
    }

    /// The hand it is reached through.
    pub(super) fn hand(&self) -> &'a Hand {
        self.hand
    }

    /// The world's CDP name.
    pub(crate) fn context(&self) -> ExecutionContextId {
        self.context
    }
}
