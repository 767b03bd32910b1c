//! Cookies of the person's own browsers, brought into a Window: from a profile that Chromium itself has made, and from one in
//! Firefox's form. The values are canaries; every stage searches for them at its end.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::process::processes_naming;
use nexus_test_support::site::{Account, SIGNED_IN};
use nexus_test_support::stage::{SOON, Stage};
use rusqlite::{Connection, params};
use serde_json::{Value, json};

use crate::sign_in::{record, sign_in, wait_for};
use crate::{ask, close, create, open};

const PAGE: &str = "<!doctype html><title>Start</title>";
/// The site's first origin is the domain that is named, its second one another.
const NAMED: &str = "127.0.0.1";
const OTHER: &str = "localhost";

fn stage() -> Stage {
    let stage = Stage::with_options(HostOptions::default().environment([("RUST_LOG", "debug")]), [("/", PAGE)]);
    stage.site.add_account(Account::ada());
    stage
}

/// Has Chromium keep a sign-in at the named domain and cookies of another one, and answers its folder.
fn chromium_profile(stage: &Stage) -> PathBuf {
    create(stage, "Source", "persistent");
    let (window, page) = open(stage, "Source").expect("it opens");
    sign_in(stage, &page);
    go(stage, &page, &format!("{}/", stage.site.other_origin()));
    let set = "document.cookie = 'other=CANARY-of-another-domain; max-age=99999'; 0";
    stage.host.human.evaluate(&page, set).expect("it is set");
    close(stage, &window);
    let profiles = fs::read_dir(stage.host.data_dir().join("profiles")).expect("profiles").flatten();
    let mut kept = profiles.filter(|entry| entry.file_name().to_string_lossy().starts_with("persistent-"));
    let folder = kept.next().expect("a profile").path();
    // It still writes for a moment after its Window is gone.
    wait_until("its Chromium to end", SOON, || processes_naming(&folder).is_empty().then_some(())).expect("it ends");
    folder
}

#[track_caller]
fn go(stage: &Stage, page: &str, url: &str) {
    stage.host.human.evaluate(page, &format!("location.href = '{url}'; 0")).expect("it goes there");
    wait_for(stage, page, &format!("location.href === '{url}' && document.readyState === 'complete'"));
}

/// A Window on nothing, and its page.
fn window(stage: &Stage) -> (String, String) {
    let opened = stage.host.human.open_window(&stage.site.url("/")).expect("it opens");
    let id = |key: &str| opened[key].as_str().expect("an id").to_owned();
    (id("window"), id("page"))
}

fn import(stage: &Stage, window: &str, folder: &Path, domains: &[&str]) -> Result<Value, String> {
    ask(stage, "import_cookies", json!({"window": window, "folder": folder, "domains": domains}))
}

#[track_caller]
fn cookies_at(stage: &Stage, page: &str, url: &str) -> String {
    go(stage, page, url);
    let cookies = stage.host.human.evaluate(page, "document.cookie").expect("a text");
    cookies.as_str().expect("a text").to_owned()
}

#[track_caller]
fn says(stage: &Stage, page: &str, origin: &str) -> String {
    go(stage, page, &format!("{origin}/account"));
    let says = stage.host.human.evaluate(page, "document.body.innerText").expect("a text");
    says.as_str().expect("a text").to_owned()
}

fn may_be_signed_in(stage: &Stage, window: &str) -> bool {
    let view = stage.view();
    let windows = view["windows"].as_array().expect("Windows");
    windows.iter().any(|shown| shown["window"] == window && shown["may_be_signed_in"] == true)
}

/// A07, N22: from a profile of Chromium's own making the named domain's cookies arrive, in full working order, and no others.
/// The record tells where they came from and how many domains were named.
#[test]
fn cookies_of_the_named_domain_alone_come_from_a_chromium_profile() {
    let stage = stage();
    let source = chromium_profile(&stage);
    let found = ask(&stage, "cookie_sources", json!({"folder": source})).expect("a source");
    let name = found["sources"][0]["name"].as_str().expect("a name").to_owned();
    assert!(name.starts_with("Chromium, profile ") && name.contains("Default"), "{name}");
    let listed = ask(&stage, "cookie_domains", json!({"folder": source})).expect("domains");
    let expected = json!([{"domain": NAMED, "cookies": 1}, {"domain": OTHER, "cookies": 1}]);
    assert_eq!(listed["domains"], expected);
    let (window, page) = window(&stage);
    assert!(!may_be_signed_in(&stage, &window));
    let report = import(&stage, &window, &source, &[NAMED, "missing.example"]).expect("imported");
    let expected = json!([
        {"domain": NAMED, "imported": 1, "skipped": {}},
        {"domain": "missing.example", "imported": 0, "skipped": {}},
    ]);
    assert_eq!((&report["domains"], &report["source"]), (&expected, &json!(name)));
    assert!(may_be_signed_in(&stage, &window), "from now on it counts as signed in");
    assert_eq!(says(&stage, &page, &stage.site.origin()), SIGNED_IN);
    assert_eq!(says(&stage, &page, &stage.site.other_origin()), "Not signed in");
    assert_eq!(cookies_at(&stage, &page, &format!("{}/", stage.site.other_origin())), "");
    assert_eq!(record(&stage)[0], format!("import cookies of 2 domains from {name}"));
    // What is kept in the source and in a Window's own profile is Chromium's; the rest is searched.
    stage.close();
}

