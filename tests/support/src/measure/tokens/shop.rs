//! A small shop: search, results with a filter, an item, a basket, a form and a confirmation.

use std::io;

use crate::site::Site;

const STYLES: [&str; 8] = ["Storm", "Harbour", "Meadow", "Attic", "Pilot", "Orchard", "Cellar", "Miner's"];
const KINDS: [&str; 5] = ["lantern", "candle lantern", "solar lantern", "table lantern", "hanging lantern"];

pub(super) fn open() -> io::Result<Site> {
    Site::start([
        ("/", page("Northlight", include_str!("shop/home.html"))),
        ("/search", page("Search - Northlight", &results())),
        ("/item", page("Item - Northlight", include_str!("shop/item.html"))),
        ("/basket", page("Basket - Northlight", include_str!("shop/basket.html"))),
        ("/checkout", page("Checkout - Northlight", include_str!("shop/checkout.html"))),
        ("/order", page("Order - Northlight", include_str!("shop/order.html"))),
    ])
}

fn page(title: &str, main: &str) -> String {
    let topics = ["Lamps", "Lanterns", "Candles", "Torches", "Bulbs", "Batteries"];
    let topics: String = topics.iter().map(|topic| format!("<li><a href='/topic?{topic}'>{topic}</a></li>")).collect();
    format!(
        "<!doctype html><html lang=en><title>{title}</title>\
         <header><a href='/'>Northlight</a><nav aria-label=Topics><ul>{topics}</ul></nav></header><main>{main}</main>\
         <footer><ul><li><a href='/help'>Help</a></li><li><a href='/returns'>Returns</a></li>\
         <li><a href='/contact'>Contact</a></li></ul><p>Northlight sells by mail only.</p></footer></html>"
    )
}

fn results() -> String {
    let names = KINDS.iter().flat_map(|kind| STYLES.iter().map(move |style| format!("{style} {kind}")));
    let items: String = names.enumerate().map(|(n, name)| result(n, &name)).collect();
    let script = include_str!("shop/results.js");
    format!(
        "<h1>Results for lantern</h1><form id=filters><label><input type=checkbox id=in-stock> In stock only</label>\
         <label>Sort by <select id=sort><option value=match>Best match</option><option value=price>Lowest price</option>\
         </select></label></form><p role=status id=count>40 lanterns</p><ul id=results>{items}</ul><script>{script}</script>"
    )
}

fn result(n: usize, name: &str) -> String {
    let price = 12 + n * 7 % 60;
    let (stock, words) = if n.is_multiple_of(3) { ("no", "Sold out") } else { ("yes", "In stock") };
    format!(
        "<li data-price={price} data-stock={stock}><h2><a href='/item?n={n}'>{name}</a></h2><p>{price}.00</p>\
         <p>{words}</p><button>Save {name} for later</button></li>"
    )
}
