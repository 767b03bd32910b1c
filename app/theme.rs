//! Colours, type and spacing of every screen, light and dark. It holds no state and draws nothing.

mod action_fill;
mod icon;
mod palette;
mod type_scale;

use egui::{Color32, CornerRadius, FontId, Margin, Stroke, Style, TextStyle, Theme, Vec2, Visuals};

pub use action_fill::{ActionFill, GIVE_BACK, PAIR, TAKE_CONTROL, TAKE_EVERYTHING};
pub use icon::icon;
pub use palette::{DARK, LIGHT, Palette, StateColors};
pub use type_scale::{CODE, STATE, SUBTITLE, TITLE};

/// The room between a window's edge and what is in it, and between blocks.
pub const GAP: f32 = 12.0;
/// The room between things that belong together.
pub const SMALL_GAP: f32 = 6.0;
/// How round the corners of cards and buttons are.
pub const ROUNDING: u8 = 8;

/// The colours of the theme that is on now.
pub fn palette(ui: &egui::Ui) -> &'static Palette {
    if ui.visuals().dark_mode { &DARK } else { &LIGHT }
}

/// Gives a context the look of NEXUS, in both themes.
pub fn install(ctx: &egui::Context) {
    for (theme, palette) in [(Theme::Dark, &DARK), (Theme::Light, &LIGHT)] {
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals(theme, palette);
            apply_layout(style);
        });
    }
}

fn apply_layout(style: &mut Style) {
    style.text_styles = type_scale::text_styles();
    style.spacing.item_spacing = Vec2::new(8.0, SMALL_GAP);
    style.spacing.button_padding = Vec2::new(12.0, 6.0);
    style.spacing.interact_size.y = 32.0;
    style.spacing.window_margin = Margin::same(12);
    style.interaction.selectable_labels = false;
    // Nothing may ask for another frame on its own: an idle NEXUS uses no CPU.
    style.animation_time = 0.0;
    style.visuals.text_cursor.blink = false;
    style.scroll_animation = egui::style::ScrollAnimation::none();
}

fn visuals(theme: Theme, palette: &Palette) -> Visuals {
    let mut visuals = match theme {
        Theme::Dark => Visuals::dark(),
        Theme::Light => Visuals::light(),
    };
    visuals.panel_fill = palette.background;
    visuals.window_fill = palette.surface;
    visuals.window_stroke = Stroke::new(1.0, palette.border);
    visuals.extreme_bg_color = palette.surface;
    visuals.code_bg_color = palette.inset;
    visuals.faint_bg_color = palette.inset;
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(palette.weak_text);
    visuals.warn_fg_color = palette.warning;
    visuals.error_fg_color = palette.bad;
    visuals.hyperlink_color = palette.accent;
    visuals.selection.bg_fill = palette.selected;
    visuals.selection.stroke = Stroke::new(1.5, palette.accent);
    apply_widget_colors(&mut visuals, palette);
    visuals
}

fn apply_widget_colors(visuals: &mut Visuals, palette: &Palette) {
    let widgets = &mut visuals.widgets;
    let states = [
        (&mut widgets.noninteractive, palette.surface, palette.border),
        (&mut widgets.inactive, palette.inset, palette.border),
        (&mut widgets.hovered, palette.hovered, palette.strong_border),
        (&mut widgets.active, palette.hovered, palette.accent),
        (&mut widgets.open, palette.hovered, palette.strong_border),
    ];
    for (state, fill, border) in states {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, border);
        state.fg_stroke = Stroke::new(1.0, palette.text);
        state.corner_radius = CornerRadius::same(ROUNDING - 2);
        state.expansion = 0.0;
    }
}

/// A card on the background of a screen.
pub fn card(palette: &Palette) -> egui::Frame {
    egui::Frame::new()
        .fill(palette.surface)
        .stroke(Stroke::new(1.0, palette.border))
        .corner_radius(ROUNDING)
        .inner_margin(Margin::same(12))
}

/// A card that asks for attention: the same with a coloured edge.
pub fn attention_card(palette: &Palette, edge: Color32) -> egui::Frame {
    card(palette).stroke(Stroke::new(1.5, edge))
}

/// The font of one of the named sizes.
pub fn font(ui: &egui::Ui, style: &TextStyle) -> FontId {
    style.resolve(ui.style())
}
