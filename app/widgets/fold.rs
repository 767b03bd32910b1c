//! Things that are out of the way until they are wanted.

use egui::{CollapsingHeader, RichText, Ui};

use super::button::focus_ring_ui;
use crate::theme;

/// Draws a heading, and what is below it once the heading was pressed. `salt` tells the places apart.
pub fn fold_ui(ui: &mut Ui, salt: &str, heading: &str, contents_ui: impl FnOnce(&mut Ui)) {
    let heading = RichText::new(heading).color(theme::palette(ui).text);
    let fold = CollapsingHeader::new(heading).id_salt(salt).show_unindented(ui, contents_ui);
    focus_ring_ui(ui, &fold.header_response);
}
