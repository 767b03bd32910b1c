//! A person beside the agent: their press takes control, and their keyboard stays theirs.

use nexus_test_support::deadline::wait_until;
use nexus_test_support::stage::{SOON, Stage};
use serde_json::json;

const PAGE: &str = "<!doctype html><title>Both</title><button id=b>Press</button><input id=i aria-label=Word><iframe id=frame srcdoc='<button id=inner>Inner</button>'></iframe>
<script>window.heard = []; for (const kind of ['pointerdown', 'click', 'keydown', 'keyup', 'keypress', 'beforeinput', 'input'])
  addEventListener(kind, (event) => { if (event.isTrusted) heard.push(kind); }, true);</script>";

fn control(stage: &Stage) -> String {
    stage.view()["windows"][0]["control"]["state"].as_str().unwrap_or_default().to_owned()
}

/// Idea 5: the person's own press takes control at once, goes through, and stops the agent; giving back lets it go on.
#[test]
fn a_press_of_the_persons_own_takes_control() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let button = page.find("button", "Press");
    page.click_ref(&button).expect_ok();
    assert_eq!(control(&stage), "agent", "an agent's own press isn't taken for the person's");
    stage.host.human.press(&page.id, "#b").expect("pressed");
    wait_until("the person's control", SOON, || (control(&stage) == "user").then_some(())).expect("they have control");
    page.click_ref(&button).expect_code("paused_by_user");
    assert_eq!(page.eval("heard.filter((kind) => kind === 'click').length"), 2, "their press went through");
    stage.host.human.give_back(&page.window, None).expect("given back");
    page.snapshot();
    assert_eq!(control(&stage), "agent");
    stage.close();
}

/// Keys that no act explains don't reach a page while an agent has control, and reach it while the person has.
#[test]
fn keys_for_another_program_do_not_reach_the_agents_page() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let field = page.find("textbox", "Word");
    page.call("browser_type", json!({"ref": field, "text": "agent"})).expect_ok();
    page.eval("heard.splice(0); 0");
    let typed = std::thread::scope(|scope| {
        let typing = scope.spawn(|| stage.host.human.type_text(&page.id, "for my editor"));
        for _ in 0..10 {
            page.click("button", "Press").expect_ok();
            page.call("browser_type", json!({"ref": page.find("textbox", "Word"), "text": "agent"})).expect_ok();
        }
        typing.join()
    });
    typed.expect("no panic").expect("typed");
    assert_eq!(page.eval("i.value"), "agent");
    assert_eq!(page.eval("heard.filter((kind) => kind.startsWith('key')).length"), 0, "their keys stay theirs");
    assert_eq!(control(&stage), "agent", "typing elsewhere takes nothing over");
    stage.host.human.take_control(&page.window, None).expect("in force");
    page.eval("i.select(); i.focus(); 0");
    stage.host.human.type_text(&page.id, "mine").expect("typed");
    wait_until("their text", SOON, || (page.eval("i.value") == "mine").then_some(())).expect("the page is theirs now");
    stage.close();
}

/// A new document, a frame and a page's new `document.open` know whose hands are on them.
#[test]
fn new_documents_know_whose_hands_they_are_in() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let frames = "[document, frame.contentDocument]";
    let listen = format!(
        "window.keys = 0; {frames}.forEach((each) => each.addEventListener('keydown', () => {{ keys += 1; }}, true)); 0"
    );
    for change in [
        "0",
        "new Promise((done) => { frame.onload = () => done(0); frame.srcdoc = '<input id=inner>'; })",
        "document.open(), document.write('<iframe id=frame></iframe><input id=i>'), document.close(), 0",
    ] {
        page.eval(change);
        page.eval(&listen);
        stage.host.human.type_text(&page.id, "a").expect("typed");
        assert_eq!(page.eval("keys"), 0, "after {change}");
        page.eval(
            "(frame.contentDocument.querySelector('#inner') ?? frame.contentDocument.body).focus(); frame.focus(); 0",
        );
        stage.host.human.type_text(&page.id, "a").expect("typed");
        assert_eq!(page.eval("keys"), 0, "in the frame after {change}");
    }
    stage.host.human.take_control(&page.window, None).expect("in force");
    let typed = wait_until("their key", SOON, || {
        stage.host.human.type_text(&page.id, "a").expect("typed");
        (page.eval("keys") != 0).then_some(())
    });
    typed.expect("the page is theirs now");
    stage.close();
}
