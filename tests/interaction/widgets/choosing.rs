//! Choosing one or some of several things.

use serde_json::json;

use super::{fill, press};
use crate::Case;
use crate::ground::Put;

const COMBOBOX: &str = "<label for=city>City</label> <input id=city role=combobox aria-expanded=false aria-controls=cities \
    autocomplete=off><ul id=cities role=listbox aria-label=Cities hidden></ul>";
const FILTERS: &str = "const all = ['Berlin', 'Bern', 'Bonn', 'Paris']; let at = -1; \
    const close = () => { $('cities').hidden = true; $('city').setAttribute('aria-expanded', 'false'); }; \
    const choose = (name) => { $('city').value = name; close(); tell('city', name); }; \
    const show = () => { at = -1; const fits = all.filter((name) => name.toLowerCase().startsWith($('city').value.toLowerCase())); \
      $('cities').replaceChildren(...fits.map((name) => { const option = document.createElement('li'); option.setAttribute('role', 'option'); \
        option.textContent = name; option.onmousedown = (event) => { event.preventDefault(); choose(name); }; return option; })); \
      $('cities').hidden = false; $('city').setAttribute('aria-expanded', 'true'); tell('shown', fits.length); }; \
    $('city').oninput = show; $('city').onblur = close; \
    $('city').onkeydown = (event) => { const options = [...$('cities').children]; \
      if (event.key === 'ArrowDown') { at += 1; options.forEach((option, index) => option.setAttribute('aria-selected', index === at)); event.preventDefault(); } \
      if (event.key === 'Enter' && options[at]) choose(options[at].textContent); };";
const TABS: &str = "<div role=tablist aria-label=Views><button role=tab id=one aria-selected=true aria-controls=p1>One</button>\
    <button role=tab id=two aria-selected=false aria-controls=p2 tabindex=-1>Two</button></div>\
    <div role=tabpanel id=p1>First view</div><div role=tabpanel id=p2 hidden>Second view</div>";
const TABS_WORK: &str = "const show = (n) => [1, 2].forEach((each) => { $(`p${each}`).hidden = each !== n; \
      const tab = $(each === 1 ? 'one' : 'two'); tab.setAttribute('aria-selected', each === n); if (each === n) tab.focus(); tell('tab', n); }); \
    $('one').onclick = () => show(1); $('two').onclick = () => show(2); \
    root.addEventListener('keydown', (event) => { if (event.key === 'ArrowRight') show(2); if (event.key === 'ArrowLeft') show(1); });";
const SWITCHES: &str = "<div id=wifi role=switch aria-checked=false tabindex=0>Wireless</div><span id=news role=checkbox aria-checked=false tabindex=0>News</span>";
const SWITCH: &str = "for (const id of ['wifi', 'news']) $(id).onclick = () => { \
    const on = $(id).getAttribute('aria-checked') !== 'true'; $(id).setAttribute('aria-checked', on); tell(id, on); };";
const CHOICES: &str = "<label>Fruit <select id=fruit multiple size=4><option value=a>Apple<option value=b>Pear<option value=c selected>Plum<option value=d disabled>Fig</select></label>\
    <label>Car <select id=car><optgroup label=Small><option>Mini<option>Polo</optgroup><optgroup label=Large><option>Van<option>Bus</optgroup></select></label>";
