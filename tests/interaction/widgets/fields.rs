//! Fields that take no plain text, or don't keep it as it came.

use serde_json::json;

use super::{fill, press};
use crate::Case;
use crate::ground::Put;

const WHOLE: &str = "<label>Day <input id=date type=date></label> <label>Moment <input id=moment type=datetime-local></label>\
    <label>Time <input id=time type=time></label> <label>Month <input id=month type=month></label>\
    <label>Week <input id=week type=week></label> <label>Colour <input id=colour type=color></label>\
    <label>Loud <input id=loud type=range min=-10 max=10 step=0.5></label>";
const WHOLE_TELL: &str =
    "for (const field of root.querySelectorAll('input')) field.onchange = () => tell(field.id, field.value);";
const VALUES: [(&str, &str, &str); 7] = [
    ("Day", "date", "2031-02-28"),
    ("Moment", "moment", "2031-02-28T07:45"),
    ("Time", "time", "23:59"),
    ("Month", "month", "2031-12"),
    ("Week", "week", "2031-W09"),
    ("Colour", "colour", "#10ab9f"),
    ("Loud", "loud", "-2.5"),
];
const PICKER: &str = "<label>Arrival <input id=day aria-haspopup=dialog readonly></label>\
    <div id=days role=dialog aria-label='Choose a day' hidden><table role=grid aria-label=May></table></div>";
const PICKER_WORKS: &str = "const row = document.createElement('tr'); for (let n = 1; n <= 7; n += 1) { const cell = document.createElement('td'); \
      cell.innerHTML = `<button aria-label='May ${n}'>${n}</button>`; \
      cell.firstChild.onclick = () => { $('day').value = `2031-05-0${n}`; $('days').hidden = true; tell('day', $('day').value); }; row.append(cell); } \
    $('days').querySelector('table').append(row); $('day').onclick = () => { $('days').hidden = false; };";
