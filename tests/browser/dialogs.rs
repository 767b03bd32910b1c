//! Dialogs of a page: told, fenced, and answered by their own tool, whatever else waits for the page (V08).

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::deadline::wait_until;
use serde_json::json;

use nexus_test_support::stage::{SOON, Stage, fenced};

const PAGE: &str = r#"<!doctype html><title>Dialogs</title><button id=a onclick="alert('an alert'); said.textContent='alerted'">Alert</button>
<button onclick="said.textContent = confirm('sure?') ? 'yes' : 'no'">Confirm</button>
<button onclick="said.textContent = 'prompted ' + JSON.stringify(prompt('name?', 'CANARY default'))">Prompt</button>
<button onclick="alert('one'); alert('two'); said.textContent='both'">Twice</button>
<button onclick="setTimeout(() => alert('later'), 50)">Later</button><button onclick="onbeforeunload = (e) => e.preventDefault()">Guard</button>
<p id=said>quiet</p>"#;

/// V08, A12: a dialog is told by kind and message, fenced; its answer reaches the page.
#[test]
fn dialogs_are_told_and_answered() {
    let stage = Stage::with_options(HostOptions::default().asking_little(), [("/", PAGE)]);
    let page = stage.open("/");
    page.call("browser_dialog", json!({"accept": true})).expect_code("not_actionable");
    let clicked = page.click("button", "Alert").expect_ok();
    assert_eq!(clicked.structured["dialog"], "alert", "{}", clicked.raw);
    assert!(fenced(&clicked).contains("an alert"), "{}", clicked.text);
    page.call("browser_dialog", json!({"accept": true})).expect_ok();
    page.call("browser_wait", json!({"text": "alerted"})).expect_ok();
    for (name, reply, expected) in [
        ("Confirm", json!({"accept": true}), "yes"),
        ("Confirm", json!({"accept": false}), "no"),
        ("Prompt", json!({"accept": true, "text": "Ada"}), "prompted \"Ada\""),
        ("Prompt", json!({"accept": false}), "prompted null"),
        ("Prompt", json!({"accept": true, "text": ""}), "prompted \"\""),
    ] {
        let clicked = page.click("button", name).expect_ok();
        assert_eq!(clicked.structured["dialog"], name.to_lowercase());
        let answered = page.call("browser_dialog", reply).expect_ok();
        assert_eq!(answered.structured["effect"], "changed", "{}", answered.raw);
        assert!(answered.structured.get("dialog").is_none(), "{}", answered.raw);
        page.call("browser_wait", json!({"text": expected, "timeout_s": 5})).expect_ok();
    }
    // One dialog after the other: each is answered by itself, and at once.
    page.click("button", "Twice").expect_ok();
    let started = std::time::Instant::now();
    let first = page.call("browser_dialog", json!({"accept": true})).expect_ok();
    assert!(started.elapsed().as_secs() < 5, "the next dialog held it up");
    assert_eq!(first.structured["dialog"], "alert", "{}", first.raw);
    assert!(fenced(&first).contains("two"), "{}", first.text);
    page.call("browser_dialog", json!({"accept": true})).expect_ok();
    page.call("browser_wait", json!({"text": "both"})).expect_ok();
    stage.close();
}

/// V08: a dialog that a page opens by itself makes every other tool say so, at once; leaving may ask, too.
#[test]
fn an_open_dialog_is_said_by_every_tool() {
    let stage = Stage::with_options(
        HostOptions::default().asking_little(),
        [("/", PAGE), ("/next", "<!doctype html><title>Next</title>")],
    );
    let page = stage.open("/");
    let button = page.find("button", "Later");
    page.call("browser_click", json!({"ref": button}));
    let waited = page.call("browser_wait", json!({"text": "never there", "timeout_s": 20}));
    waited.expect_code("dialog_open");
    for (tool, arguments) in [
        ("browser_snapshot", json!({})),
        ("browser_text", json!({})),
        ("browser_screenshot", json!({})),
        ("browser_click", json!({"ref": button})),
        ("browser_type", json!({"ref": button, "text": "x"})),
        ("browser_wait", json!({"gone": "x"})),
    ] {
        let started = std::time::Instant::now();
        let refused = page.call(tool, arguments).expect_code("dialog_open");
        assert_eq!(refused.structured["dialog"], "alert");
        assert!(fenced(&refused).contains("later"), "{}", refused.text);
        assert!(started.elapsed() < SOON / 10, "{tool} took {:?}", started.elapsed());
    }
    let shown = || (stage.view()["windows"][0]["pages"][0]["dialog_open"] == true).then_some(());
    wait_until("the panel to show that there is a dialog", SOON, shown).expect("it does");
    page.call("browser_dialog", json!({"accept": true})).expect_ok();
    page.click("button", "Guard").expect_ok();
    let leaving = page.navigate("/next").expect_code("dialog_open");
    assert_eq!(leaving.structured["dialog"], "beforeunload", "{}", leaving.raw);
    page.call("browser_dialog", json!({"accept": false})).expect_ok();
    assert_eq!(page.snapshot().fact("address"), stage.site.url("/"));
    page.navigate("/next").expect_code("dialog_open");
    page.call("browser_dialog", json!({"accept": true})).expect_ok();
    assert_eq!(page.snapshot().fact("address"), stage.site.url("/next"));
    stage.close();
}