const CHOSEN: &str = "for (const id of ['fruit', 'car']) $(id).onchange = () => tell(id, [...$(id).selectedOptions].map((option) => option.label).join());";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::on_page("a combobox filters while one types, and a click chooses", COMBOBOX, FILTERS, |put| {
            let typed = put.page.type_into("combobox", "City", "be").expect_ok();
            assert_eq!(typed.structured["verified"], true, "{}", typed.raw);
            let snapshot = put.page.snapshot();
            assert!(snapshot.text.contains("combobox \"City\" [expanded]"), "{}", snapshot.text);
            assert!(snapshot.find_reference("option", "Paris").is_none(), "{}", snapshot.text);
            put.click("option", "Bern").expect_ok();
            put.expect_told("city", "Bern");
        }),
        Case::on_page("a combobox is chosen from by arrow and Enter", COMBOBOX, FILTERS, |put| {
            put.page.type_into("combobox", "City", "b").expect_ok();
            let first = press(put, "ArrowDown");
            assert!(first.text.contains("option \"Berlin\" [selected]"), "{}", first.text);
            press(put, "ArrowDown");
            press(put, "Enter");
            put.expect_told("city", "Bern");
        }),
        Case::on_page("options made anew on each key make older ones stale", COMBOBOX, FILTERS, rerendered),
        Case::on_page("a tab is opened by a click", TABS, TABS_WORK, |put| {
            let clicked = put.click("tab", "Two").expect_ok();
            put.expect_told("tab", 2);
            assert!(clicked.text.contains("Second view"), "{}", clicked.text);
            let snapshot = put.page.snapshot();
            assert!(
                snapshot.text.contains("tab \"Two\" [selected]") && !snapshot.mentions("First view"),
                "{}",
                snapshot.text
            );
        }),
        Case::on_page("tabs are gone through by arrows", TABS, TABS_WORK, |put| {
            put.click("tab", "One").expect_ok();
            let pressed = press(put, "ArrowRight");
            assert!(pressed.text.contains("Second view"), "{}", pressed.text);
        }),
        Case::on_page("a switch and a checkbox of the page's own are clicked", SWITCHES, SWITCH, |put| {
            for (role, name, id) in [("switch", "Wireless", "wifi"), ("checkbox", "News", "news")] {
                let clicked = put.click(role, name).expect_ok();
                put.expect_told(id, true);
                assert!(clicked.text.contains(&format!("{role} \"{name}\" [checked]")), "{}", clicked.text);
            }
        }),
        Case::on_page("a switch and a checkbox of the page's own are set by a form", SWITCHES, SWITCH, switches),
        Case::on_page(
            "a radio button is chosen, by click and by form",
            RADIOS,
            "root.onchange = ({target}) => tell('size', target.value);",
            |put| {
                put.click("radio", "Medium").expect_ok();
                put.expect_told("size", "m");
                fill(put, json!([{"ref": put.find("radio", "Large"), "value": true}]));
                put.expect_told("size", "l");
                press(put, "ArrowUp");
                put.expect_told("size", "m");
            },
        ),
        Case::on_page("several are chosen in a list, and exactly those", CHOICES, CHOSEN, |put| {
            let fruit = put.find("listbox", "Fruit");
            put.call("browser_select", json!({"ref": fruit, "values": ["Apple", "b"]})).expect_ok();
            put.expect_told("fruit", "Apple,Pear");
            put.call("browser_select", json!({"ref": fruit, "values": []})).expect_ok();
            put.expect_told("fruit", "");
            put.call("browser_select", json!({"ref": fruit, "values": ["Apple", "Fig"]})).expect_code("not_actionable");
            put.expect_told("fruit", "");
        }),
        Case::on_page("an option in a group is chosen", CHOICES, CHOSEN, |put| {
            let snapshot = put.page.snapshot();
            assert!(snapshot.text.contains("option \"Bus\""), "{}", snapshot.text);
            let chosen =
                put.call("browser_select", json!({"ref": snapshot.reference("combobox", "Car"), "values": ["Bus"]}));
            assert_eq!(chosen.expect_ok().structured["verified"], true);
            put.expect_told("car", "Bus");
        }),
        Case::on_page(
            "a checkbox hidden behind its styled label is checked",
            HIDDEN_BOX,
            "$('agree').onchange = () => tell('agree', $('agree').checked);",
            |put| {
                put.click("checkbox", "I agree").expect_ok();
                put.expect_told("agree", true);
                fill(put, json!([{"ref": put.find("checkbox", "I agree"), "value": false}]));
                put.expect_told("agree", false);
            },
        ),
        Case::on_page("a tree is expanded, by click and by arrow", TREE, TREE_WORKS, |put| {
            let clicked = put.click("treeitem", "Animals").expect_ok();
            assert!(clicked.text.contains("treeitem \"Cat\""), "{}", clicked.text);
            put.click("treeitem", "Cat").expect_ok();
            put.expect_told("chosen", "Cat");
            put.eval("document.getElementById('plants').focus(), 0");
            press(put, "ArrowRight");
            put.click("treeitem", "Oak").expect_ok();
            put.expect_told("chosen", "Oak");
        }),
    ]
}

const RADIOS: &str = "<fieldset><legend>Size</legend><label><input type=radio name=size value=s> Small</label>\
    <label><input type=radio name=size value=m> Medium</label><label><input type=radio name=size value=l> Large</label></fieldset>";
const HIDDEN_BOX: &str = "<style>input{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip:rect(0 0 0 0)}</style>\
    <label style='display:inline-block;padding:8px;border:1px solid'><input id=agree type=checkbox><b aria-hidden=true>☐</b> <span>I agree</span></label>";
const TREE: &str = "<ul role=tree aria-label=Things>\
    <li id=animals role=treeitem aria-expanded=false aria-label=Animals tabindex=0>Animals<ul role=group hidden><li role=treeitem aria-label=Cat tabindex=-1>Cat</li></ul></li>\
    <li id=plants role=treeitem aria-expanded=false aria-label=Plants tabindex=-1>Plants<ul role=group hidden><li role=treeitem aria-label=Oak tabindex=-1>Oak</li></ul></li></ul>";
const TREE_WORKS: &str = "const open = (item) => { const group = item.querySelector('[role=group]'); \
      if (group) { group.hidden = false; item.setAttribute('aria-expanded', 'true'); } else tell('chosen', item.ariaLabel); }; \
    root.addEventListener('click', ({target}) => { const item = target.closest('[role=treeitem]'); if (item) open(item); }); \
    root.addEventListener('keydown', ({key, target}) => { if (key === 'ArrowRight' && target.role === 'treeitem') open(target); });";

fn rerendered(put: &Put<'_>) {
    put.click("combobox", "City").expect_ok();
    press(put, "b");
    put.expect_told("shown", 3);
    let old = put.find("option", "Bonn");
    press(put, "o");
    put.expect_told("shown", 1);
    put.call("browser_click", json!({"ref": old})).expect_code("stale_reference");
    put.expect_not_told("city");
    put.click("option", "Bonn").expect_ok();
    put.expect_told("city", "Bonn");
}

fn switches(put: &Put<'_>) {
    let snapshot = put.page.snapshot();
    let (wifi, news) = (snapshot.reference("switch", "Wireless"), snapshot.reference("checkbox", "News"));
    fill(put, json!([{"ref": wifi, "value": true}, {"ref": news, "value": "true"}]));
    put.expect_told("wifi", true);
    put.expect_told("news", true);
    // What is as asked already isn't pressed.
    put.eval("told = {}, 0");
    fill(put, json!([{"ref": wifi, "value": false}, {"ref": news, "value": true}]));
    put.expect_told("wifi", false);
    put.expect_not_told("news");
}
