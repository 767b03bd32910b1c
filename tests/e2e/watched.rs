//! What the person sees of an agent's acts: where it points, in every frame, and nothing of it in the page or its pictures.

use std::process::Command;
use std::time::{Duration, Instant};

use nexus_test_support::person::{TAKE_CONTROL, TOLERANCE};
use nexus_test_support::screen::{Pixels, Rect, Rgb};
use serde_json::json;

use crate::agent::{Agent, OpenWindow};
use crate::stage::Stage;

const SOON: Duration = Duration::from_secs(15);
/// How long after a press the pointer goes by itself.
const BY_ITSELF: Duration = Duration::from_millis(1600);

const POINTER: Rgb = Rgb(0x1f, 0x5f, 0xbf);
/// The ring around a button is at least this many connected pixels.
const RING: usize = 400;
const BUTTON: Rgb = Rgb(0xff, 0xaa, 0x00);
const FRAMED_BUTTON: Rgb = Rgb(0xcc, 0x00, 0xff);

/// A page that tells of every change of itself.
fn page(button: &str, Rgb(red, green, blue): Rgb, rest: &str) -> String {
    format!(
        r#"<!doctype html><title>{button}</title><link rel="icon" href="data:,">
        <style>* {{ margin: 30px; border: 0 }} button {{ width: 200px; height: 100px; background: rgb({red} {green} {blue}) }}</style>
        <button aria-label="{button}"></button>{rest}
        <script>
          new MutationObserver(() => fetch("/log/mutation", {{ method: "POST", body: "{button}" }}))
            .observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
        </script>"#
    )
}

/// The pointer and the ring are where the agent presses; pictures and the page have nothing of them; they go by themselves,
/// and at once when the person takes control.
#[test]
fn the_person_sees_where_an_agent_points_and_nobody_else_does() {
    let stage = Stage::set();
    let app = stage.start_app();
    let agent = Agent::paired(&stage, "Claude Code");
    let frame = format!(r#"<iframe src="{}/frame" width=500 height=300></iframe>"#, stage.site.other_origin());
    stage.site.set("/frame", page("Framed", FRAMED_BUTTON, ""));
    stage.site.set("/watched", page("Watched", BUTTON, &frame));
    let opened = agent.open_window(&stage.site.url("/watched"));
    stage.screen.park_pointer().expect("the pointer can be moved");
    let [button, framed] = [BUTTON, FRAMED_BUTTON]
        .map(|color| stage.screen.wait_for_color(color, 0, 10_000, SOON).expect("the page shows its buttons"));
    let snapshot = agent.call("browser_snapshot", json!({"page": opened.page})).expect_ok();
    let [button_ref, framed_ref] = ["Watched", "Framed"].map(|name| snapshot.reference("button", name).to_owned());

    press_and_see(&stage, &agent, &opened, (&button_ref, button));
    press_and_see(&stage, &agent, &opened, (&framed_ref, framed));
    picture_shows_no_pointer(&stage, &agent, &opened);
    press_and_see(&stage, &agent, &opened, (&button_ref, button));
    wait_until_gone(&stage);
    gone_after_take_control(&stage, &agent, &opened, &button_ref);
    let told = stage.site.log();
    assert!(!told.iter().any(|entry| entry.text.contains("mutation")), "the page was changed: {told:?}");
    agent.leave();
    app.stop(&stage);
}

/// Presses a button until the person sees it: a look at a busy screen can take longer than the pointer is there.
fn press_and_see(stage: &Stage, agent: &Agent, opened: &OpenWindow, (target, button): (&str, Rect)) {
    let seen = stage.screen.wait_until("the pointer on a button", SOON, |screen| {
        agent.call("browser_click", json!({"page": opened.page, "ref": target})).expect_ok();
        for _ in 0..3 {
            if points_at(&screen.pixels()?, button).is_some() {
                return Ok(Some(()));
            }
        }
        Ok(None)
    });
    seen.expect("the arrow and the ring");
}

/// Whether the arrow's tip is in the middle of a button, and a ring is around it.
fn points_at(screen: &Pixels, button: Rect) -> Option<()> {
    let (x, y) = button.center();
    let arrow = screen.at(x as usize + 9, y as usize + 9)?.is_near(POINTER, TOLERANCE);
    let is_around = |ring: Rect| ring.contains(button.x, button.y) && ring.center() == (x, y);
    let ring = screen.find_areas(POINTER, TOLERANCE, RING).into_iter().any(is_around);
    (arrow && ring).then_some(())
}

fn picture_shows_no_pointer(stage: &Stage, agent: &Agent, opened: &OpenWindow) {
    let shot = agent.call("browser_screenshot", json!({"page": opened.page})).expect_ok();
    let file = stage.screen.folder().join("shot.png");
    std::fs::write(&file, &shot.images.first().expect("a picture").bytes).expect("a file");
    let decoded = Command::new("convert").arg(&file).args(["-depth", "8", "ppm:-"]).output().expect("ImageMagick");
    let picture = Pixels::from_ppm(&decoded.stdout).expect("a picture");
    assert!(picture.find_color(BUTTON, 0).is_some(), "the picture shows the page");
    assert_eq!(picture.find_color(POINTER, TOLERANCE), None, "the picture shows the pointer");
}

/// Answers when the person looked and saw nothing of it any more.
fn wait_until_gone(stage: &Stage) -> Instant {
    let gone = stage.screen.wait_until("the pointer to go", SOON, |screen| {
        let now = Instant::now();
        Ok(screen.pixels()?.find_color(POINTER, TOLERANCE).is_none().then_some(now))
    });
    gone.expect("it goes")
}

/// While an agent works at a person's pace, the pointer is there until the person takes control.
fn gone_after_take_control(stage: &Stage, agent: &Agent, opened: &OpenWindow, button: &str) {
    std::thread::scope(|scope| {
        let last_press = scope.spawn(|| press_until_paused(agent, opened, button));
        stage.person().press_once(&TAKE_CONTROL).expect("the person can press Take control");
        let last_press = last_press.join().expect("no panic");
        let took = wait_until_gone(stage).duration_since(last_press);
        assert!(took < BY_ITSELF, "it went by itself, {took:?} after the last press");
    });
}

/// Answers when it pressed last.
fn press_until_paused(agent: &Agent, opened: &OpenWindow, button: &str) -> Instant {
    let mut last_press = Instant::now();
    loop {
        let pressed = agent.call("browser_click", json!({"page": opened.page, "ref": button}));
        if !pressed.is_ok() {
            pressed.expect_code("paused_by_user");
            return last_press;
        }
        last_press = Instant::now();
        agent.call("browser_wait", json!({"page": opened.page, "seconds": 0.5}));
    }
}
