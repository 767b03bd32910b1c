//! Pages with about as many elements as asked for, all of them in the snapshot.

/// A kind of page, with what builds it.
type Kind = (&'static str, fn(usize) -> String);

/// Each.
pub(super) const KINDS: [Kind; 2] = [("list of links", list), ("table of fields", table)];

/// A list of links: two elements an item.
pub(super) fn list(elements: usize) -> String {
    let items: String = (0..elements / 2).map(|n| format!("<li><a href='/item?n={n}'>Item {n}</a></li>")).collect();
    format!("<title>List</title><ul>{items}</ul>")
}

/// A table in which every row can be edited: ten elements a row.
pub(super) fn table(elements: usize) -> String {
    let rows: String = (0..elements / 10).map(row).collect();
    format!("<title>Table</title><table><tbody>{rows}</tbody></table>")
}

fn row(n: usize) -> String {
    format!(
        "<tr><td><input type=checkbox aria-label='Choose {n}'></td><td><a href='/item?n={n}'>Item {n}</a></td>\
         <td><label>Amount <input value={n}></label></td><td><button>Remove {n}</button></td></tr>"
    )
}
