//! The main story: an agent works in a real Chromium, and the person takes it back.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use nexus_test_support::deadline::wait_until;
use nexus_test_support::person::{GIVE_BACK, PANEL_TITLE, TAKE_CONTROL, TOLERANCE, YOU_HAVE_CONTROL};
use nexus_test_support::screen::Rect;
use serde_json::json;

use crate::agent::{Agent, CALL, OpenWindow};
use crate::hammer::{Hammer, StopAtEnd, reads_and_clicks};
use crate::stage::{SECRET, Stage};

const SOON: Duration = Duration::from_secs(20);
/// A take-over waits at most 250 ms for input that was written before it; a loaded machine gets a little more.
const STILL_LANDING: Duration = Duration::from_millis(400);
/// The state bar is at least this many connected pixels.
const STATE_BAR: usize = 4000;

/// A02, A03, A09, A13, N12, C01, C05: a person starts NEXUS, pairs an agent that reached it by `nexus mcp`, watches it
/// work, and presses Take control while calls are in flight: the agent neither reads nor acts any more. After Give back
/// it has to look again, and works.
#[test]
fn person_takes_control_from_a_busy_agent_and_gives_it_back() {
    let stage = Stage::set();
    let app = stage.start_app();
    let agent = Agent::paired(&stage, "Claude Code");
    assert!(stage.said().contains("shows the code"), "the agent's side tells the code too");
    let opened = agent.open_window(&stage.site.url("/"));
    let button = work(&stage, &agent, &opened);
    panel_stands_beside_chromium(&stage);

    let pressed = take_control_from_busy(&stage, &agent, &opened, &button);
    everything_is_paused(&agent, &opened, &button);
    give_back(&stage, &agent, &opened);
    look_again(&stage, &agent, &opened, &button, pressed);

    let pressed = take_control_before_a_queued_click(&stage, &agent, &opened);
    give_back(&stage, &agent, &opened);
    assert_eq!(presses(&stage).len(), pressed, "the queued click was carried out after all");
    agent.call("browser_window_close", json!({"window": opened.window})).expect_ok();
    agent.leave();
    app.quit(&stage);
}

/// Reads, clicks, types and takes a picture; answers the button's reference.
fn work(stage: &Stage, agent: &Agent, opened: &OpenWindow) -> String {
    let page = &opened.page;
    let snapshot = agent.call("browser_snapshot", json!({"page": page})).expect_ok();
    let button = snapshot.reference("button", "Press me").to_owned();
    let field = snapshot.reference("textbox", "Name").to_owned();
    agent.call("browser_click", json!({"page": page, "ref": button})).expect_ok();
    stage.site.wait_logged("POST click", SOON).expect("the page was pressed");
    let text = agent.call("browser_text", json!({"page": page})).expect_ok();
    assert!(text.text.contains("1 presses"), "{}", text.text);
    let typed = agent.call("browser_type", json!({"page": page, "ref": field, "text": SECRET})).expect_ok();
    assert_eq!(typed.structured["verified"], true, "{}", typed.raw);
    stage.site.wait_logged(SECRET, SOON).expect("the page holds it");
    let picture = agent.call("browser_screenshot", json!({"page": page})).expect_ok();
    let image = picture.images.first().expect("a picture");
    assert_eq!(image.media_type, "image/png");
    assert!(image.bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "a PNG file");
    // The field may have moved things; the reference is the same as long as the element is.
    let again = agent.call("browser_snapshot", json!({"page": page})).expect_ok();
    assert_eq!(again.reference("button", "Press me"), button);
    button
}

/// On a screen with room for both, the panel hides nothing of the page and nothing hides it.
fn panel_stands_beside_chromium(stage: &Stage) {
    let area = |title| stage.screen.find_window(title).expect("the windows").expect("it is there").area;
    let (panel, chromium) = (area(PANEL_TITLE), area("Counter"));
    let right = |area: Rect| area.x + area.width;
    assert!(
        right(chromium) <= panel.x || right(panel) <= chromium.x,
        "the panel at {panel:?} overlaps Chromium at {chromium:?}"
    );
    assert!(right(panel) <= stage.screen.size().0, "the panel at {panel:?} leaves the screen");
}

/// The take-over in the middle of everything; answers how often the page was pressed in all.
fn take_control_from_busy(stage: &Stage, agent: &Agent, opened: &OpenWindow, button: &str) -> usize {
    let hammer = Hammer::default();
    std::thread::scope(|scope| {
        let _stop = StopAtEnd(&hammer);
        for (tool, arguments) in reads_and_clicks(opened, button) {
            let hammer = &hammer;
            scope.spawn(move || hammer.strike(agent, tool, &arguments));
        }
        let busy = wait_until("the agent to be busy", SOON, || (presses(stage).len() > 5).then_some(()));
        busy.unwrap_or_else(|error| panic!("{error}: {:?}", hammer.blows()));
        stage.person().press_once(&TAKE_CONTROL).expect("the person can press Take control");
        let shown = stage.screen.wait_for_color(YOU_HAVE_CONTROL, TOLERANCE, STATE_BAR, SOON);
        shown.unwrap_or_else(|error| panic!("the panel doesn't say You have control: {error}\n{:?}", hammer.blows()));
        let (in_force, pressed) = (Instant::now(), presses(stage).len());
        let before = hammer.paused();
        wait_until("many more calls", SOON, || (hammer.paused() > before + 50).then_some(())).expect("they go on");
        hammer.stop();
        assert_eq!(presses(stage).len(), pressed, "presses that came after the panel said You have control");
        nothing_survived(&hammer, in_force);
        nothing_landed_late(stage, &hammer);
    });
    presses(stage).len()
}

