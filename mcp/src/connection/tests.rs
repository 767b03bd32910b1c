//! Whole connections over an in-memory stream: both generations of MCP, order, cancellation, garbage, and ends.

use std::time::Duration;

use nexus_core::broker::{Answer, PageRequest, Request, Submission};
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::serve_lines;
use crate::test_session::{Call, Calls, TestSession};
use crate::transport::{Limits, Line, LineReader};

const LONG: Duration = Duration::from_secs(10);

struct Client {
    lines: LineReader<ReadHalf<DuplexStream>>,
    write: WriteHalf<DuplexStream>,
    calls: Calls,
    serving: JoinHandle<()>,
}

impl Client {
    fn connect() -> Self {
        Self::connect_with(1 << 16, Limits::default())
    }

    fn connect_with(buffer: usize, limits: Limits) -> Self {
        let (near, far) = duplex(buffer);
        let (session, calls) = TestSession::new();
        let (read, write) = split(far);
        let serving = tokio::spawn(serve_lines(session, LineReader::new(read), Box::new(write), limits));
        let (read, write) = split(near);
        Self { lines: LineReader::new(read), write, calls, serving }
    }

    async fn initialized() -> Self {
        let mut client = Self::connect();
        client.request(0, "initialize", initialize("2025-06-18")).await;
        client.answer().await;
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        client
    }

    async fn send(&mut self, message: &Value) {
        self.send_raw(format!("{message}\n").as_bytes()).await;
    }

    async fn send_raw(&mut self, bytes: &[u8]) {
        self.write.write_all(bytes).await.expect("the connection is open");
    }

    async fn request(&mut self, id: u64, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
    }

    async fn call(&mut self, id: u64, tool: &str, arguments: Value) {
        self.request(id, "tools/call", json!({"name": tool, "arguments": arguments})).await;
    }

    /// The next line from the server; `None` when it has closed.
    async fn answer(&mut self) -> Option<Value> {
        match timeout(LONG, self.lines.next(64 << 20)).await.expect("in time") {
            Ok(Line::Text(line)) => Some(serde_json::from_slice(&line).expect("JSON")),
            Ok(Line::End) | Err(_) => None,
            Ok(Line::TooLong) => panic!("too long"),
        }
    }

    async fn code(&mut self) -> i64 {
        let answer = self.answer().await.expect("an answer");
        answer["error"]["code"].as_i64().expect("an error")
    }

    /// The next call that reached the session; `None` when the session has ended.
    async fn next_call(&mut self) -> Option<Call> {
        timeout(LONG, self.calls.recv()).await.expect("in time")
    }

    async fn ended(mut self) {
        timeout(LONG, &mut self.serving).await.expect("in time").expect("no panic");
        while self.calls.recv().await.is_some() {}
    }
}

fn initialize(version: &str) -> Value {
    json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
}

fn typed(submission: &Submission) -> String {
    match &submission.request {
        Request::OnPage { request: PageRequest::Type { text, .. }, .. } => text.0.clone(),
        other => panic!("not typing: {other:?}"),
    }
}

/// C05: the versions of MCP with a handshake.
#[tokio::test]
async fn a_client_with_a_handshake_is_served() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut client = Client::connect();
        client.request(0, "initialize", initialize(version)).await;
        let result = client.answer().await.expect("an answer")["result"].take();
        assert_eq!(result["protocolVersion"], version);
        assert_eq!(result["serverInfo"]["name"], "nexus");
        let instructions = result["instructions"].as_str().expect("instructions");
        assert!(instructions.len() <= 1024, "the instructions have {} bytes", instructions.len());
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        client.request(1, "tools/list", json!({})).await;
        let tools = client.answer().await.expect("an answer")["result"]["tools"].take();
        assert_eq!(tools.as_array().map(Vec::len), Some(crate::tools::all().len()));
        client.call(2, "browser_windows", json!({})).await;
        client.next_call().await.expect("a call").answer.send(Answer::done("There.")).expect("it waits");
        let result = client.answer().await.expect("an answer")["result"].take();
        assert_eq!(result["structuredContent"], json!({"status": "ok"}));
        assert_eq!(result["content"], json!([{"type": "text", "text": "There."}]));
    }
}

/// C05: the version without one, where every request says who the client is.
#[tokio::test]
async fn a_client_without_a_handshake_is_served() {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut client = Client::connect();
    client.request(1, "server/discover", json!({"_meta": meta})).await;
    let discovered = client.answer().await.expect("an answer")["result"].take();
    assert!(discovered["instructions"].is_string(), "{discovered}");
    client.request(2, "tools/call", json!({"name": "browser_windows", "arguments": {}, "_meta": meta})).await;
    client.next_call().await.expect("a call").answer.send(Answer::done("There.")).expect("it waits");
    let answer = client.answer().await.expect("an answer");
    assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(2), &json!(false)));
    client.request(3, "tools/list", json!({"_meta": meta})).await;
    assert!(client.answer().await.expect("an answer")["result"]["tools"].is_array());
}

