//! What a client hears of what Chromium says on its sessions: nothing of a time in which no agent had control, nothing of
//! other pages, of NEXUS's own world, of cookies, credentials and bodies.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::face::Face;
use super::message::raw;
use super::sessions::{Description, Sessions};

/// What becomes of an event.
#[derive(Debug)]
pub(super) enum Heed {
    /// The client hears it, on this session.
    Tell(Option<String>, Box<RawValue>),
    /// It doesn't.
    Keep,
    /// It doesn't, and the session that came with it ends.
    Detach(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attached {
    session_id: String,
    target_info: Info,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Info {
    target_id: String,
    r#type: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detached {
    session_id: String,
}

#[derive(Deserialize)]
struct Created {
    context: Description,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Destroyed {
    execution_context_id: i64,
}

#[derive(Deserialize)]
struct Said {
    timestamp: f64,
}

#[derive(Deserialize)]
struct Logged {
    entry: Said,
}

/// Frames and workers of the page that one client is shown at once.
const MOST_SESSIONS: usize = 200;

/// Decides about an event. `is_of_now`: whether a moment, in milliseconds since 1970, is of the agent's time.
pub(super) fn heed(
    (browser, page): (&str, &str),
    face: &mut Face,
    sessions: &mut Sessions,
    is_of_now: impl Fn(f64) -> bool,
    session: &str,
    method: &str,
    params: Box<RawValue>,
) -> Heed {
    if method == "Target.attachedToTarget" {
        return attached((browser, page), face, sessions, session, params);
    }
    if sessions.get(session).is_none() && method != "Target.detachedFromTarget" {
        return Heed::Keep;
    }
    let shown = match method {
        "Target.detachedFromTarget" => read::<Detached>(&params).is_some_and(|gone| sessions.remove(&gone.session_id)),
        "Runtime.executionContextCreated" => {
            read::<Created>(&params).is_some_and(|created| sessions.world_created(session, created.context))
        }
        "Runtime.executionContextDestroyed" => {
            read::<Destroyed>(&params).is_some_and(|gone| sessions.world_destroyed(session, gone.execution_context_id))
        }
        "Runtime.executionContextsCleared" => {
            sessions.worlds_cleared(session);
            true
        }
        // Both are told anew to whoever begins to listen.
        "Runtime.consoleAPICalled" | "Runtime.exceptionThrown" => {
            read::<Said>(&params).is_some_and(|said| is_of_now(said.timestamp))
        }
        "Log.entryAdded" => read::<Logged>(&params).is_some_and(|logged| is_of_now(logged.entry.timestamp)),
        "Runtime.bindingCalled" | "Page.fileChooserOpened" | "Network.eventSourceMessageReceived" => false,
        "Inspector.targetCrashed" => true,
        _ => ["Page.", "Runtime.", "Network."].iter().any(|domain| method.starts_with(domain)),
    };
    if !shown {
        return Heed::Keep;
    }
    let params = if method.starts_with("Network.") { scrubbed(&params) } else { Some(params) };
    params.map_or(Heed::Keep, |params| Heed::Tell((session != browser).then(|| session.to_owned()), params))
}

fn attached(
    (browser, page): (&str, &str),
    face: &mut Face,
    sessions: &mut Sessions,
    session: &str,
    params: Box<RawValue>,
) -> Heed {
    let Some(Attached { session_id, target_info }) = read::<Attached>(&params) else { return Heed::Keep };
    if session == browser {
        let Some(parent) = face.attached().filter(|_| target_info.target_id == page) else {
            return Heed::Detach(session_id);
        };
        sessions.add(&session_id);
        return Heed::Tell(parent.session().map(str::to_owned), params);
    }
    let is_part = matches!(target_info.r#type.as_str(), "iframe" | "worker");
    if !is_part || sessions.get(session).is_none() || sessions.count() >= MOST_SESSIONS {
        return Heed::Detach(session_id);
    }
    sessions.add(&session_id);
    Heed::Tell(Some(session.to_owned()), params)
}

fn read<'a, T: Deserialize<'a>>(params: &'a RawValue) -> Option<T> {
    serde_json::from_str(params.get()).ok()
}

/// What stays out of everything that is said of requests.
const NEVER: &[&str] = &[
    "associatedCookies",
    "blockedCookies",
    "exemptedCookies",
    "cookiePartitionKey",
    "postData",
    "postDataEntries",
    "payloadData",
    "headersText",
    "requestHeadersText",
];

/// Headers that carry cookies or credentials.
fn is_secret_header(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["cookie", "auth", "token", "secret", "session", "csrf", "xsrf", "api-key", "apikey"]
        .iter()
        .any(|part| name.contains(part))
}

fn scrubbed(params: &RawValue) -> Option<Box<RawValue>> {
    let mut value: Value = serde_json::from_str(params.get()).ok()?;
    scrub(&mut value);
    raw(&value)
}

fn scrub(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                match field {
                    Value::Object(headers) if name.to_ascii_lowercase().ends_with("headers") => {
                        headers.retain(|name, _| !is_secret_header(name));
                    }
                    Value::Array(_) if NEVER.contains(&name.as_str()) => *field = Value::Array(Vec::new()),
                    _ if NEVER.contains(&name.as_str()) => *field = Value::String(String::new()),
                    _ => scrub(field),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(scrub),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// N25: neither cookies nor credentials nor bodies are in what a client hears of requests.
    #[test]
    fn requests_are_told_without_secrets() {
        let mut said = json!({
            "request": {"url": "https://a.example/", "headers": {"Accept": "*/*", "authorization": "S3CRET", "Cookie": "S3CRET"},
                "postData": "S3CRET", "postDataEntries": [{"bytes": "S3CRET"}]},
            "associatedCookies": [{"cookie": {"value": "S3CRET"}}],
            "headers": {"Set-Cookie": "S3CRET", "X-CSRF-Token": "S3CRET", "Content-Type": "text/html"},
            "headersText": "Set-Cookie: S3CRET",
            "redirectResponse": {"requestHeaders": {"Proxy-Authorization": "S3CRET"}},
            "response": {"payloadData": "S3CRET"},
        });
        scrub(&mut said);
        assert!(!said.to_string().contains("S3CRET"), "{said}");
        assert_eq!(said["request"]["headers"], json!({"Accept": "*/*"}));
        assert_eq!(said["headers"], json!({"Content-Type": "text/html"}));
    }

    fn heard(face: &mut Face, sessions: &mut Sessions, session: &str, method: &str, params: Value) -> Heed {
        let params = raw(&params).expect("JSON");
        heed(("browser", "p"), face, sessions, |millis| millis >= 100.0, session, method, params)
    }

    /// N02: other pages, even those that the page opens, aren't shown, nor is what nobody asked for.
    #[test]
    fn one_page_and_its_parts_are_shown() {
        let (mut face, mut sessions) = (Face::of("p", json!({})), Sessions::default());
        let attached = |id: &str, target: &str, kind: &str| json!({"sessionId": id, "targetInfo": {"targetId": target, "type": kind}, "waitingForDebugger": false});
        let mut hear = |session: &str, params: Value| {
            let is_page = params["sessionId"] == "s";
            if is_page {
                face.browser("Target.attachToTarget", json!({"targetId": "p"}).as_object().expect("an object"));
            }
            matches!(heard(&mut face, &mut sessions, session, "Target.attachedToTarget", params), Heed::Tell(..))
        };
        assert!(!hear("browser", attached("x", "p", "page")), "nobody asked");
        assert!(hear("browser", attached("s", "p", "page")));
        assert!(hear("s", attached("f", "frame", "iframe")));
        assert!(hear("f", attached("w", "worker", "worker")));
        assert!(!hear("s", attached("y", "other", "page")));
        assert!(!hear("s", attached("z", "other", "service_worker")));
        assert!(!hear("unknown", attached("u", "frame", "iframe")));
    }

    /// I17, I19: what is told anew of an earlier time stays out.
    #[test]
    fn nothing_of_an_earlier_time_is_told() {
        let (mut face, mut sessions) = (Face::of("p", json!({})), Sessions::default());
        sessions.add("s");
        for (method, params) in [
            ("Runtime.consoleAPICalled", json!({"timestamp": 99.0})),
            ("Runtime.exceptionThrown", json!({"timestamp": 99.0})),
            ("Log.entryAdded", json!({"entry": {"timestamp": 99.0}})),
            ("Runtime.consoleAPICalled", json!({})),
            ("Runtime.bindingCalled", json!({})),
            ("Target.targetCreated", json!({})),
            ("Storage.cookiesChanged", json!({})),
        ] {
            let heed = heard(&mut face, &mut sessions, "s", method, params);
            assert!(matches!(heed, Heed::Keep), "{method}");
        }
        let heed = heard(&mut face, &mut sessions, "s", "Runtime.consoleAPICalled", json!({"timestamp": 100.0}));
        assert!(matches!(heed, Heed::Tell(..)));
    }
}
