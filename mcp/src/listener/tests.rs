//! The socket's place, and real connections to it.

use std::fs::{Permissions, create_dir, set_permissions, symlink_metadata, write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;

use nexus_policy::Refusal;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{Listener, MAX_CONNECTIONS, serve_socket_with};
use crate::door::{Doorkeeper, Entry, WireHello};
use crate::test_session::{Calls, TestSession};

const LONG: Duration = Duration::from_secs(10);

/// Admits everybody, and shows the program and the calls to the test.
struct OpenDoor(mpsc::UnboundedSender<(Option<String>, Calls)>);

impl Doorkeeper for OpenDoor {
    type Hello = WireHello;
    type Session = TestSession;

    async fn admit(&self, _: WireHello, program: Option<String>) -> Result<Entry<TestSession>, Refusal> {
        let (session, calls) = TestSession::new();
        self.0.send((program, calls)).expect("the test listens");
        Ok(Entry::Admitted(session))
    }
}

type Admitted = mpsc::UnboundedReceiver<(Option<String>, Calls)>;

async fn listen(path: &Path) -> Result<(Listener, Admitted), String> {
    let (admitted, seen) = mpsc::unbounded_channel();
    match serve_socket_with(path, OpenDoor(admitted)).await {
        Ok(listener) => Ok((listener, seen)),
        Err(error) => Err(error.code().to_owned()),
    }
}

fn private_directory() -> (TempDir, PathBuf) {
    let directory = TempDir::new().expect("a directory");
    set_permissions(directory.path(), Permissions::from_mode(0o700)).expect("set");
    let path = directory.path().join("agents.sock");
    (directory, path)
}

async fn refused(path: &Path) -> String {
    listen(path).await.expect_err("refused")
}

/// I08: a socket is made only where no other user can reach or swap it.
#[tokio::test]
async fn an_unsafe_directory_is_refused() {
    let (directory, _) = private_directory();
    let open = directory.path().join("open");
    create_dir(&open).expect("made");
    for mode in [0o755, 0o770, 0o701] {
        set_permissions(&open, Permissions::from_mode(mode)).expect("set");
        assert_eq!(refused(&open.join("agents.sock")).await, "unsafe_directory", "{mode:o}");
    }
    set_permissions(&open, Permissions::from_mode(0o700)).expect("set");
    symlink(&open, directory.path().join("link")).expect("linked");
    assert_eq!(refused(&directory.path().join("link/agents.sock")).await, "unsafe_directory");
    write(directory.path().join("file"), "").expect("written");
    assert_eq!(refused(&directory.path().join("file/agents.sock")).await, "unsafe_directory");
    assert_eq!(refused(&directory.path().join("none/none/agents.sock")).await, "io");
}

/// I08: nothing that NEXUS didn't make is removed or followed.
#[tokio::test]
async fn what_is_in_the_way_stays() {
    let (directory, path) = private_directory();
    let target = directory.path().join("target");
    write(&target, "precious").expect("written");
    symlink(&target, &path).expect("linked");
    assert_eq!(refused(&path).await, "in_the_way");
    std::fs::remove_file(&path).expect("removed");
    write(&path, "precious").expect("written");
    assert_eq!(refused(&path).await, "in_the_way");
    assert_eq!(std::fs::read_to_string(&path).expect("still there"), "precious");
}

/// I08: a socket left by a NEXUS that was killed is replaced; one that answers is not.
#[tokio::test]
async fn a_stale_socket_is_replaced_and_a_live_one_is_not() {
    let (_directory, path) = private_directory();
    drop(std::os::unix::net::UnixListener::bind(&path).expect("bound"));
    let (listener, _seen) = listen(&path).await.expect("the stale one is replaced");
    assert_eq!(symlink_metadata(&path).expect("there").permissions().mode() & 0o777, 0o600);
    assert_eq!(refused(&path).await, "already_running");
    UnixStream::connect(&path).await.expect("the first one still answers");
    listener.close().await;
    assert!(symlink_metadata(&path).is_err(), "the file is removed");
    let (listener, _seen) = listen(&path).await.expect("free again");
    drop(listener);
    assert!(symlink_metadata(&path).is_err(), "also when it is dropped");
}

/// I08: at most one of those that start at once gets the socket.
#[tokio::test]
async fn of_two_that_start_at_once_one_listens() {
    let (_directory, path) = private_directory();
    drop(std::os::unix::net::UnixListener::bind(&path).expect("bound"));
    let (first, second) = tokio::join!(listen(&path), listen(&path));
    let codes: Vec<String> = [first.as_ref().err(), second.as_ref().err()].into_iter().flatten().cloned().collect();
    assert_eq!(codes, ["already_running"]);
    UnixStream::connect(&path).await.expect("the one that listens answers");
}

/// I08: the file of a later NEXUS isn't removed by an earlier one.
#[tokio::test]
async fn a_file_that_is_not_ours_any_more_stays() {
    let (_directory, path) = private_directory();
    let (listener, _seen) = listen(&path).await.expect("listening");
    std::fs::remove_file(&path).expect("removed");
    write(&path, "another's").expect("written");
    drop(listener);
    assert!(symlink_metadata(&path).is_ok());
}

async fn connect(path: &Path) -> BufReader<UnixStream> {
    let mut stream = UnixStream::connect(path).await.expect("connected");
    stream.write_all(b"{\"agent\":\"a\"}\n").await.expect("written");
    BufReader::new(stream)
}

async fn first_line(stream: &mut BufReader<UnixStream>) -> String {
    let mut line = String::new();
    timeout(LONG, stream.read_line(&mut line)).await.expect("in time").expect("a line");
    line.trim_end().to_owned()
}

/// C05: agents connect by a local socket; when the listener closes, their sessions end.
#[tokio::test]
async fn agents_come_in_by_the_socket_until_it_closes() {
    let (_directory, path) = private_directory();
    let (listener, mut seen) = listen(&path).await.expect("listening");
    let mut stream = connect(&path).await;
    assert_eq!(first_line(&mut stream).await, r#"{"ok":true,"session":"s3"}"#);
    let (program, mut calls) = seen.recv().await.expect("admitted");
    // This test is its own peer, so it counts as a bridge, and what started it is shown.
    assert!(program.is_some());
    listener.close().await;
    assert!(timeout(LONG, calls.recv()).await.expect("in time").is_none());
    let mut rest = Vec::new();
    timeout(LONG, stream.read_to_end(&mut rest)).await.expect("in time").expect("closed");
}

/// I08: connections are bounded, and one that is turned away hears why.
#[tokio::test]
async fn one_connection_too_many_is_turned_away() {
    let (_directory, path) = private_directory();
    let (_listener, _seen) = listen(&path).await.expect("listening");
    let mut inside = Vec::new();
    for _ in 0..MAX_CONNECTIONS {
        let mut stream = connect(&path).await;
        assert!(first_line(&mut stream).await.contains("true"));
        inside.push(stream);
    }
    assert!(first_line(&mut connect(&path).await).await.contains("limit_reached"));
    drop(inside.pop());
    let admitted = async { while !first_line(&mut connect(&path).await).await.contains("true") {} };
    timeout(LONG, admitted).await.expect("there is room again");
}