/// N07: pipelined calls are handed in in the order of their lines, although rmcp runs each in a task of its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pipelined_calls_keep_their_order() {
    let mut client = Client::initialized().await;
    for round in 0..5 {
        let lines: String = (0..100)
            .map(|number| {
                // Some take longer to decode, and some can't be decoded at all.
                let padding = if number % 7 == 0 { " ".repeat(50_000) } else { String::new() };
                let tool = if number % 10 == 9 { "browser_none" } else { "browser_type" };
                let arguments = json!({"ref": "e1", "text": format!("{number}{padding}")});
                let params = json!({"name": tool, "arguments": arguments});
                format!(
                    "{}\n",
                    json!({"jsonrpc": "2.0", "id": round * 100 + number, "method": "tools/call", "params": params})
                )
            })
            .collect();
        let sent = client.send_raw(lines.as_bytes());
        timeout(LONG, sent).await.expect("it is read");
        let mut seen = Vec::new();
        for _ in 0..90 {
            let call = client.next_call().await.expect("a call");
            seen.push(typed(&call.submission).trim().parse::<u32>().expect("a number"));
            call.answer.send(Answer::done("Typed.")).expect("it waits");
        }
        assert_eq!(seen, (0..100).filter(|number| number % 10 != 9).collect::<Vec<_>>());
        for _ in 0..100 {
            client.answer().await.expect("an answer");
        }
    }
}

#[tokio::test]
async fn what_cannot_be_called_is_told_and_holds_nothing_up() {
    let mut client = Client::initialized().await;
    client.call(1, "browser_teleport", json!({})).await;
    let answer = client.answer().await.expect("an answer");
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(1), &json!(-32602)));
    assert!(answer["error"]["message"].as_str().is_some_and(|message| message.contains("browser_snapshot")));
    client.call(2, "browser_click", json!({"ref": "SECRET"})).await;
    let answer = client.answer().await.expect("an answer");
    assert_eq!(answer["result"]["structuredContent"], json!({"status": "error", "code": "invalid_arguments"}));
    assert_eq!(answer["result"]["isError"], json!(true));
    assert!(!answer.to_string().contains("SECRET"));
    client.request(3, "tools/call", json!({"arguments": {}})).await;
    assert_eq!(client.code().await, -32602);
    client.request(4, "resources/none", json!({})).await;
    assert_eq!(client.code().await, -32601);
    client.call(5, "browser_windows", json!({})).await;
    assert!(client.next_call().await.is_some());
}

/// N05: a client that cancels gets no answer, and the call is cancelled in the broker.
#[tokio::test]
async fn a_cancelled_call_is_dropped() {
    let mut client = Client::initialized().await;
    client.call(1, "browser_windows", json!({"wait_s": 50})).await;
    let mut call = client.next_call().await.expect("a call");
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})).await;
    timeout(LONG, call.answer.closed()).await.expect("the call is cancelled");
    client.call(2, "browser_windows", json!({})).await;
    client.next_call().await.expect("a call").answer.send(Answer::done("Yes.")).expect("it waits");
    assert_eq!(client.answer().await.expect("an answer")["id"], 2);
}

/// I08: the end of the input ends the session at once; rmcp alone would wait five seconds for the running call.
#[tokio::test]
async fn the_end_of_the_input_ends_the_session_at_once() {
    let mut client = Client::initialized().await;
    client.call(1, "browser_windows", json!({"wait_s": 50})).await;
    let mut call = client.next_call().await.expect("a call");
    client.write.shutdown().await.expect("closed");
    let end = async {
        assert!(client.calls.recv().await.is_none(), "the session has ended");
        call.answer.closed().await;
        (&mut client.serving).await.expect("no panic");
    };
    timeout(Duration::from_secs(1), end).await.expect("at once");
}

/// I08: a connection that is dropped from outside ends its session and rmcp's own task.
#[tokio::test]
async fn dropping_the_connection_ends_the_session() {
    let mut client = Client::initialized().await;
    client.call(1, "browser_windows", json!({"wait_s": 50})).await;
    let mut call = client.next_call().await.expect("a call");
    client.serving.abort();
    timeout(LONG, call.answer.closed()).await.expect("the call is cancelled");
    assert!(client.next_call().await.is_none());
    // The stream is closed, whatever was still written.
    while client.answer().await.is_some() {}
}

