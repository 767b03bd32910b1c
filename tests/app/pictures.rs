//! The picture on a card: shown where it is, said where it isn't, and free when it is gone.

use std::sync::Arc;

use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use nexus::view_model::Screen;
use nexus_core::broker::{CardPicture, Decision, PagePicture, PersonCommand, RequestView, View};
use nexus_policy::ApprovalId;

use crate::fixture::{act, busy_view};
use crate::stage::{SMALLEST_PANEL, Stage, click, hub, only, panel, press, wait};

const DESCRIBED: &str = "Picture of the page, with what this is about outlined. What is typed there is painted over.";
const APPROVE: &str = "Approve once: Claude Code asks to click, https://shop.example, Window w1 · page p1";

fn taken(out_of_view: usize) -> CardPicture {
    let (width, height) = (520, 250);
    let rgb = vec![0x80; width * height * 3];
    CardPicture::Taken(Arc::new(PagePicture { width, height, rgb, outlined: 1, out_of_view }))
}

fn asked(picture: CardPicture) -> View {
    View { requests: vec![RequestView { picture, ..act(13) }], ..busy_view() }
}

fn textures(harness: &Harness<'_, Stage>) -> usize {
    harness.ctx.tex_manager().read().num_allocated()
}

/// C01: a panel of any width shows the picture as large as there is room, in its proportions, described for who can't see it.
#[test]
fn a_picture_fits_into_a_panel_of_any_width() {
    for size in [SMALLEST_PANEL, Vec2::new(360.0, 720.0), Vec2::new(800.0, 720.0)] {
        let harness = panel(Stage::new(asked(taken(0))), size);
        let shown = harness.get_by_label(DESCRIBED).rect();
        assert!(shown.right() <= size.x && shown.width() <= 521.0 && shown.width() > 250.0, "{shown:?} in {size:?}");
        assert!((shown.width() / shown.height() - 2.08).abs() < 0.05, "{shown:?}");
    }
}

/// C01: the hub's inbox shows it, too.
#[test]
fn the_inbox_shows_the_picture() {
    hub(Stage::new(asked(taken(0))).on(Screen::Inbox)).get_by_label(DESCRIBED);
}

/// N28: a picture that isn't there says so, and why; what isn't in one is said below it.
#[test]
fn what_is_missing_is_said() {
    let missing = CardPicture::Missing("The page changed meanwhile.".to_owned());
    panel(Stage::new(asked(missing)), SMALLEST_PANEL)
        .get_by_label("There is no picture of the page. The page changed meanwhile.");
    panel(Stage::new(asked(CardPicture::Coming)), SMALLEST_PANEL).get_by_label("A picture of the page is being taken.");
    panel(Stage::new(asked(taken(2))), SMALLEST_PANEL).get_by_label("2 more are out of view in the page.");
}

/// Each is uploaded once, and freed when it is on no card any more.
#[test]
fn a_picture_is_uploaded_once_and_freed_with_its_request() {
    let mut harness = panel(Stage::new(busy_view()), SMALLEST_PANEL);
    harness.run();
    let before = textures(&harness);
    let view = asked(taken(0));
    for _ in 0..3 {
        harness.state_mut().view = view.clone();
        harness.run();
        assert_eq!(textures(&harness), before + 1);
    }
    drop(view);
    harness.state_mut().view = busy_view();
    harness.run_steps(3);
    assert_eq!(textures(&harness), before);
}

/// N28: a picture that comes moves the buttons, so they start to ignore input anew.
#[test]
fn a_picture_that_comes_makes_the_buttons_ignore_input_anew() {
    let mut harness = panel(Stage::new(asked(CardPicture::Coming)), Vec2::new(376.0, 1400.0));
    wait(&mut harness, 0.6);
    let mut view = asked(taken(0));
    view.requests[0].expires_at = harness.state().view.requests[0].expires_at;
    harness.state_mut().view = view;
    harness.step();
    assert_eq!(click(&mut harness, APPROVE), vec![]);
    harness.get_by_label(APPROVE).focus();
    wait(&mut harness, 0.6);
    let approve = only(PersonCommand::Decide(ApprovalId(13), Decision::Approve));
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Space), approve);
}

/// A10: a card says what the agent read before from other sites, with the letters that addresses have.
#[test]
fn a_card_says_what_was_read_before() {
    let mut view = asked(CardPicture::None);
    view.requests[0].read_before = vec!["https://xn--exmple-cua.com".to_owned(), "https://news.example".to_owned()];
    let harness = panel(Stage::new(view.clone()), SMALLEST_PANEL);
    harness.get_by_label("• Read before from other sites: https://xn--exmple-cua.com, https://news.example");
    view.requests[0].read_before = (0..6).map(|site| format!("https://s{site}.example")).collect();
    panel(Stage::new(view), SMALLEST_PANEL).get_by_label_contains("https://s3.example and 2 more");
    let harness = panel(Stage::new(asked(CardPicture::None)), SMALLEST_PANEL);
    assert!(harness.query_by_label_contains("Read before").is_none());
}
