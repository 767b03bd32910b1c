//! N27: what is typed reaches no agent, whatever kind of field holds it and however the page refers to it.

use nexus_test_support::bench_host::HostOptions;
use serde_json::json;

use nexus_test_support::stage::{Page, Stage, fenced};

/// Every kind of field, and every way in which a name or a text could pull its value in.
const FIELDS: &str = r#"<!doctype html><title>Fields</title>
<label>Text <input id=f1 value="CANARY default"></label><input id=f2 type=password aria-label=Password value="CANARY">
<input id=f3 type=email aria-label=Email><input id=f4 type=search aria-label=Search><input id=f5 type=tel aria-label=Tel>
<input id=f6 type=url aria-label=Url><textarea id=f7 aria-label=Area>CANARY default</textarea>
<input id=f8 type=hidden value=CANARY><input id=f9 role=combobox aria-label=Combo list=l><datalist id=l></datalist>
<input id=f10 role=button aria-label=""><input id=f11 role=option><input id=f12 readonly aria-label=Readonly>
<input id=d1 type=date aria-label=Date><input id=d2 type=time aria-label=Time><input id=d3 type=number aria-label=Number>
<input id=d4 type=month aria-label=Month><input id=d5 type=week aria-label=Week><input id=d6 type=datetime-local aria-label=Both>
<div id=c1 contenteditable role=textbox aria-label=Rich></div><div id=c2 contenteditable></div>
<h2 id=c3 contenteditable></h2><div id=c4 contenteditable role=button></div><span id=c5 contenteditable="plaintext-only"></span>
<div contenteditable><p id=c6></p><i contenteditable=false id=c7></i></div><p>inline <b contenteditable id=c8></b> words</p>
<ul><li contenteditable id=c9></li></ul><table><caption contenteditable id=c10></caption><tr><td contenteditable id=c11></td></tr></table>
<button aria-labelledby=f1>x</button><button aria-labelledby="f7 c2">y</button><button aria-labelledby="c6 c7">z</button><div role=heading aria-labelledby=c1></div>
<label>Both <input id=f13><input id=f14></label><label><input type=checkbox> Keep <input id=f15> days</label>
<button>Go <input id=f16></button><fieldset><legend>Legend <input id=f17></legend></fieldset>
<figure><img src="data:," alt=i><figcaption contenteditable id=c12></figcaption></figure>
<p tabindex=0>Focusable <input id=f18></p><div role=row tabindex=0><input id=f19></div><a href="/x"><input id=f20></a>
<button aria-owns=f21>Owner</button><input id=f21><summary><input id=f22></summary><div role=group tabindex=0><textarea id=f23></textarea></div>
<div id=kept></div><button id=keptbutton><span></span></button>
<script>const inner = kept.attachShadow({mode: 'closed'}); inner.innerHTML = '<button>Hm <input></button>';
const other = keptbutton.firstChild.attachShadow({mode: 'closed'}); other.innerHTML = '<textarea></textarea>';
window.fill = () => {
  for (const e of document.querySelectorAll('[id^=f]')) e.value = 'CANARY' + e.id;
  inner.querySelector('input').value = 'CANARYinner'; other.querySelector('textarea').value = 'CANARYother';
  d1.value = '2031-07-19'; d2.value = '21:47'; d3.value = '90817263'; d4.value = '2033-11'; d5.value = '2034-W41'; d6.value = '2035-03-08T05:59';
  for (const e of document.querySelectorAll('[id^=c]')) e.textContent = 'CANARY' + e.id;
  return 0;
};</script>"#;

/// Parts of the dates and numbers above, as a snapshot could spell them.
const NUMBERS: &[&str] = &["2031", "21:47", "90817263", "90,817", "2033", "W41", "2034", "2035", "05:59"];

fn read_everything(page: &Page<'_>) {
    let within = page.find("textbox", "Rich");
    for answer in [
        page.snapshot(),
        page.call("browser_snapshot", json!({"interactive_only": true})).expect_ok(),
        page.call("browser_snapshot", json!({"within": within})).expect_ok(),
        page.call("browser_text", json!({})).expect_ok(),
        page.call("browser_text", json!({"within": within})).expect_ok(),
        page.stage.call("browser_windows", json!({})).expect_ok(),
        page.click_ref("e99999"),
    ] {
        assert!(!answer.mentions("CANARY"), "{}: {}", answer.tool, answer.text);
        // Outside the fence such numbers come by chance, in a nonce or a port.
        let from_page = if answer.is_ok() { fenced(&answer) } else { "" };
        for number in NUMBERS {
            assert!(!from_page.contains(number), "{} tells {number}: {}", answer.tool, answer.text);
        }
    }
}

