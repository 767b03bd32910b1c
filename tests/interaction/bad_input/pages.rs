//! Pages that make it hard to read them or act in them.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::Case;
use crate::ground::{Fixture, Ground, Place};

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new("a page that opens one alert after the other says so each time, and can be left", alerts),
        Case::new(
            "a page that replaces its document while it is read is told as one of the two, or not at all",
            replaced,
        ),
        Case::new(
            "a page that goes elsewhere while it is read is told as one of the two, or not at all",
            goes_elsewhere,
        ),
        Case::new("a page that never finishes loading is read and pressed", unfinished),
        Case::new("a frame in an endless loop is left out, and the rest told in time", hung_frame),
    ]
}

fn alerts(ground: &Ground) {
    let put = ground.show("<button onclick='for (let n = 1; n < 1000; n += 1) alert(`Number ${n}`)'>Press</button>");
    let button = put.find("button", "Press");
    let clicked = put.call("browser_click", json!({"ref": button})).expect_ok();
    assert_eq!(clicked.structured["dialog"], "alert", "{}", clicked.raw);
    for n in 2..6 {
        put.call("browser_snapshot", json!({})).expect_code("dialog_open");
        put.call("browser_click", json!({"ref": button})).expect_code("dialog_open");
        let answered = put.call("browser_dialog", json!({"accept": true})).expect_ok();
        assert!(answered.text.contains(&format!("Number {n}")), "{}", answered.text);
    }
    // Whatever it shows, its Window can be closed, and the next one works.
    ground.stage().call("browser_window_close", json!({"window": put.page.window})).expect_ok();
    ground.show("<h1>Quiet</h1>").find("heading", "Quiet");
}

fn replaced(ground: &Ground) {
    let put = ground.show("<h1>Round 0</h1>");
    put.eval(
        "window.n = 0; setInterval(() => { n += 1; const html = document.createElement('html'); \
         html.innerHTML = `<body><h1>Round ${n}</h1><p>Part ${n}</p>${'<p>More'.repeat(200)}</body>`; document.documentElement.replaceWith(html); }, 5), 0",
    );
    for _ in 0..8 {
        let started = Instant::now();
        let read = put.call("browser_snapshot", json!({}));
        assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
        assert!(read.is_ok() || !read.code.is_empty(), "{}", read.raw);
    }
}

fn goes_elsewhere(ground: &Ground) {
    let many = "<p>Old <a href='#'>link</a></p>".repeat(3_000);
    ground.stage().site.set("/new", "<!doctype html><title>New</title><h1>New</h1>");
    let put = ground.show(&many);
    let reading = ground.stage().host.agent.start_call("browser_snapshot", json!({"page": put.page.id})).expect("sent");
    put.eval("setTimeout(() => { location = '/new'; }, 20), 0");
    let read = ground.stage().heard(reading.wait(Duration::from_secs(15)).expect("answered"));
    assert!(!(read.mentions("Old") && read.mentions("heading \\\"New")), "two documents in one answer: {}", read.text);
    put.call("browser_wait", json!({"text": "New", "timeout_s": 5})).expect_ok();
    assert!(put.page.snapshot().find_reference("heading", "New").is_some());
}

fn unfinished(ground: &Ground) {
    let (stage, address) = (ground.stage(), ground.stage().site.url("/"));
    // One picture after the other, none of which comes.
    let picture = "<img alt=Never src=/slow onerror='this.src = `/slow?${Math.random()}`'>";
    stage.site.set(
        "/",
        format!(
            "<!doctype html><title>Case</title><body><button onclick='document.title=`pressed`'>Press</button>{picture}"
        ),
    );
    let page = stage.open("/");
    page.click("button", "Press").expect_ok();
    assert_eq!(page.eval("document.title"), "pressed");
    assert!(page.text().contains("Press"));
    assert_eq!(page.eval("document.readyState"), "interactive");
    assert_eq!(page.snapshot().fact("address"), address);
}

fn hung_frame(ground: &Ground) {
    let hangs = Fixture {
        html: "<button id=go>Inside</button>",
        script: "tell('there', true); addEventListener('message', () => { for (;;); });",
    };
    let put = ground.put(Place::CrossSite, hangs);
    put.expect_told("there", true);
    assert!(put.page.snapshot().find_reference("button", "Inside").is_some());
    put.eval("document.querySelector('iframe').contentWindow.postMessage(0, '*'), 0");
    for tool in ["browser_snapshot", "browser_text"] {
        let started = Instant::now();
        let read = put.call(tool, json!({})).expect_ok();
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
        assert!(
            read.text.contains("Before the frame") && read.text.contains("One frame could not be read"),
            "{}",
            read.text
        );
    }
}
