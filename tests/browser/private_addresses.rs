//! N26: an address reaches an agent as origin and path, wherever it shows.

use serde_json::json;

use nexus_test_support::stage::{Stage, fenced};

/// N25, N26, L10: no query, fragment or user-info of the page's address, of its title or of any link.
#[test]
fn queries_fragments_and_user_info_are_never_told() {
    let links = "<!doctype html><title>Links</title><a href=\"/next?code=CANARY#CANARY\">plain</a> \
                 <a id=l></a><p id=p></p><iframe title=f src=\"/untitled?CANARY\"></iframe>";
    let stage = Stage::with([("/links", links), ("/untitled", "<!doctype html><p>no title</p>")]);
    let page = stage.open("/links?code=CANARY&x=CANARY#CANARY");
    assert_eq!(page.snapshot().fact("address"), stage.site.url("/links"));
    let shown = stage.site.url("/next?token=CANARY#CANARY");
    page.eval(&format!("l.href = l.textContent = p.textContent = {}; 0", json!(shown)));
    page.eval("p.textContent += ' and http://me:CANARY@example.test/p?q=CANARY end'; 0");
    let text = page.text();
    assert!(text.contains("http://example.test/p end"), "{text}");
    page.snapshot();
    assert_eq!(page.click("link", "plain").expect_ok().fact("address"), stage.site.url("/next"));
    for odd in [
        "?CANARY",
        "?a=b%20CANARY",
        "?a=1%20CANARY%0aCANARY#x%20CANARY",
        "?%22CANARY",
        "#CANARY",
        "?a=%E2%80%83CANARY",
        "?(CANARY)",
    ] {
        let opened = page.navigate(&format!("/untitled{odd}")).expect_ok();
        assert_eq!(opened.fact("address"), stage.site.url("/untitled"));
        stage.call("browser_windows", json!({})).expect_ok();
        let title = page.click_ref("e99999");
        title.expect_code("stale_reference");
    }
    let with_user = page.stage.site.url("/untitled?CANARY").replace("http://", "http://me:CANARY@");
    let opened = page.call("browser_navigate", json!({"url": with_user})).expect_ok();
    assert_eq!(opened.fact("address"), stage.site.url("/untitled"));
    page.eval("history.replaceState(0, '', '?CANARY#CANARY'); 0");
    stage.call("browser_windows", json!({})).expect_ok();
    page.snapshot();
    page.eval("document.title = 'see ' + location.href; 0");
    let windows = stage.call("browser_windows", json!({})).expect_ok();
    assert!(fenced(&windows).contains("title of"), "{}", windows.text);
    stage.close();
}

/// N26: neither a redirect's way nor a failed load tells more than that.
#[test]
fn redirects_and_failures_tell_origin_and_path() {
    use nexus_test_support::site::Content;
    let stage = Stage::with([
        ("/from", Content::Redirect("/to?code=CANARY#CANARY".to_owned())),
        ("/to", Content::from("<!doctype html><p>there</p>")),
    ]);
    let page = stage.open("/from?CANARY");
    assert_eq!(page.snapshot().fact("address"), stage.site.url("/to"));
    let refused = page.call("browser_navigate", json!({"url": "http://127.0.0.1:9/x?code=CANARY#CANARY"}));
    refused.expect_code("unavailable");
    for blocked in ["javascript:CANARY", "data:text/html,CANARY", "CANARY", "CANARY://x"] {
        page.call("browser_navigate", json!({"url": blocked})).expect_code("blocked_address");
    }
    stage.close();
}
