//! What a client's command looks like when it is passed on: with the parameters its row lists, checked and completed.

use serde_json::{Map, Value, json};

use super::sessions::{Naming, Sessions};
use crate::browser::{AGENTS_TWIST, Held, Press};
use crate::engine::interaction::check_address;

/// A client's own text, run in its own worlds before anything else there.
pub(super) const WORLD_SCRIPT: &str = include_str!("../../../resources/injected/engine_world.js");

/// Why a command isn't passed on.
pub(super) type Denied = &'static str;

/// A command that may be passed on, as far as its role and its parameters go.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) params: Map<String, Value>,
    /// A world that has to be prepared first.
    pub(super) world: Option<String>,
    /// What it does to what is down, for input.
    pub(super) press: Option<Press>,
}

/// Leaves out what isn't listed, and checks the rest against what the client has.
pub(super) fn prepare(
    method: &str,
    mut params: Map<String, Value>,
    listed: &[&str],
    session: &str,
    sessions: &mut Sessions,
) -> Result<Prepared, Denied> {
    params.retain(|name, _| listed.contains(&name.as_str()));
    let (mut world, mut press) = (None, None);
    let text = |name: &str| params.get(name).and_then(Value::as_str).map(str::to_owned);
    match method {
        "Target.setAutoAttach" => {
            // A target that waits for a client's word would stall the person's page with the client.
            params.insert("waitForDebuggerOnStart".to_owned(), json!(false));
            params.insert("flatten".to_owned(), json!(true));
        }
        "Target.detachFromTarget" => {
            let is_own = text("sessionId").is_some_and(|below| sessions.get(&below).is_some());
            is_own.then_some(()).ok_or("this isn't a session of yours")?;
        }
        // Bodies aren't kept.
        "Network.enable" => drop(params.insert("maxTotalBufferSize".to_owned(), json!(0))),
        "Page.navigate" => {
            let url = text("url").ok_or("which address is missing")?;
            let url = check_address(&url).map_err(|_| "this address can't be opened by an engine")?;
            params.insert("url".to_owned(), json!(url.as_str()));
        }
        "Page.addScriptToEvaluateOnNewDocument" | "Page.createIsolatedWorld" => {
            let name = text("worldName").ok_or("only worlds of your own can be had, by a name")?;
            match sessions.name_world(session, &name) {
                Naming::Prepared => {}
                Naming::New => world = Some(name),
                Naming::Taken => return Err("this name for a world can't be had"),
            }
            // It is how a world comes to be in each new document. A script there would run without a permit.
            if text("source").is_some_and(|source| source.lines().any(|line| !is_comment(line))) {
                return Err("no script runs by itself");
            }
        }
        "Runtime.evaluate" | "Runtime.callFunctionOn" | "DOM.resolveNode" => {
            let shown = sessions.get(session).ok_or("this isn't a session of yours")?;
            // Playwright takes what it has found into the page's world before it acts. It gets its own there instead.
            for name in ["contextId", "executionContextId"] {
                if let Some(own) = params.get(name).and_then(Value::as_i64).and_then(|id| shown.own_beside(id)) {
                    params.insert(name.to_owned(), json!(own));
                }
            }
            let text = |name: &str| params.get(name).and_then(Value::as_str).map(str::to_owned);
            let ids = ["contextId", "executionContextId"].iter().filter_map(|name| params.get(*name));
            let ids = ids.map(|id| id.as_i64().is_some_and(|id| shown.is_own(id)));
            let unique = text("uniqueContextId").map(|unique| shown.is_own_by_name(&unique));
            let object = text("objectId").map(|object| shown.is_own_object(&object));
            let named: Vec<bool> = ids.chain(unique).chain(object).collect();
            if named.is_empty() || named.contains(&false) {
                return Err("scripts run in worlds of your own alone");
            }
        }
        "Input.dispatchMouseEvent" => {
            press = Some(mouse(&text("type").unwrap_or_default(), &text("button").unwrap_or_default()));
            // By that the guard knows an agent's press from the person's.
            params.insert("twist".to_owned(), json!(AGENTS_TWIST));
        }
        "Input.dispatchKeyEvent" => {
            let held = Held::Key(text("key").unwrap_or_default().into());
            press = Some(match text("type").as_deref() {
                Some("keyUp") => Press::Up(held),
                Some("char") => Press::Neutral,
                Some(_) | None => Press::Down(held),
            });
        }
        "Input.insertText" => press = Some(Press::Neutral),
        _ => {}
    }
    Ok(Prepared { params, world, press })
}

fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || (line.starts_with("//") && !line.contains(['\u{2028}', '\u{2029}', '\r']))
}

fn mouse(kind: &str, button: &str) -> Press {
    let held = Held::Button(match button {
        "left" => "left",
        "middle" => "middle",
        "right" => "right",
        "back" => "back",
        "forward" => "forward",
        _ => "none",
    });
    match kind {
        "mousePressed" => Press::Down(held),
        "mouseReleased" => Press::Up(held),
        _ => Press::Neutral,
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::rule;
    use super::*;
    use crate::engine::EngineRole;

    fn prepared(method: &str, params: Value) -> Result<Map<String, Value>, Denied> {
        let mut sessions = Sessions::default();
        sessions.add("page");
        let Value::Object(params) = params else { panic!("parameters are an object") };
        let (_, listed) = rule(EngineRole::Interaction, method);
        prepare(method, params, listed, "page", &mut sessions).map(|prepared| prepared.params)
    }

    /// Nothing waits for a client, and what isn't listed doesn't go along.
    #[test]
    fn targets_never_wait_for_a_client() {
        let given = json!({"autoAttach": true, "waitForDebuggerOnStart": true, "filter": [{}], "flatten": false});
        let wanted = json!({"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true});
        assert_eq!(prepared("Target.setAutoAttach", given).map(Value::Object), Ok(wanted));
    }

    /// N18: an engine opens what an agent may open.
    #[test]
    fn files_and_chromium_s_own_pages_are_not_opened() {
        for url in
            ["file:///etc/passwd", "chrome://settings", "javascript:alert(1)", "view-source:http://a.example", ""]
        {
            assert!(prepared("Page.navigate", json!({"url": url})).is_err(), "{url}");
        }
        assert!(prepared("Page.navigate", json!({"url": "https://a.example/"})).is_ok());
    }

    /// Input bears the agents' mark, whatever the client says.
    #[test]
    fn input_bears_the_agents_mark() {
        let press = json!({"type": "mousePressed", "x": 1, "y": 2, "button": "left", "twist": 0});
        assert_eq!(prepared("Input.dispatchMouseEvent", press).map(|params| params["twist"].clone()), Ok(json!(219)));
    }

    /// Scripts wait for a permit, so none is left in a page to run by itself.
    #[test]
    fn no_script_is_left_behind() {
        let with = |source: &str| {
            prepared(
                "Page.addScriptToEvaluateOnNewDocument",
                json!({"source": source, "worldName": "mine", "runImmediately": true}),
            )
        };
        for harmless in ["", "//# sourceURL=pptr:internal", " \n// a\n"] {
            assert!(with(harmless).is_ok_and(|params| params.get("runImmediately").is_none()), "{harmless}");
        }
        for script in ["alert(1)", "// a\nalert(1)", "// a\u{2028}alert(1)", "// a\ralert(1)", "/* */ alert(1)"] {
            assert!(with(script).is_err(), "{script}");
        }
    }

    /// Neither the page's world nor an unnamed one.
    #[test]
    fn scripts_name_a_world_of_the_client_s() {
        for params in [json!({"expression": "1"}), json!({"expression": "1", "contextId": 1})] {
            assert!(prepared("Runtime.evaluate", params).is_err());
        }
        assert!(prepared("Runtime.callFunctionOn", json!({"functionDeclaration": "f", "objectId": "1.2.3"})).is_err());
    }
}