/// In Firefox's form, with its log, as a Firefox that runs leaves it.
fn firefox_profile(folder: &Path, form: u32) -> Connection {
    let store = Connection::open(folder.join("cookies.sqlite")).expect("a store");
    let table = "PRAGMA journal_mode = wal; CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, \
        originAttributes TEXT NOT NULL DEFAULT '', name TEXT, value TEXT, host TEXT, path TEXT, expiry INTEGER, \
        lastAccessed INTEGER, creationTime INTEGER, isSecure INTEGER, isHttpOnly INTEGER, inBrowserElement INTEGER DEFAULT 0, \
        sameSite INTEGER DEFAULT 0, schemeMap INTEGER DEFAULT 0, isPartitionedAttributeSet INTEGER DEFAULT 0, \
        updateTime INTEGER, CONSTRAINT moz_uniqueid UNIQUE (name, host, path, originAttributes));";
    store.execute_batch(table).expect("a table");
    store.pragma_update(None, "user_version", form).expect("a form");
    store
}

fn add(store: &Connection, host: &str, name: &str, path: &str) {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a clock");
    let expiry = i64::try_from((now + Duration::from_secs(3600)).as_millis()).expect("a time");
    let row = "INSERT INTO moz_cookies (name, value, host, path, expiry, isSecure, isHttpOnly, sameSite) \
        VALUES (?1, ?2, ?3, ?4, ?5, 0, 0, 256)";
    store.execute(row, params![name, format!("CANARY-{name}"), host, path, expiry]).expect("a row");
}

/// A07: from a profile in Firefox's form, whose browser holds it locked, cookies go to the hosts and paths that they are for; one
/// that Chromium doesn't take, or that counts no more, doesn't lose the others.
#[test]
fn cookies_of_the_named_domain_alone_come_from_a_firefox_profile() {
    let (stage, folder) = (stage(), tempfile::tempdir().expect("a folder"));
    let store = firefox_profile(folder.path(), 17);
    add(&store, ".shop.localhost", "all", "/");
    add(&store, "shop.localhost", "host", "/");
    add(&store, "shop.localhost", "path", "/account");
    add(&store, "shop.localhost", "old", "/");
    add(&store, "shop.localhost", "__Host-bad", "/");
    add(&store, "notshop.localhost", "other", "/");
    store.execute("UPDATE moz_cookies SET expiry = 1000 WHERE name = 'old'", []).expect("set");
    store.execute_batch("PRAGMA locking_mode = exclusive; BEGIN EXCLUSIVE").expect("locked");
    let (window, page) = window(&stage);
    let report = import(&stage, &window, folder.path(), &["shop.localhost"]).expect("imported");
    let expected = json!([{"domain": "shop.localhost", "imported": 3, "skipped": {"expired": 1, "refused": 1}}]);
    assert_eq!(report["domains"], expected);
    let port = stage.site.url("").rsplit_once(':').expect("a port").1.to_owned();
    for (address, expected) in [
        (format!("http://shop.localhost:{port}/"), "all=CANARY-all; host=CANARY-host"),
        (format!("http://www.shop.localhost:{port}/"), "all=CANARY-all"),
        (format!("http://shop.localhost:{port}/account"), "all=CANARY-all; host=CANARY-host; path=CANARY-path"),
        (format!("http://notshop.localhost:{port}/"), ""),
        (format!("http://localhost:{port}/"), ""),
    ] {
        let cookies = cookies_at(&stage, &page, &address);
        let mut sorted: Vec<&str> = cookies.split("; ").collect();
        sorted.sort();
        assert_eq!(sorted.join("; "), expected, "{address}");
    }
    stage.close();
}

