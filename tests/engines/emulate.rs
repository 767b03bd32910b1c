//! `browser_emulate`: a page as on another device, while an agent has control and no longer.

use std::time::Duration;

use nexus_test_support::deadline::wait_until;
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::{Value, json};

const PAGE: &str =
    "<!doctype html><meta name=viewport content='width=device-width'><title>Device</title><button>Press</button>";

/// How the page finds itself: how wide, whether dark, whether anything can be fetched.
fn finds(page: &Page<'_>) -> Value {
    page.eval(
        "(async () => [innerWidth, devicePixelRatio, matchMedia('(prefers-color-scheme: dark)').matches, \
         await fetch('/log/ping').then(() => true, () => false)])()",
    )
}

/// What is emulated is seen by the page, ends by itself, and acts go on working meanwhile.
#[test]
fn a_page_is_shown_as_on_another_device() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let natural = finds(&page);
    let phone = json!({"viewport": "390x844@3 mobile", "color_scheme": "dark", "network": "offline", "cpu": 2});
    page.call("browser_emulate", phone).expect_ok();
    assert_eq!(finds(&page), json!([390, 3, true, false]));
    page.click("button", "Press").expect_ok();
    page.call("browser_screenshot", json!({"full_page": true})).expect_ok();
    assert_eq!(finds(&page)[0], 390, "a picture of the whole page leaves it so");
    let ended = json!({"viewport": "none", "color_scheme": "none", "network": "none", "cpu": 1});
    page.call("browser_emulate", ended).expect_ok();
    assert_eq!(finds(&page), natural);
    stage.close();
}

/// N12: a person gets the page as it is, whether they take it or the agent gives it back.
#[test]
fn a_person_gets_the_page_as_it_is() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let natural = finds(&page);
    let phone = json!({"viewport": "390x844", "color_scheme": "dark", "network": "offline"});
    let is_natural = || (finds(&page) == natural).then_some(());
    page.call("browser_emulate", phone.clone()).expect_ok();
    assert_ne!(finds(&page), natural);
    stage.host.human.take_control(&page.window, None).expect("in force");
    wait_until("the page as it is", Duration::from_secs(2), is_natural).expect("it is the person's");
    stage.host.human.give_back(&page.window, None).expect("given back");
    assert_eq!(finds(&page), natural, "it doesn't come back with the agent");
    page.call("browser_emulate", phone).expect_ok();
    stage.call("browser_lease_release", json!({"window": page.window})).expect_ok();
    wait_until("the page as it is", SOON, is_natural).expect("it is nobody's");
    page.call("browser_emulate", json!({"cpu": 2})).expect_code("lease_required");
    stage.close();
}
