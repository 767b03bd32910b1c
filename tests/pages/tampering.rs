//! Pages that tamper with what scripts stand on: the guard lives in a world of its own and doesn't notice.

use nexus_test_support::stage::Stage;

const TAMPERING: &str = r"<!doctype html><title>Tampering</title><script>
const nothing = () => {};
for (const name of ['addEventListener', 'dispatchEvent']) EventTarget.prototype[name] = nothing;
for (const name of ['composedPath', 'stopImmediatePropagation', 'preventDefault']) Event.prototype[name] = () => [];
Object.defineProperty(Event.prototype, 'isTrusted', {get: () => false});
Object.defineProperty(PointerEvent.prototype, 'twist', {get: () => 0});
Element.prototype.getAttribute = Element.prototype.matches = Element.prototype.closest = () => null;
JSON.stringify = () => 'same'; performance.now = () => 0; Date.now = () => 0; Math.abs = () => 0;
Array.prototype.includes = () => true; Array.prototype.some = () => true; Array.prototype.findIndex = () => 0;
window.nexusGuard = window.nexus = nothing;
</script><style>button{position:absolute;left:50px;top:60px;width:140px;height:44px}</style>
<button id=d style='left:420px'>Delete all</button><button id=c>Next</button>
<script>window.said = []; d.onclick = () => { said[said.length] = 'DELETE'; }; c.onclick = () => { said[said.length] = 'next'; };</script>";

/// The swap is seen whatever the page has made of its own prototypes, and an honest press goes through.
#[test]
fn a_page_that_fakes_its_prototypes_fools_nobody() {
    let stage = Stage::with([("/", TAMPERING)]);
    let page = stage.open("/");
    page.click("button", "Next").expect_ok();
    assert_eq!(page.eval("said.join()"), "next");
    page.eval("c.onpointerdown = () => { c.textContent = 'Delete all'; }; 0");
    page.click("button", "Next").expect_code("target_changed");
    assert_eq!(page.eval("said.join()"), "next");
    stage.close();
}

/// The same after the page has opened its document anew, which takes every listener of its window away.
#[test]
fn a_document_that_is_opened_anew_is_guarded() {
    let html = "<!doctype html><title>Anew</title><button id=c>Next</button>";
    let stage = Stage::with([("/", html)]);
    let page = stage.open("/");
    page.eval(
        "document.open(); document.write('<button id=c>Next</button>'); document.close(); window.said = 0; \
      c.onclick = () => { said += 1; }; c.onpointerdown = () => { c.textContent = 'Delete'; }; 0",
    );
    page.click("button", "Next").expect_code("target_changed");
    assert_eq!(page.eval("said"), 0);
    stage.close();
}

/// Nothing of the guard can be seen from the page: no global, no listener's trace, no property of an event.
#[test]
fn the_guard_is_invisible_to_the_page() {
    let html = "<!doctype html><title>Looking</title><button id=b>Press</button>";
    let stage = Stage::with([("/", html)]);
    let page = stage.open("/");
    let globals = "Object.getOwnPropertyNames(window).filter((name) => /nexus/i.test(name)).join()";
    assert_eq!(page.eval(globals), "");
    page.eval("window.trace = []; b.onclick = (event) => { trace.push(Object.keys(event).join(), new Error().stack.includes('nexus'), \
      String(event.defaultPrevented), Object.getOwnPropertySymbols(event).length); }; 0");
    page.click("button", "Press").expect_ok();
    assert_eq!(page.eval("trace.join('|')"), "isTrusted|false|false|0");
    assert_eq!(page.eval(globals), "");
    stage.close();
}
