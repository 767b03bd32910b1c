//! A screen that shows the same as before asks for nothing.

use std::time::{Duration, SystemTime};

use egui::{Vec2, ViewportId};
use egui_kittest::Harness;
use nexus::view_model::Screen;
use nexus_core::broker::View;

use crate::fixture::{act, busy_view, handoff, profiles_of_every_standing};
use crate::stage::{Stage, hub, panel, wait};

fn next_pass(harness: &mut Harness<'_, Stage>) -> Duration {
    wait(harness, 2.0);
    harness.output().viewport_output[&ViewportId::ROOT].repaint_delay
}

/// C01: an idle panel is never repainted.
#[test]
fn an_idle_panel_asks_for_no_repaint() {
    let mut harness = panel(Stage::new(busy_view()), Vec2::new(376.0, 900.0));
    assert_eq!(next_pass(&mut harness), Duration::MAX);
}

/// C01: an idle hub is never repainted, on any screen.
#[test]
fn an_idle_hub_asks_for_no_repaint() {
    for screen in Screen::ALL {
        let mut view = busy_view();
        view.pairings.clear();
        let with_profiles = View { profiles: profiles_of_every_standing(), ..view.clone() };
        for view in [view, with_profiles, View::default()] {
            assert_eq!(next_pass(&mut hub(Stage::new(view).on(screen))), Duration::MAX, "{screen:?}");
        }
    }
}

/// C01: a countdown in sight is repainted when its text changes, and one out of sight isn't.
#[test]
fn a_countdown_asks_for_one_repaint_a_second() {
    let delay = next_pass(&mut hub(Stage::new(busy_view()).on(Screen::Inbox)));
    assert!(delay > Duration::ZERO && delay <= Duration::from_secs(1), "{delay:?}");
    assert_eq!(next_pass(&mut hub(Stage::new(busy_view()).on(Screen::Windows))), Duration::MAX);
}

/// C01: so is each countdown of a panel, and that of a Window which is about to close.
#[test]
fn every_kind_of_countdown_is_repainted() {
    let counting: [fn(&mut View); 3] = [
        |view| view.handoffs.push(handoff(1, "sign in")),
        |view| view.requests.push(act(2)),
        |view| view.windows[0].closes_at = Some(SystemTime::now() + Duration::from_secs(599)),
    ];
    for (index, counts) in counting.into_iter().enumerate() {
        let mut view = busy_view();
        view.pairings.clear();
        counts(&mut view);
        let delay = next_pass(&mut panel(Stage::new(view.clone()), Vec2::new(376.0, 900.0)));
        assert!(delay > Duration::ZERO && delay <= Duration::from_secs(1), "panel, {index}: {delay:?}");
        let screen = if index == 2 { Screen::Windows } else { Screen::Inbox };
        let delay = next_pass(&mut hub(Stage::new(view.clone()).on(screen)));
        assert!(delay > Duration::ZERO && delay <= Duration::from_secs(1), "hub, {index}: {delay:?}");
        assert_eq!(next_pass(&mut hub(Stage::new(view).on(Screen::Activity))), Duration::MAX, "{index}");
    }
}
