//! The picture on a card: the page as the person sees it, the target outlined, typed values painted over, and for nobody else.

use nexus_test_support::deadline::wait_until;
use nexus_test_support::screen::{Pixels, Rgb};
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::{Value, json};

const OUTLINE: Rgb = Rgb(0xd6, 0x1c, 0x4e);
const BUTTON: Rgb = Rgb(0xff, 0xaa, 0x00);
const STYLE: &str = "<!doctype html><title>Card</title><style>* { margin: 0; border: 0; outline: 0 } p { height: 900px } \
    button { width: 200px; height: 80px; background: #fa0; font-size: 0 } input { display: block; width: 300px; font: 30px monospace }</style>";
const FORM: &str =
    "<input id=f aria-label=Word><form method=post action=/log/done target=out><button>Place order</button></form>";

fn page_with(html: &str) -> String {
    format!("{STYLE}<p></p>{html}<p></p><iframe name=out hidden></iframe>")
}

/// The open request as the panel knows it.
fn request(stage: &Stage) -> Value {
    stage.view()["requests"][0].clone()
}

#[track_caller]
fn asked_to_order(page: &Page<'_>) -> String {
    page.click("button", "Place order").expect_code("approval_pending").fact("approval").to_owned()
}

/// The button is in it, in its own colour, and the outline is around it.
#[track_caller]
fn assert_outlined(picture: &Pixels) {
    let button = picture.find_color(BUTTON, 0).expect("the button, not darkened");
    let outline = picture.find_color(OUTLINE, 0).expect("an outline");
    assert!(outline.x < button.x && outline.y < button.y, "{outline:?} is around {button:?}");
    let ends = |area: nexus_test_support::screen::Rect| (area.x + area.width, area.y + area.height);
    assert!(ends(outline).0 > ends(button).0 && ends(outline).1 > ends(button).1, "{outline:?} is around {button:?}");
}

/// N14, N27: the picture shows the button with an outline around it. It is the person's: no answer to an agent holds it, nor does
/// the audit log, and it is gone with its request.
#[test]
fn a_card_shows_the_target_outlined_to_the_person_alone() {
    let stage = Stage::with([("/", page_with(FORM))]);
    let page = stage.open("/");
    let approval = asked_to_order(&page);
    let picture = stage.host.human.picture(&approval);
    let (width, height) = picture.size();
    assert!(width <= 640 && height <= 400, "{width}x{height}");
    assert_outlined(&picture);
    let told = request(&stage)["picture"].clone();
    assert_eq!(told, json!({"width": width, "height": height, "outlined": 1, "out_of_view": 0}));
    for answer in [page.snapshot(), stage.call("browser_windows", json!({})), page.click("button", "Place order")] {
        assert!(answer.images.is_empty() && !answer.mentions("out_of_view"), "{}", answer.raw);
    }
    assert_eq!(page.eval("document.querySelectorAll('body > *').length"), 5, "nothing is drawn in the page");
    assert!(!stage.host.human.audit().expect("entries").to_string().contains("out_of_view"));
    stage.host.human.reject(&approval).expect("open");
    assert!(stage.host.human.ask("picture", json!({"approval": approval})).is_err(), "it is gone with its request");
    stage.close();
}

/// N27: two typed values give one picture, and another text of the page gives another.
#[test]
fn what_is_typed_is_painted_over_on_the_card() {
    let stage = Stage::with([("/", page_with(&format!("<b id=t>one text</b>{FORM}")))]);
    let page = stage.open("/");
    let picture = |change: &str| {
        page.navigate("/").expect_ok();
        page.eval(&format!("{change}; 0"));
        let approval = asked_to_order(&page);
        let picture = stage.host.human.picture(&approval);
        stage.host.human.reject(&approval).expect("open");
        picture
    };
    let one = picture("f.value = 'MWMW'");
    assert!(one == picture("f.value = 'ilil'"), "the picture shows what is typed");
    assert!(one != picture("f.value = 'MWMW'; t.textContent = 'another'"), "the picture shows the page");
    stage.close();
}

/// A target in a frame of another site is outlined where the frame shows it.
#[test]
fn a_target_in_a_frame_is_outlined() {
    let stage = Stage::with([("/inner", format!("{STYLE}{FORM}"))]);
    let frame = format!("<iframe src={}/inner width=500 height=300></iframe>", stage.site.other_origin());
    stage.site.set("/", page_with(&frame));
    let page = stage.open("/");
    assert_outlined(&stage.host.human.picture(&asked_to_order(&page)));
    stage.close();
}

/// A card whose picture can't be taken says why; neither the answer nor the card waits for it, and it can be decided.
#[test]
fn a_card_without_a_picture_says_why() {
    let stage = Stage::with([("/", page_with(FORM))]);
    let page = stage.open("/");
    page.eval("document.querySelector('button').onclick = () => confirm('Sure?'); 0");
    page.click_with_a_yes("button", "Place order").expect_ok();
    let asked = page.call("browser_dialog", json!({"accept": true})).expect_code("approval_pending");
    assert_eq!(request(&stage)["approval"], asked.fact("approval"));
    let missing = wait_until("the reason", SOON, || request(&stage)["picture"]["missing"].as_str().map(str::to_owned));
    assert!(missing.expect("it says why").contains("dialog"));
    stage.host.human.approve(asked.fact("approval")).expect("open");
    page.call("browser_dialog", json!({"accept": true})).expect_ok();
    stage.close();
}

/// N17: a page that turns into something else after it was judged isn't shown in place of what was judged.
#[test]
fn a_page_that_changed_after_it_was_judged_is_not_shown() {
    let stage = Stage::with([("/", page_with(FORM))]);
    let page = stage.open("/");
    page.eval(
        "{ const button = document.querySelector('button'); let round = 0; \
         setInterval(() => { button.setAttribute('aria-label', 'Place order'); button.firstChild.data = `Place order ${round += 1}` }, 1) } 0",
    );
    page.click("button", "Place order").expect_code("approval_pending");
    let told = wait_until("an end", SOON, || {
        let picture = request(&stage)["picture"].clone();
        (picture != "coming").then_some(picture)
    });
    assert_eq!(told.expect("it ends"), json!({"missing": "The page changed meanwhile."}));
    stage.close();
}

/// However many cards there were before, a new one has its picture: those of decided requests aren't kept.
#[test]
fn pictures_go_with_their_requests() {
    let stage = Stage::with([("/", page_with(FORM))]);
    let page = stage.open("/");
    for _ in 0..30 {
        page.navigate("/").expect_ok();
        let approval = asked_to_order(&page);
        assert_outlined(&stage.host.human.picture(&approval));
        stage.host.human.reject(&approval).expect("open");
    }
    stage.close();
}
