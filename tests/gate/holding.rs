//! What is held, what the person is asked, and what becomes of it.

use nexus_test_support::deadline::wait_until;
use nexus_test_support::stage::SOON;
use serde_json::json;

use crate::{MEANWHILE, PAGE, approval, arrived, card, press, set, signed_in, stage_with};

/// N13, N16, N17: what a harmless-looking press would send waits for the person, goes out once with their yes, and the identical
/// call tells so without doing it again.
#[test]
fn what_a_press_sends_waits_for_a_yes_and_goes_out_once() {
    let stage = stage_with([("/", PAGE)]);
    let page = signed_in(&stage);
    set(&page, "send('delete')");
    let next = page.find("button", "Next");
    let held = press(&page, &next).expect_code("approval_pending");
    let card = card(&stage);
    assert_eq!(approval(&card), held.fact("approval"));
    let to = stage.site.url("/log/delete");
    assert_eq!(card["sends"], json!({"method": "POST", "to": to, "fields": [], "held": 1}), "{card}");
    assert_eq!((&card["what"], &card["about"]["name"]), (&json!("click"), &json!("Next")));
    let repeated = page.call("browser_click", json!({"ref": next})).expect_code("approval_pending");
    assert_eq!(repeated.fact("approval"), approval(&card), "the same card");
    std::thread::sleep(MEANWHILE);
    assert_eq!(arrived(&stage), [""; 0]);
    stage.host.human.approve(approval(&card)).expect("it is open");
    stage.site.wait_logged("delete", SOON).expect("it goes out");
    let told = page.call("browser_click", json!({"ref": next})).expect_ok();
    assert!(told.text.contains("has been sent, once"), "{}", told.text);
    std::thread::sleep(MEANWHILE);
    assert_eq!(arrived(&stage), ["POST delete id=1"]);
    stage.close();
}

/// N17: a no fails what waits, and the identical call says so.
#[test]
fn a_no_fails_what_waits() {
    let stage = stage_with([("/", PAGE)]);
    let page = signed_in(&stage);
    set(&page, "send('delete').catch(() => document.title = 'failed')");
    let next = page.find("button", "Next");
    press(&page, &next).expect_code("approval_pending");
    stage.host.human.reject(approval(&card(&stage))).expect("it is open");
    page.call("browser_click", json!({"ref": next})).expect_code("approval_rejected");
    wait_until("the page to learn", SOON, || (page.eval("document.title") == "failed").then_some(()))
        .expect("it fails");
    assert_eq!(arrived(&stage), [""; 0]);
    stage.close();
}

/// N12: a take-over fails what waits and opens the gate at once; what the person then does arrives.
#[test]
fn a_take_over_fails_what_waits_and_lets_the_person_s_own_through() {
    let stage = stage_with([("/", PAGE)]);
    let page = signed_in(&stage);
    set(&page, "send('agents')");
    let next = page.find("button", "Next");
    press(&page, &next).expect_code("approval_pending");
    stage.host.human.take_control(&page.window, None).expect("it can be taken");
    set(&page, "send('persons')");
    stage.host.human.press(&page.id, "button").expect("it can be pressed");
    stage.site.wait_logged("persons", SOON).expect("it arrives");
    assert_eq!(arrived(&stage), ["POST persons id=1"]);
    stage.close();
}

/// N12: the person's own press while an agent has control takes it, and what that press sends goes out.
#[test]
fn the_person_s_own_press_takes_control_and_goes_out() {
    let stage = stage_with([("/", PAGE)]);
    let page = signed_in(&stage);
    set(&page, "send('agents')");
    let next = page.find("button", "Next");
    press(&page, &next).expect_code("approval_pending");
    set(&page, "send('persons')");
    stage.host.human.press(&page.id, "button").expect("it can be pressed");
    stage.site.wait_logged("persons", SOON).expect("it arrives");
    assert_eq!(arrived(&stage), ["POST persons id=1"]);
    page.call("browser_click", json!({"ref": next})).expect_code("paused_by_user");
    stage.close();
}

