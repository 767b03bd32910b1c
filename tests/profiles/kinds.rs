//! N19: what each kind of profile keeps, and whom it lets in.

use nexus_test_support::stage::Stage;
use serde_json::json;

use crate::{ask, close, create, open, remember, remembers, shown};

const PAGE: &str = "<!doctype html><title>Start</title><button>Press</button>";

/// N19, N22: a persistent profile has its cookies again; one of automation begins clean each time, or as it was saved.
#[test]
fn kinds_differ_in_what_they_keep() {
    let stage = Stage::with([("/", PAGE)]);
    for (kind, kept) in [("persistent", true), ("shared", true), ("automation-only", false)] {
        create(&stage, kind, kind);
        let (window, page) = open(&stage, kind).expect("it opens");
        remember(&stage, &page);
        close(&stage, &window);
        let (window, page) = open(&stage, kind).expect("it opens again");
        assert_eq!(remembers(&stage, &page), kept, "{kind}");
        remember(&stage, &page);
        close(&stage, &window);
    }
    ask(&stage, "save_clean_state", json!({"name": "automation-only"})).expect("saved");
    let (window, page) = open(&stage, "automation-only").expect("it opens");
    assert!(remembers(&stage, &page), "it was saved");
    stage.host.human.evaluate(&page, "document.cookie = 'kept=1; max-age=0'; 0").expect("it is dropped");
    close(&stage, &window);
    let (window, page) = open(&stage, "automation-only").expect("it opens");
    assert!(remembers(&stage, &page), "each Window begins with it");
    close(&stage, &window);
    assert_eq!(
        ask(&stage, "save_clean_state", json!({"name": "shared"})),
        Err("invalid_arguments".to_owned()),
        "only an automation-only profile has a clean state"
    );
    stage.close();
}

/// N19: a shared profile is let out anew each time; one of automation is free; one of a workspace opens there alone.
#[test]
fn kinds_differ_in_whom_they_let_in() {
    let stage = Stage::with([("/", PAGE)]);
    let acquire = |window: &str| stage.call("browser_lease_acquire", json!({"window": window}));
    create(&stage, "Team", "shared");
    let grant = || ask(&stage, "grant", json!({"profile": "Team", "agent": "bench"}));
    assert_eq!(grant(), Err("profile_not_open".to_owned()));
    for _ in 0..2 {
        let (window, _) = open(&stage, "Team").expect("it opens");
        acquire(&window).expect_code("grant_pending");
        grant().expect("it is open");
        acquire(&window).expect_ok();
        close(&stage, &window);
    }
    create(&stage, "Runs", "automation-only");
    let (window, _) = open(&stage, "Runs").expect("it opens");
    let listed = stage.call("browser_windows", json!({})).expect_ok();
    assert_eq!(listed.structured["windows"][0]["kind"], "automation-only");
    acquire(&window).expect_ok();
    close(&stage, &window);
    let office = json!({"name": "Desk", "kind": "workspace", "workspace": "Office"});
    ask(&stage, "create_profile", office).expect("a profile");
    assert_eq!(shown(&stage, "Desk")["workspace"], "Office");
    assert_eq!(open(&stage, "Desk"), Err("other_workspace".to_owned()));
    ask(&stage, "switch_workspace", json!({"name": "Office"})).expect("switched");
    let (window, _) = open(&stage, "Desk").expect("it opens there");
    acquire(&window).expect_code("grant_pending");
    stage.close();
}
