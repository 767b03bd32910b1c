//! `browser_performance`: how loading and reacting went, and what scripts do meanwhile, of an agent's time alone.

use std::time::Duration;

use nexus_test_support::site::Content;
use nexus_test_support::stage::{Page, Stage, fenced};
use serde_json::json;

const PAGE: &str = "<!doctype html><title>Slow</title><link rel=stylesheet href='/style.css'><script src='/app.js'></script>\
                    <h1>Headline</h1><button onclick='grind(300)'>Grind</button>";
const APP: &str = "function grind(ms) { const end = performance.now() + ms; while (performance.now() < end); }\n\
                   grind(120);";

fn stage() -> Stage {
    Stage::with([
        ("/", PAGE.into()),
        ("/app.js", Content::Shown("text/javascript", APP.into())),
        ("/style.css", Content::Shown("text/css", "h1 { color: green; }".into())),
    ])
}

fn performance(page: &Page<'_>, action: &str) -> nexus_test_support::ToolResult {
    page.call("browser_performance", json!({"action": action}))
}

/// N24: how loading went, what was slow in it and what held it up, by names that developers know.
#[test]
fn how_loading_and_reacting_went_is_told() {
    let stage = stage();
    let page = stage.open("/?token=hidden");
    let told = performance(&page, "metrics").expect_ok();
    let measured = fenced(&told);
    for vital in ["TTFB ", "FCP ", "LCP ", "CLS 0.000 (good)", "Requests: ", "Memory: ", "Long tasks: 1"] {
        assert!(measured.contains(vital), "{vital}: {measured}");
    }
    assert!(measured.contains(&format!("blocks rendering: {}, ", stage.site.url("/style.css"))), "{measured}");
    assert!(!told.mentions("hidden"), "{}", told.text);
    page.click("button", "Grind").expect_ok();
    page.eval("new Promise((done) => setTimeout(done, 100))");
    let told = performance(&page, "metrics").expect_ok();
    let measured = fenced(&told);
    assert!(measured.contains("INP ") && measured.contains(" on button, waited"), "{measured}");
    stage.close();
}

/// A trace says which functions took the time, and ends when it is asked to.
#[test]
fn a_trace_names_what_took_the_time() {
    let stage = stage();
    let page = stage.open("/");
    let none = performance(&page, "stop").expect_code("invalid_arguments");
    assert!(none.text.contains("No trace is running"), "{}", none.text);
    performance(&page, "start").expect_ok();
    page.click("button", "Grind").expect_ok();
    let told = performance(&page, "stop").expect_ok();
    let traced = fenced(&told);
    assert!(traced.contains(&format!("in grind ({}:1)", stage.site.url("/app.js"))), "{traced}");
    assert!(traced.contains("Insight: ") && traced.contains("is grind's own"), "{traced}");
    performance(&page, "stop").expect_code("invalid_arguments");
    stage.close();
}

/// A trace may hold a page's loading; of another origin nobody was asked, so there it is dropped.
#[test]
fn a_trace_stays_with_its_origin() {
    let stage = stage();
    let page = stage.open("/");
    performance(&page, "start").expect_ok();
    page.navigate("/?again").expect_ok();
    let told = performance(&page, "stop").expect_ok();
    assert!(fenced(&told).contains("in grind ("), "{}", told.text);
    performance(&page, "start").expect_ok();
    page.call("browser_navigate", json!({"url": stage.site.other_origin() + "/"})).expect_ok();
    let dropped = performance(&page, "stop").expect_code("invalid_arguments");
    assert!(dropped.text.contains("went to another origin"), "{}", dropped.text);
    stage.close();
}

/// A02, N12: what happened while a person had control isn't measured, not later either; a trace of before is gone.
#[test]
fn a_person_s_time_is_not_measured() {
    let stage = stage();
    let page = stage.open("/");
    performance(&page, "start").expect_ok();
    stage.host.human.take_control(&page.window, None).expect("in force");
    performance(&page, "metrics").expect_code("paused_by_user");
    page.eval("grind(400); fetch('/style.css?person').then(() => 0)");
    page.eval("new Promise((done) => setTimeout(done, 100))");
    stage.host.human.give_back(&page.window, None).expect("given back");
    performance(&page, "stop").expect_code("invalid_arguments");
    let told = performance(&page, "metrics").expect_ok();
    assert!(told.text.contains("was loaded before you had control"), "{}", told.text);
    let measured = fenced(&told);
    assert!(measured.contains("Requests: 0,"), "{measured}");
    for of_before in ["TTFB", "FCP", "LCP", "Long tasks", "Slow frame"] {
        assert!(!measured.contains(of_before), "{of_before}: {measured}");
    }
    stage.close();
}

/// A08: a page that never gives way is answered within the deadline.
#[test]
fn a_page_that_never_gives_way_is_not_waited_for() {
    let stage = stage();
    let page = stage.open("/");
    page.eval("setTimeout(() => { for (;;); }, 0), 0");
    std::thread::sleep(Duration::from_millis(100));
    performance(&page, "metrics").expect_code("timed_out");
    stage.close();
}
