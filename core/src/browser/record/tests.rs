use serde_json::{Value, json, value::to_raw_value};

use super::*;
use crate::broker::{ConsoleLevel, RequestRef};

fn session(id: &str) -> CdpSession {
    CdpSession::Target(id.into())
}

fn take_in(record: &Record, method: &str, params: Value) {
    let event =
        CdpEvent { session: session("s"), method: method.to_owned(), params: to_raw_value(&params).expect("JSON") };
    assert!(is_about(&event.method), "{method}");
    record.take_in(&event, &Secrets::default());
}

fn now() -> f64 {
    Moment::now().0
}

fn log(record: &Record, kind: &str, text: &str, at: f64) {
    let argument = json!({"type": "string", "value": text});
    take_in(
        record,
        "Runtime.consoleAPICalled",
        json!({"type": kind, "args": [argument], "timestamp": at, "executionContextId": 1}),
    );
}

fn send(record: &Record, id: &str, url: &str, more: Value) {
    let mut sent = json!({
        "requestId": id, "loaderId": "L1", "documentURL": "https://a.example/", "type": "Fetch",
        "request": {"url": url, "method": "GET", "headers": {}}, "initiator": {"type": "script"},
        "timestamp": 5.0, "wallTime": now() / 1000.0,
    });
    for (name, value) in more.as_object().expect("an object") {
        sent[name] = value.clone();
    }
    take_in(record, "Network.requestWillBeSent", sent);
}

fn opened() -> Record {
    let record = Record::default();
    record.open();
    record
}

fn words(text: Option<Untrusted<String>>) -> String {
    text.map(|text| text.redact(&Secrets::default()).as_str().to_owned()).unwrap_or_default()
}

