//! Files: what an agent may give to a page, and what it can't make Chromium ask for (N13, P40, P41). The server's log is the
//! oracle of what was sent.

use std::path::{Path, PathBuf};

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::json;

/// Sends what it is given, and what the field holds, as soon as it is given something.
const PAGE: &str = "<!doctype html><title>Post</title><label for=f>Report</label> <input type=file id=f>\
    <label>Pictures <input type=file id=many multiple accept='image/*,.pdf' hidden></label>\
    <label>Folder <input type=file webkitdirectory></label><label>Off <input type=file disabled></label>\
    <button onclick='later.click()'>Paperclip</button><input type=file id=later style='display:none'>\
    <button onclick='pick()'>Pick</button><p id=out></p>\
    <script>\
    for (const field of document.querySelectorAll('input')) field.addEventListener('change', async () => {\
      const texts = await Promise.all([...field.files].map((file) => file.text()));\
      await fetch('/log/got', {method: 'POST', body: field.id + ':' + texts.join('+') + ':' + field.files[0]?.name});\
    });\
    for (const field of document.querySelectorAll('input')) field.addEventListener('cancel', () => { out.textContent = 'cancelled'; });\
    const pick = () => showOpenFilePicker().then(() => { out.textContent = 'opened'; }, (error) => { out.textContent = error.name; });\
    </script>";

struct Folder(tempfile::TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().expect("it is there").join(name)
    }

    fn stage(&self) -> Stage {
        let options = HostOptions::default().arguments([Path::new("--uploads"), self.0.path()]);
        Stage::with_options(options.asking_little(), [("/", PAGE)])
    }
}

fn field(page: &Page<'_>, name: &str) -> String {
    // The label of a field that nobody sees stands for it.
    let shown = page.snapshot();
    let visible = shown.find_reference("button", &format!("{name}: No file chosen"));
    visible.unwrap_or_else(|| shown.reference("generic", name)).to_owned()
}

fn got(stage: &Stage) -> Vec<String> {
    stage.site.log().into_iter().map(|entry| entry.text).collect()
}

/// N13: an upload asks also where the person is asked least; the card shows each file; the page gets exactly what was shown,
/// once; the agent is told no path.
#[test]
fn a_file_reaches_the_page_with_a_yes_only() {
    let folder = Folder::with(&[("report.txt", "all is well")]);
    let stage = folder.stage();
    let page = stage.open("/");
    let upload = json!({"ref": field(&page, "Report"), "paths": [folder.path("report.txt")]});
    let asked = page.call("browser_upload", upload.clone()).expect_code("approval_pending");
    let shown = stage.host.human.wait_event("approval_requested", SOON).expect("the person is asked");
    let expected =
        json!([{"name": "report.txt", "bytes": 11, "folder": folder.path("").to_string_lossy().trim_end_matches('/')}]);
    assert_eq!((&shown["files"], &shown["what"]), (&expected, &json!("upload")));
    assert_eq!(got(&stage), [""; 0]);
    stage.host.human.approve(asked.fact("approval")).expect("it is open");
    let done = page.call("browser_upload", upload.clone()).expect_ok();
    assert_eq!(done.structured["verified"], json!(true), "{}", done.text);
    stage.site.wait_logged("got f:all is well:report.txt", SOON).expect("the page has it");
    page.call("browser_upload", upload).expect_code("approval_pending");
    for told in [asked.raw.to_string(), done.raw.to_string()] {
        assert!(!told.contains(&*folder.0.path().to_string_lossy()), "{told}");
    }
    assert_eq!(got(&stage).len(), 1);
    stage.close();
}

/// N17: a file that was swapped after the yes needs another one, and what a page was given stays what it was.
#[test]
fn a_swapped_file_is_not_what_was_approved() {
    let folder = Folder::with(&[("a.pdf", "harmless"), ("b.png", "picture")]);
    let stage = folder.stage();
    let page = stage.open("/");
    // By its label: the field itself is hidden.
    let upload = json!({"ref": field(&page, "Pictures"), "paths": [folder.path("a.pdf"), folder.path("b.png")]});
    let asked = page.call("browser_upload", upload.clone()).expect_code("approval_pending");
    stage.host.human.approve(asked.fact("approval")).expect("it is open");
    std::fs::write(folder.path("a.pdf"), "secrets!").expect("swapped");
    page.call("browser_upload", upload.clone()).expect_code("approval_pending");
    assert_eq!(got(&stage), [""; 0]);
    std::fs::write(folder.path("a.pdf"), "harmless").expect("swapped back");
    page.call("browser_upload", upload).expect_ok();
    std::fs::write(folder.path("a.pdf"), "secrets!").expect("swapped");
    stage.site.wait_logged("got many:harmless+picture:a.pdf", SOON).expect("the page has it");
    assert_eq!(page.eval("many.files[0].text()"), json!("harmless"));
    stage.close();
}

/// N14: the card of an upload shows which field the files are for, also where a label stands for one that nobody sees.
#[test]
fn the_card_of_an_upload_shows_its_field() {
    let folder = Folder::with(&[("a.pdf", "one")]);
    let stage = folder.stage();
    let page = stage.open("/");
    for name in ["Report", "Pictures"] {
        let upload = json!({"ref": field(&page, name), "paths": [folder.path("a.pdf")]});
        let asked = page.call("browser_upload", upload).expect_code("approval_pending");
        stage.host.human.picture(asked.fact("approval"));
        assert_eq!(stage.view()["requests"][0]["picture"]["outlined"], json!(1), "{name}");
        stage.host.human.reject(asked.fact("approval")).expect("it is open");
    }
    stage.close();
}

