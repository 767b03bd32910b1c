//! What the person sees when something is asked of them: the target's picture in the panel, and in the page that it is theirs.

use std::time::Duration;

use nexus_test_support::person::{PANEL_TITLE, TAKE_CONTROL, TOLERANCE};
use nexus_test_support::screen::{Rect, Rgb};
use serde_json::json;

use crate::agent::{Agent, CALL};
use crate::stage::Stage;

const SOON: Duration = Duration::from_secs(20);
const BUTTON: Rgb = Rgb(0xff, 0xaa, 0x00);
/// The panel's colour for what waits for the person, by day.
const HANDED_OVER: Rgb = Rgb(0x6a, 0x3d, 0x9a);
const PAGE: &str = r#"<!doctype html><title>Basket</title><link rel="icon" href="data:,">
<style>body { font: 16px sans-serif; margin: 40px; padding-top: 40px } button { width: 220px; height: 60px; border: 0; background: #fa0; font-size: 16px }</style>
<h1>Your basket</h1><p>Socks, red, 3 pairs <b>12.90 €</b></p><p>Delivery <b>2.10 €</b></p>
<form method=post action=/log/order><label>Note <input name=note value="at the back door"></label><p><button>Place order</button></p></form>
<p>You may send anything back within 30 days.</p>"#;

/// The areas of a colour within a native window.
fn areas(stage: &Stage, title: &str, color: Rgb, at_least: usize) -> Vec<Rect> {
    let Ok(Some(window)) = stage.screen.find_window(title) else { return Vec::new() };
    let found = stage.screen.pixels().expect("the screen").find_areas(color, TOLERANCE, at_least);
    found.into_iter().filter(|area| window.area.contains(area.center().0, area.center().1)).collect()
}

fn wait_for(stage: &Stage, what: &str, is_so: impl Fn() -> bool) {
    stage.screen.wait_until(what, SOON, |_| Ok(is_so().then_some(()))).expect("it comes");
}

/// N14, A01: the panel shows what an agent wants to press as the page shows it; a page that is handed over says so itself, until
/// the person takes control.
#[test]
fn the_person_sees_what_they_are_asked() {
    let stage = Stage::set();
    let app = stage.start_app();
    let agent = Agent::paired(&stage, "Claude Code");
    stage.site.set("/basket", PAGE);
    let opened = agent.open_window(&stage.site.url("/basket"));
    let snapshot = agent.call("browser_snapshot", json!({"page": opened.page})).expect_ok();
    let order = json!({"page": opened.page, "ref": snapshot.reference("button", "Place order")});
    assert!(areas(&stage, PANEL_TITLE, BUTTON, 500).is_empty());
    agent.call("browser_click", order).expect_code("approval_pending");
    wait_for(&stage, "the button in the panel", || areas(&stage, PANEL_TITLE, BUTTON, 500).len() == 1);

    assert!(areas(&stage, "Basket", HANDED_OVER, 2000).is_empty());
    let asked = json!({"page": opened.page, "reason": "Please sign in to the shop, then choose an address"});
    let handoff = agent.client.start_call("browser_handoff", asked).expect("sent");
    wait_for(&stage, "the banner in the page", || areas(&stage, "Basket", HANDED_OVER, 2000).len() == 1);
    stage.person().press_once(&TAKE_CONTROL).expect("the person can press Take control");
    handoff.wait(CALL).expect("answered").expect_code("not_completed");
    wait_for(&stage, "the banner to go", || areas(&stage, "Basket", HANDED_OVER, 2000).is_empty());
    agent.leave();
    app.stop(&stage);
}
