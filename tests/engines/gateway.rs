//! The gateway, told by a client of a test's own: what an engine is let do, and that a person's control ends it. N02, A03.

use std::time::{Duration, Instant};

use nexus_test_support::cdp_client::{CdpClient, CdpFailure};
use nexus_test_support::deadline::wait_until;
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::{Value, json};

pub(crate) const PAGE: &str = "<!doctype html><title>Gateway</title><style>body{margin:0}button{width:200px;height:100px}</style>\
    <button onclick='window.pressed = (window.pressed ?? 0) + 1'>Press</button><input id=f>\
    <script>window.moves = 0; addEventListener('mousemove', () => { moves += 1 }, true)</script>";

/// Where the gateway is for an engine of this role, as if a permit that goes this far were being spent all the time.
#[track_caller]
pub(crate) fn endpoint(page: &Page<'_>, role: &str, how: &str) -> String {
    let asked = json!({"page": page.id, "role": role, "how": how});
    let opened = page.stage.host.human.ask("attach_engine", asked).expect("a door opens");
    opened["endpoint"].as_str().expect("an address").to_owned()
}

/// A client there, with its session of the page.
#[track_caller]
pub(crate) fn attach(page: &Page<'_>, role: &str, how: &str) -> (CdpClient, String) {
    let mut client = CdpClient::connect(&endpoint(page, role, how), &[]).expect("the token is right");
    let session = client.find_page();
    (client, session)
}

pub(crate) fn mouse(kind: &str, x: i64) -> Value {
    let pressed = kind != "mouseMoved";
    json!({"type": kind, "x": x, "y": 50, "button": if pressed { "left" } else { "none" }, "clickCount": i64::from(pressed)})
}

/// N02: an engine finds one page, may set itself up, look and act there, in its own worlds and with its own input.
#[test]
fn an_engine_finds_its_page_and_can_work() {
    let stage = Stage::with([("/", PAGE), ("/other", "<title>Other</title>")]);
    let page = stage.open("/");
    stage.call("browser_page_open", json!({"window": page.window, "url": stage.site.url("/other")})).expect_ok();
    let (mut engine, session) = attach(&page, "interaction", "acting");
    assert!(engine.call(None, "Browser.getVersion", json!({})).expect("told")["product"].is_string());
    let targets = engine.call(None, "Target.getTargets", json!({})).expect("told");
    assert_eq!(targets["targetInfos"].as_array().map(Vec::len), Some(1), "{targets}");
    for method in ["Page.enable", "Runtime.enable", "Network.enable", "Log.enable"] {
        engine.call(Some(&session), method, json!({})).unwrap_or_else(|error| panic!("{method}: {error:?}"));
    }
    let world = engine.own_world(&session, "mine").expect("a world of its own");
    assert_eq!(engine.evaluate(&session, world, "document.title"), Ok(json!("Gateway")));
    engine.call(Some(&session), "Input.insertText", json!({"text": ""})).expect("done");
    // Not a press: the guard cancels one of which nothing was said before.
    let before = page.eval("moves").as_i64();
    engine.call(Some(&session), "Input.dispatchMouseEvent", mouse("mouseMoved", 20)).expect("done");
    assert!(page.eval("moves").as_i64() > before, "its input reaches the page");
    stage.close();
}

/// A port opens once, for its token; nobody else gets in, and it is gone then.
#[test]
fn a_door_opens_once_and_to_its_token_alone() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let address = endpoint(&page, "inspection", "listening");
    let (door, token) = address.rsplit_once('/').expect("a token in the path");
    for (address, headers) in [
        (format!("{door}/"), &[][..]),
        (format!("{door}/{}", "0".repeat(token.len())), &[]),
        (format!("{door}/devtools/browser/{token}"), &[]),
        (address.clone(), &[("origin", "https://a.example")]),
        (address.clone(), &[("host", "rebound.example")]),
    ] {
        assert_eq!(CdpClient::connect(&address, headers).err(), Some(403), "{headers:?}");
    }
    let stays = CdpClient::connect(&address, &[]).expect("the token is right");
    assert!(CdpClient::connect(&address, &[]).is_err(), "it opens once");
    drop(stays);
    assert!(CdpClient::connect(&address, &[]).is_err(), "also after that");
    stage.close();
}

/// Commands of one client are carried out in its order, also where some of them are answered by the gateway itself.
#[test]
fn a_client_s_order_is_kept() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let (mut engine, session) = attach(&page, "interaction", "acting");
    engine.call(Some(&session), "Runtime.enable", json!({})).expect("done");
    let world = engine.own_world(&session, "mine").expect("a world of its own");
    engine.evaluate(&session, world, "globalThis.seen = [], 0").expect("done");
    let mut last = 0;
    for number in 0..200 {
        let push = json!({"expression": format!("seen.push({number})"), "contextId": world});
        last = engine.send(Some(&session), "Runtime.evaluate", &push).expect("sent");
        engine.send(Some(&session), "Page.bringToFront", &json!({})).expect("sent");
    }
    engine.answer(last, SOON).expect("done");
    let seen = engine.evaluate(&session, world, "seen").expect("told");
    assert_eq!(seen, json!((0..200).collect::<Vec<_>>()));
    stage.close();
}

/// A page that hangs, a client that floods and one that sends too much cost the others nothing.
#[test]
fn a_flood_is_held_back() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let (mut engine, session) = attach(&page, "interaction", "acting");
    let (began, mut last) = (Instant::now(), 0);
    for _ in 0..4_000 {
        last = engine.send(Some(&session), "Page.bringToFront", &json!({})).expect("sent");
    }
    engine.answer(last, SOON).expect("answered in the end");
    assert!(began.elapsed() > Duration::from_millis(1_500), "4,000 at once took {:?}", began.elapsed());
    page.snapshot();
    let big = json!({"expression": "1".repeat(5 << 20)}).to_string();
    let sent = engine.send_text(big);
    assert!(sent.is_err() || engine.hung_up_within(SOON), "a message may not be as large as that");
    page.snapshot();
    stage.close();
}

