//! `browser_network`: what a page asked for, by origin and path, and what came of it.

use nexus_test_support::ToolResult;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::site::Content;
use nexus_test_support::stage::{Page, SOON, Stage, fenced};
use serde_json::json;

/// The list once it has a line with this, and that line.
#[track_caller]
pub(crate) fn request_with(page: &Page<'_>, text: &str) -> (ToolResult, String) {
    let told = || {
        let told = page.call("browser_network", json!({})).expect_ok();
        let line = told.text.lines().find(|line| line.contains(text))?.to_owned();
        Some((told, line))
    };
    wait_until(&format!("{text:?} among the requests"), SOON, told).unwrap_or_else(|error| {
        panic!("{error}: {}", page.call("browser_network", json!({})).text);
    })
}

fn stage() -> Stage {
    Stage::with([
        ("/", Content::from("<title>Net</title><img src='/picture.svg'><script>fetch('/moved')</script>")),
        ("/picture.svg", Content::Shown("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>".into())),
        ("/moved", Content::Redirect("/arrived".to_owned())),
        ("/arrived", Content::from("arrived")),
    ])
}

/// The document that an agent opened, what it asked for, redirects in one line; one request in full.
#[test]
fn what_a_page_asks_for_is_told() {
    let stage = stage();
    let page = stage.open("/");
    let origin = stage.site.origin();
    let (_, document) = request_with(&page, " document ");
    assert!(document.contains(&format!("GET 200 document {origin}/ text/html")), "{document}");
    let (_, picture) = request_with(&page, "/picture.svg image/svg+xml");
    assert!(picture.contains("GET 200 image") && picture.contains("by parser"), "{picture}");
    let (told, moved) = request_with(&page, "/arrived text/html");
    assert!(moved.contains(&format!("GET 200 fetch {origin}/moved (302) → {origin}/arrived")), "{moved}");
    assert!(moved.contains(&format!("by script {origin}/:1")), "{moved}");
    assert!(fenced(&told).contains(&moved));
    let number = moved.split(' ').next().expect("a number");
    let one = page.call("browser_network", json!({"request": number})).expect_ok();
    assert!(fenced(&one).contains("response header content-type: text/html"), "{}", one.text);
    assert!(one.mentions("timing: ") && one.mentions("protocol http/1.1"), "{}", one.text);
    page.call("browser_network", json!({"request": "r999999"})).expect_code("invalid_arguments");
    let only = page.call("browser_network", json!({"filter": "fetch"})).expect_ok();
    assert_eq!(fenced(&only).lines().count(), 1, "{}", only.text);
    stage.close();
}

/// Failures say why: nobody there, not found, kept out by the rules for other origins.
#[test]
fn failures_say_why() {
    let stage = stage();
    let page = stage.open("/");
    page.eval("fetch('http://127.0.0.1:1/nobody').catch(() => 0); fetch('/none').catch(() => 0); 0");
    let (_, nobody) = request_with(&page, "/nobody net::");
    assert!(nobody.contains("failed") && nobody.contains("net::ERR_"), "{nobody}");
    let (_, none) = request_with(&page, "/none text/plain");
    assert!(none.contains("GET 404 fetch"), "{none}");
    let failed = page.call("browser_network", json!({"filter": "failed"})).expect_ok();
    assert!(failed.mentions("/nobody") && !failed.mentions("/none"), "{}", failed.text);
    page.eval("window.socket = new WebSocket('ws://127.0.0.1:1/socket?key=CANARY'), 0");
    let (_, socket) = request_with(&page, "/socket");
    assert!(socket.contains("websocket ws://127.0.0.1:1/socket"), "{socket}");
    stage.close();
}

/// N10: what the page of another site asked for isn't told after it has gone elsewhere.
#[test]
fn another_site_begins_a_new_list() {
    let stage = stage();
    let page = stage.open("/");
    request_with(&page, "/arrived");
    let elsewhere = stage.site.other_origin() + "/arrived";
    page.call("browser_navigate", json!({"url": elsewhere})).expect_ok();
    let (told, _) = request_with(&page, &elsewhere);
    assert!(!told.text.contains(&stage.site.origin()), "{}", told.text);
    stage.close();
}
