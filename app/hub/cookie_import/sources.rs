//! Where cookies are brought from: a profile that was found, or one in a folder.

use egui::{Label, RichText, Ui};
use nexus_core::broker::CookieCommand;

use crate::theme;
use crate::view_model::{Action, CookieImport};
use crate::widgets::{empty_ui, is_entered, quiet_button_ui, text_field_ui};

pub(super) fn sources_ui(
    ui: &mut Ui,
    import: &mut CookieImport,
    is_free: bool,
    actions: &mut Vec<Action>,
) -> Option<CookieCommand> {
    let palette = theme::palette(ui);
    let text = "Cookies hold sign-ins. You choose a profile of your own browser, and then the domains: of no other one a \
                cookie is read. They go into this Window, which counts as signed in from then on; NEXUS keeps none.";
    ui.add(Label::new(RichText::new(text).color(palette.weak_text)).wrap());
    let mut next = None;
    for source in import.sources().to_vec() {
        let name = format!("Import from {}", source.name());
        if quiet_button_ui(ui, source.name(), &name).clicked() {
            next = Some(import.choose(&source));
        }
    }
    if is_free && import.sources().is_empty() {
        let how = "Firefox, Chromium and Google Chrome were looked for. Choose the folder of a profile below.";
        empty_ui(ui, "No browser profile was found on this computer.", how);
    }
    next.or_else(|| folder_ui(ui, import, actions))
}

/// Where there is no dialog to choose one, a folder can be typed.
fn folder_ui(ui: &mut Ui, import: &mut CookieImport, actions: &mut Vec<Action>) -> Option<CookieCommand> {
    let row = ui.horizontal(|ui| {
        if quiet_button_ui(ui, "Choose a folder…", "Choose the folder of a browser profile").clicked() {
            actions.push(Action::ChooseCookieFolder);
        }
        let look = quiet_button_ui(ui, "Look there", "Look for cookies in the folder");
        let field = text_field_ui(ui, &mut import.folder, "Or its path", "Path of a browser profile");
        look.clicked() || is_entered(ui, &field)
    });
    if row.inner { import.look_in_typed() } else { None }
}
