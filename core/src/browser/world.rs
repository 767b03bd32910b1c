//! NEXUS's own world in each document: the script in it, and calls into it. The page can't see or change either.

use std::time::Duration;

use chromiumoxide::Command;
use chromiumoxide::cdp::browser_protocol::page::CreateIsolatedWorldParams;
use chromiumoxide::cdp::js_protocol::runtime::{
    CallArgument, CallFunctionOnParams, CallFunctionOnReturns, ExecutionContextId, RemoteObjectId,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cdp::CdpSession;
use super::frames::{Frame, FrameId};
use super::hand::{HandError, Sight};
use super::worlds::DocumentKind;
use crate::redaction::key_of_secrets;

/// The world's name.
pub(crate) const NAME: &str = "nexus";

/// Called by the guard: an act reached its target, or the person's own hand came.
pub(super) const GUARD_BINDING: &str = "nexusGuard";

/// The script, run in NEXUS's world at the start of each document.
pub(super) fn script() -> String {
    format!("(() => {{ 'use strict'; if (globalThis.nexus) return; const KEY = {}n;\n{SCRIPT}", key_of_secrets())
}

const SCRIPT: &str = concat!(
    "const nexus = globalThis.nexus = {};\n",
    include_str!("../../../resources/injected/dom.js"),
    include_str!("../../../resources/injected/secrets.js"),
    include_str!("../../../resources/injected/names.js"),
    include_str!("../../../resources/injected/snapshot.js"),
    include_str!("../../../resources/injected/text.js"),
    include_str!("../../../resources/injected/find.js"),
    include_str!("../../../resources/injected/act.js"),
    include_str!("../../../resources/injected/evidence.js"),
    include_str!("../../../resources/injected/guard.js"),
    include_str!("../../../resources/injected/field.js"),
    include_str!("../../../resources/injected/move.js"),
    include_str!("../../../resources/injected/masks.js"),
    include_str!("../../../resources/injected/wait.js"),
    include_str!("../../../resources/injected/vitals.js"),
    "})();"
);

/// Run in the page's world: what Chromium's experimental names feature adds is none of the page's business.
pub(super) const HIDE_FROM_PAGE: &str = "delete Element.prototype.computedRole; delete Element.prototype.computedName;";

/// NEXUS's world in the document that a frame shows now.
#[derive(Debug)]
pub(crate) struct World<'a> {
    hand: &'a Sight,
    frame: Frame,
    context: ExecutionContextId,
}

impl<'a> World<'a> {
    /// Finds the world of the page's main frame.
    pub(crate) async fn of(hand: &'a Sight, deadline: Duration) -> Result<Self, HandError> {
        Self::in_frame(hand, main_frame(hand), deadline).await
    }

    /// Finds the world of a frame.
    pub(crate) async fn in_frame(hand: &'a Sight, frame: Frame, deadline: Duration) -> Result<Self, HandError> {
        match hand.page().worlds.find(&frame.session, &frame.id) {
            Some((context, DocumentKind::Web)) => Ok(Self { hand, frame, context }),
            Some((_, DocumentKind::Opaque)) => Err(HandError::NotWeb),
            None => Self::asked_for(hand, frame, deadline).await,
        }
    }

    /// Finds the world of the page's main frame by asking its document, which tells whether it answers at all.
    pub(crate) async fn that_answers(hand: &'a Sight, deadline: Duration) -> Result<Self, HandError> {
        Self::asked_for(hand, main_frame(hand), deadline).await
    }

    async fn asked_for(hand: &'a Sight, frame: Frame, deadline: Duration) -> Result<Self, HandError> {
        let mut create = CreateIsolatedWorldParams::new(frame.id.as_str().to_owned());
        create.world_name = Some(NAME.to_owned());
        let context = hand.ask_in(&frame.session, create, deadline).await?.execution_context_id;
        // Chromium has told of the world before it answers.
        match hand.page().worlds.find(&frame.session, &frame.id) {
            Some((_, DocumentKind::Opaque)) => Err(HandError::NotWeb),
            Some((_, DocumentKind::Web)) | None => Ok(Self { hand, frame, context }),
        }
    }

