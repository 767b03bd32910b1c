//! What keeps an element from being pressed: then nothing is pressed, and the answer says why.

use serde_json::json;

use nexus_test_support::stage::Stage;

const PAGE: &str = r#"<!doctype html><title>Obstacles</title><style>.over{position:fixed;inset:0}</style>
<button id=b>Press</button><button id=off disabled>Off</button><button id=ariaoff aria-disabled=true>Aria off</button>
<fieldset disabled><button id=infield>In disabled group</button></fieldset><div inert><button id=inert>Inert</button></div>
<button id=moving style="position:absolute;top:200px">Moving</button>
<script>window.pressed = [];
for (const kind of ['pointerdown', 'click']) addEventListener(kind, (e) => { if (e.isTrusted) pressed.push(`${kind} ${e.target.id}`); }, true);
</script>"#;

/// Nothing is pressed where something else would get it (P19), and what lets presses through is no obstacle (P20).
#[test]
fn a_covered_element_is_not_pressed() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    let button = page.find("button", "Press");
    let over = |style: &str| {
        page.eval(&format!("document.querySelector('.over')?.remove(); {{ const o = document.createElement('div'); o.className = 'over'; o.id = 'over'; o.style = {}; document.body.append(o); }} 0", json!(style)));
    };
    for style in ["background:#fff", "", "opacity:0", "background:transparent"] {
        over(style);
        let refused = page.click_ref(&button).expect_code("not_actionable");
        assert!(
            refused.text.contains("covered by another element") && refused.text.contains("Nothing was done"),
            "{}",
            refused.text
        );
        assert_eq!(page.eval("pressed.join()"), "", "{style:?}");
    }
    over("pointer-events:none;background:#eee");
    page.click_ref(&button).expect_ok();
    assert_eq!(page.eval("pressed.join()"), "pointerdown b,click b");
    stage.close();
}

/// Disabled, hidden, moving and detached elements aren't pressed, within the two seconds an act waits.
#[test]
fn an_unusable_element_is_not_pressed() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    for (name, why) in [("Off", "disabled"), ("Aria off", "disabled"), ("In disabled group", "disabled")] {
        let refused = page.click("button", name).expect_code("not_actionable");
        assert!(refused.text.contains(why), "{}", refused.text);
    }
    let (button, moving) = (page.find("button", "Press"), page.find("button", "Moving"));
    page.eval("b.style.display = 'none'; 0");
    assert!(page.click_ref(&button).expect_code("not_actionable").text.contains("hidden"));
    page.eval("b.style.display = ''; b.style.visibility = 'hidden'; 0");
    assert!(page.click_ref(&button).expect_code("not_actionable").text.contains("hidden"));
    page.eval("window.x = 0; (function go() { moving.style.left = `${x = (x + 7) % 400}px`; window.frame = requestAnimationFrame(go); })(); 0");
    let chased = page.click_ref(&moving);
    let pressed = if chased.is_ok() { "pointerdown moving,click moving" } else { "" };
    assert_eq!(page.eval("pressed.splice(0).join()"), pressed, "{}", chased.raw);
    assert!(chased.is_ok() || chased.expect_code("not_actionable").text.contains("moving"));
    // Patience pays: what becomes usable while the act waits is pressed.
    page.eval("setTimeout(() => cancelAnimationFrame(frame), 300); 0");
    page.click_ref(&moving).expect_ok();
    assert_eq!(page.eval("pressed.join()"), "pointerdown moving,click moving");
    let enabled = page.find("button", "Off");
    page.eval("setTimeout(() => off.disabled = false, 300); 0");
    page.click_ref(&enabled).expect_ok();
    stage.close();
}

/// P01: a page that swaps what is under the pointer when the pointer comes gets no press for what came there; the element
/// that was meant is pressed where it went, or the answer says that it wasn't.
#[test]
fn a_target_swapped_under_the_pointer_is_not_pressed() {
    let html = r#"<!doctype html><title>Swap</title><style>button{position:absolute;left:50px;top:50px;width:200px;height:60px}#bad{display:none}</style>
        <button id=good>Next</button><button id=bad>Delete</button>
        <script>window.deleted = 0; window.gone = 0; good.onclick = () => { gone += 1; }; bad.onclick = bad.onpointerdown = bad.onmousedown = bad.onmouseup = () => { deleted += 1; };
        good.addEventListener(new URLSearchParams(location.search).get('on'), () => { good.style.left = '500px'; bad.style.display = 'block'; });</script>"#;
    let stage = Stage::with([("/", html)]);
    let page = stage.open("/");
    for event in ["mousemove", "mouseenter", "mouseover", "pointermove", "pointerenter", "pointerover"] {
        page.navigate(&format!("/?on={event}")).expect_ok();
        let clicked = page.click("button", "Next");
        assert_eq!(page.eval("deleted"), 0, "{event}: {}", clicked.raw);
        assert_eq!(page.eval("gone"), i32::from(clicked.is_ok()), "{event}: {}", clicked.raw);
    }
    stage.close();
}
