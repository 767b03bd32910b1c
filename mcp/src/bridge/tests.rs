//! A bridge between a client in memory and a socket that the test serves in NEXUS's place.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use nexus_core::store::Token;
use nexus_policy::AgentName;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::{Bridge, BridgeEnd, TokenKeeper, WhenAbsent, run};

const LONG: Duration = Duration::from_secs(10);

#[derive(Default)]
struct Keeper(Mutex<BTreeMap<String, Token>>);

impl TokenKeeper for Keeper {
    fn load(&self, agent: &AgentName) -> Option<Token> {
        self.0.lock().expect("no panic").get(agent.as_str()).cloned()
    }

    fn store(&self, agent: &AgentName, token: &Token) -> Result<(), String> {
        self.0.lock().expect("no panic").insert(agent.to_string(), token.clone());
        Ok(())
    }
}

struct Setup {
    _directory: TempDir,
    socket: PathBuf,
    keeper: Arc<Keeper>,
    read: BufReader<ReadHalf<DuplexStream>>,
    write: WriteHalf<DuplexStream>,
    told: mpsc::UnboundedReceiver<String>,
    bridge: JoinHandle<BridgeEnd>,
}

fn start(patience: Duration) -> Setup {
    start_with(patience, WhenAbsent::Wait)
}

fn start_with(patience: Duration, when_absent: WhenAbsent) -> Setup {
    let directory = TempDir::new().expect("a directory");
    let socket = directory.path().join("agents.sock");
    let keeper = Arc::new(Keeper::default());
    let (near, far) = duplex(1 << 16);
    let (tell, told) = mpsc::unbounded_channel();
    let bridge = Bridge { socket: socket.clone(), agent: "claude".parse().expect("a name"), when_absent };
    let (input, output) = split(far);
    let kept: Arc<dyn TokenKeeper> = keeper.clone();
    let say = move |line: &str| tell.send(line.to_owned()).unwrap_or_default();
    let bridge = tokio::spawn(run(bridge, kept, input, output, say, patience));
    let (read, write) = split(near);
    Setup { _directory: directory, socket, keeper, read: BufReader::new(read), write, told, bridge }
}

impl Setup {
    async fn send(&mut self, message: Value) {
        self.write.write_all(format!("{message}\n").as_bytes()).await.expect("the bridge reads");
    }

    async fn request(&mut self, id: u64, method: &str) {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method})).await;
    }

    async fn line(&mut self) -> Value {
        next_line(&mut self.read).await
    }

    fn listen(&self) -> UnixListener {
        if self.socket.exists() {
            std::fs::remove_file(&self.socket).expect("removed");
        }
        UnixListener::bind(&self.socket).expect("bound")
    }
}

async fn next_line(read: &mut (impl AsyncBufReadExt + Unpin)) -> Value {
    let mut line = String::new();
    timeout(LONG, read.read_line(&mut line)).await.expect("in time").expect("readable");
    serde_json::from_str(&line).unwrap_or_else(|_| panic!("not JSON: {line:?}"))
}

/// NEXUS's end of one connection.
struct Nexus(BufReader<UnixStream>);

impl Nexus {
    /// Accepts a bridge and lets it in, after checking its hello.
    async fn admit(listener: &UnixListener, hello: Value) -> Self {
        let mut nexus = Self::accept(listener).await;
        assert_eq!(nexus.line().await, hello);
        nexus.send(json!({"ok": true, "session": "s1"})).await;
        nexus
    }

    async fn accept(listener: &UnixListener) -> Self {
        let (stream, _) = timeout(LONG, listener.accept()).await.expect("in time").expect("accepted");
        Self(BufReader::new(stream))
    }

    async fn line(&mut self) -> Value {
        next_line(&mut self.0).await
    }

    async fn send(&mut self, message: Value) {
        self.0.get_mut().write_all(format!("{message}\n").as_bytes()).await.expect("the bridge reads");
    }
}

fn hello() -> Value {
    json!({"agent": "claude"})
}

/// C05: a client that speaks stdio reaches the socket, lines in order both ways; its end is the bridge's.
#[tokio::test]
async fn lines_go_both_ways_until_the_client_ends() {
    let mut client = start(LONG);
    client.request(0, "initialize").await;
    let listener = client.listen();
    let mut nexus = Nexus::admit(&listener, hello()).await;
    assert_eq!(nexus.line().await["method"], "initialize");
    for id in 1..=50 {
        client.request(id, "tools/call").await;
    }
    for id in 1..=50_u64 {
        assert_eq!(nexus.line().await["id"], id);
        nexus.send(json!({"jsonrpc": "2.0", "id": id, "result": {}})).await;
    }
    for id in 1..=50_u64 {
        assert_eq!(client.line().await["id"], id);
    }
    client.write.shutdown().await.expect("closed");
    assert_eq!(timeout(LONG, client.bridge).await.expect("in time").expect("no panic"), BridgeEnd::ClientGone);
    let mut rest = String::new();
    assert_eq!(timeout(LONG, nexus.0.read_line(&mut rest)).await.expect("in time").expect("closed"), 0);
}

