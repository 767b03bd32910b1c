//! Which domains' cookies are brought over. None is ticked until the person does it.

use egui::{Id, Label, RichText, ScrollArea, Ui};
use nexus_core::DomainCookies;
use nexus_core::broker::CookieCommand;

use crate::theme;
use crate::view_model::{CookieImport, DomainChoice, ImportStep, cookies_text};
use crate::widgets::{Consent, empty_ui, quiet_button_ui, text_field_ui, tick_ui, virtual_rows_ui};

const ROW_HEIGHT: f32 = 28.0;
/// So much of the list is seen at once.
const LIST_HEIGHT: f32 = 260.0;

pub(super) fn domains_ui(
    ui: &mut Ui,
    import: &mut CookieImport,
    mut choice: DomainChoice,
    has_agent: bool,
) -> Option<CookieCommand> {
    let palette = theme::palette(ui);
    ui.add(Label::new(RichText::new(format!("From {}", choice.source.name())).color(palette.text)).wrap());
    if choice.found.is_empty() {
        empty_ui(ui, "This profile has no cookies.", "Choose another one, or sign in there first.");
        return None;
    }
    text_field_ui(ui, &mut import.filter, "Search the domains", "Search the domains");
    list_ui(ui, &mut choice, &import.filter);
    ui.add(Label::new(RichText::new(choice.ticked_text()).color(palette.text)).wrap());
    let note = if has_agent {
        "An agent is in control of this Window. It is stopped first, and you have control until you give it back."
    } else {
        "Agents that may drive this Window can use these sign-ins."
    };
    ui.add(Label::new(RichText::new(note).small().color(palette.weak_text)).wrap());
    let consent = Consent::new(ui, Id::unique("import cookies"), (choice.source.name(), &choice.ticked));
    let yes = choice.yes();
    let can_be = !choice.ticked.is_empty();
    import.step = ImportStep::Domains(choice);
    let button = ui.add_enabled_ui(can_be, |ui| quiet_button_ui(ui, &yes, &yes)).inner;
    if consent.is_given_deliberately(ui, &button) { import.agree() } else { None }
}

fn list_ui(ui: &mut Ui, choice: &mut DomainChoice, filter: &str) {
    let shown: Vec<DomainCookies> = choice.matching(filter).into_iter().cloned().collect();
    if shown.is_empty() {
        ui.label(RichText::new("No domain has this in its name.").color(theme::palette(ui).weak_text));
    }
    let list = ScrollArea::vertical().id_salt("domains").max_height(LIST_HEIGHT).auto_shrink([false, true]);
    list.show(ui, |ui| {
        virtual_rows_ui(ui, ROW_HEIGHT, shown.len(), |ui, index| {
            let Some(row) = shown.get(index) else { return };
            let is_ticked = choice.ticked.contains(&row.domain);
            if row_ui(ui, row, is_ticked) && !choice.ticked.remove(&row.domain) {
                choice.ticked.insert(row.domain.clone());
            }
        });
    });
}

/// Draws a domain; says whether its tick was changed.
fn row_ui(ui: &mut Ui, row: &DomainCookies, is_ticked: bool) -> bool {
    let (domain, count) = (row.domain.as_str(), cookies_text(row.cookies));
    let color = theme::palette(ui).weak_text;
    let line = ui.horizontal(|ui| {
        let tick = tick_ui(ui, is_ticked, domain, &format!("{domain}, {count}"));
        ui.label(RichText::new(count).small().color(color));
        tick.clicked()
    });
    line.inner
}
