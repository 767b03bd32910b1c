//! How far something long is.

use egui::{ProgressBar, Role, Ui, WidgetInfo};

use crate::theme;

/// Draws a bar; `share` is between 0 and 1, and `name` what a screen reader says.
pub fn progress_ui(ui: &mut Ui, share: f32, name: &str) {
    let palette = theme::palette(ui);
    ui.scope(|ui| {
        ui.visuals_mut().extreme_bg_color = palette.inset;
        let response = ui.add(ProgressBar::new(share).desired_height(8.0).fill(palette.accent));
        response.widget_info(|| WidgetInfo {
            value: Some(f64::from(share) * 100.0),
            ..WidgetInfo::labeled(Role::ProgressIndicator, ui.is_enabled(), name)
        });
    });
}
