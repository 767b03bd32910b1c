//! The contract with agents: names, arguments, limits, and what a refusal may say.

use nexus_core::Capability;
use nexus_core::broker::{PageRequest, PictureArea, Request, WaitUntil};
use nexus_policy::{Code, LeaseId, PageId, Scope, WindowId};
use serde_json::{Value, json};

use super::{all, find, listed};

fn decode(tool: &str, arguments: Value) -> Result<nexus_core::broker::Submission, nexus_policy::Refusal> {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    find(tool).expect("a tool").decode(arguments)
}

fn on_page(tool: &str, arguments: Value) -> PageRequest {
    match decode(tool, arguments).expect("good arguments").request {
        Request::OnPage { request, .. } => request,
        other => panic!("not about a page: {other:?}"),
    }
}

/// A04: the surface is these tools with these arguments, and nothing else. `?` marks what may be left out.
#[test]
fn the_tools_and_their_arguments_are_the_contract() {
    let surface: Vec<String> = all()
        .iter()
        .map(|tool| {
            let required = tool.schema.get("required").cloned().unwrap_or_default();
            let is_required = |name: &str| required.as_array().is_some_and(|names| names.iter().any(|one| one == name));
            let properties = tool.schema["properties"].as_object().expect("properties");
            let arguments = properties.keys().map(|name| format!("{name}{}", if is_required(name) { "" } else { "?" }));
            format!("{}({})", tool.name, arguments.collect::<Vec<_>>().join(", "))
        })
        .collect();
    let contract = [
        "browser_windows(wait_s?)",
        "browser_window_open(lease?, url?)",
        "browser_window_close(lease?, window)",
        "browser_page_open(lease?, url, window)",
        "browser_page_close(lease?, page)",
        "browser_lease_acquire(lease?, page?, wait_s?, window?)",
        "browser_lease_release(page?, window?)",
        "browser_lease_transfer(page?, to, window?)",
        "browser_handoff(page?, reason, window?)",
        "browser_navigate(go?, lease?, page?, url?)",
        "browser_snapshot(interactive_only?, max_chars?, page?, within?)",
        "browser_text(max_chars?, page?, within?)",
        "browser_find(name?, page?, role?, text?)",
        "browser_click(button?, count?, lease?, modifiers?, page?, ref)",
        "browser_hover(lease?, page?, ref)",
        "browser_type(append?, lease?, page?, ref, submit?, text)",
        "browser_fill_form(fields, lease?, page?)",
        "browser_select(lease?, page?, ref, values)",
        "browser_press_key(key, lease?, page?)",
        "browser_scroll(dx?, dy?, lease?, page?, ref?)",
        "browser_drag(from, lease?, page?, to)",
        "browser_upload(lease?, page?, paths, ref)",
        "browser_screenshot(full_page?, page?, ref?)",
        "browser_wait(gone?, page?, ref?, seconds?, text?, timeout_s?)",
        "browser_dialog(accept, lease?, page?, text?)",
        "browser_downloads(window)",
        "browser_console(level?, limit?, page?, since?)",
        "browser_network(filter?, limit?, page?, request?)",
        "browser_performance(action, page?)",
        "browser_evaluate(function, lease?, page?, ref?)",
        "browser_emulate(color_scheme?, cpu?, lease?, network?, page?, viewport?)",
    ];
    assert_eq!(surface, contract);
}

/// N03: every tool that has to do with a page is its engine's, and each of those has one tool; the others are NEXUS's own.
#[test]
fn every_capability_is_one_tool_of_one_engine() {
    let tools: Vec<&str> = all().iter().map(|tool| tool.name).collect();
    for capability in Capability::ALL {
        assert_eq!(tools.iter().filter(|tool| **tool == capability.tool()).count(), 1, "{capability:?}");
    }
    let is_an_engine_s = |tool: &&&str| Capability::ALL.iter().any(|capability| capability.tool() == **tool);
    let own: Vec<&str> = tools.iter().filter(|tool| !is_an_engine_s(tool)).copied().collect();
    let of_nexus = [
        "browser_windows",
        "browser_window_open",
        "browser_window_close",
        "browser_lease_acquire",
        "browser_lease_release",
        "browser_lease_transfer",
        "browser_handoff",
    ];
    assert_eq!(own, of_nexus);
}

