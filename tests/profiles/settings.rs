//! N21: what a person does with profiles in Settings.

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::stage::Stage;
use serde_json::{Value, json};

use crate::{ask, close, create, open, remember, remembers, shown, wait_shown};

const PAGE: &str = "<!doctype html><title>Start</title>";

fn named(name: &str) -> Value {
    json!({"name": name})
}

/// N21: a profile is renamed, put away, restored and deleted; an open one is neither put away nor deleted.
#[test]
fn a_profile_s_life_in_settings() {
    let stage = Stage::with([("/", PAGE)]);
    create(&stage, "Mail", "persistent");
    create(&stage, "Bank", "persistent");
    for bad in ["", "  ", "a/b", "../Mail", "two\nlines", "\u{202e}x", &"x".repeat(300)] {
        let created = ask(&stage, "create_profile", json!({"name": bad, "kind": "persistent"}));
        assert_eq!(created, Err("invalid_arguments".to_owned()), "{bad:?}");
    }
    let rename = |name: &str, to: &str| ask(&stage, "rename_profile", json!({"name": name, "to": to}));
    assert_eq!(rename("Mail", "Bank"), Err("profile_exists".to_owned()));
    assert_eq!(rename("Post", "Letters"), Err("unknown_profile".to_owned()));
    rename("Mail", "Post").expect("renamed");
    assert_eq!(shown(&stage, "Post")["opened_at_ms"], Value::Null);
    let (window, page) = open(&stage, "Post").expect("it opens");
    remember(&stage, &page);
    for what in ["archive_profile", "delete_profile"] {
        assert_eq!(ask(&stage, what, named("Post")), Err("profile_in_use".to_owned()), "{what}");
    }
    close(&stage, &window);
    ask(&stage, "archive_profile", named("Post")).expect("archived");
    assert_eq!(open(&stage, "Post"), Err("profile_archived".to_owned()));
    ask(&stage, "restore_profile", named("Post")).expect("restored");
    let (window, page) = open(&stage, "Post").expect("it opens");
    assert!(remembers(&stage, &page), "it is what it was");
    close(&stage, &window);
    let seen = wait_shown(&stage, "Post", |post| post["bytes"].as_u64().is_some_and(|bytes| bytes > 10_000));
    assert!(seen["opened_at_ms"].as_f64().is_some(), "{seen}");
    assert_eq!(ask(&stage, "cancel_deletion", named("Post")), Err("not_deleting".to_owned()));
    ask(&stage, "delete_profile", named("Post")).expect("deleted");
    assert_eq!(shown(&stage, "Post"), Value::Null);
    let left = std::fs::read_dir(stage.host.data_dir().join("profiles")).expect("a folder").count();
    assert_eq!(left, 0, "its disk is free");
    assert_eq!(open(&stage, "Post"), Err("unknown_profile".to_owned()));
    stage.close();
}

/// N23: after a crash nothing opens by itself; what was open is offered, what the person had closed or put away isn't.
#[test]
fn what_was_open_is_offered_after_a_crash() {
    let kept = tempfile::tempdir().expect("a folder");
    let start = || Stage::with_options(HostOptions::default().data_dir(kept.path()), [("/", PAGE)]);
    let stage = start();
    for name in ["Open", "Closed"] {
        create(&stage, name, "persistent");
    }
    create(&stage, "Away", "persistent");
    ask(&stage, "archive_profile", named("Away")).expect("archived");
    let (window, _) = open(&stage, "Closed").expect("it opens");
    close(&stage, &window);
    open(&stage, "Open").expect("it opens");
    stage.kill();
    let stage = start();
    assert_eq!(stage.view()["windows"], json!([]));
    let offered = |name: &str| shown(&stage, name)["was_open"] == true;
    assert_eq!(["Open", "Closed", "Away"].map(offered), [true, false, false]);
    assert_eq!(shown(&stage, "Away")["state"], "archived");
    let (window, _) = open(&stage, "Open").expect("what the dead Chromium left is taken over");
    close(&stage, &window);
    assert!(!offered("Open"));
    stage.close();
}
