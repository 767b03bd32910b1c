//! A01, A05: a page that is handed to the person shows so itself, and nothing of that is in the page.

use nexus_test_support::deadline::wait_until;
use nexus_test_support::mcp_client::CallInFlight;
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::{Value, json};

/// Tells of every change of itself, and of presses in the middle of its top, where the banner is.
const PAGE: &str = "<!doctype html><title>Hand</title><style>* { margin: 0 } html::after { content: 'mine' }</style>\
    <button id=b style='width: 100%; height: 60px' onclick='pressed += 1'>Press</button>\
    <script>window.changes = 0; window.pressed = 0; new MutationObserver((seen) => changes += seen.length).observe(document,\
    { subtree: true, childList: true, attributes: true, characterData: true });\
    window.sheets = () => document.styleSheets.length + document.adoptedStyleSheets.length</script>";

const REASON: &str = "Please sign in, \"Bob\" } html { display: none }";

fn shown(page: &Page<'_>) -> String {
    page.eval("getComputedStyle(document.documentElement, '::after').content").as_str().unwrap_or_default().to_owned()
}

/// Whether the banner is there: in full, with the agent's name and reason, in sight, and letting presses through.
fn is_in_handoff(page: &Page<'_>) -> bool {
    let text = shown(page);
    text.contains("bench asks you") && text.contains("Please sign in") && text.contains("} html { display: none }")
}

#[track_caller]
fn wait_for(page: &Page<'_>, in_handoff: bool) {
    wait_until("the banner to come or go", SOON, || (is_in_handoff(page) == in_handoff).then_some(()))
        .unwrap_or_else(|error| panic!("{error}: {:?}", shown(page)));
}

fn hand_off(page: &Page<'_>, arguments: Value) -> (CallInFlight, Value) {
    let mut asked = json!({"reason": REASON});
    for (name, value) in arguments.as_object().into_iter().flatten() {
        asked[name] = value.clone();
    }
    let waiting = page.stage.host.agent.start_call("browser_handoff", asked).expect("sent");
    let event = page.stage.host.human.wait_event("handoff_requested", SOON).expect("the person is asked");
    (waiting, event["handoff"].clone())
}

fn finish(page: &Page<'_>, handoff: &Value, completed: bool) {
    let answer = json!({"handoff": handoff, "completed": completed});
    page.stage.host.human.ask("finish_handoff", answer).expect("it is open");
}

/// A01: the page shows that it is handed over, for whom and why, until Done; it isn't changed by that, presses go through, and
/// what the agent reads afterwards has nothing of it.
#[test]
fn a_page_that_is_handed_over_shows_it_and_is_not_changed() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let before = page.eval(
        "[changes, sheets(), document.documentElement.outerHTML.length, innerHeight, document.body.clientHeight]",
    );
    assert_eq!(shown(&page), "\"mine\"");
    let (waiting, handoff) = hand_off(&page, json!({"page": page.id}));
    wait_for(&page, true);
    let style = "(({ position, pointerEvents, display, visibility }) => [position, pointerEvents, display, visibility])\
                 (getComputedStyle(document.documentElement, '::after'))";
    assert_eq!(page.eval(style), json!(["fixed", "none", "block", "visible"]));
    stage.host.human.press(&page.id, "#b").expect("pressed");
    assert_eq!(page.eval("pressed"), 1, "a press where the banner is goes through");
    let now = page.eval(
        "[changes, sheets(), document.documentElement.outerHTML.length, innerHeight, document.body.clientHeight]",
    );
    assert_eq!(now, before, "the page has nothing of it");
    finish(&page, &handoff, true);
    stage.heard(waiting.wait(SOON).expect("answered")).expect_ok();
    wait_for(&page, false);
    assert_eq!(shown(&page), "\"mine\"", "what the page shows there itself is back");
    assert!(!page.snapshot().mentions("asks you") && !page.text().contains("asks you"));
    stage.close();
}

/// A01: it is in every document that the person comes to meanwhile, and in none of them afterwards, also not in one that they go
/// back to.
#[test]
fn the_banner_follows_the_person_through_pages_and_leaves_none_behind() {
    let stage = Stage::with([("/", PAGE), ("/second", PAGE)]);
    let page = stage.open("/");
    let (waiting, handoff) = hand_off(&page, json!({"page": page.id}));
    wait_for(&page, true);
    for address in [stage.site.url("/second"), format!("{}/second", stage.site.other_origin())] {
        page.eval(&format!("setTimeout(() => location.href = {}, 0); 0", json!(address)));
        let there = wait_until("the page", SOON, || (page.eval("location.href") == address).then_some(()));
        there.expect("they went there");
        wait_for(&page, true);
    }
    finish(&page, &handoff, true);
    stage.heard(waiting.wait(SOON).expect("answered")).expect_ok();
    wait_for(&page, false);
    page.eval("setTimeout(() => history.back(), 0); 0");
    let back = stage.site.url("/second");
    wait_until("the page", SOON, || (page.eval("location.href") == back).then_some(())).expect("they went back");
    wait_for(&page, false);
    stage.close();
}

/// A01, A05: it goes as well when the person can't do it, when they take control, and when the lease is revoked; where the whole
/// Window is handed over every page of it shows it.
#[test]
fn the_banner_goes_however_a_handoff_ends() {
    let stage = Stage::with([("/", PAGE)]);
    let opened = stage.call("browser_window_open", json!({"url": stage.site.url("/")})).expect_ok();
    let (page, lease) = (Page::of(&stage, &opened), opened.fact("lease").to_owned());
    let more = stage.call("browser_page_open", json!({"window": page.window, "url": stage.site.url("/")})).expect_ok();
    let other = Page::of(&stage, &more);
    let human = &stage.host.human;
    let ends: [&dyn Fn(&Value); 3] = [
        &|handoff| finish(&page, handoff, false),
        &|_| assert!(human.take_control(&page.window, None).is_ok()),
        &|_| human.revoke_lease(&lease).expect("revoked"),
    ];
    for end in ends {
        let (waiting, handoff) = hand_off(&page, json!({"window": page.window}));
        for each in [&page, &other] {
            wait_for(each, true);
        }
        end(&handoff);
        stage.heard(waiting.wait(SOON).expect("answered")).expect_code("not_completed");
        for each in [&page, &other] {
            wait_for(each, false);
        }
        human.give_back(&page.window, None).expect("given back");
    }
    stage.close();
}