/// A04: the list is cheap to read: well below the 16 KB it may take.
#[test]
fn the_tool_list_is_small_and_plain() {
    let list = serde_json::to_string(&listed()).expect("a list");
    assert!(list.len() <= 14 << 10, "the list has {} bytes", list.len());
    for noise in ["$schema", "outputSchema", "\"title\"", "\"format\"", "\"null\"", "anyOf", "$ref", "\"default\""] {
        assert!(!list.contains(noise), "{noise} in {list}");
    }
    // One more for the fields of a form.
    assert_eq!(list.matches(r#""additionalProperties":false"#).count(), all().len() + 1);
}

#[test]
fn good_arguments_become_requests() {
    let submission =
        decode("browser_lease_acquire", json!({"window": "w2", "wait_s": 60, "lease": "l4"})).expect("good");
    assert_eq!(submission.lease, Some(LeaseId(4)));
    assert!(matches!(submission.request, Request::LeaseAcquire { scope: Scope::Window(WindowId(2)), wait: Some(_) }));
    let submission = decode("browser_page_close", json!({"page": "p9"})).expect("good");
    assert!(matches!(submission.request, Request::OnPage { page: Some(PageId(9)), request: PageRequest::Close }));
    let submission = decode("browser_snapshot", json!({})).expect("good");
    assert!(matches!(submission.request, Request::OnPage { page: None, request: PageRequest::Snapshot(_) }));
    let click = json!({"ref": "e12", "count": 2, "button": "right", "modifiers": ["Control", "Shift"], "page": null});
    let PageRequest::Click { target, count, modifiers, .. } = on_page("browser_click", click) else {
        panic!("a click")
    };
    assert_eq!((target.to_string().as_str(), count, modifiers.len()), ("e12", 2, 2));
    let PageRequest::Wait { until, timeout } = on_page("browser_wait", json!({"gone": "Loading"})) else {
        panic!("a wait")
    };
    assert!(matches!(until, WaitUntil::Gone(text) if text == "Loading"));
    assert_eq!(timeout.as_secs(), 10);
    let area = on_page("browser_screenshot", json!({"full_page": true}));
    assert!(matches!(area, PageRequest::Screenshot(PictureArea::FullPage)));
}

/// A09: whatever isn't an id, a reference or within its limits is refused before anyone is asked, by name.
#[test]
fn wrong_arguments_are_refused_by_name() {
    let long = "x".repeat(100_001);
    let cases = [
        ("browser_windows", json!({"wait_s": 51}), "`wait_s` takes a number from 0 to 50."),
        ("browser_windows", json!({"wait_s": -1}), "`wait_s` takes a number from 0 to 50."),
        (
            "browser_windows",
            json!({"page": "p1"}),
            "`page` isn't an argument of browser_windows, which takes `wait_s`.",
        ),
        ("browser_window_close", json!({"window": "p4"}), "`window` takes an id like w1."),
        ("browser_window_close", json!({}), "`window` is missing; it takes text."),
        ("browser_window_close", json!({"window": null}), "`window` takes text."),
        ("browser_lease_acquire", json!({"window": "w1", "page": "p1"}), "Give exactly one of `window` and `page`."),
        ("browser_lease_acquire", json!({"wait_s": 5}), "Give exactly one of `window` and `page`."),
        ("browser_lease_acquire", json!({"page": "p1", "wait_s": 61}), "`wait_s` takes a number from 0 to 60."),
        ("browser_navigate", json!({"url": "https://a", "go": "back"}), "Give exactly one of `url` and `go`."),
        ("browser_navigate", json!({"go": "home"}), "`go` takes one of back, forward, reload."),
        ("browser_navigate", json!({"url": "https://a", "lease": "x"}), "`lease` takes an id like l1."),
        ("browser_snapshot", json!({"max_chars": 199}), "`max_chars` takes a whole number from 200 to 1000000."),
        ("browser_snapshot", json!({"within": "12"}), "`within` takes a ref from the latest snapshot, like e12."),
        ("browser_click", json!({"ref": "e01"}), "`ref` takes a ref from the latest snapshot, like e12."),
        (
            "browser_click",
            json!({"ref": "e99999999999999999999"}),
            "`ref` takes a ref from the latest snapshot, like e12.",
        ),
        ("browser_click", json!({"ref": "e1", "count": 4}), "`count` takes a whole number from 1 to 3."),
        ("browser_click", json!({"ref": "e1", "count": 1.5}), "`count` takes a whole number from 1 to 3."),
        (
            "browser_click",
            json!({"ref": "e1", "modifiers": ["Hyper"]}),
            "`modifiers` takes a list, each item one of Alt, Control, Meta, Shift.",
        ),
        ("browser_type", json!({"ref": "e1", "text": long}), "`text` takes text of at most 100000 characters."),
        ("browser_type", json!({"ref": "e1", "text": "a", "submit": "yes"}), "`submit` takes true or false."),
        ("browser_screenshot", json!({"ref": "e1", "full_page": true}), "Give `ref` or `full_page`, not both."),
        (
            "browser_wait",
            json!({"text": "a", "seconds": 1}),
            "Give exactly one of `text`, `gone`, `ref` and `seconds`.",
        ),
        ("browser_wait", json!({"timeout_s": 5}), "Give exactly one of `text`, `gone`, `ref` and `seconds`."),
        ("browser_wait", json!({"seconds": 31}), "`seconds` takes a number from 0 to 30."),
        ("browser_find", json!({}), "Give at least one of `role`, `name` and `text`."),
        ("browser_scroll", json!({}), "Give `ref`, `dx` or `dy`."),
        ("browser_scroll", json!({"dy": 1e9}), "`dy` takes a number from -100000 to 100000."),
        (
            "browser_press_key",
            json!({"key": "Entr"}),
            "`key` takes a key such as Enter, Tab, Escape, ArrowDown, F5 or a, with modifiers before it: Control+A, Shift+Tab.",
        ),
        (
            "browser_press_key",
            json!({"key": "Control+V"}),
            "Keys that copy, cut or paste aren't pressed: the clipboard is the person's. Use browser_type.",
        ),
        (
            "browser_fill_form",
            json!({"fields": [{"ref": "e1", "value": "a"}, {"ref": "e1", "value": true}]}),
            "`fields` names e1 twice.",
        ),
        (
            "browser_fill_form",
            json!({"fields": [{"ref": "e1"}]}),
            "`fields` takes a list, each item an object with `ref`: text, `value`: text of at most 100000 characters or \
             true or false or a number.",
        ),
        (
            "browser_upload",
            json!({"ref": "e1", "paths": []}),
            "`paths` takes a list, each item text of at most 4096 characters.",
        ),
        ("browser_dialog", json!({"text": "a"}), "`accept` is missing; it takes true or false."),
        ("browser_console", json!({"level": "fatal"}), "`level` takes one of debug, info, warning, error."),
        ("browser_console", json!({"limit": 0}), "`limit` takes a whole number from 1 to 300."),
        ("browser_network", json!({"request": "12"}), "`request` takes an id from browser_network's list, like r12."),
        ("browser_network", json!({"request": "r1", "limit": 5}), "Give `request` alone, or `filter` and `limit`."),
        (
            "browser_evaluate",
            json!({"function": "() => '\u{202e}'"}),
            "`function` takes text without characters that hide or reorder what is read.",
        ),
        ("browser_emulate", json!({}), "Give at least one of `viewport`, `network`, `cpu` and `color_scheme`."),
        (
            "browser_emulate",
            json!({"viewport": "390x99"}),
            "`viewport` takes a size such as 390x844, 390x844@3 or 390x844@3 mobile, sides from 100 to 5000, or none.",
        ),
        ("browser_emulate", json!({"cpu": 0}), "`cpu` takes a number from 1 to 20."),
        (
            "browser_emulate",
            json!({"network": "2g"}),
            "`network` takes one of offline, slow-3g, fast-3g, fast-4g, none.",
        ),
    ];
    for (tool, arguments, sentence) in cases {
        let refusal = decode(tool, arguments).expect_err(sentence);
        assert_eq!((refusal.code, refusal.sentence.as_str()), (Code::InvalidArguments, sentence), "{tool}");
    }
}

/// N27: no refusal repeats what an argument held, whichever argument it went astray in.
#[test]
fn a_refusal_never_repeats_what_was_given() {
    const CANARY: &str = "hunter2 CANARY";
    for tool in all() {
        let names: Vec<String> = tool.schema["properties"].as_object().expect("properties").keys().cloned().collect();
        for name in names.iter().map(String::as_str).chain([CANARY, "unknown"]) {
            for value in [json!(CANARY), json!([CANARY]), json!({CANARY: CANARY}), json!(CANARY.repeat(20_000))] {
                let mut arguments = json!({ "ref": "e1", "text": CANARY, "window": CANARY, "url": CANARY });
                arguments.as_object_mut().expect("an object").retain(|name, _| names.contains(name));
                arguments[name] = value;
                if let Err(refusal) = decode(tool.name, arguments) {
                    assert!(!refusal.to_string().contains("CANARY"), "{}: {refusal}", tool.name);
                }
            }
        }
    }
}
