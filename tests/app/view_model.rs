//! What screens show, worked out from the view.

use std::path::Path;
use std::time::{Duration, SystemTime};

use nexus::view_model::{
    HubView, Inbox, PanelView, Question, Size, StateRole, Waiting, activity_rows, address_from_person, beside,
    client_configs, clock_text, time_left_text,
};
use nexus_core::broker::{ActivityOutcome, Bounds, ControlView, Health, ProfileKind, View};
use nexus_policy::{Code, WindowId};

use crate::fixture::{act, agent, busy_view, handoff, happened, paired, pairing, waiting_view};

/// C01: a countdown runs to its end and never below.
#[test]
fn time_left_counts_down() {
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    let left = |millis| time_left_text(now + Duration::from_millis(millis), now);
    assert_eq!(left(252_000).as_deref(), Some("4:12"));
    assert_eq!(left(251_001).as_deref(), Some("4:12"));
    assert_eq!(left(1).as_deref(), Some("0:01"));
    assert_eq!(left(0), None);
    assert_eq!(time_left_text(now, now + Duration::from_secs(1)), None);
}

/// C01: a moment of another day is told with its day.
#[test]
fn moments_are_told_by_the_clock() {
    let now = SystemTime::now();
    assert_eq!(clock_text(now, now).len(), "14:02".len());
    assert!(clock_text(now - Duration::from_secs(200_000), now).contains(", "));
}

/// C05: each configuration is well formed, whatever the path to NEXUS is.
#[test]
fn client_configurations_are_well_formed() {
    for path in ["/usr/bin/nexus", "/home/a \"quoted\" b/o'clock\\nexus"] {
        for config in client_configs(Path::new(path)) {
            if config.text.starts_with('{') {
                let json: serde_json::Value = serde_json::from_str(&config.text).expect("JSON");
                let server = json.pointer("/mcpServers/nexus").or_else(|| json.pointer("/servers/nexus"));
                let server = server.expect("a server called nexus");
                assert_eq!(server["command"], path);
                assert_eq!(server["args"], serde_json::json!(["mcp", "--agent", config.client]));
            } else {
                assert!(config.text.contains(config.client), "{}", config.text);
            }
        }
    }
}

/// C05: the command for a shell survives the shell.
#[test]
fn a_path_with_blanks_is_one_word_of_the_command() {
    let configs = client_configs(Path::new("/home/a b/o'clock/nexus"));
    let command = configs.iter().find(|config| config.client == "Claude Code").expect("Claude Code");
    assert!(command.text.contains(r"-- '/home/a b/o'\''clock/nexus' mcp --agent"), "{}", command.text);
}

/// N01: an address may leave out its scheme.
#[test]
fn addresses_get_the_scheme_that_was_left_out() {
    let cases = [
        ("  ", None),
        ("shop.example", Some("https://shop.example")),
        ("localhost:3000/x", Some("http://localhost:3000/x")),
        ("http://plain.example", Some("http://plain.example")),
        ("about:blank", Some("about:blank")),
    ];
    for (typed, address) in cases {
        assert_eq!(address_from_person(typed).as_deref(), address, "{typed:?}");
    }
}

/// C01: agents come by name, however they are spelt.
#[test]
fn agents_are_sorted_by_name() {
    let view = View { agents: vec![paired("zed", 1), paired("Codex", 2), paired("aider", 3)], ..View::default() };
    let hub = HubView::new(&view, "", SystemTime::now());
    let names: Vec<_> = hub.agents.iter().map(|agent| agent.name.clone()).collect();
    assert_eq!(names, [agent("aider"), agent("Codex"), agent("zed")]);
}

/// A02: every refusal is said in words, not as a code.
#[test]
fn refusals_are_said_in_words() {
    for code in Code::ALL {
        let view = View { activity: vec![happened(1, "click", ActivityOutcome::Not(*code))], ..View::default() };
        let rows = activity_rows(&view, None, "");
        assert!(!rows[0].done && !rows[0].outcome.contains('_'), "{code}: {}", rows[0].outcome);
    }
}

/// C01: a panel shows its own Window's activity only, and there is none for a Window that is gone.
#[test]
fn a_panel_is_about_its_window() {
    let view = busy_view();
    let now = SystemTime::now();
    assert!(PanelView::new(&view, WindowId(9), "", now).is_none());
    assert_eq!(PanelView::new(&view, WindowId(2), "", now).expect("Window w2").activity.len(), 0);
    assert_eq!(PanelView::new(&view, WindowId(1), "", now).expect("Window w1").activity.len(), 4);
}

