//! Signing in by hand, with a password and a code: in a Window, in an ordinary browser, and for an agent. None of it passes
//! through NEXUS.

use std::path::Path;
use std::time::Duration;

use nexus_test_support::BenchHost;
use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::process::{arguments, listening_ports};
use nexus_test_support::screen::Screen;
use nexus_test_support::site::{Account, SIGNED_IN};
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::{Value, json};

use crate::{ask, close, create, open, shown, wait_shown};

const PAGE: &str = "<!doctype html><title>Start</title>";

/// How long Chromium may take to show its first window.
const FIRST_WINDOW: Duration = Duration::from_secs(40);

/// How long a page may take to show after its address was typed.
const ANSWER: Duration = Duration::from_secs(8);

/// A stage at whose site Ada has an account.
fn stage_for(options: HostOptions) -> Stage {
    let stage = Stage::with_options(options, [("/", PAGE)]);
    stage.site.add_account(Account::ada());
    stage
}

fn on_screen(screen: &Screen, data_dir: &Path) -> Stage {
    stage_for(HostOptions::default().data_dir(data_dir).environment([("DISPLAY", screen.display())]))
}

/// The person's hand signs in on a page that shows the form.
#[track_caller]
pub(crate) fn sign_in(stage: &Stage, page: &str) {
    let (ada, human) = (Account::ada(), &stage.host.human);
    let code = ada.code();
    stage.keep_secret(&code);
    human.evaluate(page, &format!("location.href = '{}'; 0", stage.site.url("/sign-in"))).expect("it goes there");
    wait_for(stage, page, "document.querySelector('#code') !== null");
    for (field, text) in [("#password", ada.password()), ("#code", &code)] {
        human.press(page, field).expect("it can be pressed");
        human.type_text(page, text).expect("it can be typed into");
    }
    human.press(page, "button").expect("it can be pressed");
    wait_for(stage, page, &format!("document.body.innerText.includes('{SIGNED_IN}')"));
}

#[track_caller]
pub(crate) fn wait_for(stage: &Stage, page: &str, condition: &str) {
    let holds = || stage.host.human.evaluate(page, condition).is_ok_and(|value| value == json!(true)).then_some(());
    wait_until(condition, SOON, holds).expect("the page gets there");
}

/// Opens a Window on the profile, and says whether the site knows who that is.
#[track_caller]
fn is_signed_in(stage: &Stage, profile: &str) -> bool {
    let (window, page) = open(stage, profile).expect("it opens");
    let go = format!("location.href = '{}'; 0", stage.site.url("/account"));
    stage.host.human.evaluate(&page, &go).expect("it goes there");
    wait_for(stage, &page, "document.title === 'Account'");
    let says = stage.host.human.evaluate(&page, "document.body.innerText").expect("a text");
    close(stage, &window);
    says == SIGNED_IN
}

fn open_to_sign_in(stage: &Stage) -> Result<Value, String> {
    ask(stage, "open_to_sign_in", json!({"name": "Mail"}))
}

/// What the audit log tells, newest first.
pub(crate) fn record(stage: &Stage) -> Vec<String> {
    let audit = stage.host.human.audit().expect("entries");
    let entries = audit["entries"].as_array().cloned().unwrap_or_default();
    entries.iter().map(|entry| entry["what"].as_str().unwrap_or_default().to_owned()).collect()
}

/// N22: whoever signs in in a Window is signed in when the profile is opened again, also after a restart; nothing of it is in
/// NEXUS's log, database or record.
#[test]
fn a_sign_in_in_a_window_is_kept_by_its_profile() {
    let kept = tempfile::tempdir().expect("a folder");
    let start = || stage_for(HostOptions::default().data_dir(kept.path()).environment([("RUST_LOG", "debug")]));
    let stage = start();
    create(&stage, "Mail", "persistent");
    create(&stage, "Other", "persistent");
    let (window, page) = open(&stage, "Mail").expect("it opens");
    sign_in(&stage, &page);
    close(&stage, &window);
    assert!(is_signed_in(&stage, "Mail"));
    assert!(!is_signed_in(&stage, "Other"), "a sign-in is in its own profile alone");
    stage.close();
    let stage = start();
    assert!(is_signed_in(&stage, "Mail"));
    stage.close();
}