/// Keeps the value as React does: by an own `value` on the element, put back unless `input` tells of a change.
const CONTROLLED: &str = "const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'); \
    for (const field of root.querySelectorAll('input')) { let tracked = field.value, state = tracked; \
      Object.defineProperty(field, 'value', {configurable: true, get() { return own.get.call(this); }, set(value) { tracked = String(value); own.set.call(this, value); }}); \
      const take = () => { const now = own.get.call(field); if (now !== tracked) { tracked = state = now; tell(field.id, state); } }; \
      field.addEventListener('input', take); \
      for (const kind of ['input', 'change', 'blur']) field.addEventListener(kind, () => own.set.call(field, state)); }";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::on_page("dates, times, a colour and a range are typed as a whole", WHOLE, WHOLE_TELL, |put| {
            let snapshot = put.page.snapshot();
            for (name, id, value) in VALUES {
                let field = snapshot.reference_of_name(name);
                let typed = put.call("browser_type", json!({"ref": field, "text": value})).expect_ok();
                assert_eq!(typed.structured["verified"], true, "{name}: {}", typed.raw);
                put.expect_told(id, value);
            }
        }),
        Case::on_page("dates, times, a colour and a range are filled in one form", WHOLE, WHOLE_TELL, |put| {
            let snapshot = put.page.snapshot();
            let fields: Vec<_> = VALUES
                .iter()
                .map(|(name, _, value)| json!({"ref": snapshot.reference_of_name(name), "value": value}))
                .collect();
            fill(put, json!(fields));
            for (_, id, value) in VALUES {
                put.expect_told(id, value);
            }
        }),
        Case::on_page("a date is picked in a popup of the page's own", PICKER, PICKER_WORKS, |put| {
            put.click("textbox", "Arrival").expect_ok();
            put.click("button", "May 6").expect_ok();
            put.expect_told("day", "2031-05-06");
            // What can only be picked says so instead of seeming typed.
            let refused = put.page.type_into("textbox", "Arrival", "2031-05-07").expect_code("not_actionable");
            assert!(refused.text.contains("read-only"), "{}", refused.text);
        }),
        Case::on_page(
            "a slider of the page's own follows the arrows",
            "<div id=s role=slider tabindex=0 aria-label=Volume aria-valuenow=5 aria-valuemin=0 aria-valuemax=9 style='width:100px;height:20px;background:#ddd'></div>",
            "$('s').onkeydown = ({key}) => { const now = +$('s').ariaValueNow + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0); $('s').ariaValueNow = now; tell('volume', now); };",
            |put| {
                put.click("slider", "Volume").expect_ok();
                press(put, "ArrowRight");
                press(put, "ArrowRight");
                put.expect_told("volume", 7);
                put.page.type_into("slider", "Volume", "3").expect_code("not_actionable");
            },
        ),
        Case::on_page(
            "a native slider follows the arrows",
            "<label>Loud <input id=s type=range min=0 max=10 value=5></label>",
            "$('s').oninput = () => tell('loud', $('s').value);",
            |put| {
                put.click("slider", "Loud").expect_ok();
                press(put, "Home");
                press(put, "ArrowRight");
                put.expect_told("loud", "1");
            },
        ),
        Case::on_page(
            "a number is typed and stepped",
            "<label>Count <input id=n type=number value=1></label><div id=spin role=spinbutton tabindex=0 aria-label=Guests aria-valuenow=2>2</div>",
            "$('n').oninput = () => tell('n', $('n').value); \
             $('spin').onkeydown = ({key}) => { if (key === 'ArrowUp') { $('spin').textContent = $('spin').ariaValueNow = +$('spin').ariaValueNow + 1; tell('guests', $('spin').ariaValueNow); } };",
            |put| {
                let typed = put.page.type_into("spinbutton", "Count", "42").expect_ok();
                assert_eq!(typed.structured["verified"], true, "{}", typed.raw);
                put.expect_told("n", "42");
                press(put, "ArrowUp");
                put.expect_told("n", "43");
                put.click("spinbutton", "Guests").expect_ok();
                press(put, "ArrowUp");
                put.expect_told("guests", "3");
            },
        ),
        Case::on_page(
            "fields that keep their value as React does take what is typed and filled",
            "<label>Name <input id=name value=old></label><label>Day <input id=day type=date></label>",
            CONTROLLED,
            controlled,
        ),
        Case::on_page(
            "a masked field that writes anew what is typed is not called exact",
            "<label>Phone <input id=phone></label>",
            "$('phone').oninput = () => { const digits = $('phone').value.replace(/\\D/g, ''); $('phone').value = digits.replace(/^(\\d{3})(\\d+)/, '$1-$2'); tell('phone', $('phone').value); };",
            |put| {
                let typed = put.page.type_into("textbox", "Phone", "5550100").expect_ok();
                put.expect_told("phone", "555-0100");
                assert_eq!(typed.structured["verified"], false, "{}", typed.raw);
                assert!(typed.text.contains("holds something else"), "{}", typed.text);
                let typed = put.page.type_into("textbox", "Phone", "555-0111").expect_ok();
                assert_eq!(typed.structured["verified"], true, "{}", typed.raw);
                put.expect_told("phone", "555-0111");
            },
        ),
    ]
}

fn controlled(put: &Put<'_>) {
    let typed = put.page.type_into("textbox", "Name", "Ada").expect_ok();
    assert_eq!(typed.structured["verified"], true, "{}", typed.raw);
    put.expect_told("name", "Ada");
    let snapshot = put.page.snapshot();
    let (name, day) = (snapshot.reference("textbox", "Name"), snapshot.reference_of_name("Day"));
    fill(put, json!([{"ref": name, "value": "Grace"}, {"ref": day, "value": "2031-05-06"}]));
    put.expect_told("name", "Grace");
    put.expect_told("day", "2031-05-06");
    // Once the focus is elsewhere it is still there.
    put.eval("document.activeElement.blur(), tell('shown', document.getElementById('name').value + document.getElementById('day').value), 0");
    put.expect_told("shown", "Grace2031-05-06");
    put.call("browser_type", json!({"ref": name, "text": ""})).expect_ok();
    put.expect_told("name", "");
}
