//! Running an agent's own script in a page, with the person's yes to exactly that script in exactly that document.

use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::dom::{BackendNodeId, ResolveNodeParams};
use chromiumoxide::cdp::js_protocol::runtime::{
    CallArgument, CallFunctionOnParams, EvaluateParams, ExceptionDetails, RemoteObject, RemoteObjectId, TimeDelta,
};
use chromiumoxide::types::MethodId;
use chromiumoxide::{Command, Method};
use nexus_policy::Code;
use serde::{Deserialize, Serialize};

use super::withhold::Kept;
use super::{ANSWER_DEADLINE, Done, Failure, Outcome};
use crate::broker::{ActEffect, AgentScript, ElementRef};
use crate::browser::{CdpSession, Hand, HandError, Teller};
use crate::engine::interaction::{document_part, object_of};
use crate::redaction::Untrusted;

/// How long it may run without a pause. Then Chromium stops it.
const RUN: Duration = Duration::from_secs(5);
/// How long its promise is waited for.
const DEADLINE: Duration = Duration::from_secs(10);
/// Characters that are told of what it returns.
const TOLD: usize = 20_000;
/// Characters that are told of what it throws.
const THROWN: usize = 1_000;

/// What it came to.
struct Ran {
    result: RemoteObject,
    thrown: Option<ExceptionDetails>,
}

pub(super) async fn evaluate(hand: &Hand, AgentScript(source): &AgentScript, target: Option<ElementRef>) -> Outcome {
    let before = hand.page().state();
    if !hand.covers(document_part(&before.document)) {
        let sentence = "The page shows another document than the one that was judged. Nothing was done.";
        return Err(Failure::new(Code::TargetChanged, sentence));
    }
    // What is secret now may be gone from its field when the script has run.
    Kept::ask(hand, Teller::Script).await?;
    let began = Instant::now();
    let ran = match target {
        Some(target) => run_with(hand, source, target).await?,
        None => run(hand, source).await,
    };
    let after = hand.page().state();
    let ran = match ran {
        // Chromium refused to go on, or to say what came of it.
        Err(HandError::DocumentGone) if after.document == before.document => return Err(unsaid(began)),
        ran => ran?,
    };
    let effect = match (after.document == before.document, after.requests > before.requests) {
        (false, _) => ActEffect::Changed,
        (true, true) => ActEffect::Request,
        (true, false) => ActEffect::Delivered,
    };
    let Ok(kept) = Kept::ask(hand, Teller::Script).await else {
        let summary = "It ran. What it returned isn't told, because the page went elsewhere or doesn't answer.";
        return Ok(Done { effect: Some(effect), ..Done::new(summary) });
    };
    tell(ran, effect, &kept)
}

fn tell(Ran { result, thrown }: Ran, effect: ActEffect, kept: &Kept) -> Outcome {
    if let Some(thrown) = thrown {
        let said = thrown.exception.and_then(|value| value.description.or_else(|| Some(value.value?.to_string())));
        let said = Untrusted::new(said.unwrap_or(thrown.text));
        let sentence = "`function` threw an exception. What it did before stays done.";
        let text = Some(kept.told_of(&said, THROWN));
        return Err(Failure { effect: Some(effect), text, ..Failure::new(Code::InvalidArguments, sentence) });
    }
    let returned = result.value.map(|value| value.to_string()).or(result.unserializable_value.map(Into::into));
    let Some(returned) = returned else {
        return Ok(Done { effect: Some(effect), ..Done::new("It ran and returned nothing.") });
    };
    let text = Some(kept.told_of(&Untrusted::new(returned), TOLD));
    Ok(Done { effect: Some(effect), text, ..Done::new("It ran and returned this.") })
}

/// In the document that was judged: its world has a name that no other document's ever has.
async fn run(hand: &Hand, source: &str) -> Result<Ran, HandError> {
    let page = hand.page();
    let world = page.record.own_world(&page.session, &page.target).ok_or(HandError::DocumentGone)?;
    let mut evaluate = EvaluateParams::new(format!("({source}\n)()"));
    (evaluate.return_by_value, evaluate.await_promise) = (Some(true), Some(true));
    evaluate.unique_context_id = Some(world);
    evaluate.timeout = Some(TimeDelta::new(RUN.as_millis() as f64));
    let answer = hand.change_in(&page.session, evaluate, DEADLINE).await?;
    Ok(Ran { result: answer.result, thrown: answer.exception_details })
}

/// The same with an element, in that element's document.
async fn run_with(hand: &Hand, source: &str, target: ElementRef) -> Result<Result<Ran, HandError>, Failure> {
    let (session, object) = object_of(hand, target).await?;
    Ok(run_on(hand, source, &session, object).await)
}

async fn run_on(hand: &Hand, source: &str, session: &CdpSession, object: RemoteObjectId) -> Result<Ran, HandError> {
    let DescribedNode { node } = hand.ask_in(session, DescribeNode { object_id: object }, ANSWER_DEADLINE).await?;
    let node = BackendNodeId::new(node.backend_node_id);
    let resolve = ResolveNodeParams::builder().backend_node_id(node).build();
    let element = hand.ask_in(session, resolve, ANSWER_DEADLINE).await?.object.object_id;
    let element = element.ok_or(HandError::DocumentGone)?;
    let mut call = CallFunctionOnParams::new(source);
    call.object_id = Some(element.clone());
    call.arguments = Some(vec![CallArgument::builder().object_id(element).build()]);
    (call.return_by_value, call.await_promise) = (Some(true), Some(true));
    let answer = hand.change_in(session, call, DEADLINE).await?;
    Ok(Ran { result: answer.result, thrown: answer.exception_details })
}

fn unsaid(began: Instant) -> Failure {
    if began.elapsed() >= RUN {
        let sentence =
            format!("`function` ran for {} s and was stopped. What it did before stays done.", RUN.as_secs());
        return Failure::new(Code::TimedOut, sentence);
    }
    let sentence = "What `function` returned can't be told: return text, numbers, or lists and objects of them. What it did \
                    stays done.";
    Failure::new(Code::InvalidArguments, sentence)
}

/// `DOM.describeNode`, of which only the node's name is of interest.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DescribeNode {
    object_id: RemoteObjectId,
}

#[derive(Debug, Deserialize)]
struct DescribedNode {
    node: NodeName,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct NodeName {
    backend_node_id: i64,
}

impl Method for DescribeNode {
    fn identifier(&self) -> MethodId {
        "DOM.describeNode".into()
    }
}

impl Command for DescribeNode {
    type Response = DescribedNode;
}
