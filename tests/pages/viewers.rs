//! What Chromium shows by a viewer of its own: it is opaque to NEXUS, so an agent can do nothing unseen in it (P53).

use std::time::Duration;

use nexus_test_support::ToolResult;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::site::Content;
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::json;

/// A document of one page that is a button all over, which sends a form when it is pressed.
fn form(to: &str) -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[4 0 R]>>".to_owned(),
        format!(
            "<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(Send)/Rect[0 0 600 800]/F 4/P 3 0 R/MK<</CA(Delete everything)>>\
             /A<</S/SubmitForm/F<</FS/URL/F({to})>>/Flags 4>>>>"
        ),
    ];
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(bytes.len());
        bytes.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
    }
    let table = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    places.iter().for_each(|place| bytes.extend(format!("{place:010} 00000 n \n").bytes()));
    let size = objects.len() + 1;
    bytes.extend(format!("trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n").bytes());
    bytes
}

/// Everything there that has a reference.
fn references(snapshot: &ToolResult) -> Vec<String> {
    let found = snapshot.text.split("[ref=").skip(1);
    found.filter_map(|rest| Some(rest.split_once(']')?.0.to_owned())).collect()
}

/// Waits until the viewer is there, as far as the page around it can tell.
fn shown(page: &Page<'_>) -> ToolResult {
    let snapshot = || Some(page.snapshot()).filter(|snapshot| snapshot.text.contains("could not be read"));
    wait_until("the viewer", SOON, snapshot).unwrap_or_else(|error| panic!("{error}: {}", page.snapshot().text))
}

/// P53: a document in Chromium's own viewer isn't read, nothing in it is pressed, and no key reaches it; nor is it shown in a
/// picture, as it may hold what a person has filled in.
#[test]
fn a_viewer_is_opaque() {
    let stage = Stage::with([("/", "<title>Start</title>")]);
    stage.site.set("/form.pdf", Content::Shown("application/pdf", form(&stage.site.url("/log/done"))));
    for (path, html) in [
        (
            "/embed",
            "<embed id=v src=/form.pdf type=application/pdf width=600 height=500 aria-label=Document tabindex=0>",
        ),
        (
            "/object",
            "<object id=v data=/form.pdf type=application/pdf width=600 height=500 aria-label=Document tabindex=0></object>",
        ),
        ("/iframe", "<iframe id=v src=/form.pdf width=600 height=500 title=Document tabindex=0></iframe>"),
    ] {
        stage.site.set(path, format!("<!doctype html><title>{path}</title><p>Around it</p>{html}"));
    }
    let page = stage.open("/");
    for path in ["/form.pdf", "/embed", "/object", "/iframe"] {
        // An address that looks like a file's may be a download, so it is asked about.
        if path == "/form.pdf" {
            page.call_with_a_yes("browser_navigate", json!({"url": stage.site.url(path)})).expect_ok();
        } else {
            page.navigate(path).expect_ok();
        }
        let snapshot = shown(&page);
        for word in ["Zoom", "Print", "Download", "Delete", "Page number"] {
            assert!(!snapshot.text.contains(word), "{path} tells {word}: {}", snapshot.text);
            assert!(!page.text().contains(word), "{path} tells {word}");
        }
        for reference in references(&snapshot) {
            let clicked = page.call("browser_click", json!({"ref": reference}));
            assert!(!clicked.is_ok(), "{path}, {reference}: {}", clicked.raw);
        }
        page.eval("(document.querySelector('#v') ?? document.querySelector('embed'))?.focus(); 0");
        // In a frame it goes to the viewer from the document around it.
        page.call("browser_press_key", json!({"key": "Tab"}));
        for key in ["Enter", "Space"] {
            let pressed = page.call("browser_press_key", json!({"key": key}));
            assert!(!pressed.is_ok(), "{path}, {key}: {}", pressed.raw);
        }
        let picture = page.call("browser_screenshot", json!({})).expect_ok();
        assert!(
            picture.text.contains("answer is painted over") || picture.text.contains("answer are painted over"),
            "{path}: {}",
            picture.text
        );
    }
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(stage.site.log(), [], "nothing was sent");
    stage.close();
}
