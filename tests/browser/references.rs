//! A09: a reference names one element of the newest snapshot of one page, and nothing else, ever.

use serde_json::json;

use nexus_test_support::stage::{Page, Stage};

const PAGE: &str = "<!doctype html><title>Refs</title><div id=d><button>One</button></div><button>Two</button>\
                    <script>window.clicks = 0; addEventListener('click', () => clicks++)</script>";

/// A09, P23: gone with its document, with its element, or with a newer snapshot that leaves it out.
#[test]
fn old_references_are_refused() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let before = page.snapshot();
    let one = before.reference("button", "One").to_owned();
    // The same element keeps its reference.
    assert_eq!(page.find("button", "One"), one);
    // A page that draws itself anew has other elements.
    page.eval("d.innerHTML = '<button>One</button>'; 0");
    page.click_ref(&one).expect_code("stale_reference");
    let again = page.find("button", "One");
    assert_ne!(again, one);
    page.click_ref(&one).expect_code("stale_reference");
    page.click_ref(&again).expect_ok();
    // An element that is out of the newest whole snapshot, though it is back in the page.
    page.eval("window.kept = d.firstChild; kept.remove(); 0");
    page.snapshot();
    page.eval("d.append(kept); 0");
    page.click_ref(&again).expect_code("stale_reference");
    // A part that was given since adds to the newest snapshot.
    let two = page.find("button", "Two");
    let part = page.call("browser_snapshot", json!({"within": two})).expect_ok();
    assert!(part.find_reference("button", "Two").is_some());
    let last = page.find("button", "One");
    page.call("browser_snapshot", json!({"within": two})).expect_ok();
    page.click_ref(&last).expect_ok();
    // The document goes, and numbers aren't used again.
    page.navigate("/").expect_ok();
    page.click_ref(&last).expect_code("stale_reference");
    let fresh = page.find("button", "One");
    let number = |reference: &str| reference[1..].parse::<u64>().expect("a number");
    assert!(number(&fresh) > number(&last), "{fresh} after {last}");
    page.click_ref(&last).expect_code("stale_reference");
    page.go("back").expect_ok();
    page.click_ref(&fresh).expect_code("stale_reference");
    page.click_ref(&last).expect_code("stale_reference");
    for (tool, arguments) in [
        ("browser_type", json!({"ref": "e99999", "text": "x"})),
        ("browser_screenshot", json!({"ref": "e99999"})),
        ("browser_wait", json!({"ref": "e99999"})),
        ("browser_snapshot", json!({"within": "e99999"})),
        ("browser_text", json!({"within": "e99999"})),
    ] {
        page.call(tool, arguments).expect_code("stale_reference");
    }
    page.click_ref("12").expect_code("invalid_arguments");
    stage.close();
}

/// P25: another page's reference hits nothing here.
#[test]
fn references_belong_to_their_page() {
    let stage = Stage::with([("/", PAGE), ("/other", "<!doctype html><title>Other</title><button>Only</button>")]);
    let page = stage.open("/");
    let opened = stage.call("browser_page_open", json!({"window": page.window, "url": stage.site.url("/other")}));
    let other = Page::of(&stage, &opened.expect_ok());
    // Without a snapshot of its own, a page knows no reference.
    let one = page.find("button", "One");
    other.click_ref(&one).expect_code("stale_reference");
    let only = other.find("button", "Only");
    let two = page.find("button", "Two");
    other.snapshot();
    // Both have been read, and each refuses what the other gave out.
    other.click_ref(&two).expect_code("stale_reference");
    page.click_ref(&only).expect_code("stale_reference");
    page.click_ref(&two).expect_ok();
    assert_eq!(page.eval("clicks"), 1);
    assert_eq!(other.eval("typeof clicks"), "undefined");
    stage.close();
}
