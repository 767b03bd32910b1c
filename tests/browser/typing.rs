//! Typing: the field holds what was asked for, the answer says whether it does, and never what it is.

use serde_json::json;

use nexus_test_support::deadline::wait_until;
use nexus_test_support::stage::{Page, SOON, Stage};

const PAGE: &str = r#"<!doctype html><title>Typing</title><form action="/sent" id=form><label>Name <input id=i name=n value=old></label></form>
<label>Notes <textarea id=area></textarea></label><label>Short <input id=short maxlength=4></label>
<label>Fixed <input id=fixed readonly value=kept></label><label>Off <input id=off disabled></label>
<div contenteditable role=textbox aria-label=Rich id=rich>old <b>bold</b></div><label>Day <input id=day type=date></label>
<label>Level <input id=level type=range max=10></label><label>Colour <input id=colour type=color></label>
<label>Amount <input id=amount type=number></label><label>Mail <input id=mail type=email></label><label>Find <input id=search type=search></label>
<label>Phone <input id=tel type=tel></label><label>Site <input id=url type=url></label><label>At <input id=time type=time></label>
<label>Password <input id=pw type=password></label><label>Code <input id=otp autocomplete=one-time-code></label>
<label>Card <input id=card autocomplete="billing cc-number"></label><label>Masked <input id=masked style="-webkit-text-security:disc"></label>
<label>Shown <input id=shown type=password></label><button>Not a field</button><div id=h></div><label>Upper <input id=upper oninput="this.value=this.value.toUpperCase()"></label>
<script>h.attachShadow({mode:'open'}).innerHTML='<label>Shadowed <input id=s></label>';
window.events = []; for (const k of ['input','change','keydown']) addEventListener(k, (e) => events.push(`${k} ${e.target.id}`), true);</script>"#;

fn stage() -> Stage {
    Stage::with([("/", PAGE), ("/sent", "<!doctype html><title>Sent</title><h1>Sent</h1>")])
}

#[track_caller]
fn type_with(page: &Page<'_>, name: &str, mut arguments: serde_json::Value) -> nexus_test_support::ToolResult {
    let snapshot = page.snapshot();
    let line = snapshot
        .text
        .lines()
        .find(|line| line.contains(&format!(" \"{name}\"")))
        .unwrap_or_else(|| panic!("no {name} in {}", snapshot.text));
    let reference = line.split_once("[ref=").and_then(|(_, rest)| rest.split_once(']')).expect("a reference").0;
    arguments["ref"] = json!(reference);
    page.call("browser_type", arguments)
}

/// A04, A12: replacing, adding, emptying, in every kind of field that takes text or a value.
#[test]
fn fields_hold_what_was_typed() {
    let stage = stage();
    let page = stage.open("/");
    for (name, holds, text) in [
        ("Name", "i.value", "Ada Lövelace 🌍"),
        ("Notes", "area.value", "two\nlines"),
        ("Day", "day.value", "2026-03-04"),
        ("Amount", "amount.value", "12.5"),
        ("Mail", "mail.value", "a@b.example"),
        ("Find", "search.value", "plums"),
        ("Phone", "tel.value", "+49 30 1"),
        ("Site", "url.value", "https://a.example/"),
        ("Level", "level.value", "7"),
        ("Colour", "colour.value", "#a0b1c2"),
        ("At", "time.value", "10:20"),
        ("Shadowed", "h.shadowRoot.querySelector('input').value", "deep"),
        ("Rich", "rich.textContent", "plain words"),
    ] {
        let typed = type_with(&page, name, json!({"text": text})).expect_ok();
        assert_eq!(page.eval(holds), text, "{name}: {}", typed.raw);
        assert_eq!(typed.structured["verified"], true, "{name}: {}", typed.raw);
    }
    assert_eq!(
        page.eval("events.includes('input i') && events.includes('input day') && events.includes('change day')"),
        true
    );
    for (name, holds, expected) in [
        ("Name", "i.value", "Ada Lövelace 🌍 King"),
        ("Notes", "area.value", "two\nlines King"),
        ("Rich", "rich.textContent", "plain words King"),
        ("Mail", "mail.value", "a@b.example King"),
    ] {
        let text = if name == "Mail" { "x" } else { " King" };
        let expected = if name == "Mail" { "a@b.examplex" } else { expected };
        let typed = type_with(&page, name, json!({"text": text, "append": true})).expect_ok();
        assert_eq!(page.eval(holds), expected, "{name}");
        assert_eq!(typed.structured["verified"], true, "{name}: {}", typed.raw);
    }
    let typed = type_with(&page, "Amount", json!({"text": "5", "append": true})).expect_ok();
    assert_eq!((page.eval("amount.value"), &typed.structured["verified"]), (json!("12.55"), &json!(true)));
    for (name, holds) in [
        ("Name", "i.value"),
        ("Notes", "area.value"),
        ("Rich", "rich.textContent.trim()"),
        ("Day", "day.value"),
        ("Amount", "amount.value"),
    ] {
        let typed = type_with(&page, name, json!({"text": ""})).expect_ok();
        assert_eq!(page.eval(holds), "", "{name}");
        assert_eq!(typed.structured["verified"], true, "{name}: {}", typed.raw);
    }
    stage.close();
}

