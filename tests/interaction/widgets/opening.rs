//! What has to be opened before it can be used.

use serde_json::json;

use super::press;
use crate::Case;
use crate::ground::Put;

const MENU: &str = "<button id=file aria-haspopup=menu aria-expanded=false>File</button>\
    <div id=menu role=menu aria-label=File hidden><div role=menuitem tabindex=-1 id=open>Open</div>\
    <div role=menuitem tabindex=-1 id=export aria-haspopup=menu>Convert</div></div>\
    <div id=sub role=menu aria-label=Convert hidden><div role=menuitem tabindex=-1 id=plain>As text</div></div>";
const MENU_WORKS: &str = "const show = (on) => { $('menu').hidden = !on; if (!on) $('sub').hidden = true; \
      $('file').setAttribute('aria-expanded', on); tell('open', on); if (on) $('open').focus(); }; \
    $('file').onclick = () => show($('menu').hidden); $('export').onclick = () => { $('sub').hidden = false; $('plain').focus(); }; \
    $('plain').onclick = () => { tell('chosen', 'text'); show(false); }; \
    root.addEventListener('keydown', ({key}) => { if (key === 'Escape') { show(false); $('file').focus(); } }); \
    root.addEventListener('mousedown', ({target}) => { if (!target.closest('[role=menu], #file')) show(false); });";
const HOVER_MENU: &str = "<style>nav ul{display:none;margin:0}nav:hover>ul,li:hover>ul{display:block}nav{width:160px}</style>\
    <nav aria-label=Shop><a href='#shop' id=shop>Shop</a><ul><li><a href='#shoes'>Shoes</a><ul><li><a href='#boots'>Boots</a></li></ul></li></ul></nav>";
const TOOLBAR: &str = "<style>.tools{visibility:hidden}.row:hover .tools{visibility:visible}</style>\
    <div class=row role=group aria-label=Message style='height:60px'><p>Hello there</p><span class=tools role=toolbar><button id=del>Reply</button></span></div>";
const DIALOG: &str = "<button id=behind>Behind</button><button id=ask>Ask</button>\
    <dialog id=d aria-label=Sure><label>Why <input id=why></label> <button id=yes>Yes</button></dialog>";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::on_page("a menu and its submenu are opened by clicks", MENU, MENU_WORKS, |put| {
            let opened = put.click("button", "File").expect_ok();
            put.expect_told("open", true);
            let export = opened.reference("menuitem", "Convert").to_owned();
            let more = put.call("browser_click", json!({"ref": export})).expect_ok();
            put.call("browser_click", json!({"ref": more.reference("menuitem", "As text")})).expect_ok();
            put.expect_told("chosen", "text");
        }),
        Case::on_page("a menu closes on Escape", MENU, MENU_WORKS, |put| {
            put.click("button", "File").expect_ok();
            let item = put.find("menuitem", "Open");
            press(put, "Escape");
            put.expect_told("open", false);
            assert!(put.page.snapshot().find_reference("menuitem", "Open").is_none());
            let refused = put.call("browser_click", json!({"ref": item}));
            assert!(!refused.is_ok(), "{}", refused.raw);
        }),
        Case::on_page(
            "a menu opened by pointing at it is gone down to the last level",
            HOVER_MENU,
            "onhashchange = () => tell('at', location.hash);",
            |put| {
                let pointed = put.call("browser_hover", json!({"ref": put.find("link", "Shop")})).expect_ok();
                assert_eq!(pointed.structured["status"], "ok");
                put.call("browser_hover", json!({"ref": put.find("link", "Shoes")})).expect_ok();
                put.click("link", "Boots").expect_ok();
                put.expect_told("at", "#boots");
            },
        ),
        Case::on_page(
            "a toolbar that shows while the pointer is there is used",
            TOOLBAR,
            "$('del').onclick = () => tell('deleted', true);",
            |put| {
                assert!(put.page.snapshot().find_reference("button", "Reply").is_none());
                put.call("browser_hover", json!({"ref": put.find("group", "Message")})).expect_ok();
                put.click("button", "Reply").expect_ok();
                put.expect_told("deleted", true);
            },
        ),
        Case::on_page(
            "details are opened",
            "<details id=d><summary>More</summary><p>Hidden facts</p></details>",
            "$('d').ontoggle = () => tell('open', $('d').open);",
            |put| {
                let more = put.page.snapshot().reference_of_name("More").to_owned();
                assert!(!put.page.snapshot().mentions("Hidden facts"));
                put.call("browser_click", json!({"ref": more})).expect_ok();
                put.expect_told("open", true);
                assert!(put.page.snapshot().mentions("Hidden facts"));
            },
        ),
        Case::on_page(
            "what is behind a modal dialog is not pressed, what is in it is used",
            DIALOG,
            "$('behind').onclick = () => tell('behind', true); $('ask').onclick = () => $('d').showModal(); \
             $('yes').onclick = () => { tell('why', $('why').value); $('d').close(); };",
            modal,
        ),
        Case::on_page(
            "a popover opens and closes again at a press elsewhere",
            "<button popovertarget=p>Info</button><div id=p popover><button id=ok>Got it</button></div><h1 style='margin-top:300px'>Elsewhere</h1>",
            "$('p').ontoggle = ({newState}) => tell('state', newState); $('ok').onclick = () => tell('ok', true);",
            |put| {
                put.click("button", "Info").expect_ok();
                put.click("button", "Got it").expect_ok();
                put.expect_told("ok", true);
                put.click("heading", "Elsewhere").expect_ok();
                put.expect_told("state", "closed");
            },
        ),
    ]
}

fn modal(put: &Put<'_>) {
    let behind = put.find("button", "Behind");
    put.click("button", "Ask").expect_ok();
    // Out of reach now; a snapshot that no longer holds it says so by itself.
    let refused = put.call("browser_click", json!({"ref": behind}));
    assert!(["not_actionable", "stale_reference"].contains(&refused.code.as_str()), "{}", refused.raw);
    put.expect_not_told("behind");
    put.page.type_into("textbox", "Why", "Because").expect_ok();
    put.click("button", "Yes").expect_ok();
    put.expect_told("why", "Because");
    put.click("button", "Behind").expect_ok();
    put.expect_told("behind", true);
}
