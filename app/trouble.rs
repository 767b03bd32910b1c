//! The window of a NEXUS that can't start: what is wrong and what to do, for whoever started it without a terminal.

use egui::{CentralPanel, RichText, Ui, Vec2, ViewportBuilder, ViewportCommand};

use crate::start::AppError;
use crate::theme;
use crate::widgets::{Weight, message_ui};

/// Draws it; `true` once the person has read it.
pub fn trouble_ui(ui: &mut Ui, why: &str) -> bool {
    let palette = theme::palette(ui);
    ui.label(RichText::new("NEXUS can't start").text_style(theme::SUBTITLE.clone()).color(palette.text));
    ui.add_space(theme::SMALL_GAP);
    message_ui(ui, Weight::Failure, why, Some("Quit"))
}

/// Shows it until the person closes it. To be called on the main thread, instead of [`crate::run`].
pub fn show_trouble(why: String) -> Result<(), AppError> {
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("NEXUS can't start")
            .with_app_id("nexus")
            .with_icon(theme::icon())
            .with_inner_size(Vec2::new(560.0, 260.0)),
        dithering: false,
        ..Default::default()
    };
    let create: eframe::AppCreator<'_> = Box::new(|creation| {
        theme::install(&creation.egui_ctx);
        Ok(Box::new(Trouble(why)))
    });
    eframe::run_native("NEXUS", options, create).map_err(AppError::of)
}

struct Trouble(String);

impl eframe::App for Trouble {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let is_read = CentralPanel::default().show(ui, |ui| trouble_ui(ui, &self.0)).inner;
        if is_read {
            ui.ctx().send_viewport_cmd(ViewportCommand::Close);
        }
    }
}
