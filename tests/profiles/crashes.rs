//! N23: NEXUS is killed in the middle of work, over and over: nothing is left running, nothing is broken, nothing is repeated.

use std::thread;
use std::time::Duration;

use nexus_test_support::Site;
use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::stage::Stage;
use serde_json::{Value, json};

use crate::{ask, close, create, open, remember, remembers, shown};

/// How often NEXUS is killed, unless `NEXUS_KILLS` says otherwise.
const KILLS: u64 = 10;
/// The latest moment of work at which it is killed.
const LATEST_MILLIS: u64 = 3000;

const PAGE: &str = "<!doctype html><title>Start</title>";
/// Keeps Chromium writing to its profile, and the site hearing of it.
const WORK: &str = "<!doctype html><title>Work</title><button>Press</button><form method=post action=/log/form><input name=a></form>\
    <script>let n = 0; setInterval(() => { document.cookie = `n${n % 50}=${n}; max-age=9999`; localStorage.n = n++; \
    if (n % 20 == 0) fetch('/log/work', {method: 'POST', body: n}); }, 5)</script>";

fn start(data_dir: &std::path::Path) -> Stage {
    Stage::with_options(HostOptions::default().data_dir(data_dir), [("/", PAGE), ("/work", WORK)])
}

#[test]
fn nothing_is_left_broken_or_repeated_after_a_kill_at_any_moment() {
    let kills = std::env::var("NEXUS_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number"));
    let kept = tempfile::tempdir().expect("a folder");
    let stage = start(kept.path());
    create(&stage, "Mail", "persistent");
    ask(&stage, "grant", json!({"profile": "Mail", "agent": "bench"})).expect("it may drive it");
    let (window, page) = open(&stage, "Mail").expect("it opens");
    remember(&stage, &page);
    close(&stage, &window);
    stage.close();
    let mut killed_at_work = 0;
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for round in 0..kills {
        // Marsaglia's xorshift: the same moments in each run.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let after = Duration::from_millis(random % LATEST_MILLIS);
        let stage = start(kept.path());
        thread::scope(|scope| {
            scope.spawn(|| work(&stage));
            thread::sleep(after);
            stage.host.crash();
        });
        let site = site_of(stage);
        let sent = site.log();
        killed_at_work += usize::from(!sent.is_empty());
        is_whole(kept.path(), &format!("round {round}, after {after:?}"));
        assert_eq!(site.log(), sent, "round {round}: something was sent again");
    }
    assert!(killed_at_work > 0, "no page was at work when NEXUS was killed");
}

/// The site goes on, and hears of what is done again.
fn site_of(stage: Stage) -> Site {
    let Stage { site, .. } = stage;
    site
}

/// Does what people and agents do, until the host is gone.
fn work(stage: &Stage) {
    let opened = json!({"profile": "Mail", "url": stage.site.url("/work")});
    let Ok(opened) = stage.host.human.ask("open_window", opened) else { return };
    let (window, page) = (&opened["window"], &opened["page"]);
    let calls = [
        ("browser_lease_acquire", json!({"window": window})),
        ("browser_window_open", json!({"url": stage.site.url("/work")})),
        ("browser_snapshot", json!({"page": page})),
        ("browser_scroll", json!({"page": page, "dy": 300})),
        ("browser_screenshot", json!({"page": page})),
        ("browser_press_key", json!({"page": page, "key": "Enter"})),
        ("browser_navigate", json!({"page": page, "go": "reload"})),
        ("browser_text", json!({"page": page})),
        ("browser_handoff", json!({"page": page, "reason": "Please sign in"})),
    ];
    for (tool, arguments) in calls {
        let Ok(call) = stage.host.agent.start_call(tool, arguments) else { return };
        if tool != "browser_handoff" && call.wait(Duration::from_secs(10)).is_err() {
            return;
        }
    }
}

#[track_caller]
fn is_whole(data_dir: &std::path::Path, when: &str) {
    let stage = start(data_dir);
    let view = stage.view();
    for nothing in ["windows", "requests", "handoffs"] {
        assert_eq!(view[nothing], json!([]), "{when}: {nothing}");
    }
    assert_eq!(stage.host.human.audit().expect("entries")["verified"], true, "{when}");
    let left = std::fs::read_dir(data_dir.join("profiles")).expect("a folder").count();
    assert_eq!(left, 1, "{when}: isolated profiles are left");
    assert_ne!(shown(&stage, "Mail"), Value::Null, "{when}");
    let (window, page) = open(&stage, "Mail").unwrap_or_else(|code| panic!("{when}: {code}"));
    assert!(remembers(&stage, &page), "{when}: the cookie is gone");
    let pages = stage.view()["windows"][0]["pages"].clone();
    assert_eq!(pages.as_array().map(Vec::len), Some(1), "{when}: {pages}");
    stage.call("browser_text", json!({"page": page})).expect_code("observation_pending");
    close(&stage, &window);
    stage.close();
}
