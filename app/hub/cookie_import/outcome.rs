//! What became of an import, domain by domain.

use egui::{Label, RichText, Ui};
use nexus_core::ImportReport;

use crate::theme;
use crate::view_model::became_text;

pub(super) fn outcome_ui(ui: &mut Ui, report: &ImportReport) {
    let palette = theme::palette(ui);
    let ImportReport { source, domains } = report;
    ui.add(Label::new(RichText::new(format!("From {source}")).color(palette.text)).wrap());
    for domain in domains {
        let line = format!("{}: {}", domain.domain, became_text(domain));
        ui.add(Label::new(RichText::new(line).color(palette.text)).wrap());
    }
    let note = "Pages that are open show it once they are reloaded. The Window counts as signed in from now on.";
    ui.add(Label::new(RichText::new(note).small().color(palette.weak_text)).wrap());
}
