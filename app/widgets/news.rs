//! Notices what has come since the last pass, so that it can be brought into sight.

use egui::{Id, Ui};

/// Whether something is there that wasn't in the pass before. What goes away is no news.
pub fn is_news(ui: &Ui, place: Id, there: Vec<String>) -> bool {
    let known = ui.data(|data| data.get_temp::<Vec<String>>(place)).unwrap_or_default();
    let is_news = there.iter().any(|thing| !known.contains(thing));
    ui.data_mut(|data| data.insert_temp(place, there));
    is_news
}