/// C01: a panel goes beside its Chromium window, wherever there is room.
#[test]
fn a_panel_goes_beside_its_chromium_window() {
    let panel = Size { width: 360.0, height: 640.0 };
    let monitor = Some(Size { width: 1920.0, height: 1080.0 });
    let at = |x, width| Bounds { x, y: 500, width, height: 500 };
    assert_eq!(beside(at(100, 1000), panel, monitor, 1.0), (1108.0, 440.0));
    assert_eq!(beside(at(900, 1000), panel, monitor, 1.0), (532.0, 440.0));
    assert_eq!(beside(at(0, 1920), panel, monitor, 1.0), (1560.0, 440.0));
    assert_eq!(beside(at(200, 1000), panel, monitor, 2.0), (608.0, 250.0));
}

/// C01: everything that waits counts, in the title and in words.
#[test]
fn everything_that_waits_counts() {
    assert_eq!(HubView::title(&View::default()), "NEXUS");
    assert_eq!(HubView::title(&waiting_view()), "(5) NEXUS");
    assert_eq!(Waiting::everywhere(&View::default()).text(), None);
    let two = View { pairings: vec![pairing(1, "a"), pairing(2, "b")], ..View::default() };
    assert_eq!(Waiting::everywhere(&two).text().as_deref(), Some("2 agents ask to be paired."));
    let elsewhere = Waiting::outside(&waiting_view(), WindowId(1));
    assert_eq!((elsewhere.pairings, elsewhere.handoffs, elsewhere.requests), (1, 0, 0));
    assert_eq!(Waiting::outside(&waiting_view(), WindowId(2)).count(), 5);
}

/// C01: the cards count down to the nearest end, and a screen without any counts nothing.
#[test]
fn the_nearest_countdown_counts() {
    let now = SystemTime::now();
    let mut view = View { handoffs: vec![handoff(1, "sign in")], requests: vec![act(2)], ..busy_view() };
    view.handoffs[0].expires_at = now + Duration::from_millis(9_700);
    view.requests[0].expires_at = now + Duration::from_millis(9_300);
    view.pairings[0].expires_at = now + Duration::from_millis(9_500);
    assert_eq!(Inbox::everything(&view, now).next_change, Some(Duration::from_millis(300)));
    assert_eq!(Inbox::of_window(&view, WindowId(2), now), Inbox::default());
    view.windows[0].closes_at = Some(now + Duration::from_millis(9_100));
    let panel = PanelView::new(&view, WindowId(1), "", now).expect("Window w1");
    assert_eq!(panel.next_change, Some(Duration::from_millis(100)));
    assert_eq!(panel.closing.as_deref(), Some("Closes in 0:10: nobody uses it"));
    assert_eq!(HubView::new(&view, "", now).next_window_change, Some(Duration::from_millis(100)));
    let panel = PanelView::new(&busy_view(), WindowId(1), "", now).expect("Window w1");
    assert_eq!((panel.next_change, panel.closing), (None, None));
}

/// A05: a reason is cut short in the state, never the time left, and never in the middle of a character.
#[test]
fn a_long_reason_leaves_room_for_the_time_left() {
    let now = SystemTime::now();
    let mut view = View { handoffs: vec![handoff(1, &"ä".repeat(300))], ..busy_view() };
    view.handoffs[0].expires_at = now + Duration::from_secs(252);
    let state = PanelView::new(&view, WindowId(1), "", now).expect("Window w1").state;
    assert_eq!(state.role, StateRole::Handoff);
    assert_eq!(state.words, format!("Waiting for you: {}… (4:12 left)", "ä".repeat(31)));
    view.handoffs[0].expires_at = now;
    let state = PanelView::new(&view, WindowId(1), "", now).expect("Window w1").state;
    assert!(!state.words.contains("left"), "{}", state.words);
}

/// A05, N01: a handoff never hides that the person is in control, or that Chromium has ended.
#[test]
fn a_handoff_hides_nothing() {
    let state_of =
        |view: &View| PanelView::new(view, WindowId(1), "", SystemTime::now()).expect("Window w1").state.role;
    let mut view = View { handoffs: vec![handoff(1, "sign in")], ..busy_view() };
    for (control, role) in [
        (ControlView::Taking, StateRole::Taking),
        (ControlView::Person, StateRole::Person),
        (ControlView::Handoff, StateRole::Handoff),
    ] {
        view.windows[0].control = control;
        assert_eq!(state_of(&view), role);
    }
    view.windows[0].health = Health::Gone("It was killed.".to_owned());
    assert_eq!(state_of(&view), StateRole::Gone);
}

/// N19: closing a Window of a profile that keeps things doesn't threaten with their loss.
#[test]
fn closing_a_persistent_window_loses_its_pages_only() {
    let mut view = busy_view();
    view.windows[0].control = ControlView::Idle;
    let isolated = Question::CloseWindow(WindowId(1)).consequence(&view);
    assert_eq!(isolated, "Its 3 pages are lost, and so is what its isolated profile holds.");
    view.windows[0].kind = ProfileKind::Persistent;
    let persistent = Question::CloseWindow(WindowId(1)).consequence(&view);
    assert_eq!(persistent, "Its 3 pages are lost. Its profile keeps what it holds, also sign-ins.");
}
