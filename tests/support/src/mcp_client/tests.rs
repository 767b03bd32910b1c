//! The client against a tiny server in this process.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::thread::JoinHandle;

use super::*;

const SECONDS: Duration = Duration::from_secs(10);

/// Serves one connection with `answer`, which gets each line and returns the lines to send.
fn serve(answer: impl Fn(&Value) -> Vec<Value> + Send + 'static) -> (tempfile::TempDir, McpClient, JoinHandle<usize>) {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("agents.sock");
    let listener = UnixListener::bind(&socket).expect("a socket");
    let server = std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a connection");
        answer_lines(stream, answer)
    });
    let client = McpClient::connect(&socket, &Hello::from_agent("tester"), SECONDS).expect("a server listens");
    (folder, client, server)
}

fn answer_lines(stream: UnixStream, answer: impl Fn(&Value) -> Vec<Value>) -> usize {
    let mut output = stream.try_clone().expect("a second handle");
    let mut count = 0;
    for line in BufReader::new(stream).lines().map_while(Result::ok) {
        count += 1;
        let message = serde_json::from_str(&line).expect("a client writes JSON lines");
        for reply in answer(&message) {
            writeln!(output, "{reply}").expect("the client reads");
        }
    }
    count
}

fn tool_answer(message: &Value) -> Vec<Value> {
    let name = &message["params"]["name"];
    let content = json!([{"type": "text", "text": format!("- button \"Add {}\" [disabled] [ref=e7]", name)}]);
    let structured = json!({"status": "refused", "code": "paused_by_user", "tool": name});
    let result = json!({"content": content, "structuredContent": structured, "isError": true});
    message.get("id").map(|id| json!({"jsonrpc": "2.0", "id": id, "result": result})).into_iter().collect()
}

#[test]
fn hello_comes_first_and_pairing_is_told() {
    let (_folder, client, server) = serve(|line| match line.get("agent").and_then(Value::as_str) {
        Some("tester") => vec![json!({"pairing": "K7QM4D"}), json!({"ok": true, "session": "s3", "token": "t"})],
        _ if line.get("id").is_none() => Vec::new(),
        _ => vec![json!({"jsonrpc": "2.0", "id": line["id"], "result": {"serverInfo": {"name": "tiny"}}})],
    });
    assert_eq!(client.welcome(SECONDS).expect("a code"), Welcome::Pairing { code: "K7QM4D".to_owned() });
    let admitted = Welcome::Admitted { session: "s3".to_owned(), token: Some("t".to_owned()) };
    assert_eq!(client.welcome(SECONDS).expect("a session"), admitted);
    assert_eq!(client.initialize().expect("a handshake")["serverInfo"]["name"], "tiny");
    client.close().expect("a closed socket");
    assert_eq!(server.join().expect("a server"), 3, "hello, initialize, initialized");
}

#[test]
fn tool_answer_is_taken_apart() {
    let (_folder, client, _server) = serve(tool_answer);
    let result = client.call("browser_click", json!({}), SECONDS).expect("an answer");
    assert_eq!((result.status.as_str(), result.code.as_str(), result.is_error), ("refused", "paused_by_user", true));
    assert_eq!(result.fact("tool"), "browser_click");
    assert_eq!(result.find_reference("button", "Add \"browser_click\""), Some("e7"));
    assert_eq!(result.find_reference("link", "Add"), None);
    assert!(result.mentions("paused_by_user") && !result.mentions("CANARY"));
}

#[test]
fn many_callers_each_get_their_own_answer() {
    let (_folder, client, _server) = serve(tool_answer);
    std::thread::scope(|scope| {
        for caller in 0..8 {
            let client = &client;
            scope.spawn(move || {
                for round in 0..20 {
                    let tool = format!("tool_{caller}_{round}");
                    let result = client.call(&tool, json!({}), SECONDS).expect("an answer");
                    assert_eq!(result.fact("tool"), tool);
                }
            });
        }
    });
}

#[test]
fn call_in_flight_can_be_waited_for_again_and_cancelled() {
    let (_folder, client, _server) = serve(|line| match line["method"].as_str() {
        Some("notifications/cancelled") => {
            let id = &line["params"]["requestId"];
            vec![json!({"jsonrpc": "2.0", "id": id, "error": {"code": -1, "message": "cancelled"}})]
        }
        _ => Vec::new(),
    });
    let call = client.start_call("browser_wait", json!({})).expect("sent");
    assert!(matches!(call.wait(Duration::from_millis(20)), Err(ClientError::TimedOut(_))));
    call.cancel().expect("sent");
    assert!(matches!(call.wait(SECONDS), Err(ClientError::Rpc { code: -1, .. })));
}

#[test]
fn servers_own_requests_are_answered_and_notifications_kept() {
    let (_folder, client, _server) = serve(|line| match (line["method"].as_str(), line.get("error")) {
        (Some("tools/list"), _) => vec![
            json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {}}),
            json!({"jsonrpc": "2.0", "id": 900, "method": "elicitation/create", "params": {}}),
        ],
        (None, Some(_)) => vec![json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "one"}]}})],
        _ => Vec::new(),
    });
    assert_eq!(client.tools().expect("a list").len(), 1);
    assert_eq!(client.notifications().len(), 1);
    assert!(client.notifications().is_empty());
}

#[test]
fn child_on_stdio_answers_and_ends_with_its_input() {
    let mut command = crate::process::bound_command("sh");
    command.args([
        "-c",
        r#"echo noise; read line; echo '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}'; read end; exit 0"#,
    ]);
    let client = McpClient::spawn(command, "tester").expect("sh starts");
    assert!(client.tools().expect("a list").is_empty());
    assert_eq!(client.unreadable_lines(), ["noise"]);
    let status = client.close().expect("it ends").expect("it was a child");
    assert!(status.success());
    assert!(matches!(client.tools(), Err(ClientError::Io(_))), "a closed client sends nothing");
}

#[test]
fn waiting_callers_hear_that_the_server_is_gone() {
    let mut command = crate::process::bound_command("sh");
    command.args(["-c", "read line"]);
    let client = McpClient::spawn(command, "tester").expect("sh starts");
    let call = client.start_call("browser_windows", json!({})).expect("sent");
    assert!(matches!(call.wait(SECONDS), Err(ClientError::Closed(_))));
}
