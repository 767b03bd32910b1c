//! Bringing cookies over from another browser of the person's (A07): a card among the others, which covers nothing.

mod domains;
mod outcome;
mod sources;

use egui::{Align, Id, Key, Label, Modifiers, RichText, Ui};
use nexus_policy::WindowId;

use super::HubFields;
use crate::theme;
use crate::view_model::{Action, CookieImport, HubView, ImportStep, StateRole, WindowRow};
use crate::widgets::{Weight, has_just_appeared, message_ui, quiet_button_ui};

/// What the person did with the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    /// They go on.
    No,
    /// They are done, or don't want it any more.
    Yes,
}

/// Draws the card, if an import was begun and its Window is there. Escape ends it.
pub(super) fn cookie_import_ui(ui: &mut Ui, view: &HubView, fields: &mut HubFields, actions: &mut Vec<Action>) {
    fields.cookie_import = fields.cookie_import.take().filter(|import| import.is_current(&view.windows));
    let Some(import) = &mut fields.cookie_import else { return };
    let Some(window) = view.windows.iter().find(|window| window.id == import.window) else { return };
    // It may have been begun far below.
    if has_just_appeared(ui, Id::unique(("cookie import", import.window))) {
        ui.scroll_to_cursor(Some(Align::TOP));
    }
    let palette = theme::palette(ui);
    let card = theme::attention_card(palette, palette.accent);
    let left = card.show(ui, |ui| ui.push_id("cookie import", |ui| card_ui(ui, window, import, actions)).inner).inner;
    ui.add_space(theme::SMALL_GAP);
    if left == Left::Yes {
        fields.cookie_import = None;
    }
}

/// What is written on a button that begins an import, and what it says of where to.
#[derive(Debug, Clone, Copy)]
pub(super) struct BeginButton<'a> {
    pub(super) label: &'a str,
    pub(super) into: &'a str,
}

/// A button that begins an import into a Window.
pub(super) fn begin_ui(
    ui: &mut Ui,
    window: WindowId,
    button: BeginButton<'_>,
    fields: &mut HubFields,
    actions: &mut Vec<Action>,
) {
    let is_busy = fields.cookie_import.as_ref().is_some_and(CookieImport::is_importing);
    let name = format!("Import cookies into {}", button.into);
    if ui.add_enabled_ui(!is_busy, |ui| quiet_button_ui(ui, button.label, &name)).inner.clicked() {
        let (import, first) = CookieImport::begin(window);
        fields.cookie_import = Some(import);
        actions.push(Action::Cookies(first));
    }
}

fn card_ui(ui: &mut Ui, window: &WindowRow, import: &mut CookieImport, actions: &mut Vec<Action>) -> Left {
    let palette = theme::palette(ui);
    ui.set_width(ui.available_width());
    let title = format!("Import cookies into Window {}", window.id);
    ui.label(RichText::new(title).text_style(theme::SUBTITLE.clone()).color(palette.text));
    ui.add(Label::new(RichText::new(&window.about).small().color(palette.weak_text)).wrap());
    if let Some(failure) = import.failure.clone()
        && message_ui(ui, Weight::Failure, &failure, Some("Dismiss"))
    {
        import.failure = None;
    }
    if let Some(progress) = import.progress() {
        ui.label(RichText::new(progress).color(palette.text));
    }
    let is_free = import.progress().is_none();
    let next = ui.add_enabled_ui(is_free, |ui| match import.step.clone() {
        ImportStep::Source => sources::sources_ui(ui, import, is_free, actions),
        ImportStep::Domains(choice) => domains::domains_ui(ui, import, choice, window.state.role == StateRole::Agent),
        ImportStep::Over(report) => {
            outcome::outcome_ui(ui, &report);
            None
        }
    });
    actions.extend(next.inner.map(Action::Cookies));
    ui.add_space(4.0);
    end_ui(ui, import)
}

/// What was begun can be left until the cookies go in.
fn end_ui(ui: &mut Ui, import: &mut CookieImport) -> Left {
    let (label, name) = match &import.step {
        ImportStep::Over(_) => ("Done", "Done with importing cookies"),
        ImportStep::Source | ImportStep::Domains(_) => ("Cancel", "Cancel importing cookies"),
    };
    let is_left = ui.add_enabled_ui(!import.is_importing(), |ui| {
        let pressed = ui.horizontal_wrapped(|ui| {
            let is_choosing = matches!(import.step, ImportStep::Domains(_));
            if is_choosing && quiet_button_ui(ui, "Another profile", "Choose another profile to import from").clicked()
            {
                import.choose_another();
            }
            quiet_button_ui(ui, label, name).clicked()
        });
        pressed.inner || (ui.is_enabled() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)))
    });
    if is_left.inner { Left::Yes } else { Left::No }
}
