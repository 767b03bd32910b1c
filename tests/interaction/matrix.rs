//! Every tool in every place: what works in a plain page works in frames and shadow roots.

use serde_json::json;

use crate::Case;
use crate::ground::{Fixture, Ground, Place};

const BUTTON: Fixture = Fixture {
    html: "<h2>Counter</h2><button id=add>Add</button><p id=count role=status>0 pressed</p>",
    script: "let n = 0; $('add').onclick = (event) => { n += event.isTrusted; $('count').textContent = `${n} pressed`; tell('n', n); };",
};
const BELOW: Fixture = Fixture {
    html: "<div style='height:2500px'>Far above</div><button id=low>Low</button><div style='height:800px'></div>",
    script: "$('low').onclick = (event) => tell('low', event.isTrusted);",
};
const FIELDS: Fixture = Fixture {
    html: "<form id=f><label>Name <input id=name></label> <label>Notes <textarea id=notes></textarea></label> \
        <label>Kind <select id=kind><option>Apple<option>Pear<option>Plum</select></label> \
        <label><input type=checkbox id=fresh> Fresh</label> <label>Day <input type=date id=day></label> \
        <label>Amount <input type=range id=amount min=0 max=10></label> <button>Send</button></form>",
    script: "const all = () => ({name: $('name').value, notes: $('notes').value, kind: $('kind').value, fresh: $('fresh').checked, \
        day: $('day').value, amount: $('amount').value}); \
        $('f').onsubmit = (event) => { event.preventDefault(); tell('sent', all()); }; \
        $('f').addEventListener('input', () => tell('all', all())); $('f').addEventListener('change', () => tell('all', all()));",
};
const KEYS: Fixture = Fixture {
    html: "<label>Box <input id=box></label>",
    script: "$('box').addEventListener('keydown', (event) => tell('key', `${event.ctrlKey ? 'Control+' : ''}${event.key}`)); \
        $('box').oninput = () => tell('typed', $('box').value);",
};
const HOVER: Fixture = Fixture {
    html: "<button id=menu>Menu</button><p id=hint></p>",
    script: "$('menu').onmouseenter = (event) => { $('hint').textContent = 'Here it is'; tell('over', event.isTrusted); };",
};
const SCROLLER: Fixture = Fixture {
    html: "<div id=list role=list aria-label=Rows tabindex=0 style='height:120px;overflow:auto'><div style='height:2000px'>Rows</div></div>",
    script: "$('list').onscroll = () => tell('scrolled', $('list').scrollTop > 100);",
};
const DRAG: Fixture = Fixture {
    html: "<div id=card role=button tabindex=0 draggable=true aria-label=Card style='width:90px;height:40px;background:#cde'>Card</div>\
        <div id=bin role=region aria-label=Bin style='width:200px;height:90px;background:#eee;margin-top:20px'>Bin</div>",
    script: "$('card').ondragstart = (event) => event.dataTransfer.setData('text/plain', 'the card'); \
        $('bin').ondragover = (event) => event.preventDefault(); \
        $('bin').ondrop = (event) => { event.preventDefault(); tell('dropped', event.dataTransfer.getData('text/plain')); };",
};
const POINTER_DRAG: Fixture = Fixture {
    html: "<div id=knob role=button tabindex=0 aria-label=Knob style='width:40px;height:40px;background:#cde'></div>\
        <div id=goal role=region aria-label=Goal style='width:200px;height:90px;background:#eee;margin-top:20px'>Goal</div>",
    script: "let moves = 0, down = false; $('knob').onpointerdown = () => { down = true; }; \
        root.addEventListener('pointermove', () => { if (down) moves += 1; }); \
        $('goal').onpointerup = (event) => tell('moved', down && moves > 3 && event.isTrusted);",
};
const LATER: Fixture = Fixture {
    html: "<button id=go>Go</button><p id=out></p>",
    script: "$('go').onclick = () => setTimeout(() => { $('out').textContent = 'It has come'; }, 150);",
};

