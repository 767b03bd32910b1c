//! `browser_evaluate`: an agent's own script, which a person reads and says yes to each time.

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::stage::{Page, Stage, fenced};
use serde_json::{Value, json};

const PAGE: &str = "<!doctype html><title>Scripts</title><h1>Hello</h1><input id=f aria-label=Field>\
    <input type=password id=p aria-label=Password><script>window.mine = {number: 7}</script>";

fn stage() -> Stage {
    let options = HostOptions::default().asking_little().environment([("RUST_LOG", "debug")]);
    Stage::with_options(options, [("/", PAGE), ("/other", "<title>Other</title>")])
}

#[track_caller]
fn run(page: &Page<'_>, function: &str) -> nexus_test_support::ToolResult {
    page.call_with_a_yes("browser_evaluate", json!({"function": function}))
}

/// N13: it asks in every setting, shows the person the whole script, and runs once for a yes.
#[test]
fn a_script_runs_with_a_yes_to_just_that_script() {
    let stage = stage();
    let page = stage.open("/");
    let script = "() => {\n  window.ran = (window.ran ?? 0) + 1;\n  return {title: document.title, mine};\n}";
    let asked = page.call("browser_evaluate", json!({"function": script})).expect_code("approval_pending");
    assert_eq!(page.eval("window.ran ?? 0"), 0, "nothing runs before a yes");
    let view = stage.view();
    let card = view["requests"].as_array().and_then(|requests| requests.first()).expect("a card").clone();
    assert_eq!(card["script"], script, "{card}");
    assert_eq!(card["what"], "run a script");
    stage.host.human.approve(asked.fact("approval")).expect("it is open");
    page.call("browser_evaluate", json!({"function": "() => 1"})).expect_code("approval_pending");
    let ran = page.call("browser_evaluate", json!({"function": script})).expect_ok();
    let told: Value = serde_json::from_str(fenced(&ran).trim()).expect("JSON");
    assert_eq!(told, json!({"title": "Scripts", "mine": {"number": 7}}));
    assert_eq!(page.eval("window.ran"), 1);
    page.call("browser_evaluate", json!({"function": script})).expect_code("approval_pending");
    stage.close();
}

/// N17: a yes is for the document that was there.
#[test]
fn a_yes_does_not_outlive_its_document() {
    let stage = stage();
    let page = stage.open("/");
    let script = json!({"function": "() => { window.ran = true }"});
    let asked = page.call("browser_evaluate", script.clone()).expect_code("approval_pending");
    stage.host.human.approve(asked.fact("approval")).expect("it is open");
    page.navigate("/other").expect_ok();
    page.call("browser_evaluate", script).expect_code("approval_pending");
    assert_eq!(page.eval("window.ran ?? false"), false);
    stage.close();
}

/// With a reference the function is given that element; promises are waited for; what can't be told or run says so.
#[test]
fn elements_promises_and_failures() {
    let stage = stage();
    let page = stage.open("/");
    let heading = page.find("heading", "Hello");
    let with = json!({"function": "(e) => e.localName + ' ' + e.textContent + ' ' + mine.number", "ref": heading});
    assert_eq!(fenced(&page.call_with_a_yes("browser_evaluate", with).expect_ok()).trim(), "\"h1 Hello 7\"");
    assert_eq!(fenced(&run(&page, "async () => (await fetch('/other')).status").expect_ok()).trim(), "200");
    let nothing = run(&page, "() => {}").expect_ok();
    assert!(nothing.text.starts_with("It ran and returned nothing.") && !nothing.text.contains("<untrusted"));
    let thrown = run(&page, "() => { throw new Error('wrong') }").expect_code("invalid_arguments");
    assert!(
        fenced(&thrown).contains("Error: wrong") && !thrown.text.lines().next().is_some_and(|l| l.contains("wrong"))
    );
    run(&page, "() => { const a = {}; a.a = a; return a }").expect_code("invalid_arguments");
    page.call("browser_evaluate", json!({"function": "() => {"})).expect_code("invalid_arguments");
    page.call("browser_evaluate", json!({"function": "() => 1", "ref": "e99999"})).expect_code("stale_reference");
    run(&page, "() => { for (;;); }").expect_code("timed_out");
    assert_eq!(page.eval("1 + 1"), 2, "the page goes on");
    stage.close();
}

/// N25, N26, N27: what fields hold, cookies and queries are taken out of what it returns and throws.
#[test]
fn what_a_script_returns_is_scrubbed() {
    let stage = stage();
    let page = stage.open("/?q=CANARY");
    page.eval(
        "f.value = 'CANARY of a field', p.value = 'CANARY-s3cret', document.cookie = 'sid=CANARY0123456789ab', 0",
    );
    for way in [
        "() => f.value + ' and ' + p.value",
        "() => ({fields: [f.value, p.value], at: location.href, cookie: document.cookie})",
        "() => { const v = p.value; p.value = ''; f.value = ''; return v }",
        "() => { throw new Error(p.value) }",
        "() => { throw document.cookie }",
        "() => { throw location.href }",
        "() => [...p.value].join(' ')",
        "() => 'x'.repeat(19990) + f.value",
    ] {
        page.eval("f.value = 'CANARY of a field', p.value = 'CANARY-s3cret', 0");
        let told = run(&page, way);
        assert!(!told.mentions("CANARY") && !told.mentions("C A N A R Y"), "{way}: {}", told.text);
    }
    stage.close();
}

/// N05, A02: it is an act.
#[test]
fn a_script_needs_the_lease_and_no_person_in_control() {
    let stage = stage();
    let page = stage.open("/");
    let second = stage.host.connect_agent("second");
    let script = json!({"page": page.id, "function": "() => 1"});
    stage.call_as(&second, "browser_evaluate", script.clone()).expect_code("lease_held");
    stage.host.human.take_control(&page.window, None).expect("in force");
    page.call("browser_evaluate", script).expect_code("paused_by_user");
    stage.close();
}
