//! N05–N09 over MCP: two agents, one Window, and who may do what.

use std::time::{Duration, Instant};

use nexus_test_support::McpClient;
use nexus_test_support::deadline::wait_until;
use serde_json::json;

use nexus_test_support::stage::{Page, SOON, Stage};

const PAGE: &str = "<!doctype html><title>Leases</title><button onclick='this.dataset.n=+(this.dataset.n||0)+1'>Add</button>\
                    <script>window.order=[]</script>";

/// A Window of the person's that nobody has signed in to, where agents may have pages of their own.
fn shared_window(stage: &Stage) -> (String, String) {
    let opened = stage.host.human.open_window("about:blank").expect("a Window");
    let id = |key: &str| opened[key].as_str().expect("an id").to_owned();
    (id("window"), id("page"))
}

fn page_of<'a>(stage: &'a Stage, agent: Option<&McpClient>, window: &str, path: &str) -> Page<'a> {
    let arguments = json!({"window": window, "url": stage.site.url(path)});
    let opened = match agent {
        None => stage.call("browser_page_open", arguments),
        Some(agent) => stage.call_as(agent, "browser_page_open", arguments),
    };
    Page::of(stage, &opened.expect_ok())
}

/// N05, N06, N08, N09: who holds what, and no overlap of it.
#[test]
fn leases_exclude_others_and_never_overlap() {
    let stage = Stage::with([("/", PAGE)]);
    let second = stage.host.connect_agent("second");
    let (window, tab) = shared_window(&stage);
    let mine = page_of(&stage, None, &window, "/");
    let acquire = |scope| stage.call_as(&second, "browser_lease_acquire", scope);
    // N09: the person's own tab can't be leased by itself.
    acquire(json!({"page": tab})).expect_code("page_not_leasable");
    // N08: no Window lease while someone else holds a page in it, and no second holder of a page.
    acquire(json!({"window": window})).expect_code("lease_held");
    acquire(json!({"page": mine.id})).expect_code("lease_held");
    let button = mine.find("button", "Add");
    stage.call_as(&second, "browser_click", json!({"page": mine.id, "ref": button})).expect_code("lease_held");
    stage
        .call_as(&second, "browser_navigate", json!({"page": tab, "url": "about:blank"}))
        .expect_code("lease_required");
    // N07: two agents, two pages, no contention.
    let theirs = page_of(&stage, Some(&second), &window, "/");
    mine.click("button", "Add").expect_ok();
    stage.call_as(&second, "browser_snapshot", json!({})).expect_ok();
    stage.call("browser_navigate", json!({"page": theirs.id, "url": "about:blank"})).expect_code("lease_held");
    // N05: without the lease no act, with it again.
    stage.call("browser_lease_release", json!({"page": mine.id})).expect_ok();
    mine.click_ref(&button).expect_code("lease_required");
    let lease = stage.call("browser_lease_acquire", json!({"page": mine.id})).expect_ok().fact("lease").to_owned();
    mine.click("button", "Add").expect_ok();
    // A named lease has to be the one that covers the page.
    let named = |lease: &str| mine.call("browser_click", json!({"ref": mine.find("button", "Add"), "lease": lease}));
    named(&lease).expect_ok();
    let other = stage.call("browser_window_open", json!({})).expect_ok();
    named(other.fact("lease")).expect_code("lease_held");
    assert_eq!(mine.eval("document.querySelector('button').dataset.n"), "3");
    // N06: a whole Window keeps everyone else out, new pages too.
    stage
        .call_as(&second, "browser_page_open", json!({"window": other.fact("window"), "url": "about:blank"}))
        .expect_code("lease_held");
    acquire(json!({"page": other.fact("page")})).expect_code("lease_held");
    stage.close();
}

/// N07: one page's calls run in order, two pages' side by side.
#[test]
fn one_page_is_served_in_order_and_two_at_the_same_time() {
    let stage = Stage::with([("/", PAGE), ("/slow", PAGE), ("/slow/too", PAGE)]);
    let (window, _) = shared_window(&stage);
    let (one, two) = (page_of(&stage, None, &window, "/"), page_of(&stage, None, &window, "/"));
    // Chromium asks for one address once at a time, so these are two.
    let slow = |page: &Page<'_>, path: &str| {
        let arguments = json!({"page": page.id, "url": stage.site.url(path)});
        stage.host.agent.start_call("browser_navigate", arguments).expect("sent")
    };
    let both = [slow(&one, "/slow"), slow(&two, "/slow/too")];
    both.iter().for_each(|call| drop(call.wait(SOON).expect("opened").expect_ok()));
    assert_eq!(stage.site.most_slow(), 2, "two pages load at the same time");
    one.show("<label>Name <input id=i></label>");
    let field = one.find("textbox", "Name");
    let calls: Vec<_> = (0..30)
        .map(|number| {
            let arguments = json!({"page": one.id, "ref": field, "text": format!("{number},"), "append": true});
            stage.host.agent.start_call("browser_type", arguments).expect("sent")
        })
        .collect();
    calls.iter().for_each(|call| drop(call.wait(SOON).expect("typed").expect_ok()));
    let expected: String = (0..30).map(|number| format!("{number},")).collect();
    assert_eq!(one.eval("i.value"), expected);
    stage.close();
}

/// N05, N07: who waits gets it first come first served; a lost connection frees what it held.
#[test]
fn waiting_for_a_lease_is_first_come_first_served() {
    let stage = Stage::with([("/", PAGE)]);
    let (window, _) = shared_window(&stage);
    let page = page_of(&stage, None, &window, "/");
    let (second, third) = (stage.host.connect_agent("second"), stage.host.connect_agent("third"));
    let wait = json!({"page": page.id, "wait_s": 30});
    let first_in_line = second.start_call("browser_lease_acquire", wait.clone()).expect("sent");
    // The order is that in which they came, so the first has to be in line before the second asks.
    assert!(first_in_line.wait(Duration::from_millis(300)).is_err());
    let next_in_line = third.start_call("browser_lease_acquire", wait).expect("sent");
    assert!(next_in_line.wait(Duration::from_millis(300)).is_err());
    stage.call("browser_lease_release", json!({"page": page.id})).expect_ok();
    first_in_line.wait(SOON).expect("its turn").expect_ok();
    assert!(next_in_line.wait(Duration::from_millis(300)).is_err(), "one at a time");
    stage.call_as(&second, "browser_navigate", json!({"page": page.id, "go": "reload"})).expect_ok();
    let lost = Instant::now();
    second.close().expect("closed");
    next_in_line.wait(SOON).expect("its turn").expect_ok();
    assert!(lost.elapsed() < Duration::from_secs(15), "a lost session's lease is freed: {:?}", lost.elapsed());
    assert!(stage.call("browser_lease_acquire", json!({"page": page.id, "wait_s": 0.2})).code == "lease_held");
    // The page stayed as it was.
    assert_eq!(page.snapshot().fact("address"), stage.site.url("/"));
    wait_until("the lost session to be off the list", SOON, || {
        let agents = stage.call("browser_windows", json!({})).expect_ok().structured["agents"].to_string();
        (!agents.contains("second")).then_some(())
    })
    .expect("it goes");
    stage.close();
}
