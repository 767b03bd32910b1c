//! What a page wants of the person's computer while an agent has control: it is denied at once, without a prompt (P44, P47, P52).

use nexus_test_support::Screen;
use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::{Value, json};

/// Does what the button says and tells the server what came of it, after at most a second.
const PAGE: &str = "<!doctype html><title>Wants</title>\
    <button onclick='tell(place())'>Place</button><button onclick='tell(Notification.requestPermission())'>News</button>\
    <button onclick='tell(navigator.clipboard.readText())'>Clip</button>\
    <button onclick='tell(navigator.clipboard.writeText(`x`))'>Copy</button>\
    <button onclick='tell(navigator.requestMIDIAccess({sysex: true}))'>Midi</button>\
    <button onclick='tell(navigator.mediaDevices.getUserMedia({video: true}))'>Camera</button>\
    <button onclick='tell(key())'>Key</button><button onclick='tell(navigator.credentials.get({password: true}))'>Word</button>\
    <button onclick='tell(pay())'>Till</button>\
    <script>\
    const place = () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(() => resolve('there'), reject));\
    const key = () => navigator.credentials.get({publicKey: {challenge: new Uint8Array(16), timeout: 60000}});\
    const pay = async () => new PaymentRequest([{supportedMethods: 'https://example.com'}], {total: {label: 'x', amount: {currency: 'EUR', value: '1'}}}).show();\
    const late = () => new Promise((resolve) => { setTimeout(resolve, 1000, 'waits'); });\
    const tell = async (asked) => {\
      const came = await Promise.race([asked, late()]).then((value) => `got ${value}`, (error) => `no ${error.name ?? error.code}`);\
      await fetch('/log/came', {method: 'POST', body: came});\
    };\
    </script>";

/// What the server was told after a press.
fn came(page: &Page<'_>, name: &str) -> String {
    let before = page.stage.site.log().len();
    let press = json!({"ref": page.find("button", name)});
    // On a busy machine a press may come too late, which leaves nothing done.
    for _ in 0..5 {
        let pressed = page.call("browser_click", press.clone());
        match pressed.code.as_str() {
            // Its words speak of a consequence: the yes is to the press, not to what the page then wants.
            "approval_pending" => page.stage.host.human.approve(pressed.fact("approval")).expect("it is open"),
            "timed_out" => {}
            _ => {
                pressed.expect_ok();
                break;
            }
        }
    }
    let entry = wait_until("what came of it", SOON, || page.stage.site.log().get(before).cloned());
    entry.expect("the page tells").text.replace("POST came ", "")
}

fn state_of(page: &Page<'_>, name: &str) -> Value {
    page.eval(&format!("navigator.permissions.query({{name: '{name}'}}).then((status) => status.state)"))
}

/// P44, P47, P52: nothing is granted, nothing waits for an answer that an agent could steer, and no credential comes.
#[test]
fn pages_get_nothing_of_the_computer_while_an_agent_has_control() {
    let stage = Stage::with_options(HostOptions::default().asking_little(), [("/", PAGE)]);
    let page = stage.open("/");
    // Passkeys belong to a name.
    page.call("browser_navigate", json!({"url": format!("{}/", stage.site.other_origin())})).expect_ok();
    for (name, expected) in [
        ("Place", "no 1"),
        ("News", "got denied"),
        ("Clip", "no NotAllowedError"),
        ("Copy", "no NotAllowedError"),
        ("Midi", "no NotAllowedError|no SecurityError"),
        // This machine may have no camera, which is said before anything is asked.
        ("Camera", "no NotFoundError|no NotAllowedError"),
        ("Key", "no NotAllowedError|got waits"),
        ("Word", "got null"),
        ("Till", "no ReferenceError"),
    ] {
        let came = came(&page, name);
        assert!(expected.split('|').any(|expected| came == expected), "{name}: {came}");
    }
    stage.close();
}

/// P47: the person's own prompts work again once they have control, and an agent's are denied again when it is given back.
#[test]
fn the_persons_own_prompts_come_back_with_control() {
    const ASKED: [&str; 4] = ["geolocation", "notifications", "clipboard-read", "camera"];
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let wait_for = |state: &str| {
        for name in ASKED {
            let seen = wait_until(name, SOON, || (state_of(&page, name) == json!(state)).then_some(()));
            seen.unwrap_or_else(|_| panic!("{name} isn't {state}"));
        }
    };
    wait_for("denied");
    stage.host.human.take_control(&page.window, None).expect("it can be taken");
    wait_for("prompt");
    stage.host.human.give_back(&page.window, None).expect("it can be given back");
    wait_for("denied");
    // Left alone, what its pages go on doing is no doing of the person's.
    stage.call("browser_lease_release", json!({"window": page.window})).expect_ok();
    wait_for("denied");
    stage.close();
}

/// P47: on a real screen, where Chromium does ask: for an agent's press it asks nobody and the page is denied at once; for the
/// person's own press it asks, and waits for them.
#[test]
fn on_a_screen_only_the_person_is_asked() {
    let screen = Screen::start(1600, 1000).expect("a virtual screen");
    let options = HostOptions::default().asking_little().arguments(["--headful"]);
    let stage = Stage::with_options(options.environment([("DISPLAY", screen.display())]), [("/", PAGE)]);
    let page = stage.open("/");
    for (name, expected) in [("Place", "no 1"), ("News", "got denied"), ("Clip", "no NotAllowedError")] {
        assert_eq!(came(&page, name), expected, "{name}");
    }
    stage.host.human.take_control(&page.window, None).expect("it can be taken");
    stage.host.human.press(&page.id, "button").expect("it can be pressed");
    let asked = stage.site.wait_logged("came got waits", SOON);
    assert!(asked.is_ok(), "the person isn't asked: {:?}", stage.site.log());
    stage.close();
}