/// A page's workers and frames don't wait for an engine that never says go on.
#[test]
fn nothing_of_the_page_waits_for_an_engine() {
    let stage = Stage::with([("/", PAGE), ("/frame", "<script>parent.postMessage('frame', '*')</script>")]);
    let page = stage.open("/");
    let (mut engine, session) = attach(&page, "interaction", "acting");
    let all = json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true});
    engine.call(Some(&session), "Target.setAutoAttach", all).expect("done");
    let frame = stage.site.other_origin() + "/frame";
    let script = format!(
        "new Promise((done) => {{ const heard = []; const hear = (e) => {{ heard.push(e.data); if (heard.length == 2) done(heard.sort()) }};\
         addEventListener('message', hear);\
         new Worker(URL.createObjectURL(new Blob(['postMessage(\"worker\")']))).addEventListener('message', hear);\
         document.body.append(Object.assign(document.createElement('iframe'), {{src: '{frame}'}})) }})"
    );
    assert_eq!(page.eval(&script), json!(["frame", "worker"]));
    let attached = |engine: &mut CdpClient| {
        let events = engine.listen(Duration::from_millis(100)).to_vec();
        let kinds = events.iter().filter(|event| event["method"] == "Target.attachedToTarget");
        let mut kinds: Vec<String> =
            kinds.map(|event| event["params"]["targetInfo"]["type"].as_str().unwrap_or_default().to_owned()).collect();
        kinds.sort();
        Some(()).filter(|()| kinds == ["iframe", "page", "worker"])
    };
    wait_until("the parts of the page", SOON, || attached(&mut engine)).expect("they are shown");
    stage.close();
}

/// How often the person takes control below.
const TAKE_OVERS: usize = 200;

/// A03, N12: from when a take-over is in force nothing of an engine reaches the page, nothing of the page reaches the
/// engine, and its connection is over; with an engine that never stops sending.
#[test]
fn nothing_of_an_engine_survives_a_take_over() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    for round in 0..TAKE_OVERS {
        let (mut engine, session) = attach(&page, "interaction", "acting");
        engine.call(Some(&session), "Runtime.enable", json!({})).expect("done");
        let ticking = std::thread::spawn(move || {
            // Until it is hung up on.
            for sent in 0_i64.. {
                if engine.send(Some(&session), "Input.dispatchMouseEvent", &mouse("mouseMoved", 1 + sent % 90)).is_err()
                {
                    break;
                }
                if sent % 8 == 0 && engine.is_over() {
                    break;
                }
            }
            engine
        });
        std::thread::sleep(Duration::from_millis(3 + (round as u64 * 7) % 20));
        stage.host.human.take_control(&page.window, None).expect("in force");
        let then = page.eval("moves");
        let secret = format!("DURING-{round}");
        page.eval(&format!("console.log('{secret}'), 0"));
        let mut engine = ticking.join().expect("the engine ends");
        assert!(engine.hung_up_within(Duration::from_secs(2)), "its connection is over ({round})");
        assert_eq!(page.eval("moves"), then, "nothing arrives after the take-over ({round})");
        let heard = engine.listen(Duration::ZERO).iter().any(|event| event.to_string().contains(&secret));
        assert!(!heard, "an engine heard of the person's time ({round})");
        let asked = json!({"page": page.id, "role": "interaction", "how": "acting"});
        stage.host.human.ask("attach_engine", asked).expect_err("no door opens in the person's time");
        stage.host.human.give_back(&page.window, None).expect("given back");
    }
    stage.close();
}

/// I17: an engine that is attached after a take-over isn't told what was logged before, though Chromium tells it anew.
#[test]
fn an_engine_is_not_told_of_the_person_s_time() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    stage.host.human.take_control(&page.window, None).expect("in force");
    page.eval("console.log('DURING'); setTimeout(() => { throw new Error('DURING') }); fetch('/none?DURING'); 0");
    page.eval("new Promise((done) => setTimeout(done, 300))");
    stage.host.human.give_back(&page.window, None).expect("given back");
    let (mut engine, session) = attach(&page, "inspection", "reading");
    for method in ["Runtime.enable", "Log.enable", "Network.enable"] {
        engine.call(Some(&session), method, json!({})).expect("done");
    }
    page.eval("console.log('AFTER'), 0");
    let after = |engine: &mut CdpClient| {
        let heard = engine.listen(Duration::from_millis(50)).iter().any(|event| event.to_string().contains("AFTER"));
        heard.then_some(())
    };
    wait_until("what is logged now", SOON, || after(&mut engine)).expect("it is told");
    for event in engine.listen(Duration::from_millis(300)) {
        assert!(!event.to_string().contains("DURING"), "{event}");
    }
    stage.close();
}

/// The lease's end is the engine's end as well, and a closed page's.
#[test]
fn an_engine_ends_with_the_lease_and_with_the_page() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let (mut engine, session) = attach(&page, "interaction", "acting");
    stage.call("browser_lease_release", json!({"window": page.window})).expect_ok();
    assert!(engine.hung_up_within(Duration::from_secs(2)));
    assert_eq!(engine.call(Some(&session), "Page.enable", json!({})), Err(CdpFailure::HungUp));
    stage.call("browser_lease_acquire", json!({"window": page.window})).expect_ok();
    let (mut engine, _) = attach(&page, "interaction", "acting");
    stage.call("browser_window_close", json!({"window": page.window})).expect_ok();
    assert!(engine.hung_up_within(Duration::from_secs(10)));
    stage.close();
}
