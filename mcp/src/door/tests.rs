//! The first line: who comes in, who waits for a person, and what is refused.

use std::time::Duration;

use nexus_core::store::Token;
use nexus_policy::{Code, Refusal};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex, split};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::timeout;

use super::{Decided, Doorkeeper, Entry, WireHello, receive};
use crate::test_session::{Calls, TestSession};
use crate::transport::Limits;

const LONG: Duration = Duration::from_secs(10);

type Decision = oneshot::Sender<Result<(TestSession, Token), Refusal>>;

/// Admits `friend`, asks about `stranger`, refuses everybody else.
struct TestDoorkeeper {
    asked: mpsc::UnboundedSender<Decision>,
    session: Mutex<Option<TestSession>>,
}

impl Doorkeeper for TestDoorkeeper {
    type Hello = WireHello;
    type Session = TestSession;

    async fn admit(&self, hello: WireHello, program: Option<String>) -> Result<Entry<TestSession>, Refusal> {
        let hello = hello.parse(program)?;
        match hello.agent.as_str() {
            "friend" => Ok(Entry::Admitted(self.session.lock().await.take().expect("one friend"))),
            "stranger" => {
                let (decision, decided) = oneshot::channel();
                self.asked.send(decision).expect("the test listens");
                let decided: Decided<TestSession> = Box::pin(async { decided.await.expect("a decision") });
                Ok(Entry::Pairing { code: "K7QM4D".to_owned(), decided })
            }
            _ => Err(Refusal::new(Code::NotAuthorized, "A person said no.")),
        }
    }
}

struct Knock {
    stream: DuplexStream,
    asked: mpsc::UnboundedReceiver<Decision>,
    calls: Calls,
}

fn knock(limits: Limits) -> Knock {
    let (stream, far) = duplex(1 << 20);
    let (ask, asked) = mpsc::unbounded_channel();
    let (session, calls) = TestSession::new();
    let doorkeeper = TestDoorkeeper { asked: ask, session: Mutex::new(Some(session)) };
    let (read, write) = split(far);
    tokio::spawn(async move { receive(&doorkeeper, read, write, None, limits).await });
    Knock { stream, asked, calls }
}

impl Knock {
    async fn say(&mut self, line: &[u8]) {
        self.stream.write_all(line).await.expect("open");
    }

    async fn line(&mut self) -> Value {
        let read = async {
            let mut line = Vec::new();
            while line.last() != Some(&b'\n') {
                line.push(self.stream.read_u8().await.expect("an answer"));
            }
            serde_json::from_slice(&line).expect("JSON")
        };
        timeout(LONG, read).await.expect("in time")
    }

    /// The refusal's code, after which the connection has to be closed.
    async fn refusal(&mut self) -> String {
        let line = self.line().await;
        assert_eq!(line["ok"], json!(false));
        assert!(line["error"].is_string());
        let mut rest = Vec::new();
        timeout(LONG, self.stream.read_to_end(&mut rest)).await.expect("in time").expect("closed");
        assert!(rest.is_empty());
        line["code"].as_str().expect("a code").to_owned()
    }
}

/// A08, I01: a paired agent comes in, and what it sent behind its hello is MCP.
#[tokio::test]
async fn a_paired_agent_comes_in_and_speaks_mcp() {
    let mut knock = knock(Limits::default());
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    knock.say(format!("{}\n{ping}\n", json!({"agent": "friend", "token": "t"})).as_bytes()).await;
    assert_eq!(knock.line().await, json!({"ok": true, "session": "s3"}));
    assert_eq!(knock.line().await["id"], 1);
    drop(knock.stream);
    assert!(timeout(LONG, knock.calls.recv()).await.expect("in time").is_none(), "the session ends");
}

/// I01: an unknown agent waits for a person, and gets a token of its own after a yes.
#[tokio::test]
async fn a_stranger_waits_for_a_person() {
    let mut knock = knock(Limits::default());
    knock.say(b"{\"agent\":\"stranger\"}\n").await;
    assert_eq!(knock.line().await, json!({"pairing": "K7QM4D"}));
    let decision = knock.asked.recv().await.expect("a person is asked");
    let token = Token::random();
    let revealed = token.reveal().to_owned();
    assert!(decision.send(Ok((TestSession::new().0, token))).is_ok());
    assert_eq!(knock.line().await, json!({"ok": true, "session": "s3", "token": revealed}));
}

/// I01: a no is told by code.
#[tokio::test]
async fn a_person_can_say_no() {
    let mut knock = knock(Limits::default());
    knock.say(b"{\"agent\":\"stranger\"}\n").await;
    knock.line().await;
    let decision = knock.asked.recv().await.expect("a person is asked");
    assert!(decision.send(Err(Refusal::new(Code::NotAuthorized, "A person said no."))).is_ok());
    assert_eq!(knock.refusal().await, "not_authorized");
}

/// I01: a stranger that goes away takes its card with it, also behind what it sent ahead.
#[tokio::test]
async fn a_stranger_that_leaves_withdraws_its_request() {
    let mut knock = knock(Limits::default());
    knock.say(b"{\"agent\":\"stranger\"}\nand more").await;
    knock.line().await;
    let mut decision = knock.asked.recv().await.expect("a person is asked");
    drop(knock.stream);
    timeout(LONG, decision.closed()).await.expect("withdrawn");
}

/// I08: whatever the first line is, it is refused by code, and nothing in it is repeated.
#[tokio::test]
async fn a_hello_that_is_none_is_refused() {
    let long = format!("{{\"agent\":\"{}\"}}\n", "x".repeat(5000));
    for hello in [
        "SECRET\n",
        "{}\n",
        "[]\n",
        "{\"agent\":5}\n",
        "{\"agent\":\"friend\",\"unpaired\":true}\n",
        "{\"agent\":\"friend\",\"token\":7}\n",
        "{\"agent\":\"a\\nb\"}\n",
        "{\"agent\":\"\"}\n",
        "\n",
        &long,
    ] {
        let mut knock = knock(Limits::default());
        knock.say(hello.as_bytes()).await;
        assert_eq!(knock.refusal().await, "invalid_arguments", "{hello}");
    }
    let mut knock = knock(Limits::default());
    knock.say(b"{\"agent\":\"enemy\"}\n").await;
    assert_eq!(knock.refusal().await, "not_authorized");
}

/// I08: a line without an end is refused at its limit, and one that never comes in at its deadline.
#[tokio::test]
async fn a_hello_that_is_endless_or_slow_is_refused() {
    let mut endless = knock(Limits::default());
    endless.say(&[b'x'; 100_000]).await;
    assert_eq!(endless.refusal().await, "invalid_arguments");
    let mut slow = knock(Limits { hello_deadline: Duration::from_millis(20), ..Limits::default() });
    slow.say(b"{\"agent\":").await;
    assert_eq!(slow.refusal().await, "timed_out");
}
