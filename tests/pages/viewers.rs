//! What Chromium shows by a viewer of its own: it is opaque to NEXUS, so an agent can do nothing unseen in it (P53).

use std::time::Duration;

use nexus_test_support::site::Content;
use nexus_test_support::stage::{Page, Stage};
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
fn references(page: &Page<'_>) -> Vec<String> {
    let text = page.snapshot().text;
    let found = text.split("[ref=").skip(1).filter_map(|rest| Some(rest.split_once(']')?.0.to_owned()));
    found.collect()
}

/// P53: whatever an agent presses or types there, nothing is sent without a yes.
#[test]
fn nothing_in_a_viewer_is_pressed_unseen() {
    let stage = Stage::with([("/", "<title>Start</title>")]);
    stage.site.set("/form.pdf", Content::Shown("application/pdf", form(&stage.site.url("/log/done"))));
    for (name, html) in [
        ("embed", "<embed src=/form.pdf type=application/pdf width=600 height=500 aria-label=Document tabindex=0>"),
        (
            "object",
            "<object data=/form.pdf type=application/pdf width=600 height=500 aria-label=Document tabindex=0></object>",
        ),
        ("iframe", "<iframe src=/form.pdf width=600 height=500 title=Document tabindex=0></iframe>"),
    ] {
        stage.site.set(&format!("/{name}"), format!("<!doctype html><title>{name}</title>{html}"));
    }
    let page = stage.open("/");
    for path in ["/form.pdf", "/embed", "/object", "/iframe"] {
        page.navigate(path);
        std::thread::sleep(Duration::from_secs(2));
        println!("{path}: {}", page.snapshot().raw);
        for reference in references(&page) {
            for (tool, arguments) in
                [("browser_click", json!({"ref": reference})), ("browser_press_key", json!({"key": "Enter"}))]
            {
                let answer = page.call(tool, arguments);
                println!("{path} {tool}: {}", answer.raw);
            }
        }
        std::thread::sleep(Duration::from_millis(300));
        println!("{path}: {:?}", stage.site.log());
    }
    stage.close();
}