/// N22, N20: the browser of "Open to sign in" is an ordinary one: no door leads into it, the site isn't told of any automation,
/// and nothing else opens the profile meanwhile. Afterwards a Window is signed in.
#[test]
fn a_sign_in_in_an_ordinary_browser_is_out_of_everybody_s_reach() {
    let kept = tempfile::tempdir().expect("a folder");
    let screen = Screen::start(1300, 950).expect("a virtual screen");
    let stage = on_screen(&screen, kept.path());
    create(&stage, "Mail", "persistent");
    open_to_sign_in(&stage).expect("it opens");
    assert_eq!(shown(&stage, "Mail")["state"], "signing_in");
    assert_eq!(stage.view()["windows"], json!([]), "it is no Window");
    for refused in [open_to_sign_in(&stage).map(drop), open(&stage, "Mail").map(drop)] {
        assert_eq!(refused, Err("profile_signing_in".to_owned()));
    }
    for what in ["archive_profile", "delete_profile"] {
        assert_eq!(ask(&stage, what, json!({"name": "Mail"})), Err("profile_signing_in".to_owned()), "{what}");
    }
    screen.wait_for_window("New Tab", FIRST_WINDOW).expect("it has a window");
    has_no_door(&stage);
    sign_in_by_keyboard(&screen, &stage);
    has_no_door(&stage);
    let driven = stage.site.wait_logged("driven", SOON).expect("the page says whether it is driven").text;
    assert_eq!(driven, "POST driven false");
    screen.key("ctrl+shift+w").expect("it closes");
    wait_shown(&stage, "Mail", |mail| mail["state"] == "ready" && mail["opened_at_ms"].is_f64());
    assert_eq!(shown(&stage, "Mail")["was_signed_in"], true, "the hub offers to go on");
    assert!(is_signed_in(&stage, "Mail"));
    assert_eq!(shown(&stage, "Mail")["was_signed_in"], false, "it has been gone on with");
    let told = record(&stage);
    for line in ["open profile Mail to sign in", "profile Mail, open to sign in, was closed"] {
        assert!(told.iter().any(|entry| entry == line), "{line}: {told:?}");
    }
    stage.close();
}

/// No process of the host has a debugging switch in its command line, or listens on a port.
#[track_caller]
fn has_no_door(stage: &Stage) {
    let family = stage.host.family();
    let lines: Vec<Vec<String>> = family.alive().into_iter().map(arguments).collect();
    let of_profile = |line: &&Vec<String>| line.iter().any(|word| word.starts_with("--user-data-dir="));
    assert!(lines.iter().any(|line| of_profile(&line)), "there is a browser: {lines:?}");
    for word in lines.iter().flatten() {
        let is_of_automation = ["--remote-debugging", "--enable-automation", "--headless", "--no-startup-window"];
        assert!(!is_of_automation.iter().any(|switch| word.starts_with(switch)), "{word}");
    }
    for pid in family.alive() {
        assert!(listening_ports(pid).is_empty(), "{:?}", arguments(pid));
    }
}

/// Signs in as a person does: with the keyboard of the screen alone.
#[track_caller]
fn sign_in_by_keyboard(screen: &Screen, stage: &Stage) {
    let (ada, go) = (Account::ada(), stage.site.url("/sign-in"));
    screen.wait_for_window("New Tab", FIRST_WINDOW).expect("it has a window");
    // Its first page, which comes a little later, may take the keyboard away once.
    let form = wait_until("the form", FIRST_WINDOW, || {
        if let Ok(Some(form)) = screen.find_window("Sign in") {
            return Some(form);
        }
        let first = screen.find_window("Chromium").ok()??;
        screen.activate(&first).ok()?;
        screen.key("ctrl+l").and_then(|()| screen.type_text(&go)).and_then(|()| screen.key("Return")).expect("typed");
        screen.wait_for_window("Sign in", ANSWER).ok()
    });
    form.expect("it is shown");
    let code = ada.code();
    stage.keep_secret(&code);
    screen.type_text(ada.password()).and_then(|()| screen.key("Tab")).expect("typed");
    screen.type_text(&code).and_then(|()| screen.key("Return")).expect("typed");
    screen.wait_for_window("Account", SOON).expect("it is let in");
}

