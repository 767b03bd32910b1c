//! `browser_console`: what scripts logged, from wherever in the page, and in the fence.

use nexus_test_support::ToolResult;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::stage::{Page, SOON, Stage, fenced};
use serde_json::{Value, json};

/// The console once it tells this.
#[track_caller]
pub(crate) fn console_with(page: &Page<'_>, arguments: &Value, text: &str) -> ToolResult {
    let told = || Some(page.call("browser_console", arguments.clone()).expect_ok()).filter(|told| told.mentions(text));
    wait_until(&format!("{text:?} in the console"), SOON, told).unwrap_or_else(|error| {
        panic!("{error}: {}", page.call("browser_console", arguments.clone()).text);
    })
}

const LOUD: &str =
    "<!doctype html><title>Loud</title><script src='/app.js'></script><button onclick='pay()'>Go</button>";
const APP: &str = "console.log('loading', {step: 1, name: 'x'}, [1, 2]);\n\
                   console.warn('careful');\n\
                   function pay() { for (let i = 0; i < 40; i += 1) console.debug('tick'); throw new Error('no money'); }";

/// N24: what a page logs as it loads and upon a press, by level, with its own stack, repeats in one entry.
#[test]
fn what_scripts_log_and_throw_is_told() {
    let script = nexus_test_support::site::Content::Shown("text/javascript", APP.into());
    let stage = Stage::with([("/", LOUD.into()), ("/app.js", script)]);
    let page = stage.open("/");
    let told = console_with(&page, &json!({}), "careful");
    let loaded = fenced(&told);
    assert!(loaded.contains("]: loading {step: 1, name: \"x\"} [1, 2]"), "{loaded}");
    assert!(
        loaded.contains(&format!("]: careful\n    at (anonymous) ({}/app.js:2:9)", stage.site.origin())),
        "{loaded}"
    );
    page.eval("fetch('/none').then(() => 0)");
    let told = console_with(&page, &json!({}), "404 (Not Found)\\n    at ");
    assert!(told.mentions(&stage.site.url("/none:1")), "{}", told.text);
    page.click("button", "Go").expect_ok();
    let told = console_with(&page, &json!({}), "no money");
    let thrown = fenced(&told);
    assert!(thrown.contains("[times=40]: tick"), "{thrown}");
    assert!(
        thrown.contains(&format!("]: Uncaught Error: no money\n    at pay ({}/app.js:3:", stage.site.origin())),
        "{thrown}"
    );
    let errors = page.call("browser_console", json!({"level": "error"})).expect_ok();
    assert!(errors.mentions("no money") && !errors.mentions("careful"), "{}", errors.text);
    let since = told.text.split("`since` ").nth(1).and_then(|rest| rest.split('.').next()).expect("a number");
    let later = page.call("browser_console", json!({"since": since.parse::<u64>().expect("a number")})).expect_ok();
    assert!(later.text.starts_with("The console has nothing") && !later.text.contains("<untrusted"), "{}", later.text);
    stage.close();
}

/// Frames of the same site and of another, workers and workers of workers speak for the page.
#[test]
fn frames_and_workers_are_heard() {
    let worker = "console.log('from a worker'); fetch('/log/from-worker'); \
                  if (!self.inner) new Worker(URL.createObjectURL(new Blob(['console.log(\"from an inner worker\")'])))";
    let script = nexus_test_support::site::Content::Shown("text/javascript", worker.into());
    let stage = Stage::with([
        ("/", "<title>Outer</title>".into()),
        ("/same", "<script>console.log('from the same site')</script>".into()),
        ("/other", "<script>console.log('from another site'); fetch('/log/from-frame')</script>".into()),
        ("/worker.js", script),
    ]);
    let page = stage.open("/");
    let (same, other) = (stage.site.url("/same"), stage.site.other_origin() + "/other");
    page.show(&format!("<iframe src='{same}'></iframe><iframe src='{other}'></iframe>"));
    page.eval("new Worker('/worker.js'), 0");
    for said in ["from the same site", "from another site", "from a worker", "from an inner worker"] {
        console_with(&page, &json!({}), said);
    }
    for asked in ["/log/from-frame", "/log/from-worker"] {
        super::network::request_with(&page, asked);
    }
    stage.close();
}

/// N10: reading the console is reading the page: who may not read it may not read that either, and learns nothing else.
#[test]
fn the_console_is_read_by_the_rules_of_reading() {
    let stage = Stage::with([("/", "<title>Rules</title><script>console.log('spoken')</script>")]);
    let page = stage.open("/");
    console_with(&page, &json!({}), "spoken");
    let second = stage.host.connect_agent("second");
    let tools = ["browser_console", "browser_network"];
    for tool in tools {
        stage.call_as(&second, tool, json!({"page": page.id})).expect_ok();
    }
    stage.host.human.take_control(&page.window, None).expect("in force");
    for tool in tools {
        page.call(tool, json!({})).expect_code("paused_by_user");
    }
    stage.host.human.give_back(&page.window, None).expect("given back");
    page.eval("setTimeout(() => alert('Stop'), 0), 0");
    for tool in tools {
        let told = wait_until("the dialog", SOON, || Some(page.call(tool, json!({}))).filter(|told| !told.is_ok()));
        told.expect("it opens").expect_code("dialog_open");
    }
    page.call("browser_dialog", json!({"accept": true})).expect_ok();
    stage.close();
}