/// P41: what isn't a regular file in an allowed folder, and what a field doesn't take, is refused before anybody is asked.
#[test]
fn what_may_not_be_uploaded_asks_nobody() {
    let folder = Folder::with(&[("a.txt", "one"), ("b.txt", "two")]);
    let other = Folder::with(&[("key", "secret")]);
    std::os::unix::fs::symlink(other.path("key"), folder.path("link")).expect("a link");
    let stage = folder.stage();
    let page = stage.open("/");
    let [report, pictures, whole, off] = ["Report", "Pictures", "Folder", "Off"].map(|name| field(&page, name));
    let attach = page.snapshot().reference("button", "Paperclip").to_owned();
    let up = folder.path("..").join(other.path("key").strip_prefix("/tmp").unwrap_or(Path::new("key")));
    for (field, paths, code) in [
        (&report, vec![other.path("key")], "invalid_arguments"),
        (&report, vec![other.path("nothing")], "invalid_arguments"),
        (&report, vec![up], "invalid_arguments"),
        (&report, vec![folder.path("link")], "invalid_arguments"),
        (&report, vec![folder.path("")], "invalid_arguments"),
        (&report, vec!["/dev/zero".into()], "invalid_arguments"),
        (&report, vec![folder.path("a.txt"), folder.path("b.txt")], "invalid_arguments"),
        (&pictures, vec![folder.path("a.txt")], "invalid_arguments"),
        (&whole, vec![folder.path("a.txt")], "not_actionable"),
        (&off, vec![folder.path("a.txt")], "not_actionable"),
        (&attach, vec![folder.path("a.txt")], "not_actionable"),
    ] {
        let refused = page.call("browser_upload", json!({"ref": field, "paths": paths})).expect_code(code);
        assert!(!refused.text.contains("/tmp"), "{}", refused.text);
    }
    assert_eq!(stage.view()["requests"], json!([]));
    assert_eq!(got(&stage), [""; 0]);
    stage.close();
}

/// N13: without a folder that the person allowed there is nothing to upload; what they allow and take back counts at once.
#[test]
fn the_person_allows_folders_and_takes_them_back() {
    let folder = Folder::with(&[("a.txt", "one")]);
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let upload = json!({"ref": field(&page, "Report"), "paths": [folder.path("a.txt")]});
    let refused = page.call("browser_upload", upload.clone()).expect_code("invalid_arguments");
    assert!(refused.text.contains("Settings"), "{}", refused.text);
    let named = json!({"folder": folder.0.path()});
    stage.host.human.ask("allow_uploads", named.clone()).expect("it is a folder");
    assert_eq!(stage.view()["upload_folders"].as_array().map(Vec::len), Some(1));
    page.call("browser_upload", upload.clone()).expect_code("approval_pending");
    stage.host.human.ask("disallow_uploads", named).expect("it is allowed");
    page.call("browser_upload", upload).expect_code("invalid_arguments");
    stage.close();
}

/// P40: no press of an agent's opens a native dialog for files that stays, by whatever way; the agent learns which field it is.
#[test]
fn no_dialog_for_files_stays_open() {
    let folder = Folder::with(&[("a.txt", "one")]);
    let stage = folder.stage();
    let page = stage.open("/");
    page.click("button", "Pick").expect_ok();
    wait_text(&page, "AbortError");
    let clicked = page.click("button", "Paperclip").expect_ok();
    assert!(clicked.text.contains("browser_upload"), "{}", clicked.text);
    wait_text(&page, "cancelled");
    let named = clicked.text.split("browser_upload to ").nth(1).expect("a reference");
    let reference = named.split('.').next().expect("a reference");
    let upload = json!({"ref": reference, "paths": [folder.path("a.txt")]});
    page.call_with_a_yes("browser_upload", upload).expect_ok();
    stage.site.wait_logged("got later:one:a.txt", SOON).expect("the page has it");
    page.eval("out.textContent = ''; 0");
    // The field itself isn't pressed at all.
    page.click_ref(&field(&page, "Report")).expect_code("not_actionable");
    stage.close();
}

fn wait_text(page: &Page<'_>, text: &str) {
    page.call("browser_wait", json!({"text": text})).expect_ok();
}

/// A03: files that are too long on their way to a busy page are void, as all input is: the page doesn't get them, and nobody says
/// that it did.
#[test]
fn files_that_come_too_late_do_not_come() {
    const BUSY: &str = "<!doctype html><label for=f>Report</label> <input type=file id=f><script>window.heard = 0;\
        for (const kind of ['input', 'change']) addEventListener(kind, () => { heard += 1; }, true);\
        const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };</script>";
    let folder = Folder::with(&[("a.txt", "one")]);
    let options = HostOptions::default().arguments([Path::new("--uploads"), folder.0.path()]);
    let stage = Stage::with_options(options, [("/", BUSY)]);
    let page = stage.open("/");
    let upload = json!({"ref": field(&page, "Report"), "paths": [folder.path("a.txt")]});
    let asked = page.call("browser_upload", upload.clone()).expect_code("approval_pending");
    stage.host.human.approve(asked.fact("approval")).expect("it is open");
    // Whatever it is asked waits for a quarter of a second.
    page.eval("window.slices = setInterval(() => busy(250), 1); 0");
    page.call("browser_upload", upload).expect_code("timed_out");
    page.eval("clearInterval(slices); 0");
    assert_eq!(page.eval("[heard, f.files.length]"), json!([0, 0]));
    stage.close();
}
