//! Downloads while an agent has control: none comes without the person's yes, and what comes is NEXUS's alone (N13, P43).

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::site::Content;
use nexus_test_support::stage::{Page, SOON, Stage, fenced};
use serde_json::json;

const PAGE: &str = "<!doctype html><title>Files</title>\
    <a href=/file>Minutes</a> <a href=/file target=_blank>Elsewhere</a> <a href=/plain download=hello.txt>Keep</a>\
    <button onclick='blob()'>Blob</button> <button onclick=\"location = '/file'\">Go</button>\
    <button onclick=\"frame.src = '/file'\">Frame</button><iframe id=frame hidden></iframe>\
    <button onclick=\"blob(), setTimeout(blob, 50)\">Twice</button>\
    <script>const blob = () => { const link = document.createElement('a'); link.href = URL.createObjectURL(new Blob(['hello']));\
    link.download = 'blob.txt'; link.click(); };</script>";

fn stage() -> Stage {
    let file = Content::Download("minutes.bin".to_owned(), vec![7; 3000]);
    let pages = [("/", PAGE.into()), ("/file", file), ("/plain", "<p>hello</p>".into())];
    Stage::with_options(HostOptions::default().asking_little(), pages)
}

fn kept(stage: &Stage) -> Vec<String> {
    let entries = std::fs::read_dir(folder(stage)).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn folder(stage: &Stage) -> PathBuf {
    stage.host.data_dir().join("downloads")
}

fn states(page: &Page<'_>) -> Vec<String> {
    let listed = page.stage.call("browser_downloads", json!({"window": page.window})).expect_ok();
    let downloads = listed.structured["downloads"].as_array().cloned().unwrap_or_default();
    downloads.iter().map(|download| download["state"].as_str().unwrap_or_default().to_owned()).collect()
}

fn wait_states(page: &Page<'_>, expected: &[&str]) {
    let seen = wait_until("the downloads", SOON, || Some(states(page)).filter(|states| states == expected));
    assert!(seen.is_ok(), "{:?} instead of {expected:?}", states(page));
}

/// P43: by whatever way a page begins a download, nothing of it comes that nobody said yes to; the agent learns of it, and the
/// same act asks from then on.
#[test]
fn no_download_comes_without_a_yes() {
    for (role, name) in
        [("link", "Minutes"), ("link", "Elsewhere"), ("button", "Blob"), ("button", "Go"), ("button", "Frame")]
    {
        let stage = stage();
        let page = stage.open("/");
        let clicked = page.click(role, name).expect_ok();
        wait_states(&page, &["refused"]);
        // What a script or another frame sets off may begin after the answer; the list tells it then.
        if ["Minutes", "Go"].contains(&name) {
            assert!(clicked.text.contains("was refused"), "{name}: {}", clicked.text);
        }
        assert_eq!(kept(&stage), [""; 0], "{name}");
        page.click(role, name).expect_code("approval_pending");
        let asked = stage.host.human.wait_event("approval_requested", SOON).expect("the person is asked");
        assert!(asked["why"].to_string().contains("It downloads a file"), "{name}: {asked}");
        assert_eq!(states(&page), ["refused"], "{name}");
        stage.close();
    }
}

/// N13: with a yes one download comes, whole, under a plain name, for its owner alone; the next needs another. No path is told.
#[test]
fn a_yes_lets_one_download_come() {
    let stage = stage();
    let page = stage.open("/");
    let done = page.click_with_a_yes("link", "Keep").expect_ok();
    assert!(done.text.contains("A download began"), "{}", done.text);
    wait_states(&page, &["completed"]);
    assert_eq!(kept(&stage), ["hello.txt"]);
    let file = folder(&stage).join("hello.txt");
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "<p>hello</p>");
    let mode = |path: &std::path::Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    assert_eq!((mode(&file), mode(&folder(&stage))), (0o600, 0o700));
    let listed = stage.call("browser_downloads", json!({"window": page.window})).expect_ok();
    assert!(fenced(&listed).contains("\"hello.txt\", 12 bytes, completed"), "{}", listed.text);
    assert!(!listed.raw.to_string().contains(&*stage.host.data_dir().to_string_lossy()), "{}", listed.raw);
    let expected = json!([{"name": "hello.txt", "bytes": 12, "state": "completed"}]);
    let shown = || (stage.view()["windows"][0]["downloads"] == expected).then_some(());
    wait_until("the panel to show the file", SOON, shown).expect("it does");
    page.click("link", "Keep").expect_code("approval_pending");
    stage.close();
}

/// P43: a yes to one download lets a second of the same act not slip in, and a navigation to a file asks like a link.
#[test]
fn one_yes_is_one_download() {
    let stage = stage();
    let page = stage.open("/");
    page.click("button", "Twice").expect_ok();
    wait_states(&page, &["refused", "refused"]);
    page.click_with_a_yes("button", "Twice").expect_ok();
    wait_states(&page, &["refused", "refused", "completed", "refused"]);
    assert_eq!(kept(&stage), ["blob.txt"]);
    let there = json!({"url": stage.site.url("/file")});
    let refused = page.call("browser_navigate", there.clone()).expect_code("target_changed");
    assert!(refused.text.contains("was refused") && fenced(&refused).contains("minutes.bin"), "{}", refused.text);
    let done = page.call_with_a_yes("browser_navigate", there).expect_ok();
    assert!(done.text.contains("A download began"), "{}", done.text);
    wait_states(&page, &["refused", "refused", "completed", "refused", "refused", "completed"]);
    assert_eq!(kept(&stage), ["blob.txt", "minutes.bin"]);
    stage.close();
}

/// The person's own downloads are theirs: they neither come into NEXUS's folder nor are listed for agents; once an agent
/// has control there, its are refused. A take-over ends the leave for one that hasn't begun.
#[test]
fn the_persons_downloads_go_where_they_always_go() {
    let home = tempfile::tempdir().expect("a home");
    let options = HostOptions::default().asking_little().environment([("HOME", home.path().to_str().expect("text"))]);
    let file = Content::Download("minutes.bin".to_owned(), vec![7; 3000]);
    let stage = Stage::with_options(options, [("/", PAGE.into()), ("/file", file)]);
    let page = stage.open("/");
    stage.host.human.take_control(&page.window, None).expect("it can be taken");
    stage.host.human.press(&page.id, "a").expect("it can be pressed");
    let own = home.path().join("Downloads/minutes.bin");
    wait_until("the person's own download", SOON, || own.exists().then_some(())).expect("it comes");
    assert_eq!(kept(&stage), [""; 0]);
    stage.host.human.give_back(&page.window, None).expect("it can be given back");
    assert_eq!(states(&page), [""; 0]);
    page.click("button", "Go").expect_code("approval_pending");
    let go = json!({"ref": page.find("link", "Minutes")});
    page.call("browser_click", go).expect_ok();
    wait_states(&page, &["refused"]);
    stage.close();
}
