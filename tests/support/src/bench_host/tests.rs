//! The person's side against a tiny host in this process, and what counts as left behind.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixListener;

use serde_json::json;

use super::*;

const SECONDS: Duration = Duration::from_secs(10);

fn tiny_host() -> (tempfile::TempDir, Human) {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("human.sock");
    let listener = UnixListener::bind(&socket).expect("a socket");
    std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a connection");
        let mut output = stream.try_clone().expect("a second handle");
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let request: Value = serde_json::from_str(&line).expect("JSON lines");
            let answer = match request["do"].as_str() {
                Some("take_control") => json!({"ok": true, "epoch": 4, "in_force_at_ms": 1000.25}),
                Some("evaluate") => json!({"ok": true, "value": request["expression"]}),
                _ => json!({"ok": false, "code": "unavailable"}),
            };
            let mut answer = answer;
            answer["id"] = request["id"].clone();
            // The person's side looks at the view when it connects; only what follows makes events.
            if request["do"] != "view" {
                let changed = json!({"event": "control_changed", "window": request["window"]});
                writeln!(output, "{}", json!({"event": "page_opened", "page": "p1"})).expect("a reader");
                writeln!(output, "{changed}").expect("a reader");
            }
            writeln!(output, "{answer}").expect("a reader");
        }
    });
    let human = Human::connect(&socket, SECONDS).expect("the host listens");
    (folder, human)
}

#[test]
fn answers_find_their_questions_and_events_wait() {
    let (_folder, human) = tiny_host();
    let in_force = human.take_control("w1", None).expect("in force");
    assert_eq!(in_force, InForce { epoch: 4, at_millis: 1000.25 });
    assert_eq!(human.evaluate("p1", "1 + 1").expect("a value"), "1 + 1");
    let event = human.wait_event("control_changed", SECONDS).expect("an event");
    assert_eq!(event["window"], "w1");
    assert!(matches!(human.wait_event("browser_exited", Duration::from_millis(20)), Err(HumanError::TimedOut(_))));
}

#[test]
fn refused_request_carries_its_code() {
    let (_folder, human) = tiny_host();
    assert_eq!(human.audit().expect_err("not there").code(), Some("unavailable"));
}

#[test]
fn socket_and_temporary_file_count_as_left_behind() {
    let scratch = Scratch::new().expect("a scratch directory");
    let data = scratch.path("data");
    std::fs::create_dir_all(data.join("run")).expect("a folder");
    std::fs::write(data.join("nexus.db"), "").expect("a file");
    assert!(scratch.leftovers(&data).is_empty());
    let socket = data.join("run/nexus.sock");
    let _listener = UnixListener::bind(&socket).expect("a socket");
    let temporary = scratch.path("tmp/left");
    std::fs::write(&temporary, "").expect("a file");
    assert_eq!(scratch.leftovers(&data), [socket, temporary]);
    scratch.remove().expect("it can be removed");
}