/// I08: garbage is answered by code and skipped; too much of it closes the connection.
#[tokio::test]
async fn garbage_is_answered_and_skipped_until_it_is_too_much() {
    let mut client = Client::initialized().await;
    client.send_raw(b"not json\n\xff\xfe\n[1,2]\n{\"jsonrpc\":\"2.0\",\"id\":\"x\"}\n\n").await;
    let mut answers = Vec::new();
    for _ in 0..4 {
        let answer = client.answer().await.expect("an answer");
        answers.push((answer["id"].clone(), answer["error"]["code"].as_i64().expect("a code")));
    }
    let (parse, invalid) = (-32700, -32600);
    assert_eq!(answers, [(Value::Null, parse), (Value::Null, parse), (Value::Null, invalid), (json!("x"), invalid)]);
    client.request(9, "ping", json!({})).await;
    assert_eq!(client.answer().await.expect("an answer")["id"], 9);
    client.send_raw(&b"garbage\n".repeat(20)).await;
    for _ in 0..20 {
        assert_eq!(client.code().await, parse);
    }
    assert!(client.answer().await.is_none(), "the connection is closed");
    client.ended().await;
}

/// I08: a line of 20 MB is refused without being kept, and the connection is closed.
#[tokio::test]
async fn a_line_of_20_mb_closes_the_connection() {
    let mut client = Client::initialized().await;
    let Client { lines, write, serving, .. } = &mut client;
    let line = vec![b'x'; 20 << 20];
    let (sent, answer) = tokio::join!(write.write_all(&line), lines.next(1 << 20));
    assert!(sent.is_err(), "nobody reads it to its end");
    let Ok(Line::Text(answer)) = answer else { panic!("no answer") };
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(-32600)));
    timeout(LONG, serving).await.expect("in time").expect("no panic");
}

/// I08: before its first request a client can say nothing that ends the connection.
#[tokio::test]
async fn what_comes_before_the_handshake_is_ignored() {
    let mut client = Client::connect();
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    client.send(&json!({"jsonrpc": "2.0", "id": 4, "result": {}})).await;
    client.call(1, "browser_windows", json!({})).await;
    assert_eq!(client.code().await, -32602);
    client.request(2, "initialize", initialize("2025-06-18")).await;
    assert!(client.answer().await.expect("an answer")["result"].is_object());
}

/// I08: an id that is used again while its request runs confuses only its sender.
#[tokio::test]
async fn an_id_that_is_used_twice_breaks_nothing() {
    let mut client = Client::initialized().await;
    for _ in 0..2 {
        client.call(1, "browser_windows", json!({})).await;
    }
    for _ in 0..2 {
        let call = client.next_call().await.expect("a call");
        call.answer.send(Answer::done("There.")).expect("it waits");
    }
    assert_eq!(client.answer().await.expect("an answer")["id"], 1);
    client.request(2, "ping", json!({})).await;
    while client.answer().await.expect("an answer")["id"] != 2 {}
}

/// I08: a client that stops reading is closed, and what it is owed isn't kept.
#[tokio::test]
async fn a_client_that_stops_reading_is_closed() {
    let limits = Limits { write_deadline: Duration::from_millis(50), ..Limits::default() };
    let mut client = Client::connect_with(4096, limits);
    client.request(0, "initialize", initialize("2025-06-18")).await;
    client.answer().await;
    client.call(1, "browser_windows", json!({})).await;
    let call = client.next_call().await.expect("a call");
    call.answer.send(Answer::done("x".repeat(100_000))).expect("it waits");
    client.ended().await;
}

/// I08: unanswered requests are bounded: the rest isn't read until there is room.
#[tokio::test]
async fn unanswered_requests_are_bounded() {
    let limits = Limits { unanswered: 4, ..Limits::default() };
    let mut client = Client::connect_with(1 << 20, limits);
    client.request(0, "initialize", initialize("2025-06-18")).await;
    client.answer().await;
    for id in 1..=8 {
        client.call(id, "browser_windows", json!({})).await;
    }
    let mut waiting = Vec::new();
    for _ in 0..4 {
        waiting.push(client.next_call().await.expect("a call"));
    }
    assert!(timeout(Duration::from_millis(100), client.calls.recv()).await.is_err(), "the fifth isn't read yet");
    waiting.pop().expect("a call").answer.send(Answer::done("There.")).expect("it waits");
    assert!(client.next_call().await.is_some());
}

/// A05: a client that asked for progress hears that its call still waits.
#[tokio::test]
#[ignore = "takes five seconds"]
async fn a_long_call_tells_its_progress() {
    let mut client = Client::initialized().await;
    let params = json!({"name": "browser_windows", "arguments": {}, "_meta": {"progressToken": "t"}});
    client.request(1, "tools/call", params).await;
    let _call = client.next_call().await.expect("a call");
    let progress = client.answer().await.expect("a notification");
    assert_eq!(
        (&progress["method"], &progress["params"]["progressToken"]),
        (&json!("notifications/progress"), &json!("t"))
    );
}