/// I01: the code is shown, the handshake waits for the person, and the token is kept and shown the next time.
#[tokio::test]
async fn pairing_waits_for_the_person_and_keeps_the_token() {
    let mut client = start(Duration::from_millis(10));
    let listener = client.listen();
    client.request(0, "initialize").await;
    let mut nexus = Nexus::accept(&listener).await;
    assert_eq!(nexus.line().await, hello());
    nexus.send(json!({"pairing": "K7QM4D"})).await;
    assert!(timeout(LONG, client.told.recv()).await.expect("in time").expect("told").contains("K7QM4D"));
    // Far beyond its patience the bridge still waits, because a person is asked.
    let mut early = String::new();
    assert!(timeout(Duration::from_millis(100), client.read.read_line(&mut early)).await.is_err());
    let token = Token::random();
    nexus.send(json!({"ok": true, "session": "s1", "token": token.reveal()})).await;
    assert_eq!(nexus.line().await["method"], "initialize");
    let agent = "claude".parse().expect("a name");
    assert_eq!(client.keeper.load(&agent).expect("kept").reveal(), token.reveal());
    drop(nexus);
    let mut again = Nexus::accept(&listener).await;
    assert_eq!(again.line().await, json!({"agent": "claude", "token": token.reveal()}));
}

/// I01: after a no the client hears it, and the person isn't asked again.
#[tokio::test]
async fn a_refused_bridge_tells_its_client_and_does_not_ask_again() {
    let mut client = start(LONG);
    let listener = client.listen();
    client.request(0, "initialize").await;
    let mut nexus = Nexus::accept(&listener).await;
    nexus.line().await;
    nexus.send(json!({"ok": false, "code": "not_authorized", "error": "A person said no."})).await;
    assert_eq!(client.line().await["error"]["message"], "A person said no.");
    assert!(timeout(Duration::from_millis(300), listener.accept()).await.is_err());
    client.write.shutdown().await.expect("closed");
    assert_eq!(timeout(LONG, client.bridge).await.expect("in time").expect("no panic"), BridgeEnd::Refused);
}

/// I08: without NEXUS requests wait a while, then hear why, and work once it is there.
#[tokio::test]
async fn without_nexus_requests_are_answered_and_later_ones_get_through() {
    let mut client = start(Duration::from_millis(50));
    client.request(1, "tools/list").await;
    assert!(client.line().await["error"]["message"].as_str().expect("a sentence").contains("isn't running"));
    let listener = client.listen();
    let mut nexus = Nexus::admit(&listener, hello()).await;
    client.request(2, "tools/list").await;
    assert_eq!(nexus.line().await["id"], 2);
}

/// N23, I08: a restart fails what was under way, repeats the handshake and nothing else.
#[tokio::test]
async fn a_restart_fails_what_was_under_way_and_repeats_only_the_handshake() {
    let mut client = start(LONG);
    let listener = client.listen();
    client.request(0, "initialize").await;
    let mut nexus = Nexus::admit(&listener, hello()).await;
    let initialize = nexus.line().await;
    nexus.send(json!({"jsonrpc": "2.0", "id": 0, "result": {}})).await;
    client.line().await;
    client.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    let initialized = nexus.line().await;
    client.request(1, "tools/call").await;
    nexus.line().await;
    drop((nexus, listener));
    let failed = client.line().await;
    assert_eq!(failed["id"], 1);
    assert!(failed["error"]["message"].as_str().expect("a sentence").contains("restarted"));
    client.request(2, "tools/call").await;
    let listener = client.listen();
    let mut nexus = Nexus::admit(&listener, hello()).await;
    assert_eq!(nexus.line().await, initialize);
    nexus.send(json!({"jsonrpc": "2.0", "id": 0, "result": {"new": true}})).await;
    assert_eq!(nexus.line().await, initialized);
    assert_eq!(nexus.line().await["id"], 2, "the call that was under way isn't repeated");
    nexus.send(json!({"jsonrpc": "2.0", "id": 2, "result": {}})).await;
    assert_eq!(client.line().await["id"], 2, "the client doesn't see the second handshake");
}

/// I08: while NEXUS isn't there, the end of the client still ends the bridge.
#[tokio::test]
async fn the_client_can_end_while_nexus_is_not_there() {
    let mut client = start(LONG);
    client.request(0, "initialize").await;
    client.write.shutdown().await.expect("closed");
    assert_eq!(timeout(LONG, client.bridge).await.expect("in time").expect("no panic"), BridgeEnd::ClientGone);
}

/// C05: a bridge that may start NEXUS starts it once, and not again when a person has closed it.
#[tokio::test]
async fn nexus_is_started_once() {
    let directory = TempDir::new().expect("a directory");
    let (program, log) = (directory.path().join("nexus"), directory.path().join("log"));
    std::fs::write(&program, format!("#!/bin/sh\necho started >> '{}'\n", log.display())).expect("written");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).expect("set");
    let mut client = start_with(Duration::from_millis(500), WhenAbsent::Start(program));
    assert!(client.told.recv().await.expect("told").contains("starting it"));
    client.request(1, "tools/list").await;
    assert!(client.line().await["error"].is_object(), "several attempts later it still isn't there");
    assert_eq!(std::fs::read_to_string(&log).expect("started"), "started\n");
}
