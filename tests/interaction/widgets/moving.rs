//! Lists that are scrolled and put in another order.

use serde_json::json;

use crate::Case;

const VIRTUAL: &str = "<div id=list role=list aria-label=Rows tabindex=0 style='height:240px;width:300px;overflow:auto;position:relative'><div id=space style='height:400000px'></div></div>";
/// Ten rows for ten thousand things: those that leave at the top come again at the foot.
const RECYCLES: &str = "const rows = Array.from({length: 10}, () => { const row = document.createElement('button'); \
      row.setAttribute('role', 'listitem'); row.style = 'position:absolute;left:0;height:40px;width:280px'; \
      row.onclick = () => tell('row', row.textContent); $('list').append(row); return row; }); \
    const draw = () => { const first = Math.floor($('list').scrollTop / 40); \
      for (let n = first; n < first + 10; n += 1) { const row = rows[n % 10]; row.style.top = `${n * 40}px`; row.textContent = row.ariaLabel = `Row ${n}`; } }; \
    $('list').onscroll = draw; draw();";
const SORTABLE: &str = "<style>li{height:40px;width:200px;background:#def;margin:4px;list-style:none;user-select:none}</style>\
    <ul id=order role=listbox aria-label=Order><li tabindex=0 role=option aria-label=Apple>Apple</li><li tabindex=0 role=option aria-label=Pear>Pear</li><li tabindex=0 role=option aria-label=Plum>Plum</li></ul>";
const BY_BROWSER: &str = "let moved = null; const told = () => tell('order', [...$('order').children].map((item) => item.textContent).join()); \
    for (const item of $('order').children) { item.draggable = true; item.ondragstart = (event) => { moved = item; event.dataTransfer.setData('text/plain', ''); }; \
      item.ondragover = (event) => event.preventDefault(); item.ondrop = (event) => { event.preventDefault(); item.after(moved); told(); }; }";
/// What is dragged follows the pointer and makes room for itself on the way.
const BY_POINTER: &str = "let moved = null, from = 0; \
    for (const item of $('order').children) item.onpointerdown = (event) => { moved = item; from = event.clientY; item.setPointerCapture(event.pointerId); }; \
    root.addEventListener('pointermove', (event) => { if (!moved) return; moved.style.transform = `translateY(${event.clientY - from}px)`; }); \
    root.addEventListener('pointerup', (event) => { if (!moved) return; moved.style.transform = ''; moved.style.pointerEvents = 'none'; \
      const over = document.elementFromPoint(event.clientX, event.clientY).closest('li'); moved.style.pointerEvents = ''; over?.after(moved); moved = null; \
      tell('order', [...$('order').children].map((item) => item.textContent).join()); });";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::on_page("a row far down in a list that recycles its rows is reached", VIRTUAL, RECYCLES, |put| {
            let list = put.find("list", "Rows");
            put.call("browser_scroll", json!({"ref": list, "dy": 20_000})).expect_ok();
            put.click("listitem", "Row 502").expect_ok();
            put.expect_told("row", "Row 502");
        }),
        Case::on_page("a list is put in another order by the browser's own dragging", SORTABLE, BY_BROWSER, |put| {
            let snapshot = put.page.snapshot();
            let (from, to) = (snapshot.reference("option", "Apple"), snapshot.reference("option", "Plum"));
            put.call("browser_drag", json!({"from": from, "to": to})).expect_ok();
            put.expect_told("order", "Pear,Plum,Apple");
        }),
        Case::on_page("a list is put in another order by what follows the pointer", SORTABLE, BY_POINTER, |put| {
            let snapshot = put.page.snapshot();
            let (from, to) = (snapshot.reference("option", "Apple"), snapshot.reference("option", "Plum"));
            let dragged = put.call("browser_drag", json!({"from": from, "to": to}));
            put.expect_told("order", "Pear,Plum,Apple");
            dragged.expect_ok();
        }),
        Case::on_page(
            "a page that loads more when its end is reached gives more",
            "<ul id=feed></ul><p id=end>Loading</p>",
            "let n = 0; const more = () => { for (let end = n + 20; n < end; n += 1) { const item = document.createElement('li'); item.textContent = `Post ${n}`; item.style.height = '60px'; $('feed').append(item); } tell('posts', n); }; \
             more(); new IntersectionObserver(([entry]) => { if (entry.isIntersecting && n < 60) setTimeout(more, 50); }).observe($('end'));",
            |put| {
                put.call("browser_scroll", json!({"dy": 100_000})).expect_ok();
                put.call("browser_wait", json!({"text": "Post 39", "timeout_s": 5})).expect_ok();
                put.expect_told("posts", 40);
            },
        ),
    ]
}