/// A07, A02, N10: an agent that has control of the Window is stopped before the first cookie comes, and keeps out until the
/// person gives control back. An agent without control can't read there without a yes.
#[test]
fn an_agent_in_control_is_stopped_before_cookies_come() {
    let (stage, folder) = (stage(), tempfile::tempdir().expect("a folder"));
    add(&firefox_profile(folder.path(), 17), NAMED, "sid", "/");
    let page = stage.open("/");
    let waiting = page.start_waiting();
    import(&stage, &page.window, folder.path(), &[NAMED]).expect("imported");
    let stopped = stage.heard(waiting.wait(SOON).expect("answered"));
    stopped.expect_code("paused_by_user");
    page.call("browser_text", json!({})).expect_code("paused_by_user");
    assert!(may_be_signed_in(&stage, &page.window));
    stage.host.human.give_back(&page.window, None).expect("given back");
    // The agent that opened it goes on.
    page.call("browser_text", json!({})).expect_ok();
    let other = stage.host.connect_agent("other");
    let read = stage.call_as(&other, "browser_text", json!({"page": page.id}));
    read.expect_code("observation_pending");
    stage.close();
}

/// A07: what can't be read says so with a code, brings nothing over, stops no agent, and goes into the record.
#[test]
fn a_store_that_cannot_be_read_brings_nothing() {
    let (stage, folder) = (stage(), tempfile::tempdir().expect("a folder"));
    let newer = folder.path().join("newer");
    fs::create_dir(&newer).expect("a folder");
    add(&firefox_profile(&newer, 18), NAMED, "sid", "/");
    let damaged = folder.path().join("damaged");
    fs::create_dir(&damaged).expect("a folder");
    fs::write(damaged.join("Cookies"), b"CANARY, and no database".repeat(300)).expect("written");
    let page = stage.open("/");
    for (folder, code) in [(&newer, "cookies_newer"), (&damaged, "cookies_damaged")] {
        assert_eq!(import(&stage, &page.window, folder, &[NAMED]), Err(code.to_owned()));
        assert_eq!(ask(&stage, "cookie_domains", json!({"folder": folder})), Err(code.to_owned()));
        assert_eq!(record(&stage)[0], format!("cookies were not imported: {code}"));
    }
    assert_eq!(import(&stage, &page.window, folder.path(), &[NAMED]), Err("cookies_missing".to_owned()));
    assert!(!may_be_signed_in(&stage, &page.window));
    // The agent goes on.
    page.call("browser_text", json!({})).expect_ok();
    let source = folder.path().join("source");
    fs::create_dir(&source).expect("a folder");
    add(&firefox_profile(&source, 17), NAMED, "sid", "/");
    for domains in [&["www.example.com"][..], &["*"], &["https://127.0.0.1"]] {
        assert_eq!(import(&stage, &page.window, &source, domains), Err("invalid_arguments".to_owned()), "{domains:?}");
    }
    assert_eq!(import(&stage, "w99", &source, &[NAMED]), Err("unknown_window".to_owned()));
    page.fault("kill");
    stage.host.human.wait_event("browser_exited", SOON).expect("it ends");
    assert_eq!(import(&stage, &page.window, &source, &[NAMED]), Err("browser_gone".to_owned()));
    stage.close();
}

/// A07: the profiles of the browsers on this computer are found where those keep them.
#[test]
fn the_browsers_of_this_computer_are_found() {
    let home = tempfile::tempdir().expect("a folder");
    let (firefox, chromium) =
        (home.path().join(".mozilla/firefox/x.default"), home.path().join("settings/chromium/Default"));
    fs::create_dir_all(&firefox).and_then(|()| fs::create_dir_all(&chromium)).expect("folders");
    fs::create_dir_all(home.path().join("settings/google-chrome/Profile 1")).expect("a folder");
    fs::write(firefox.parent().expect("a folder").join("profiles.ini"), "[Profile0]\nName=mine\nPath=x.default\n")
        .expect("written");
    for store in [firefox.join("cookies.sqlite"), chromium.join("Cookies")] {
        fs::write(store, "").expect("written");
    }
    fs::write(home.path().join("settings/google-chrome/Profile 1/Cookies"), "").expect("written");
    let environment = [("HOME", home.path().to_owned()), ("XDG_CONFIG_HOME", home.path().join("settings"))]
        .map(|(name, folder)| (OsString::from(name), folder.into_os_string()));
    let stage = Stage::with_options(HostOptions::default().environment(environment), [("/", PAGE)]);
    let found = ask(&stage, "cookie_sources", json!({})).expect("sources");
    let expected = ["Chromium, profile Default", "Firefox, profile mine", "Google Chrome, profile Profile 1"];
    assert_eq!(found["sources"], expected.iter().map(|name| json!({"name": name})).collect::<Value>());
    stage.close();
}