fn withheld<T>(tell: impl FnOnce(&Withheld<'_>) -> T) -> T {
    tell(&Withheld { secrets: &Secrets::default(), silent: &[] })
}

fn console_as(record: &Record, query: &ConsoleQuery) -> Told {
    withheld(|withheld| record.console(query, withheld))
}

fn console(record: &Record) -> String {
    words(console_as(record, &ConsoleQuery::default()).text)
}

fn requests(record: &Record) -> String {
    let query = NetworkQuery::List { filter: None, limit: None };
    words(withheld(|withheld| record.network(&query, withheld)).expect("a list").text)
}

fn fitting(record: &Record, filter: &str) -> usize {
    let query = NetworkQuery::List { filter: Some(filter.to_owned()), limit: None };
    words(withheld(|withheld| record.network(&query, withheld)).expect("a list").text).lines().count()
}

/// A take-over empties the record, and what happened while no agent had control isn't told later, however late it is
/// heard of: neither a busy page's news, nor what Chromium tells once more, nor the rest of a request that was begun then.
#[test]
fn nothing_of_a_person_s_time_is_kept() {
    let record = Record::default();
    log(&record, "log", "before any agent", now());
    record.open();
    log(&record, "log", "told late", now() - 50.0);
    log(&record, "log", "the agent's", now());
    send(&record, "1", "https://a.example/agent", json!({}));
    assert_eq!(console(&record), "- info [n=1]: the agent's");
    assert_eq!(requests(&record).lines().count(), 1);
    record.close();
    assert_eq!((console(&record), requests(&record)), (String::new(), String::new()));
    let person = now();
    log(&record, "error", "the person's", person);
    send(&record, "2", "https://a.example/person", json!({}));
    take_in(&record, "Network.webSocketCreated", json!({"requestId": "3", "url": "wss://a.example/person"}));
    std::thread::sleep(std::time::Duration::from_millis(2));
    record.open();
    log(&record, "error", "the person's", person);
    send(&record, "4", "https://a.example/person", json!({"wallTime": person / 1000.0}));
    let hop = json!({"redirectResponse": {"status": 302}});
    send(&record, "2", "https://a.example/sent-on", hop);
    take_in(
        &record,
        "Network.responseReceived",
        json!({"requestId": "2", "timestamp": 6.0, "response": {"status": 200}}),
    );
    let shaken = json!({"requestId": "3", "timestamp": 6.0, "wallTime": now() / 1000.0});
    take_in(&record, "Network.webSocketWillSendHandshakeRequest", shaken);
    take_in(&record, "Network.webSocketClosed", json!({"requestId": "3", "timestamp": 7.0}));
    assert_eq!((console(&record), requests(&record)), (String::new(), String::new()));
}

/// What comes a second time, as from a page that comes back from the cache, isn't told a second time.
#[test]
fn an_old_console_told_once_more_is_no_news() {
    let record = opened();
    let first = now();
    log(&record, "log", "one", first);
    log(&record, "log", "two", first + 1.0);
    log(&record, "log", "one", first);
    assert_eq!(console(&record), "- info [n=1]: one\n- info [n=2]: two");
}

/// Repeats are one entry, which is as new as the last of them; what comes between keeps them apart.
#[test]
fn repeats_are_folded() {
    let record = opened();
    for text in ["tick", "tick", "tock", "tick", "tick", "tick"] {
        log(&record, "log", text, now());
    }
    assert_eq!(console(&record), "- info [n=2] [times=2]: tick\n- info [n=3]: tock\n- info [n=6] [times=3]: tick");
    let later = console_as(&record, &ConsoleQuery { since: 4, ..ConsoleQuery::default() });
    assert_eq!(words(later.text), "- info [n=6] [times=3]: tick");
    assert!(later.summary.contains("`since` 6"), "{}", later.summary);
}

/// The ring is bounded, and says what isn't there any more.
#[test]
fn the_oldest_make_room_and_are_counted() {
    let record = opened();
    for number in 0..305 {
        log(&record, "log", &format!("entry {number}"), now());
        send(&record, &number.to_string(), "https://a.example/", json!({}));
    }
    let all = console_as(&record, &ConsoleQuery { limit: Some(300), ..ConsoleQuery::default() });
    assert!(
        all.summary.contains("300 entries") && all.summary.ends_with("5 before them weren't kept."),
        "{}",
        all.summary
    );
    assert!(words(all.text).starts_with("- info [n=6]: entry 5\n"));
    let some = console_as(&record, &ConsoleQuery { limit: Some(2), ..ConsoleQuery::default() });
    assert!(some.summary.contains("298 older entries that fit aren't shown"), "{}", some.summary);
    assert_eq!(words(some.text), "- info [n=304]: entry 303\n- info [n=305]: entry 304");
    assert_eq!(requests(&record).lines().count(), 50);
}

#[test]
fn levels_are_the_least_that_is_told() {
    let record = opened();
    for kind in ["debug", "log", "warning", "error", "assert", "clear"] {
        log(&record, kind, kind, now());
    }
    let told =
        |level| words(console_as(&record, &ConsoleQuery { level, ..ConsoleQuery::default() }).text).lines().count();
    let levels = [ConsoleLevel::Debug, ConsoleLevel::Info, ConsoleLevel::Warning, ConsoleLevel::Error];
    assert_eq!(levels.map(told), [5, 4, 3, 2]);
}

/// A line break can't make an entry pass for another one.
#[test]
fn further_lines_are_indented() {
    let record = opened();
    log(&record, "log", "one\n- error [n=7]: two", now());
    assert_eq!(console(&record), "- info [n=1]: one\n    - error [n=7]: two");
}

/// N26: of a stack only the page's own frames, by origin and path.
#[test]
fn a_stack_is_told_by_its_own_frames() {
    let record = opened();
    let context = json!({"context": {"id": 1, "name": "", "origin": "https://a.example", "auxData": {}}});
    take_in(&record, "Runtime.executionContextCreated", context);
    let frame = |name: &str, url: &str| json!({"functionName": name, "url": url, "lineNumber": 9, "columnNumber": 4});
    let frames = [
        frame("pay", "https://a.example/app.js?v=CANARY"),
        frame("track", "https://t.example/t.js?id=CANARY"),
        frame("", "https://a.example/#CANARY"),
    ];
    let thrown = json!({"timestamp": now(), "exceptionDetails": {
        "text": "Uncaught", "executionContextId": 1, "stackTrace": {"callFrames": frames},
        "exception": {"type": "object", "subtype": "error", "description": "Error: no\n    at pay (https://a.example/app.js?v=CANARY:10:5)"},
    }});
    take_in(&record, "Runtime.exceptionThrown", thrown);
    let told = "- error [n=1]: Uncaught Error: no\n    at pay (https://a.example/app.js:10:5)\n    at \
                (anonymous) (https://a.example/:10:5)\n    and 1 more";
    assert_eq!(console(&record), told);
}

/// What NEXUS's own scripts or an extension say is nobody's business.
#[test]
fn only_the_web_speaks() {
    let record = opened();
    for (id, name, origin) in [(1, "", "chrome-extension://abc"), (2, "nexus", "https://a.example")] {
        let context = json!({"context": {"id": id, "name": name, "origin": origin, "auxData": {}}});
        take_in(&record, "Runtime.executionContextCreated", context);
        let called = json!({"type": "log", "args": [], "timestamp": now(), "executionContextId": id});
        take_in(&record, "Runtime.consoleAPICalled", called);
    }
    send(&record, "1", "https://a.example/", json!({"documentURL": "chrome-extension://abc/viewer.html"}));
    send(&record, "2", "chrome://settings/", json!({}));
    assert_eq!((console(&record), requests(&record)), (String::new(), String::new()));
}

/// Values are told as the console shows them. What Chromium has cut in the middle isn't told: no secret is known by a part.
#[test]
fn values_read_as_in_the_console() {
    let preview = json!({"type": "object", "description": "Object", "overflow": true, "properties": [
        {"name": "a", "type": "number", "value": "1"}, {"name": "b", "type": "string", "value": "x"},
        {"name": "c", "type": "string", "value": format!("{}…{}", "y".repeat(50), "z".repeat(49))},
    ]});
    for (arguments, told) in [
        (json!([{"type": "object", "preview": preview}]), "{a: 1, b: \"x\", c: \"…\", …}"),
        (
            json!([{"type": "string", "value": "%s of %d %c100%% %"}, {"type": "string", "value": "one"},
                {"type": "number", "value": 2}, {"type": "string", "value": "color: red"}, {"type": "undefined"}]),
            "one of 2 100% % undefined",
        ),
        (json!([{"type": "number", "unserializableValue": "NaN", "description": "NaN"}]), "NaN"),
        (json!([{"type": "object", "subtype": "null", "value": null}]), "null"),
        (json!([{"type": "function", "description": "function f() {\n secret }"}]), "function f() {"),
    ] {
        let record = opened();
        let called = json!({"type": "log", "args": arguments, "timestamp": now(), "executionContextId": 1});
        take_in(&record, "Runtime.consoleAPICalled", called);
        assert_eq!(console(&record), format!("- info [n=1]: {told}"));
    }
}

/// L14, N26: a request is told with its redirects by origins and paths, and what came of it.
#[test]
fn a_request_is_one_line() {
    let record = opened();
    send(&record, "1", "https://me:pw@a.example/a?token=CANARY#CANARY", json!({}));
    let hop = json!({"redirectResponse": {"status": 302, "headers": {"Location": "/b?CANARY"}}});
    send(&record, "1", "https://b.example/b?code=CANARY", hop);
    let response = json!({"status": 404, "mimeType": "text/html"});
    take_in(
        &record,
        "Network.responseReceived",
        json!({"requestId": "1", "timestamp": 5.05, "type": "Fetch", "response": response}),
    );
    take_in(
        &record,
        "Network.loadingFinished",
        json!({"requestId": "1", "timestamp": 5.084, "encodedDataLength": 1234}),
    );
    let told = requests(&record);
    let (number, rest) = told.split_once(' ').expect("a number");
    assert!(number.starts_with('r'));
    let line = "GET 404 fetch https://a.example/a (302) → https://b.example/b text/html 1.2 kB 84 ms by script";
    assert_eq!(rest, line);
    send(&record, "2", "data:text/plain,CANARY", json!({}));
    take_in(
        &record,
        "Network.loadingFailed",
        json!({"requestId": "2", "timestamp": 5.1, "errorText": "net::ERR_FAILED", "blockedReason": "csp"}),
    );
    assert!(requests(&record).ends_with("GET failed fetch data: net::ERR_FAILED (blocked: csp) 100 ms by script"));
    for (filter, fits) in
        [("404", 1), ("4xx", 1), ("b.example", 1), ("FETCH", 2), ("get", 2), ("failed", 1), ("canary", 0), ("3xx", 0)]
    {
        assert_eq!(fitting(&record, filter), fits, "{filter}");
    }
}

/// A web socket is one entry, whatever goes through it.
#[test]
fn a_web_socket_is_one_entry() {
    let record = opened();
    take_in(&record, "Network.webSocketCreated", json!({"requestId": "9", "url": "wss://a.example/s?key=CANARY"}));
    let shaken = json!({"requestId": "9", "timestamp": 5.0, "wallTime": now() / 1000.0, "request": {"headers": {}}});
    take_in(&record, "Network.webSocketWillSendHandshakeRequest", shaken);
    let answer = json!({"requestId": "9", "timestamp": 5.01, "response": {"status": 101, "headers": {}}});
    take_in(&record, "Network.webSocketHandshakeResponseReceived", answer);
    for method in ["Network.webSocketFrameSent", "Network.webSocketFrameReceived", "Network.webSocketFrameReceived"] {
        take_in(&record, method, json!({"requestId": "9", "timestamp": 5.0, "response": {"payloadData": "CANARY"}}));
    }
    assert!(requests(&record).ends_with("GET open websocket wss://a.example/s 1 sent, 2 received"));
    take_in(&record, "Network.webSocketClosed", json!({"requestId": "9", "timestamp": 6.0}));
    assert!(requests(&record).ends_with("GET closed websocket wss://a.example/s 1 sent, 2 received 1000 ms"));
}

/// N25: of headers only those that are allowed; how many aren't is said.
#[test]
fn headers_are_told_by_the_list() {
    let record = opened();
    let headers = json!({"Cookie": "sid=CANARY", "Authorization": "Bearer CANARY", "Accept": "text/html", "Referer": "https://a.example/?CANARY"});
    send(
        &record,
        "1",
        "https://a.example/",
        json!({"request": {"url": "https://a.example/", "method": "POST", "headers": headers, "postData": "CANARY"}}),
    );
    let headers =
        json!({"Set-Cookie": "sid=CANARY", "Content-Type": "text/html", "Location": "/?CANARY", "X-Auth": "CANARY"});
    let response = json!({"requestId": "1", "timestamp": 5.1, "response": {"status": 200, "headers": headers}});
    take_in(&record, "Network.responseReceived", response);
    let number = requests(&record).split_once(' ').and_then(|(number, _)| number[1..].parse().ok()).expect("a number");
    let one = NetworkQuery::One(RequestRef(number));
    let told = words(withheld(|withheld| record.network(&one, withheld)).expect("it").text);
    for line in [
        "request header accept: text/html",
        "3 more request headers aren't told",
        "response header content-type: text/html",
        "3 more response headers aren't told",
    ] {
        assert!(told.lines().any(|told| told == line), "{line} in {told}");
    }
    assert!(!told.contains("CANARY"), "{told}");
    assert!(withheld(|withheld| record.network(&NetworkQuery::One(RequestRef(0)), withheld)).is_none());
}

/// Who may read a page of one site was not asked about the one before.
#[test]
fn another_origin_begins_anew() {
    let record = opened();
    record.document_changed("https://a.example", "L1");
    log(&record, "log", "of a", now());
    send(&record, "1", "https://a.example/x", json!({}));
    record.document_changed("https://a.example", "L2");
    assert_eq!((console(&record).lines().count(), requests(&record).lines().count()), (1, 1));
    send(&record, "2", "https://b.example/", json!({"loaderId": "L3"}));
    record.document_changed("https://b.example", "L3");
    log(&record, "log", "of b", now());
    assert_eq!(console(&record), "- info [n=2]: of b");
    assert!(requests(&record).contains("https://b.example/") && requests(&record).lines().count() == 1);
}

/// What a frame said that doesn't say what is secret in it is left out.
#[test]
fn what_silent_frames_said_is_left_out() {
    let record = opened();
    log(&record, "log", "said", now());
    send(&record, "1", "https://a.example/x", json!({}));
    let silent = [session("s")];
    let withheld = Withheld { secrets: &Secrets::default(), silent: &silent };
    assert!(record.console(&ConsoleQuery::default(), &withheld).text.is_none());
    let all = NetworkQuery::List { filter: None, limit: None };
    assert!(record.network(&all, &withheld).expect("a list").text.is_none());
}
