//! The hub's navigation, with the number of things that wait for the person.

use egui::{Align, Button, Frame, Layout, Margin, Panel, RichText, Ui, Vec2};

use super::HubPicture;
use crate::theme::{self, StateColors};
use crate::view_model::{Action, Question, Screen};
use crate::widgets::{badge_ui, quiet_button_ui};

pub(super) fn navigation_ui(ui: &mut Ui, picture: &HubPicture<'_>, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui);
    let ground = Frame::new().fill(palette.surface).inner_margin(Margin::symmetric(12, 16));
    Panel::left("navigation").frame(ground).exact_size(184.0).resizable(false).show(ui, |ui| {
        ui.label(RichText::new("NEXUS").text_style(theme::STATE.clone()).color(palette.text));
        ui.label(RichText::new("Agents drive. You hold on.").small().color(palette.weak_text));
        ui.add_space(theme::GAP);
        for screen in Screen::ALL {
            let waiting = if screen == Screen::Inbox { picture.view.waiting.count() } else { 0 };
            if entry_ui(ui, screen, picture.screen == screen, waiting) {
                actions.push(Action::Show(screen));
            }
        }
        ui.with_layout(Layout::bottom_up(Align::LEFT), |ui| {
            if quiet_button_ui(ui, "Quit", "Quit NEXUS").clicked() {
                actions.push(Action::Ask(Question::Quit));
            }
            let theme = if ui.visuals().dark_mode { "☀ Light theme" } else { "🌙 Dark theme" };
            if quiet_button_ui(ui, theme, theme).clicked() {
                actions.push(Action::SwitchTheme);
            }
        });
    });
}

fn entry_ui(ui: &mut Ui, screen: Screen, is_on: bool, waiting: usize) -> bool {
    let palette = theme::palette(ui);
    let text = format!("{}  {}", screen.icon(), screen.name());
    let response = ui
        .horizontal(|ui| {
            let width = ui.available_width();
            let button = Button::selectable(is_on, RichText::new(text).color(palette.text))
                .min_size(Vec2::new(width, 36.0))
                .right_text(RichText::new(if waiting > 0 { waiting.to_string() } else { String::new() }));
            ui.add(button)
        })
        .inner;
    let name = match waiting {
        0 => screen.name().to_owned(),
        count => format!("{}, {count} waiting", screen.name()),
    };
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_on, &name));
    crate::widgets::focus_ring_ui(ui, &response);
    if waiting > 0 {
        waiting_badge_ui(ui, &response, waiting);
    }
    response.clicked()
}

fn waiting_badge_ui(ui: &mut Ui, entry: &egui::Response, waiting: usize) {
    let palette = theme::palette(ui);
    let place = egui::Rect::from_min_max(
        egui::pos2(entry.rect.right() - 40.0, entry.rect.top() + 8.0),
        entry.rect.right_bottom(),
    );
    let builder = egui::UiBuilder::new().max_rect(place).layout(Layout::right_to_left(Align::Min));
    let mut corner = ui.new_child(builder);
    badge_ui(&mut corner, &waiting.to_string(), StateColors { fill: palette.warning, text: palette.surface });
}