pub(crate) fn cases() -> Vec<Case> {
    Place::ALL.into_iter().flat_map(in_place).collect()
}

fn in_place(place: Place) -> Vec<Case> {
    let case =
        |what: &str, run: fn(&Ground, Place)| Case::new(format!("{what} {place}"), move |ground| run(ground, place));
    vec![
        case("snapshot shows names and gives references", snapshot),
        case("text is read", text),
        case("find tells an element", find),
        case("click presses, and the answer shows what changed", click),
        case("click scrolls to what is far down", click_far_down),
        case("double click and modifiers arrive", double_click),
        case("type fills a field and says so", type_text),
        case("type with submit sends the form", submit),
        case("fill_form fills every kind of field", fill_form),
        case("select chooses", select),
        case("press_key reaches the focus", press_key),
        case("hover points", hover),
        case("scroll turns the wheel", scroll),
        case("scroll brings into view", scroll_into_view),
        case("drag carries data", drag),
        case("drag of the page's own follows the pointer", pointer_drag),
        case("wait sees what comes", wait),
        case("a part is read by its reference", part),
        case("a picture of an element is taken", element_picture),
        case("an old reference is refused after the element is gone", gone),
    ]
}

fn snapshot(ground: &Ground, place: Place) {
    let put = ground.put(place, BUTTON);
    let snapshot = put.page.snapshot();
    for line in ["- heading \"Counter\" [level=2]", "- button \"Add\"", "- status", "- text: 0 pressed"] {
        assert!(
            snapshot.text.lines().any(|each| each.trim_start().starts_with(line)),
            "no {line} in\n{}",
            snapshot.text
        );
    }
    assert!(snapshot.find_reference("button", "Add").is_some(), "{}", snapshot.text);
}

fn text(ground: &Ground, place: Place) {
    let put = ground.put(place, BUTTON);
    let text = put.page.text();
    assert!(text.contains("Counter") && text.contains("0 pressed"), "{text}");
}

fn find(ground: &Ground, place: Place) {
    let put = ground.put(place, BUTTON);
    let found = put.call("browser_find", json!({"role": "button", "name": "add"})).expect_ok();
    assert!(!found.mentions("Counter"), "{}", found.text);
    let reference = found.reference("button", "Add").to_owned();
    put.call("browser_click", json!({"ref": reference})).expect_ok();
    put.expect_told("n", 1);
    let found = put.call("browser_find", json!({"text": "1 PRESSED"})).expect_ok();
    assert!(found.mentions("1 pressed"), "{}", found.text);
}

fn click(ground: &Ground, place: Place) {
    let put = ground.put(place, BUTTON);
    let clicked = put.click("button", "Add").expect_ok();
    put.expect_told("n", 1);
    assert_eq!(clicked.structured["effect"], "changed", "{}", clicked.raw);
    assert!(clicked.mentions("1 pressed"), "the answer shows what changed: {}", clicked.text);
    assert!(!clicked.mentions("Counter"), "and nothing else: {}", clicked.text);
}

fn click_far_down(ground: &Ground, place: Place) {
    let put = ground.put(place, BELOW);
    put.click("button", "Low").expect_ok();
    put.expect_told("low", true);
}

fn double_click(ground: &Ground, place: Place) {
    let fixture = Fixture {
        html: BUTTON.html,
        script: "$('add').ondblclick = (event) => tell('double', event.shiftKey && event.isTrusted); \
            $('add').oncontextmenu = (event) => { event.preventDefault(); tell('menu', event.isTrusted); };",
    };
    let put = ground.put(place, fixture);
    let add = put.find("button", "Add");
    put.call("browser_click", json!({"ref": add, "count": 2, "modifiers": ["Shift"]})).expect_ok();
    put.expect_told("double", true);
    put.call("browser_click", json!({"ref": add, "button": "right"})).expect_ok();
    put.expect_told("menu", true);
}

