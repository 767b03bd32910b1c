//! References that aren't good any more, never were, or lead to what can't be reached.

use serde_json::json;

use crate::Case;
use crate::ground::Put;

const BUTTON: &str = "<button id=b>Press</button>";
const TELLS: &str = "$('b').onclick = () => tell('pressed', true);";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new("a reference of another page is stale", |ground| {
            let many: String = (0..20).map(|n| format!("<button>Other {n}</button>")).collect();
            let other = ground.show(&many).find("button", "Other 19");
            let put = ground.show("<button onclick='document.title=`pressed`'>Press</button>");
            put.page.snapshot();
            put.call("browser_click", json!({"ref": other})).expect_code("stale_reference");
            assert_eq!(put.eval("document.title"), "Case");
        }),
        Case::new("a reference on another agent's page is refused", |ground| {
            let put = ground.show("<button onclick='document.title=`pressed`'>Press</button>");
            let button = put.find("button", "Press");
            let second = ground.stage().host.connect_agent("second");
            let click = json!({"page": put.page.id, "ref": button});
            ground.stage().call_as(&second, "browser_click", click).expect_code("lease_held");
            assert_eq!(put.eval("document.title"), "Case");
        }),
        Case::on_page("a reference inside a frame that was removed is stale", FRAME, "", |put| {
            let button = put.find("button", "Inner");
            put.eval("document.querySelector('iframe').remove(), 0");
            put.call("browser_click", json!({"ref": button})).expect_code("stale_reference");
            put.call("browser_type", json!({"ref": button, "text": "x"})).expect_code("stale_reference");
            put.expect_not_told("inner");
        }),
        Case::on_page("a reference inside a frame that shows another document is stale", FRAME, "", |put| {
            let button = put.find("button", "Inner");
            put.eval("new Promise((r) => { const f = document.querySelector('iframe'); f.onload = () => r(0); f.srcdoc += '<p>New'; })");
            put.call("browser_click", json!({"ref": button})).expect_code("stale_reference");
            put.expect_not_told("inner");
            put.click("button", "Inner").expect_ok();
            put.expect_told("inner", true);
        }),
        Case::on_page("an element that never stands still is not pressed", BUTTON, TELLS, |put| {
            let button = put.find("button", "Press");
            put.eval("document.getElementById('b').animate({translate: ['0', '500px']}, {duration: 900, iterations: Infinity}), 0");
            let refused = put.call("browser_click", json!({"ref": button})).expect_code("not_actionable");
            assert!(refused.text.contains("is moving"), "{}", refused.text);
            put.expect_not_told("pressed");
        }),
        Case::on_page("an element that vanishes while it is waited for is stale", BUTTON, TELLS, |put| {
            let button = put.find("button", "Press");
            put.eval("const b = document.getElementById('b'); b.disabled = true; setTimeout(() => b.remove(), 300); 0");
            put.call("browser_click", json!({"ref": button})).expect_code("stale_reference");
        }),
        Case::on_page(
            "an element that can't be scrolled into view is not pressed",
            "<button id=b style='position:fixed;left:-9999px'>Press</button>",
            TELLS,
            |put| {
                for tool in ["browser_click", "browser_hover", "browser_scroll"] {
                    let refused =
                        put.call(tool, json!({"ref": put.find("button", "Press")})).expect_code("not_actionable");
                    assert!(refused.text.contains("can't be scrolled into view"), "{}", refused.text);
                }
                put.expect_not_told("pressed");
            },
        ),
        Case::on_page("nothing is dragged to an element that is hidden", DRAG, DRAG_TELLS, hidden_goal),
        Case::on_page(
            "what doesn't scroll says that nothing moved",
            "<p id=p tabindex=0 role=note aria-label=Short>Short</p>",
            "",
            |put| {
                let note = put.find("note", "Short");
                let scrolled = put.call("browser_scroll", json!({"ref": note, "dy": 300})).expect_ok();
                assert_eq!(scrolled.structured["effect"], "delivered", "{}", scrolled.raw);
            },
        ),
    ]
}

const FRAME: &str =
    "<iframe title=Frame srcdoc='<button onclick=\"parent.tell(`inner`, true)\">Inner</button>'></iframe>";
const DRAG: &str = "<button id=from>Card</button><button id=to style='margin-left:200px'>Bin</button>";
const DRAG_TELLS: &str = "let down = 0; addEventListener('pointerdown', () => { down += 1; tell('down', down); }, true); \
    addEventListener('pointerup', () => { down -= 1; tell('down', down); }, true); addEventListener('click', () => tell('clicked', true), true);";

fn hidden_goal(put: &Put<'_>) {
    let snapshot = put.page.snapshot();
    let (from, to) = (snapshot.reference("button", "Card"), snapshot.reference("button", "Bin"));
    put.eval("document.getElementById('to').style.visibility = 'hidden', 0");
    let refused = put.call("browser_drag", json!({"from": from, "to": to})).expect_code("not_actionable");
    assert!(refused.text.contains("hidden") && refused.text.contains("Nothing was done"), "{}", refused.text);
    put.expect_not_told("down");
}