/// N27, L01, L02, L05: every kind of field, typed in by the page's person or there from the start.
#[test]
fn no_field_s_value_is_ever_told() {
    let stage = Stage::with([("/", FIELDS)]);
    let page = stage.open("/");
    read_everything(&page);
    page.eval("fill()");
    read_everything(&page);
    // What has a role and a label keeps them.
    let snapshot = page.snapshot();
    for (role, name) in [
        ("textbox", "Text"),
        ("textbox", "Email"),
        ("searchbox", "Search"),
        ("textbox", "Area"),
        ("checkbox", "Keep days"),
        ("button", "Go"),
        ("group", "Legend"),
    ] {
        assert!(snapshot.find_reference(role, name).is_some(), "no {role} {name} in {}", snapshot.text);
    }
    // A choice isn't typed.
    page.show("<label>Kind <select><option>Apple<option selected>Pear</select></label>");
    assert!(page.snapshot().mentions("option \\\"Pear\\\" [selected]"));
    // A region that turns editable later, also the whole document.
    page.show("<section id=s aria-label=Later><p>before</p></section>");
    let part = page.find("region", "Later");
    page.eval("s.parentNode.contentEditable = true; s.textContent = 'CANARY'; 0");
    page.call("browser_text", json!({"within": part})).expect_ok();
    page.call("browser_snapshot", json!({"within": part})).expect_ok();
    page.eval("document.body.contentEditable = 'inherit'; document.designMode = 'on'; 0");
    page.text();
    page.snapshot();
    stage.close();
}

/// N27: what an agent itself types isn't told again: not in the answer, the page, the log, the audit entries or the view.
#[test]
fn what_the_agent_typed_is_not_told_to_anyone() {
    let html = "<!doctype html><title>Form</title><label>Name <input id=i></label><textarea aria-label=Notes></textarea>\
                <div contenteditable role=textbox aria-label=Rich></div><button onclick=\"n.textContent=1\">Go</button><b id=n></b>";
    let stage = Stage::with_options(HostOptions::default().environment([("RUST_LOG", "debug")]), [("/", html)]);
    let page = stage.open("/");
    for name in ["Name", "Notes", "Rich"] {
        let typed = page.type_into("textbox", name, "CANARY of the agent").expect_ok();
        assert_eq!(typed.structured["verified"], true, "{}", typed.raw);
    }
    assert_eq!(page.eval("i.value"), "CANARY of the agent");
    page.click("button", "Go").expect_ok();
    page.text();
    page.call("browser_type", json!({"ref": "e9999", "text": "CANARY"})).expect_code("stale_reference");
    page.call("browser_type", json!({"ref": page.find("button", "Go"), "text": "CANARY"}))
        .expect_code("not_actionable");
    page.call("browser_type", json!({"ref": "e1", "text": ["CANARY"]})).expect_code("invalid_arguments");
    assert!(stage.host.stderr().contains(" INFO "), "the log is detailed: {}", stage.host.stderr());
    stage.close();
}

/// L19: waiting for a text tells no more than reading, so a guess at a typed value never comes true.
#[test]
fn waiting_does_not_confirm_a_guess() {
    let html = "<!doctype html><title>Guess</title><p>Secret:</p><input aria-label=a value=guessed><textarea>guessed</textarea>\
                <div contenteditable>guessed</div><select><option>guessed</select><p>end</p>";
    let stage = Stage::with([("/", html)]);
    let page = stage.open("/");
    for text in ["guessed", "guess", "Secret: guessed"] {
        page.call("browser_wait", json!({"text": text, "timeout_s": 0.3})).expect_code("timed_out");
        page.call("browser_wait", json!({"gone": text, "timeout_s": 0.3})).expect_ok();
    }
    page.call("browser_wait", json!({"text": "Secret: end", "timeout_s": 0.3})).expect_ok();
    stage.close();
}
