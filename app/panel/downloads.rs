//! What agents downloaded in a panel's Window, and where that is kept. Nothing here opens a file.

use egui::{Label, RichText, Ui};

use super::heading_ui;
use crate::theme;
use crate::view_model::{DownloadRow, PanelView};
use crate::widgets::{code_ui, copy_button_ui, row_card_ui, virtual_rows_ui};

const DOWNLOAD_HEIGHT: f32 = 60.0;

/// Draws nothing where there was no download.
pub(super) fn downloads_ui(ui: &mut Ui, view: &PanelView) {
    if view.downloads.is_empty() {
        return;
    }
    heading_ui(ui, "Downloads", view.downloads.len());
    virtual_rows_ui(ui, DOWNLOAD_HEIGHT, view.downloads.len(), |ui, index| {
        if let Some(download) = view.downloads.get(index) {
            row_card_ui(ui, |ui| download_ui(ui, download));
        }
    });
    if let Some(folder) = &view.downloads_folder {
        code_ui(ui, folder);
        copy_button_ui(ui, folder, "the folder of downloads");
    }
}

fn download_ui(ui: &mut Ui, download: &DownloadRow) {
    let palette = theme::palette(ui);
    ui.add(Label::new(RichText::new(&download.name).color(palette.text)).truncate());
    ui.add(Label::new(RichText::new(&download.about).small().color(palette.weak_text)).truncate());
}