/// N23: NEXUS ends its own browser for signing in, in order, when it ends; after a crash the browser is the person's to close, and
/// keeps its profile until then.
#[test]
fn an_ordinary_browser_does_not_keep_a_profile_in_secret() {
    let kept = tempfile::tempdir().expect("a folder");
    let screen = Screen::start(1300, 950).expect("a virtual screen");
    let stage = on_screen(&screen, kept.path());
    create(&stage, "Mail", "persistent");
    open_to_sign_in(&stage).expect("it opens");
    sign_in_by_keyboard(&screen, &stage);
    stage.close();
    let crashed = on_screen(&screen, kept.path());
    assert_eq!(shown(&crashed, "Mail")["was_open"], false, "no Window had it");
    assert_eq!(record(&crashed)[0], "profile Mail, open to sign in, was closed");
    assert!(is_signed_in(&crashed, "Mail"), "it was ended in order");
    wait_until("the profile", SOON, || open_to_sign_in(&crashed).ok()).expect("it opens");
    screen.wait_for_window("Chromium", FIRST_WINDOW).expect("it has a window");
    let left = crashed.host.crash_alone();
    let _crashed = host_of(crashed);
    let stage = on_screen(&screen, kept.path());
    for refused in [open(&stage, "Mail").map(drop), open_to_sign_in(&stage).map(drop)] {
        assert_eq!(refused, Err("profile_locked".to_owned()));
    }
    assert_eq!(shown(&stage, "Mail")["state"], "ready");
    let window = screen.find_window("Chromium").expect("a look").expect("it is still there");
    screen.close_window(&window).expect("it closes");
    left.wait_gone(SOON).expect("it ends by itself");
    assert!(is_signed_in(&stage, "Mail"));
    stage.close();
}

/// What the host had started needs its folders, but no other stage has to wait for it any more.
fn host_of(stage: Stage) -> BenchHost {
    let Stage { host, .. } = stage;
    host
}

/// N20: a browser that doesn't start says so with a code, and gives the profile back.
#[test]
fn an_ordinary_browser_that_does_not_start_gives_the_profile_back() {
    let no_screen = HostOptions::default();
    let missing = HostOptions::default().arguments(["--browser", "/nonexistent/chromium"]);
    for (options, code) in [(no_screen, "launch_failed"), (missing, "browser_missing")] {
        let stage = stage_for(options);
        create(&stage, "Mail", "persistent");
        assert_eq!(open_to_sign_in(&stage), Err(code.to_owned()));
        assert_eq!(shown(&stage, "Mail")["state"], "ready");
        assert_eq!(record(&stage)[0], format!("profile Mail was not opened to sign in: {code}"));
        assert_eq!(open_to_sign_in(&stage), Err(code.to_owned()), "it is free again");
        ask(&stage, "archive_profile", json!({"name": "Mail"})).expect("archived");
        assert_eq!(open_to_sign_in(&stage), Err("profile_archived".to_owned()));
        stage.close();
    }
}

/// A05, A06, A13: an agent asks, the person signs in and gives back, the agent goes on. It is told nothing of how.
#[test]
fn an_agent_goes_on_where_the_person_signed_in() {
    let stage = stage_for(HostOptions::default());
    let page = stage.open("/account");
    assert!(page.text().contains("Not signed in"));
    let reason = json!({"page": page.id, "reason": "Please sign in"});
    let waiting = stage.host.agent.start_call("browser_handoff", reason).expect("sent");
    let asked = stage.host.human.wait_event("handoff_requested", SOON).expect("the person is asked");
    sign_in(&stage, &page.id);
    cannot_read(&page);
    let done = json!({"handoff": asked["handoff"], "completed": true});
    stage.host.human.ask("finish_handoff", done).expect("it is open");
    let told = stage.heard(waiting.wait(SOON).expect("answered")).expect_ok();
    assert_eq!((told.fact("outcome"), told.fact("address")), ("completed", stage.site.url("/account").as_str()));
    assert!(page.text().contains(SIGNED_IN));
    stage.close();
}

fn cannot_read(page: &Page<'_>) {
    page.call("browser_text", json!({})).expect_code("in_handoff");
}
