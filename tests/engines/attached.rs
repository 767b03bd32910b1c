//! Chrome DevTools MCP in the inspection role: attached to a page, never launching, and held to the same rules as what is
//! built in. N01, N02, N04.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::process::arguments;
use nexus_test_support::stage::{Page, SOON, Stage, fenced};
use nexus_test_support::{ToolResult, built};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

const PAGE: &str =
    "<!doctype html><title>Attached</title><button>Press</button><input type=password id=p aria-label=Password>";

/// Where the engines are, installed once by NEXUS's own command.
#[track_caller]
fn engines() -> &'static Path {
    static INSTALLED: OnceLock<PathBuf> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engines-data");
        let mut install = Command::new(built::program("nexus"));
        let output = install.args(["engines", "install"]).env("XDG_DATA_HOME", &data).output().expect("it can be run");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        assert!(said.contains("chrome-devtools-mcp 1.11.0, as its checksum says"), "{said}");
        data.join("nexus/engines")
    })
}

fn options() -> HostOptions {
    let arguments = ["--inspection".into(), "devtools".into(), "--engines".into(), engines().as_os_str().to_owned()];
    HostOptions::default().arguments(arguments)
}

/// What a tool tells, once that holds this.
#[track_caller]
fn told_with(page: &Page<'_>, tool: &str, text: &str) -> ToolResult {
    let told = || Some(page.call(tool, json!({})).expect_ok()).filter(|told| told.mentions(text));
    wait_until(&format!("{text:?} by {tool}"), SOON, told)
        .unwrap_or_else(|error| panic!("{error}: {}", page.call(tool, json!({})).text))
}

/// The processes below the host that have this in their command line.
fn processes(stage: &Stage, word: &str) -> Vec<u32> {
    let has = |pid: &u32| arguments(*pid).iter().any(|argument| argument.contains(word));
    stage.host.family().alive().into_iter().filter(has).collect()
}

/// The engines that run.
fn engines_running(stage: &Stage) -> Vec<u32> {
    processes(stage, "chrome-devtools-mcp")
}

/// Each process of a browser below the host, the first of each by its own arguments.
fn browsers(stage: &Stage) -> Vec<u32> {
    let is_first = |pid: &u32| !arguments(*pid).iter().any(|argument| argument.starts_with("--type="));
    processes(stage, "--user-data-dir").into_iter().filter(is_first).collect()
}

/// N24, N26, N27: its console and requests are told by the rules of what is built in, fenced and redacted.
#[test]
fn console_and_requests_are_told_by_the_attached_engine() {
    let stage = Stage::with_options(options(), [("/", PAGE)]);
    let page = stage.open("/");
    page.call("browser_console", json!({})).expect_ok();
    assert_eq!(engines_running(&stage).len(), 1, "one for the page");
    page.eval("p.value = 'CANARY-s3cret'; p.dispatchEvent(new Event('input')); 0");
    page.eval("console.log('careful'); console.error('wrong ' + p.value + ' https://a.example/x?q=CANARY'); 0");
    let told = told_with(&page, "browser_console", "careful");
    assert!(fenced(&told).contains("careful") && told.mentions("wrong"), "{}", told.text);
    page.eval("document.cookie = 'sid=CANARY0123456789ab'; fetch('/log/asked?q=CANARY', {headers: {authorization: 'CANARY'}}); 0");
    let told = told_with(&page, "browser_network", "/log/asked");
    let line = told.text.lines().find(|line| line.contains("/log/asked")).expect("its line");
    assert!(line.contains(" GET ") && line.ends_with("/log/asked"), "{line}");
    stage.close();
}

/// N04: what it isn't let do is unavailable, at once, and nobody does it in its place.
#[test]
fn what_it_does_not_do_is_unavailable() {
    let stage = Stage::with_options(options(), [("/", PAGE)]);
    let page = stage.open("/");
    let told =
        page.call("browser_evaluate", json!({"function": "() => { window.ran = true }"})).expect_code("unavailable");
    assert!(told.mentions("Chrome DevTools MCP"), "{}", told.text);
    page.call("browser_emulate", json!({"cpu": 2})).expect_code("unavailable");
    assert_eq!(page.eval("window.ran ?? false"), false);
    assert_eq!(stage.view()["requests"], json!([]), "nobody is asked for what can't be done");
    stage.close();
}

/// N12, I17: with a take-over the engine is gone at once, and what happened in the person's time isn't told later.
#[test]
fn it_ends_with_the_agent_s_control() {
    let stage = Stage::with_options(options(), [("/", PAGE)]);
    let page = stage.open("/");
    // It hears from then on.
    page.call("browser_console", json!({})).expect_ok();
    page.eval("console.log('BEFORE'), 0");
    told_with(&page, "browser_console", "BEFORE");
    stage.host.human.take_control(&page.window, None).expect("in force");
    wait_until("the engine's end", Duration::from_secs(3), || engines_running(&stage).is_empty().then_some(()))
        .expect("it ends with the control");
    page.eval("console.log('DURING'); fetch('/log/DURING'); 0");
    page.call("browser_console", json!({})).expect_code("paused_by_user");
    stage.host.human.give_back(&page.window, None).expect("given back");
    page.call("browser_network", json!({})).expect_ok();
    page.call("browser_console", json!({})).expect_ok();
    page.eval("console.log('AFTER'); fetch('/log/AFTER'); 0");
    for tool in ["browser_console", "browser_network"] {
        let told = told_with(&page, tool, "AFTER");
        assert!(!told.mentions("DURING") && !told.mentions("BEFORE"), "{}", told.text);
    }
    stage.close();
}

/// N01, N04: one that is killed or stopped makes its own capabilities unavailable within its deadline, and harms nothing else.
#[test]
fn a_dead_or_hung_engine_harms_nothing_else() {
    for signal in [Signal::KILL, Signal::STOP] {
        let stage = Stage::with_options(options(), [("/", PAGE)]);
        let page = stage.open("/");
        page.call("browser_console", json!({})).expect_ok();
        let browser = browsers(&stage);
        assert_eq!(browser.len(), 1, "one Chromium for one Window");
        for engine in engines_running(&stage) {
            let engine = Pid::from_raw(i32::try_from(engine).expect("a number")).expect("a process");
            kill_process(engine, signal).expect("it is ours to end");
        }
        let began = std::time::Instant::now();
        let told = page.call("browser_console", json!({})).expect_code("unavailable");
        assert!(began.elapsed() < Duration::from_secs(15), "{signal:?}: {:?}", began.elapsed());
        assert!(told.mentions("inspection"), "{}", told.text);
        page.snapshot();
        page.navigate("/").expect_ok();
        page.call("browser_network", json!({})).expect_code("unavailable");
        assert!(engines_running(&stage).is_empty(), "{signal:?}");
        assert_eq!(browsers(&stage), browser, "no browser came or went");
        stage.close();
    }
}

/// A folder without the pinned engine: its capabilities are unavailable, and the rest works.
#[test]
fn an_engine_that_is_not_installed_is_unavailable() {
    let arguments = ["--inspection", "devtools", "--engines", "/nonexistent"];
    let stage = Stage::with_options(HostOptions::default().arguments(arguments), [("/", PAGE)]);
    let page = stage.open("/");
    let told = page.call("browser_console", json!({})).expect_code("unavailable");
    assert!(told.mentions("install") && !told.mentions("/nonexistent"), "{}", told.text);
    page.snapshot();
    stage.close();
}