fn type_text(ground: &Ground, place: Place) {
    let put = ground.put(place, FIELDS);
    let name = put.find("textbox", "Name");
    let typed = put.call("browser_type", json!({"ref": name, "text": "CANARY one"})).expect_ok();
    assert_eq!(typed.structured["verified"], true, "{}", typed.raw);
    assert_eq!(put.eval("told.all?.name ?? ''"), put.eval("told.all?.name ?? ''"));
    put.call("browser_type", json!({"ref": name, "text": " and two", "append": true})).expect_ok();
    expect_all(&put, "name", "CANARY one and two");
    let notes = put.find("textbox", "Notes");
    put.call("browser_type", json!({"ref": notes, "text": "Line\nand ü 😀"})).expect_ok();
    expect_all(&put, "notes", "Line\nand ü 😀");
    assert!(!put.page.snapshot().mentions("CANARY"));
}

#[track_caller]
fn expect_all(put: &crate::ground::Put<'_>, key: &str, value: &str) {
    put.eval(&format!("new Promise((r) => setTimeout(r, 30)).then(() => tell('one', told.all[{}]))", json!(key)));
    put.expect_told("one", value);
}

fn submit(ground: &Ground, place: Place) {
    let put = ground.put(place, FIELDS);
    let name = put.find("textbox", "Name");
    put.call("browser_type", json!({"ref": name, "text": "Ada", "submit": true})).expect_ok();
    put.eval("new Promise((r) => setTimeout(r, 30)).then(() => tell('who', told.sent?.name))");
    put.expect_told("who", "Ada");
}

fn fill_form(ground: &Ground, place: Place) {
    let put = ground.put(place, FIELDS);
    let snapshot = put.page.snapshot();
    let of = |role: &str, name: &str| snapshot.reference(role, name).to_owned();
    let fields = json!([
        {"ref": of("textbox", "Name"), "value": "Ada"},
        {"ref": of("textbox", "Notes"), "value": "Some\nnotes"},
        {"ref": of("combobox", "Kind"), "value": "Plum"},
        {"ref": of("checkbox", "Fresh"), "value": true},
        {"ref": snapshot.reference_of_name("Day").to_owned(), "value": "2031-02-03"},
        {"ref": of("slider", "Amount"), "value": 7},
    ]);
    let filled = put.call("browser_fill_form", json!({"fields": fields})).expect_ok();
    assert_eq!(filled.structured["verified"], true, "{}", filled.raw);
    put.click("button", "Send").expect_ok();
    put.expect_told(
        "sent",
        json!({"name": "Ada", "notes": "Some\nnotes", "kind": "Plum", "fresh": true, "day": "2031-02-03", "amount": "7"}),
    );
}

fn select(ground: &Ground, place: Place) {
    let put = ground.put(place, FIELDS);
    let kind = put.find("combobox", "Kind");
    let chosen = put.call("browser_select", json!({"ref": kind, "values": ["Pear"]})).expect_ok();
    assert_eq!(chosen.structured["verified"], true, "{}", chosen.raw);
    expect_all(&put, "kind", "Pear");
    let snapshot = put.page.snapshot();
    assert!(snapshot.text.contains("option \"Pear\" [selected]"), "{}", snapshot.text);
}

fn press_key(ground: &Ground, place: Place) {
    let put = ground.put(place, KEYS);
    put.click("textbox", "Box").expect_ok();
    for key in ["a", "B", "Space", "3"] {
        put.call("browser_press_key", json!({"key": key})).expect_ok();
    }
    put.expect_told("typed", "aB 3");
    put.call("browser_press_key", json!({"key": "Control+A"})).expect_ok();
    put.expect_told("key", "Control+A");
    put.call("browser_press_key", json!({"key": "Backspace"})).expect_ok();
    put.expect_told("typed", "");
}

