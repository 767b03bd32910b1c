//! What a bridge remembers, line by line.

use serde_json::{Value, json};

use super::{Answered, Ledger, answers, refusal_of};

fn line(message: &Value) -> Vec<u8> {
    message.to_string().into_bytes()
}

fn request(id: Value, method: &str) -> Vec<u8> {
    line(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": {"deep": [[[1]]]}}))
}

fn ids(failed: &[Vec<u8>]) -> Vec<Value> {
    failed.iter().map(|line| serde_json::from_slice::<Value>(line).expect("JSON")["id"].take()).collect()
}

/// N23: what was under way when NEXUS went is failed, not sent again; what was answered or cancelled isn't.
#[test]
fn only_unanswered_requests_fail() {
    let mut ledger = Ledger::default();
    for id in [json!(1), json!(2), json!(3), json!("3")] {
        assert_eq!(ledger.note_client(&request(id, "tools/call")), None);
    }
    ledger.note_nexus(&line(&json!({"jsonrpc": "2.0", "id": 1, "result": {}})));
    ledger.note_nexus(&line(&json!({"jsonrpc": "2.0", "id": 3, "method": "ping"})));
    ledger.note_client(&line(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}),
    ));
    assert_eq!(ids(&ledger.fail_unanswered()), [json!("3"), json!(3)]);
    assert!(ledger.fail_unanswered().is_empty());
}

/// N23: a client that had nothing under way learns of the restart from its next call, before old ids meet new ones.
#[test]
fn the_first_call_after_an_unseen_restart_is_not_sent() {
    let mut ledger = Ledger::default();
    assert!(ledger.fail_unanswered().is_empty());
    assert_eq!(ledger.note_client(&request(json!(1), "tools/list")), None);
    let answer = ledger.note_client(&request(json!(2), "tools/call")).expect("it is answered here");
    assert_eq!(ids(&[answer]), [json!(2)]);
    assert_eq!(ledger.note_client(&request(json!(3), "tools/call")), None);
}

#[test]
fn a_handshake_is_kept_once_it_was_accepted() {
    let mut ledger = Ledger::default();
    ledger.note_client(&request(json!(0), "initialize"));
    assert_eq!(ledger.handshake(), None);
    ledger.note_nexus(&line(&json!({"jsonrpc": "2.0", "id": 0, "result": {}})));
    ledger.note_client(&line(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})));
    let handshake = ledger.handshake().expect("kept");
    assert_eq!(handshake.initialize, request(json!(0), "initialize"));
    assert!(handshake.initialized.is_some());
    let mut refused = Ledger::default();
    refused.note_client(&request(json!(0), "initialize"));
    refused.note_nexus(&line(&json!({"jsonrpc": "2.0", "id": 0, "error": {"code": 1, "message": ""}})));
    assert_eq!(refused.handshake(), None);
}

#[test]
fn only_requests_are_refused_and_only_answers_answer() {
    assert!(refusal_of(&request(json!(1), "x"), "No.").is_some());
    for other in ["", "garbage", "[]", r#"{"jsonrpc":"2.0","method":"x"}"#, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#] {
        assert_eq!(refusal_of(other.as_bytes(), "No."), None);
    }
    assert_eq!(answers(br#"{"id":1,"result":{}}"#, "1"), Some(Answered::Yes));
    assert_eq!(answers(br#"{"id":1,"error":{}}"#, "1"), Some(Answered::No));
    assert_eq!(answers(br#"{"id":"1","result":{}}"#, "1"), None);
}
