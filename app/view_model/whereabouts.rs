//! Where something is that a card is about.

use nexus_core::broker::View;
use nexus_policy::{PageId, WindowId};

/// A place as a card shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whereabouts {
    /// "Window w1 · page p4".
    pub place: String,
    /// The page's title, if it is about one that has a title.
    pub title: Option<String>,
    /// The page's origin, if it is about one.
    pub origin: Option<String>,
}

impl Whereabouts {
    pub(crate) fn new(view: &View, window: Option<WindowId>, page: Option<PageId>, origin: Option<&str>) -> Self {
        let pages = view.windows.iter().flat_map(|window| &window.pages);
        let shown = page.and_then(|page| pages.into_iter().find(|shown| shown.id == page));
        let title = shown.map(|page| page.title.trim()).filter(|title| !title.is_empty());
        let place = match (window, page) {
            (Some(window), Some(page)) => format!("Window {window} · page {page}"),
            (Some(window), None) => format!("Window {window} · all of it"),
            (None, Some(page)) => format!("page {page}"),
            (None, None) => "no Window yet".to_owned(),
        };
        Self { place, title: title.map(str::to_owned), origin: origin.map(str::to_owned) }
    }

    /// The same in one line, for a screen reader.
    pub(crate) fn name(&self) -> String {
        match &self.origin {
            Some(origin) => format!("{origin}, {}", self.place),
            None => self.place.clone(),
        }
    }
}
