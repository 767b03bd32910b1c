//! The picture on a card: the page around what an agent wants to touch.

use egui::{Frame, Image, Ui, Vec2};
use nexus_core::broker::CardPicture;

use super::weak_ui;
use crate::theme;
use crate::view_model::{Caption, RequestCard};
use crate::widgets::texture_of;

/// Width to height of the room that is kept while a picture is being taken, so that little moves when it comes.
const ASPECT: f32 = 2.08;

pub(super) fn picture_ui(ui: &mut Ui, card: &RequestCard) {
    match (&card.picture, &card.caption) {
        (CardPicture::Taken(picture), Caption::Of { described, note }) => {
            let texture = texture_of(ui.ctx(), picture);
            let pixel = 1.0 / ui.ctx().pixels_per_point();
            let most = Vec2::new(ui.available_width().min(texture.size_vec2().x * pixel), f32::INFINITY);
            let image = Image::new(&texture).fit_to_exact_size(texture.size_vec2()).max_size(most);
            ui.add(image.corner_radius(theme::ROUNDING - 2).alt_text(described));
            if let Some(note) = note {
                weak_ui(ui, note);
            }
        }
        (CardPicture::Coming, Caption::Instead(words)) => {
            let palette = theme::palette(ui);
            Frame::new().fill(palette.inset).corner_radius(theme::ROUNDING - 2).show(ui, |ui| {
                let width = ui.available_width();
                ui.set_min_size(Vec2::new(width, (width / ASPECT).min(240.0)));
                weak_ui(ui, words);
            });
        }
        (_, Caption::Instead(words)) => weak_ui(ui, words),
        (_, Caption::Nothing | Caption::Of { .. }) => {}
    }
}
