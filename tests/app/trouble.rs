//! The window of a NEXUS that can't start.

use egui::Vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use nexus::trouble_ui;

/// V20: what is wrong is on the screen in full, with its code, and can be closed.
#[test]
fn what_keeps_nexus_from_starting_is_shown() {
    let why = "NEXUS's database can't be opened: Another program holds the database. (database_locked)";
    let draw = move |ui: &mut egui::Ui, is_read: &mut bool| *is_read |= trouble_ui(ui, why);
    let builder = Harness::builder().with_size(Vec2::new(560.0, 260.0)).with_context_setup(nexus::theme::install);
    let mut harness = builder.build_ui_state(draw, false);
    harness.get_by_label("NEXUS can't start");
    harness.get_by_label(why);
    assert!(!harness.state());
    harness.get_by_label("Quit").click();
    harness.run();
    assert!(harness.state());
}
