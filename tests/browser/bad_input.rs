//! V14, V18: whatever a client sends, the host answers the others.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use serde_json::json;

use nexus_test_support::stage::{SOON, Stage};

const PAGE: &str = "<!doctype html><title>Input</title><button>Press</button>";

/// A04: what isn't a tool or an argument is named, and nothing is done.
#[test]
fn mistakes_in_calls_are_named() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let unknown = stage.host.agent.call("browser_teleport", json!({"page": page.id}), SOON).expect_err("no such tool");
    assert!(unknown.to_string().contains("-32602"), "{unknown}");
    let opened = |arguments| stage.call("browser_navigate", arguments).expect_code("invalid_arguments");
    opened(json!({"page": page.id, "url": "about:blank", "profile": "x"}));
    opened(json!({"page": page.id, "url": 5}));
    opened(json!({"page": 5, "url": "about:blank"}));
    opened(json!({"page": "p", "url": "about:blank"}));
    opened(json!({"page": page.id}));
    opened(json!({"page": page.id, "go": "sideways"}));
    for arguments in [json!([]), json!("x"), json!(5)] {
        assert!(stage.host.agent.call("browser_windows", arguments, SOON).is_err());
    }
    stage.call("browser_snapshot", json!({"page": "p99"})).expect_code("unknown_page");
    stage.call("browser_window_close", json!({"window": "w99"})).expect_code("unknown_window");
    assert!(stage.host.agent.request("no/such/method", json!({}), SOON).is_err());
    assert_eq!(page.snapshot().fact("address"), stage.site.url("/"));
    stage.close();
}

/// V18: garbage ends at most the connection it came on.
#[test]
fn garbage_and_giant_lines_hurt_nobody_else() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    for line in [
        "garbage",
        "{}",
        "[]",
        "null",
        "{\"jsonrpc\":\"2.0\",\"id\":1}",
        "\u{0}",
        "{\"jsonrpc\":\"2.0\",\"method\":5,\"id\":{}}",
        "[[[[[[[[",
    ] {
        let bad = stage.host.connect_agent("bad");
        // It may hang up on the way.
        let _ = bad.send_raw(line);
        page.text();
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let giant = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{{\"name\":\"browser_windows\",\"arguments\":{{\"x\":\"{}\"}}}}}}",
        "y".repeat(20 << 20)
    );
    for line in [&deep, &giant] {
        let bad = stage.host.connect_agent("bad");
        let _ = bad.send_raw(line);
        page.click("button", "Press").expect_ok();
    }
    // Before the hello, too.
    for line in ["garbage\n", "{\"agent\":5}\n", "{}\n", "\u{0}\n", "{\"agent\":\"\"}\n", "{\"agent\":\"a\\nb\"}\n"] {
        let mut stream = UnixStream::connect(stage.host.socket()).expect("it listens");
        stream.set_read_timeout(Some(SOON)).expect("a time out");
        stream.write_all(line.as_bytes()).expect("written");
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer).expect("an answer or the end");
        assert!(answer.is_empty() || answer.contains("\"ok\":false"), "{line:?}: {answer}");
    }
    page.click("button", "Press").expect_ok();
    assert!(memory_kib(stage.host.id()) < 400 << 10, "{} KiB", memory_kib(stage.host.id()));
    stage.close();
}

fn memory_kib(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmRSS")).expect("a size");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).expect("a number")
}

/// V14, V15: a client that asks and never reads holds up nobody, and loses its lease in the end.
#[test]
fn a_client_that_stops_reading_holds_up_nobody() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let mut deaf = UnixStream::connect(stage.host.socket()).expect("it listens");
    deaf.set_write_timeout(Some(Duration::from_millis(500))).expect("a time out");
    let hello = "{\"agent\":\"deaf\"}\n{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"deaf\",\"version\":\"1\"}}}\n\
                 {\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
    deaf.write_all(hello.as_bytes()).expect("written");
    let mut sent = 0;
    for id in 1..20_000 {
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "browser_windows", "arguments": {}}});
        // Once its answers pile up, the host stops reading it.
        if deaf.write_all(format!("{call}\n").as_bytes()).is_err() {
            break;
        }
        sent += 1;
    }
    assert!(sent > 10, "{sent} calls were taken");
    for _ in 0..5 {
        let started = Instant::now();
        page.click("button", "Press").expect_ok();
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    }
    let taken = Instant::now();
    stage.host.human.take_control(&page.window, None).expect("in force");
    assert!(taken.elapsed() < Duration::from_millis(500), "{:?}", taken.elapsed());
    assert!(memory_kib(stage.host.id()) < 400 << 10, "{} KiB", memory_kib(stage.host.id()));
    drop(deaf);
    stage.close();
}
