//! The person's keyboard and pointer beside an agent that clicks: real keys of the X server, a real window of Chromium's.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nexus_test_support::deadline::wait_until;
use nexus_test_support::screen::Rgb;
use serde_json::json;

use crate::agent::Agent;
use crate::stage::Stage;

const SOON: Duration = Duration::from_secs(15);
const BUTTON: Rgb = Rgb(0xff, 0xaa, 0x00);
const CLICKS: usize = 100;

/// It tells its server of every key and press that reaches it.
const PAGE: &str = r#"<!doctype html><title>Agent's</title><link rel="icon" href="data:,">
    <style>button { margin: 40px; width: 240px; height: 160px; border: 0; background: rgb(255 170 0) }</style>
    <button aria-label="Press"></button>
    <script>
      for (const kind of ["keydown", "keypress", "keyup", "beforeinput", "paste", "click"])
        addEventListener(kind, (event) => { if (event.isTrusted) fetch(`/log/${kind}`, { method: "POST" }); }, true);
    </script>"#;

/// Idea 5: while an agent clicks a hundred times, the person types for another program: none of their keys reaches the page,
/// also where Chromium's window took the keyboard. Their press in the page takes control, and is theirs.
#[test]
fn keys_for_another_program_stay_out_of_the_agents_page_and_a_press_there_takes_control() {
    let stage = Stage::set();
    let app = stage.start_app();
    let agent = Agent::paired(&stage, "Claude Code");
    stage.site.set("/both", PAGE);
    let opened = agent.open_window(&stage.site.url("/both"));
    let button = stage.screen.wait_for_color(BUTTON, 0, 10_000, SOON).expect("the page shows its button");
    let snapshot = agent.call("browser_snapshot", json!({"page": opened.page})).expect_ok();
    let reference = snapshot.reference("button", "Press").to_owned();
    let editor = stage.screen.open_editor().expect("a program of the person's own");
    stage.screen.type_text("mine").expect("typed");
    wait_until("keys in the editor", SOON, || editor.keys().ok().filter(|keys| *keys > 0))
        .expect("it has the keyboard");

    let is_done = AtomicBool::new(false);
    let typed = std::thread::scope(|scope| {
        let typing = scope.spawn(|| {
            let mut typed = 0;
            while !is_done.load(Ordering::Relaxed) {
                stage.screen.type_text("for my editor ").expect("typed");
                typed += 14;
            }
            typed
        });
        for _ in 0..CLICKS {
            agent.call("browser_click", json!({"page": opened.page, "ref": reference})).expect_ok();
        }
        is_done.store(true, Ordering::Relaxed);
        typing.join().expect("no panic")
    });
    let heard = |what: &str| stage.site.log().iter().filter(|entry| entry.text.contains(what)).count();
    wait_until("the clicks at the server", SOON, || (heard("click") == CLICKS).then_some(())).expect("each click once");
    assert!(typed > CLICKS, "they typed all the while: {typed}");
    for kind in ["keydown", "keypress", "keyup", "beforeinput", "paste"] {
        assert_eq!(heard(kind), 0, "none of {typed} keys reaches the page as {kind}");
    }
    assert_eq!(agent.control_of(&opened.window).as_deref(), Some("agent"), "typing elsewhere takes nothing over");

    stage.screen.click_rect(button).expect("pressed");
    wait_until("the person's control", SOON, || {
        (agent.control_of(&opened.window).as_deref() == Some("user")).then_some(())
    })
    .expect("their press takes control");
    agent.call("browser_click", json!({"page": opened.page, "ref": reference})).expect_code("paused_by_user");
    wait_until("their own press", SOON, || (heard("click") == CLICKS + 1).then_some(())).expect("it went through");
    agent.leave();
    app.stop(&stage);
}