/// A02, A03: from the first refusal on there are only refusals.
fn nothing_survived(hammer: &Hammer, in_force: Instant) {
    let blows = hammer.blows();
    let first = first_refusal(hammer);
    assert!(first <= in_force, "the panel said You have control before anything was refused");
    for blow in &blows {
        let expected = blow.is_paused() || (blow.is_ok && blow.sent_at < first);
        assert!(expected, "{:?} after the first refusal: {blow:?}", blow.sent_at.saturating_duration_since(first));
        let late = blow.answered_at.saturating_duration_since(first);
        assert!(blow.is_paused() || late < STILL_LANDING, "done {late:?} after the first refusal: {blow:?}");
    }
    for tool in ["browser_click", "browser_text", "browser_screenshot"] {
        let of_tool = || blows.iter().filter(|blow| blow.tool == tool);
        assert!(of_tool().any(|blow| blow.is_ok) && of_tool().any(|blow| !blow.is_ok), "{tool} was cut off");
    }
}

/// A03: by the page's own clock, the last press was no later than what the take-over waits for.
fn nothing_landed_late(stage: &Stage, hammer: &Hammer) {
    let first = SystemTime::now() - first_refusal(hammer).elapsed();
    let bound = (first + STILL_LANDING).duration_since(UNIX_EPOCH).expect("a time after 1970").as_millis();
    for millis in presses(stage) {
        assert!(millis <= bound, "a press landed {} ms too late", millis - bound);
    }
}

fn first_refusal(hammer: &Hammer) -> Instant {
    let paused = hammer.blows().into_iter().filter(|blow| blow.is_paused());
    paused.map(|blow| blow.answered_at).min().expect("a refusal")
}

/// When the page was pressed, by its own clock, in milliseconds since 1970.
fn presses(stage: &Stage) -> Vec<u128> {
    let log = stage.site.log();
    let told = log.iter().filter_map(|entry| entry.text.strip_prefix("POST click "));
    told.map(|millis| millis.parse().expect("a number")).collect()
}

/// A02: whatever reads or acts on the page is refused.
fn everything_is_paused(agent: &Agent, opened: &OpenWindow, button: &str) {
    let OpenWindow { window, page } = opened;
    for (tool, arguments) in [
        ("browser_snapshot", json!({"page": page})),
        ("browser_text", json!({"page": page})),
        ("browser_screenshot", json!({"page": page})),
        ("browser_wait", json!({"page": page, "seconds": 0.1})),
        ("browser_click", json!({"page": page, "ref": button})),
        ("browser_type", json!({"page": page, "ref": button, "text": "x"})),
        ("browser_navigate", json!({"page": page, "url": "about:blank"})),
        ("browser_dialog", json!({"page": page, "accept": true})),
        ("browser_page_close", json!({"page": page})),
        ("browser_page_open", json!({"window": window, "url": "about:blank"})),
        ("browser_window_close", json!({"window": window})),
    ] {
        agent.call(tool, arguments).expect_code("paused_by_user");
    }
    assert_eq!(agent.control_of(window).as_deref(), Some("user"));
}

/// A13: control comes back by a button, and by nothing else.
fn give_back(stage: &Stage, agent: &Agent, opened: &OpenWindow) {
    stage.person().press_once(&GIVE_BACK).expect("the person can press Give back");
    let back = wait_until("the agent to have control", SOON, || {
        agent.control_of(&opened.window).filter(|control| control == "agent")
    });
    back.expect("the lease resumes");
}

/// A09, A03: what the agent saw before is worth nothing, and the page was pressed exactly as often as it reported.
fn look_again(stage: &Stage, agent: &Agent, opened: &OpenWindow, button: &str, pressed: usize) {
    let page = &opened.page;
    agent.call("browser_click", json!({"page": page, "ref": button})).expect_code("stale_reference");
    let snapshot = agent.call("browser_snapshot", json!({"page": page})).expect_ok();
    assert!(snapshot.text.contains(&format!("{pressed} presses")), "not {pressed} presses: {}", snapshot.text);
    let button = snapshot.reference("button", "Press me");
    agent.call("browser_click", json!({"page": page, "ref": button})).expect_ok();
    let again = wait_until("one more press", SOON, || (presses(stage).len() == pressed + 1).then_some(()));
    again.expect("it was pressed once more");
}

/// A03: a read in flight never answers with the page, and the click queued behind it never runs.
fn take_control_before_a_queued_click(stage: &Stage, agent: &Agent, opened: &OpenWindow) -> usize {
    let page = &opened.page;
    let snapshot = agent.call("browser_snapshot", json!({"page": page})).expect_ok();
    let button = snapshot.reference("button", "Press me");
    let pressed = presses(stage).len();
    let start = |tool, arguments| agent.client.start_call(tool, arguments).expect("the bridge takes it");
    let in_flight = start("browser_wait", json!({"page": page, "text": "never there", "timeout_s": 30}));
    let queued = start("browser_click", json!({"page": page, "ref": button}));
    stage.person().press_once(&TAKE_CONTROL).expect("the person can press Take control");
    for call in [in_flight, queued] {
        call.wait(CALL).expect("an answer").expect_code("paused_by_user");
    }
    agent.call("browser_text", json!({"page": page})).expect_code("paused_by_user");
    pressed
}