/// When a lease ends, what waits fails and the gate stays shut, until the person's own hand comes there.
#[test]
fn a_lease_s_end_fails_what_waits_and_the_gate_stays_shut() {
    let stage = stage_with([("/", PAGE)]);
    let page = signed_in(&stage);
    set(&page, "send('first'), setTimeout(() => send('later'), 1500)");
    let next = page.find("button", "Next");
    press(&page, &next).expect_code("approval_pending");
    stage.call("browser_lease_release", json!({"window": page.window})).expect_ok();
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert_eq!(arrived(&stage), [""; 0]);
    set(&page, "send('persons')");
    stage.host.human.press(&page.id, "button").expect("it can be pressed");
    stage.site.wait_logged("persons", SOON).expect("it arrives");
    assert_eq!(arrived(&stage), ["POST persons id=1"]);
    stage.close();
}

/// A page that sends a thousand things at once gets one card for all to one place, and most of them fail.
#[test]
fn a_thousand_at_once_are_one_card() {
    let stage = stage_with([("/", PAGE)]);
    let page = signed_in(&stage);
    set(&page, "for (let i = 0; i < 1000; i++) send('many').catch(() => 0)");
    let next = page.find("button", "Next");
    press(&page, &next).expect_code("approval_pending");
    let full = wait_until("the card to fill", SOON, || Some(card(&stage)).filter(|card| card["sends"]["held"] == 32));
    let full = full.expect("so many of them wait");
    assert_eq!(arrived(&stage), [""; 0]);
    stage.host.human.approve(approval(&full)).expect("it is open");
    wait_until("all of them", SOON, || (arrived(&stage).len() == 32).then_some(())).expect("they go out");
    std::thread::sleep(MEANWHILE);
    assert_eq!(arrived(&stage).len(), 32);
    stage.close();
}

/// What the person allows for good isn't asked about again, for whichever thing, as long as the Window is open.
#[test]
fn what_is_always_allowed_here_is_not_asked_again() {
    let stage = stage_with([("/", PAGE)]);
    let page = signed_in(&stage);
    set(&page, "send('item/' + (10 + counter++) + '/seen')");
    page.eval("window.counter = 1; 0");
    let next = page.find("button", "Next");
    press(&page, &next).expect_code("approval_pending");
    let always = json!({"approval": approval(&card(&stage)), "always": true});
    stage.host.human.ask("approve", always).expect("it is open");
    page.call("browser_click", json!({"ref": next})).expect_ok();
    press(&page, &next).expect_ok();
    stage.site.wait_logged("item/12/seen", SOON).expect("it goes out");
    assert_eq!(arrived(&stage), ["POST item/11/seen id=1", "POST item/12/seen id=1"]);
    stage.close();
}

/// A yes to sending a form is a yes to what that form sends to where it goes, once, and to nothing else.
#[test]
fn a_yes_to_a_form_is_not_asked_about_twice() {
    let form = "<!doctype html><title>Shop</title><form method=post action=/log/order onsubmit='more()'>\
        <input name=note value=x><button>Place order</button></form><script>let more = () => {};</script>";
    let stage = stage_with([("/", form)]);
    let page = signed_in(&stage);
    page.click_with_a_yes("button", "Place order").expect_ok();
    stage.site.wait_logged("order", SOON).expect("it goes out");
    assert_eq!(arrived(&stage), ["POST order note=x"]);
    page.navigate("/").expect_ok();
    page.eval("more = () => navigator.sendBeacon('/log/account/delete'); 0");
    page.click_with_a_yes("button", "Place order").expect_code("approval_pending");
    let card = card(&stage);
    assert!(card["sends"]["to"].as_str().is_some_and(|to| to.ends_with("/log/account/delete")), "{card}");
    stage.host.human.reject(approval(&card)).expect("it is open");
    std::thread::sleep(MEANWHILE);
    assert_eq!(arrived(&stage), ["POST order note=x", "POST order note=x"]);
    stage.close();
}

/// In a Window that holds nothing personal the gate is open.
#[test]
fn nothing_is_held_where_nothing_personal_is() {
    let stage = stage_with([("/", PAGE)]);
    let page = stage.open("/");
    set(&page, "send('x')");
    page.click("button", "Next").expect_ok();
    stage.site.wait_logged("x", SOON).expect("it arrives");
    stage.close();
}