fn hover(ground: &Ground, place: Place) {
    let put = ground.put(place, HOVER);
    let pointed = put.call("browser_hover", json!({"ref": put.find("button", "Menu")})).expect_ok();
    put.expect_told("over", true);
    assert!(pointed.mentions("Here it is"), "{}", pointed.text);
}

fn scroll(ground: &Ground, place: Place) {
    let put = ground.put(place, SCROLLER);
    let scrolled = put.call("browser_scroll", json!({"ref": put.find("list", "Rows"), "dy": 400})).expect_ok();
    put.expect_told("scrolled", true);
    assert_eq!(scrolled.structured["effect"], "changed", "{}", scrolled.raw);
}

fn scroll_into_view(ground: &Ground, place: Place) {
    let fixture = Fixture {
        html: BELOW.html,
        script: "new IntersectionObserver(([entry]) => tell('seen', entry.isIntersecting)).observe($('low'));",
    };
    let put = ground.put(place, fixture);
    put.expect_told("seen", false);
    put.call("browser_scroll", json!({"ref": put.find("button", "Low")})).expect_ok();
    put.expect_told("seen", true);
}

fn drag(ground: &Ground, place: Place) {
    let put = ground.put(place, DRAG);
    let snapshot = put.page.snapshot();
    let (from, to) = (snapshot.reference("button", "Card"), snapshot.reference("region", "Bin"));
    put.call("browser_drag", json!({"from": from, "to": to})).expect_ok();
    put.expect_told("dropped", "the card");
}

fn pointer_drag(ground: &Ground, place: Place) {
    let put = ground.put(place, POINTER_DRAG);
    let snapshot = put.page.snapshot();
    let (from, to) = (snapshot.reference("button", "Knob"), snapshot.reference("region", "Goal"));
    put.call("browser_drag", json!({"from": from, "to": to})).expect_ok();
    put.expect_told("moved", true);
}

fn wait(ground: &Ground, place: Place) {
    let put = ground.put(place, LATER);
    put.click("button", "Go").expect_ok();
    put.call("browser_wait", json!({"text": "It has come", "timeout_s": 5})).expect_ok();
    put.call("browser_wait", json!({"gone": "Never was here", "timeout_s": 5})).expect_ok();
    put.call("browser_wait", json!({"gone": "It has come", "timeout_s": 0.2})).expect_code("timed_out");
}

fn part(ground: &Ground, place: Place) {
    let put = ground.put(place, FIELDS);
    let form = put.page.call("browser_find", json!({"role": "combobox"})).expect_ok();
    let part = put.call("browser_snapshot", json!({"within": form.reference("combobox", "Kind")})).expect_ok();
    assert!(part.text.contains("option \"Plum\"") && !part.mentions("Notes"), "{}", part.text);
    let text = put.call("browser_text", json!({"within": put.find("button", "Send")})).expect_ok();
    assert!(text.mentions("Send") && !text.mentions("Fresh"), "{}", text.text);
}

fn element_picture(ground: &Ground, place: Place) {
    let put = ground.put(place, BUTTON);
    let picture = put.call("browser_screenshot", json!({"ref": put.find("button", "Add")})).expect_ok();
    let size = picture.picture_size().expect("a picture");
    assert!(size.0 < 200 && size.1 < 100 && size.0 > 15, "a button isn't as large as {size:?}");
}

fn gone(ground: &Ground, place: Place) {
    let fixture =
        Fixture { html: BUTTON.html, script: "$('add').onclick = () => { $('add').remove(); tell('gone', true); };" };
    let put = ground.put(place, fixture);
    let add = put.find("button", "Add");
    put.call("browser_click", json!({"ref": add})).expect_ok();
    put.expect_told("gone", true);
    put.call("browser_click", json!({"ref": add})).expect_code("stale_reference");
    put.call("browser_type", json!({"ref": add, "text": "x"})).expect_code("stale_reference");
}
