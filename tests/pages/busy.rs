//! Take-over while a page is busy (N12): what was on its way when the person took control is never handled.

use std::time::Duration;

use nexus_test_support::stage::{SOON, Stage};
use serde_json::json;

const PAGE: &str = "<!doctype html><title>Busy</title><button id=b>Press</button><input id=i aria-label=Word><select id=s aria-label=Size><option>A<option>B</select>
<script>window.heard = []; for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'keyup', 'beforeinput', 'input', 'change'])
  addEventListener(kind, (event) => { heard.push([kind, event.buttons, performance.timeOrigin + performance.now()]); }, true);
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };</script>";

/// Rounds, each with another moment of taking control.
fn rounds() -> u64 {
    std::env::var("NEXUS_RACES").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(8)
}

/// Whatever an agent does on a page that is busy for 400 ms, nothing of it is handled after the take-over is in force, no
/// button stays down, and it is in force soon.
#[test]
fn nothing_is_handled_after_a_take_over() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let (mut longest, mut handled) = (0.0_f64, 0);
    for round in 0..rounds() {
        page.navigate("/").expect_ok();
        let seen = page.snapshot();
        let [button, field, size] = [("button", "Press"), ("textbox", "Word"), ("combobox", "Size")]
            .map(|(role, name)| seen.reference(role, name).to_owned());
        // Between press and release, too.
        let when = if round % 2 == 0 { "b.onmousedown = () => busy(400)" } else { "setTimeout(() => busy(400), 30)" };
        page.eval(&format!("{when}; 0"));
        let (tool, arguments) = match round % 4 {
            0 | 1 => ("browser_click", json!({"page": page.id, "ref": button})),
            2 => ("browser_type", json!({"page": page.id, "ref": field, "text": "late", "submit": true})),
            _ => ("browser_select", json!({"page": page.id, "ref": size, "values": ["B"]})),
        };
        let call = stage.host.agent.start_call(tool, arguments).expect("sent");
        std::thread::sleep(Duration::from_millis(10 + 13 * (round % 9)));
        let asked = std::time::Instant::now();
        let in_force = stage.host.human.take_control(&page.window, None).expect("in force");
        longest = longest.max(asked.elapsed().as_secs_f64() * 1000.0);
        stage.heard(call.wait(SOON).expect("answered"));
        page.eval("new Promise((done) => setTimeout(done, 50, 0))");
        let late = page
            .eval(&format!("heard.filter(([, , at]) => at > {} + 1).map(([kind]) => kind).join()", in_force.at_millis));
        assert_eq!(late, "", "round {round}, {tool}: handled after the take-over was in force");
        handled += page.eval("heard.length").as_u64().unwrap_or_default();
        stage.host.human.press(&page.id, "#b").expect("the person presses");
        let buttons = page.eval("heard.filter(([kind]) => kind === 'pointerdown').at(-1)[1]");
        assert_eq!(buttons, 1, "only the person's own button is down");
        stage.host.human.give_back(&page.window, None).expect("given back");
    }
    println!("{} take-overs, the slowest in force after {longest:.0} ms, {handled} events handled before", rounds());
    assert!(longest < 400.0, "in force after {longest} ms");
    stage.close();
}
