//! Going places: addresses, history, redirects, failures, and what no agent may open.

use std::io::Read;
use std::net::TcpListener;
use std::time::Instant;

use nexus_test_support::site::Content;
use serde_json::json;

use nexus_test_support::stage::Stage;

fn html(title: &str) -> Content {
    Content::Html(format!(
        "<!doctype html><title>{title}</title><h1>{title}</h1><a href=/file>File</a><a href=/b download>Save</a><a href='#x'>Within</a>"
    ))
}

/// A12: each way of going somewhere ends with the address that is shown.
#[test]
fn pages_are_opened_and_left_again() {
    let stage = Stage::with([
        ("/a", html("A")),
        ("/b", html("B")),
        ("/r1", Content::Redirect("/r2".to_owned())),
        ("/r2", Content::Redirect("/b".to_owned())),
        ("/file", Content::Download("f.bin".to_owned(), vec![0; 2000])),
        ("/slow", html("Slow")),
    ]);
    let page = stage.open("/a");
    let at = |path: &str| stage.site.url(path);
    page.go("back").expect_ok();
    page.go("back").expect_code("not_actionable");
    page.go("forward").expect_ok();
    page.go("forward").expect_code("not_actionable");
    assert_eq!(page.navigate("/r1").expect_ok().fact("address"), at("/b"));
    assert!(page.text().contains('B'));
    assert_eq!(page.go("back").expect_ok().fact("address"), at("/a"));
    assert!(page.text().contains('A'));
    assert_eq!(page.go("forward").expect_ok().fact("address"), at("/b"));
    page.eval("window.mark = 1");
    assert_eq!(page.go("reload").expect_ok().fact("address"), at("/b"));
    assert_eq!(page.eval("typeof mark"), "undefined");
    assert_eq!(page.navigate("/b#part").expect_ok().fact("address"), at("/b"));
    page.navigate("/b#other").expect_ok();
    page.go("back").expect_ok();
    assert_eq!(page.click("link", "Within").expect_ok().fact("address"), at("/b"));
    let missing = page.navigate("/nowhere").expect_ok();
    assert_eq!(missing.fact("address"), at("/nowhere"));
    assert!(page.text().contains("not found"));
    // A link to a slow server is answered before it is there, and what is read next is what it leads to.
    page.show("<a href=/slow>Slow</a>");
    assert!(page.click("link", "Slow").expect_ok().text.contains("loading another document"));
    assert_eq!(page.snapshot().fact("address"), at("/slow"));
    // Downloads leave the page where it is and hold nothing up.
    let started = Instant::now();
    assert!(page.navigate("/file").expect_code("target_changed").text.contains("download"));
    assert_eq!(page.click_with_a_yes("link", "File").expect_ok().fact("address"), at("/slow"));
    assert_eq!(page.click_with_a_yes("link", "Save").expect_ok().fact("address"), at("/slow"));
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
    // Nobody listens there, and the page goes on.
    let nobody = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
    let refused = page.call("browser_navigate", json!({"url": format!("http://{nobody}/")})).expect_code("unavailable");
    assert!(refused.text.contains("CONNECTION_REFUSED"), "{}", refused.text);
    page.call("browser_snapshot", json!({})).expect_code("blocked_address");
    assert_eq!(page.navigate("/a").expect_ok().fact("address"), at("/a"));
    let unknown =
        page.call("browser_navigate", json!({"url": "http://no-such-host.invalid/"})).expect_code("unavailable");
    assert!(unknown.text.contains("NAME_NOT_RESOLVED"), "{}", unknown.text);
    page.go("back").expect_ok();
    assert_eq!(page.call("browser_navigate", json!({"url": "about:blank"})).expect_ok().fact("address"), "about:blank");
    page.snapshot();
    stage.close();
}