    /// Calls `nexus.NAME(argument)` there, waits for it if it is a promise, and decodes what it returns.
    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        name: &'static str,
        argument: &impl Serialize,
        deadline: Duration,
    ) -> Result<T, HandError> {
        let call = self.function(name, vec![value(argument)?]);
        decoded(name, self.ask(by_value(call), deadline).await?)
    }

    /// The same for what changes the page by itself: a take-over waits for it.
    pub(crate) async fn change<T: DeserializeOwned>(
        &self,
        name: &'static str,
        argument: &impl Serialize,
        deadline: Duration,
    ) -> Result<T, HandError> {
        let call = self.function(name, vec![value(argument)?]);
        decoded(name, self.hand.change_in(&self.frame.session, by_value(call), deadline).await?)
    }

    /// Calls `nexus.NAME(object, argument)` about an object of the page's.
    pub(crate) async fn call_about<T: DeserializeOwned>(
        &self,
        name: &'static str,
        object: RemoteObjectId,
        argument: &impl Serialize,
        deadline: Duration,
    ) -> Result<T, HandError> {
        let object = CallArgument::builder().object_id(object).build();
        let call = self.function(name, vec![object, value(argument)?]);
        decoded(name, self.ask(by_value(call), deadline).await?)
    }

    /// Calls `nexus.NAME()` there and answers what it returns as an object of the page's.
    pub(super) async fn call_for_object(
        &self,
        name: &'static str,
        deadline: Duration,
    ) -> Result<Option<RemoteObjectId>, HandError> {
        Ok(self.ask(self.function(name, Vec::new()), deadline).await?.result.object_id)
    }

    /// The same with an argument.
    pub(crate) async fn call_for_object_of(
        &self,
        name: &'static str,
        argument: &impl Serialize,
        deadline: Duration,
    ) -> Result<Option<RemoteObjectId>, HandError> {
        let call = self.function(name, vec![value(argument)?]);
        Ok(self.ask(call, deadline).await?.result.object_id)
    }

    fn function(&self, name: &'static str, arguments: Vec<CallArgument>) -> CallFunctionOnParams {
        let mut call = CallFunctionOnParams::new(format!("function(...given) {{ return nexus.{name}(...given); }}"));
        call.execution_context_id = Some(self.context);
        call.arguments = Some(arguments);
        call
    }

    /// Asks something of the frame's process.
    pub(crate) async fn ask<C: Command>(&self, command: C, deadline: Duration) -> Result<C::Response, HandError> {
        self.hand.ask_in(&self.frame.session, command, deadline).await
    }

    /// The hand it is reached through.
    pub(crate) fn hand(&self) -> &'a Sight {
        self.hand
    }

    /// The frame.
    pub(crate) fn frame(&self) -> &FrameId {
        &self.frame.id
    }

    /// The session that reaches it.
    pub(crate) fn session(&self) -> &CdpSession {
        &self.frame.session
    }

    /// The world's CDP name.
    pub(super) fn context(&self) -> ExecutionContextId {
        self.context
    }
}

fn value(argument: &impl Serialize) -> Result<CallArgument, HandError> {
    let argument = serde_json::to_value(argument).map_err(|_| HandError::Malformed)?;
    Ok(CallArgument::builder().value(argument).build())
}

/// For a call whose result is wanted, once it is there.
fn by_value(call: CallFunctionOnParams) -> CallFunctionOnParams {
    CallFunctionOnParams { return_by_value: Some(true), await_promise: Some(true), ..call }
}

/// What a function of the script returned.
fn decoded<T: DeserializeOwned>(name: &'static str, returned: CallFunctionOnReturns) -> Result<T, HandError> {
    if returned.exception_details.is_some() {
        tracing::warn!(function = name, "NEXUS's script in a page failed");
        return Err(HandError::Malformed);
    }
    serde_json::from_value(returned.result.value.unwrap_or_default()).map_err(|_| HandError::Malformed)
}

fn main_frame(hand: &Sight) -> Frame {
    let page = hand.page();
    Frame { id: FrameId::new(&page.target), session: page.session.clone() }
}
