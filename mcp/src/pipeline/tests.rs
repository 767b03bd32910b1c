//! Order, skipping and cancellation of calls, without a transport.

use std::time::Duration;

use nexus_core::broker::{Request, Submission};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::{pump, turn};
use crate::test_session::TestSession;

const LONG: Duration = Duration::from_secs(5);

fn numbered(number: u64) -> Submission {
    Submission {
        lease: None,
        action: nexus_policy::Digest([0; 32]),
        request: Request::Windows { wait: Some(Duration::from_secs(number)) },
    }
}

fn number(submission: &Submission) -> u64 {
    match submission.request {
        Request::Windows { wait: Some(wait) } => wait.as_secs(),
        _ => panic!("another request"),
    }
}

/// N07: calls are handed in in the order they were read, however long each takes to decode.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_are_handed_in_in_the_order_they_were_read() {
    let (session, mut calls) = TestSession::new();
    let (turns, awaited) = mpsc::channel(256);
    let pumping = tokio::spawn(pump(session, awaited));
    let mut seed = 7_u64;
    for call in 0..100 {
        let (turn, other_end) = turn();
        turns.send(other_end).await.expect("the pump takes turns");
        // Any fixed sequence that jumps about will do.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let decoding = Duration::from_micros(seed >> 52);
        tokio::spawn(async move {
            sleep(decoding).await;
            turn.submit(numbered(call)).await
        });
    }
    drop(turns);
    pumping.await.expect("the pump ends with the last turn");
    let mut order = Vec::new();
    while let Some(call) = calls.recv().await {
        order.push(number(&call.submission));
    }
    assert_eq!(order, (0..100).collect::<Vec<_>>());
}

/// N07: a call that can't be handed in doesn't hold up the next.
#[tokio::test]
async fn a_turn_that_is_given_up_or_dropped_is_skipped() {
    let (session, mut calls) = TestSession::new();
    let (turns, awaited) = mpsc::channel(8);
    tokio::spawn(pump(session, awaited));
    let (given_up, first) = turn();
    let (dropped, second) = turn();
    let (used, third) = turn();
    for other_end in [first, second, third] {
        turns.send(other_end).await.expect("the pump takes turns");
    }
    tokio::spawn(used.submit(numbered(3)));
    given_up.give_up();
    drop(dropped);
    let call = timeout(LONG, calls.recv()).await.expect("in time").expect("a call");
    assert_eq!(number(&call.submission), 3);
}

/// N05: a call whose client left before its turn isn't handed in at all.
#[tokio::test]
async fn a_call_that_is_cancelled_before_its_turn_is_never_handed_in() {
    let (session, mut calls) = TestSession::new();
    let (turns, awaited) = mpsc::channel(8);
    let (blocking, first) = turn();
    let (cancelled, second) = turn();
    let (used, third) = turn();
    for other_end in [first, second, third] {
        turns.send(other_end).await.expect("the pump takes turns");
    }
    assert!(timeout(Duration::from_millis(5), cancelled.submit(numbered(2))).await.is_err(), "it isn't its turn");
    tokio::spawn(pump(session, awaited));
    tokio::spawn(used.submit(numbered(3)));
    blocking.give_up();
    let call = timeout(LONG, calls.recv()).await.expect("in time").expect("a call");
    assert_eq!(number(&call.submission), 3);
}

/// N05: dropping the pending answer cancels the call, whether it was polled or not.
#[tokio::test]
async fn dropping_a_pending_answer_cancels_the_call() {
    let (session, mut calls) = TestSession::new();
    let (turns, awaited) = mpsc::channel(8);
    tokio::spawn(pump(session, awaited));
    let (turn, other_end) = turn();
    turns.send(other_end).await.expect("the pump takes turns");
    let pending = turn.submit(numbered(1)).await.expect("it was handed in");
    let mut call = calls.recv().await.expect("a call");
    drop(pending);
    timeout(LONG, call.answer.closed()).await.expect("the call is cancelled");
}