/// P29, P32: schemes that reach into the machine or into Chromium are refused, however they are spelled.
#[test]
fn forbidden_addresses_are_refused_in_every_spelling() {
    let stage = Stage::with([("/", html("Start"))]);
    let page = stage.open("/");
    for address in [
        "javascript:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "\u{1}javascript:alert(1)",
        "\tjavascript:alert(1)",
        "file:///etc/passwd",
        "FILE:/etc/passwd",
        "file:etc/passwd",
        "file://localhost/etc/passwd",
        "fi\tle:///etc/passwd",
        "data:text/html,x",
        "blob:http://127.0.0.1/x",
        "filesystem:http://127.0.0.1/x",
        "view-source:http://127.0.0.1/",
        "view-source:file:///etc/passwd",
        "chrome://version",
        "chrome:version",
        "chrome-untrusted://x",
        "devtools://devtools/x",
        "about:version",
        "about:srcdoc",
        "about:",
        "about:blank/../x",
        "chrome-extension://abc/x.html",
        "ftp://127.0.0.1/",
        "ws://127.0.0.1/",
        "mailto:a@b.example",
        "intent://x",
        "isolated-app://x",
        "",
        " ",
        "example",
        "/path",
        "//127.0.0.1/",
        "\\\\server\\share",
        "http://",
        "https:",
        "http:///",
        "C:\\x",
    ] {
        let refused = page.call("browser_navigate", json!({"url": address}));
        assert_eq!(refused.code, "blocked_address", "{address:?}: {}", refused.raw);
        assert_eq!(refused.status, "refused");
    }
    for (tool, arguments) in [
        ("browser_window_open", json!({"url": "file:///etc/passwd"})),
        ("browser_page_open", json!({"url": "chrome://version", "window": page.window})),
    ] {
        stage.call(tool, arguments).expect_code("blocked_address");
    }
    assert_eq!(page.snapshot().fact("address"), stage.site.url("/"), "the page stayed where it was");
    let windows = stage.call("browser_windows", json!({})).expect_ok();
    assert_eq!(
        windows.structured["windows"].as_array().map(Vec::len),
        Some(1),
        "a refused Window isn't there: {}",
        windows.raw
    );
    assert_eq!(windows.structured["windows"][0]["pages"].as_array().map(Vec::len), Some(1), "nor is a refused page");
    stage.close();
}

/// A12: what is read right after a page was opened holds its frames, and a frame that never comes holds nothing up.
#[test]
fn a_page_is_opened_with_its_frames() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a listener");
    let never = format!("http://{}/never", silent.local_addr().expect("an address"));
    let stage = Stage::with([
        ("/", html("Start")),
        ("/framed", Content::Html("<title>Framed</title><iframe src=/inner></iframe>".to_owned())),
        ("/inner", Content::Html("<button>Inside</button>".to_owned())),
        ("/stuck", Content::Html(format!("<title>Stuck</title><p>Here</p><iframe src='{never}'></iframe>"))),
    ]);
    let page = stage.open("/framed");
    for _ in 0..10 {
        assert_eq!(page.eval("frames[0].document.body.innerText"), "Inside");
        page.navigate("/").expect_ok();
        page.navigate("/framed").expect_ok();
    }
    assert!(page.snapshot().text.contains("button \"Inside\""));
    let started = Instant::now();
    page.navigate("/stuck").expect_ok();
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
    stage.close();
}

/// V12: a server that never answers costs 15 s, and the page is still good for something else.
#[test]
fn a_silent_server_times_out() {
    let stage = Stage::with([("/", html("Start"))]);
    let silent = TcpListener::bind("127.0.0.1:0").expect("a listener");
    let address = format!("http://{}/never", silent.local_addr().expect("an address"));
    let page = stage.open("/");
    let started = Instant::now();
    let late = page.call("browser_navigate", json!({"url": address})).expect_code("timed_out");
    assert!((14.0..20.0).contains(&started.elapsed().as_secs_f64()), "{:?}: {}", started.elapsed(), late.text);
    assert_eq!(late.status, "error");
    assert_eq!(page.snapshot().fact("address"), stage.site.url("/"), "the page is still there");
    // What a link began and what never comes is no obstacle to going elsewhere either.
    page.show(&format!("<a href={address:?}>Never</a>"));
    let clicked = page.click("link", "Never").expect_ok();
    assert!(clicked.text.contains("loading another document"), "{}", clicked.text);
    assert_eq!(page.navigate("/").expect_ok().fact("address"), stage.site.url("/"));
    // The first bytes come and then nothing: the document is there and is never parsed.
    let (mut stream, _) = silent.accept().expect("Chromium connected");
    let mut request = [0; 64];
    let read = stream.read(&mut request).unwrap_or_default();
    assert!(request[..read].starts_with(b"GET /never"));
    stage.close();
}
