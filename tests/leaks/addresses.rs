//! N26: of an address an agent gets origin and path, wherever it stands.

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::site::Content;
use nexus_test_support::stage::{SOON, Stage};
use serde_json::json;

use crate::reads::search_all;

const LINKS: &str = "<!doctype html><a href='/next?token=CANARY#CANARY'>Next</a><a href='/next?token=CANARY'></a>\
    <p>See http://127.0.0.1/p?code=CANARY and http://me:CANARY@127.0.0.1/p#access_token=CANARY.</p>\
    <p>/p?code=CANARY, 127.0.0.1/p?code=CANARY; (?token=CANARY) \"/p#CANARY\" [x](https://a.example/?CANARY)</p>\
    <img src='/none?CANARY' width=20 height=20><img alt='https://a.example/?t=CANARY' width=9 height=9>\
    <input type=image src='/none?CANARY'><area href='/?CANARY'><button title='wss://a.example/s?k=CANARY'>s</button>\
    <a href='data:text/html,CANARY'>d</a><a href='javascript:CANARY'>j</a><a href='blob:CANARY'>b</a>\
    <a href='/reset/CANARY9xK2mQ7vL4nR'>Reset</a><p>Or http://127.0.0.1/u/CANARY9xK2mQ7vL4nR and /u/CANARY9xK2mQ7vL4nR.</p>\
    <form action='/next?t=CANARY' method=get><button>Go</button></form>\
    <a href='/next?token=CANARY' target=_blank>Popup</a><iframe src='/next?CANARY#CANARY' title='/next?t=CANARY'></iframe>\
    <button onclick=\"history.pushState(0, '', '/pushed?CANARY#CANARY')\">Push</button>\
    <button onclick=\"document.title = location.href + '?t=CANARY'\">Title</button><button onclick=\"alert(location.href)\">Say</button>";

fn stage() -> Stage {
    let pages = [
        ("/", Content::from(LINKS)),
        ("/next", Content::from("<p>Next</p>")),
        ("/moved", Content::Redirect("/hop?CANARY".to_owned())),
        ("/hop", Content::Redirect("/next?token=CANARY#CANARY".to_owned())),
    ];
    Stage::with_options(HostOptions::default().asking_little().environment([("RUST_LOG", "debug")]), pages)
}

/// N26, L10, L11: links, frames, images, texts, titles, popups, redirects, history.
#[test]
fn an_address_is_told_as_origin_and_path() {
    let stage = stage();
    let page = stage.open("/?q=CANARY#CANARY");
    let canaries = ["CANARY".to_owned()];
    assert_eq!(page.snapshot().fact("address"), stage.site.url("/"));
    assert_eq!(page.eval("location.search + location.hash"), "?q=CANARY#CANARY");
    search_all(&page, &canaries);
    page.click("button", "Title").expect_ok();
    let pushed = page.click("button", "Push").expect_ok();
    assert_eq!(pushed.fact("address"), stage.site.url("/pushed"));
    search_all(&page, &canaries);
    page.click("link", "Reset").expect_ok();
    assert_eq!(page.snapshot().fact("address"), stage.site.url("/reset/•••"));
    search_all(&page, &canaries);
    page.go("back").expect_ok();
    page.click("button", "Say").expect_ok();
    page.call("browser_text", json!({})).expect_code("dialog_open");
    page.call("browser_dialog", json!({"accept": true})).expect_ok();
    let popup = page.click("link", "Popup").expect_ok();
    let opened = popup.structured["new_pages"][0].as_str().expect("a popup").to_owned();
    let popup = nexus_test_support::stage::Page { id: opened, ..page.clone() };
    let arrived = || popup.call("browser_text", json!({})).text.contains("Next").then_some(());
    wait_until("the popup", SOON, arrived).expect("it comes");
    assert_eq!(popup.snapshot().fact("address"), stage.site.url("/next"));
    for (path, at) in [("/moved?CANARY", "/next"), ("/next?CANARY#CANARY", "/next"), ("/none?CANARY", "/none")] {
        assert_eq!(page.navigate(path).expect_ok().fact("address"), stage.site.url(at), "{path}");
        search_all(&page, &canaries);
    }
    page.go("back").expect_ok();
    page.go("reload").expect_ok();
    stage.close();
}

/// N26, L20: what can't be opened is refused without a word of what came with it.
#[test]
fn a_failed_navigation_tells_no_more_of_its_address() {
    let stage = stage();
    let page = stage.open("/");
    for (address, code) in [
        ("javascript:CANARY", "blocked_address"),
        ("file:///CANARY", "blocked_address"),
        ("data:text/html,CANARY", "blocked_address"),
        ("ftp://CANARY@a.example/", "blocked_address"),
        ("view-source:http://a.example/?CANARY", "blocked_address"),
        ("http://CANARY:CANARY@127.0.0.1:1/p?CANARY#CANARY", ""),
        ("http://127.0.0.1:1/p?CANARY#CANARY", ""),
        ("http://CANARY?/", ""),
        ("CANARY", ""),
    ] {
        let refused = page.call("browser_navigate", json!({"url": address}));
        assert!(!refused.is_ok() && (code.is_empty() || refused.code == code), "{address}: {}", refused.raw);
        let window = stage.call("browser_window_open", json!({"url": address}));
        assert!(!window.is_ok(), "{address}: {}", window.raw);
        page.call("browser_text", json!({}));
        stage.call("browser_windows", json!({}));
    }
    stage.close();
}