/// A12: `verified` is false where the field made something else of it; a field that takes nothing is left alone.
#[test]
fn what_the_field_refuses_is_told() {
    let stage = stage();
    let page = stage.open("/");
    for (name, text, holds, value) in
        [("Short", "too long", "short.value", "too "), ("Upper", "abc", "upper.value", "ABC")]
    {
        let typed = type_with(&page, name, json!({"text": text})).expect_ok();
        assert_eq!(typed.structured["verified"], false, "{name}: {}", typed.raw);
        assert_eq!(page.eval(holds), value);
    }
    let refused = type_with(&page, "Day", json!({"text": "someday"})).expect_code("invalid_arguments");
    assert!(refused.text.contains("takes 2026-01-31"), "{}", refused.text);
    assert_eq!(page.eval("day.value"), "");
    for (name, why) in [("Fixed", "read-only"), ("Off", "disabled"), ("Not a field", "isn't a field")] {
        let refused = type_with(&page, name, json!({"text": "x"})).expect_code("not_actionable");
        assert!(refused.text.contains(why) && refused.text.contains("Nothing was done"), "{}", refused.text);
    }
    assert_eq!(page.eval("fixed.value + off.value"), "kept");
    stage.close();
}

/// A06, N13: about passwords, codes and card numbers the person is asked each time, also once a page shows a password as
/// text; where a sign-in may be they are theirs to type.
#[test]
fn secrets_are_left_to_the_person() {
    let stage = stage();
    let page = stage.open("/");
    page.snapshot();
    page.eval("shown.type = 'text'; 0");
    for (name, id) in [("Password", "pw"), ("Code", "otp"), ("Card", "card"), ("Masked", "masked"), ("Shown", "shown")]
    {
        type_with(&page, name, json!({"text": "CANARY"})).expect_code("approval_pending");
        assert_eq!(page.eval(&format!("{id}.value")), "", "{name}");
        if let Some(open) = stage.view()["requests"][0]["approval"].as_str() {
            stage.host.human.reject(open).expect("open");
        }
    }
    stage.host.human.press(&page.id, "#pw").expect("pressed");
    wait_until("their control", SOON, || (stage.view()["windows"][0]["may_be_signed_in"] == true).then_some(()))
        .expect("noticed");
    stage.host.human.give_back(&page.window, None).expect("given back");
    let refused = type_with(&page, "Password", json!({"text": "CANARY"})).expect_code("handoff_required");
    assert_eq!(refused.status, "refused");
    assert_eq!(page.eval("pw.value"), "");
    stage.close();
}

/// A12: Enter after the text sends the form, and the answer says where that led.
#[test]
fn submit_presses_enter_after_the_text() {
    let stage = stage();
    let page = stage.open("/");
    let sent = type_with(&page, "Name", json!({"text": "CANARY", "submit": true})).expect_ok();
    assert_eq!(sent.fact("address"), stage.site.url("/sent"), "{}", sent.raw);
    assert_eq!(sent.structured["effect"], "changed");
    page.go("back").expect_ok();
    page.eval("form.onsubmit = (e) => { e.preventDefault(); }; i.value = ''; events = []; 0");
    let stayed = type_with(&page, "Name", json!({"text": "Bob", "submit": true})).expect_ok();
    assert_eq!(stayed.structured["verified"], true, "{}", stayed.raw);
    assert_eq!(page.eval("events.filter((e) => e === 'keydown i').length"), 1);
    stage.close();
}
