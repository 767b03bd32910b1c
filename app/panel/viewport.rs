//! The native window of a panel: where it is, when it is asked to close, and who draws it. It owns what the person
//! typed and was asked there.

use std::sync::Arc;
use std::time::SystemTime;

use egui::mutex::Mutex;
use egui::{Pos2, Ui, Vec2, ViewportBuilder, ViewportId, ViewportInfo};
use nexus_policy::WindowId;

use super::{PanelFields, panel_ui};
use crate::desk::Desk;
use crate::dispatch::Place;
use crate::view_model::{Action, Asked, PanelView, Question, Situation, Size, beside};

const SIZE: Size = Size { width: 360.0, height: 780.0 };
const MIN_SIZE: Vec2 = Vec2::new(320.0, 480.0);

/// The native window that shows a Window's panel.
pub(crate) fn viewport_id(window: WindowId) -> ViewportId {
    ViewportId::from_hash_of(("control panel", window))
}

/// One panel and its native window.
pub(crate) struct ControlPanel {
    window: WindowId,
    desk: Arc<Desk>,
    own: Mutex<Own>,
}

#[derive(Default)]
struct Own {
    fields: PanelFields,
    question: Option<Question>,
    /// Where it was put; only once, so that the person can move it.
    position: Option<Pos2>,
}

impl ControlPanel {
    pub(crate) fn new(window: WindowId, desk: Arc<Desk>) -> Arc<Self> {
        Arc::new(Self { window, desk, own: Mutex::default() })
    }

    /// Puts the panel beside its Chromium window, the first time it is known where that is.
    pub(crate) fn place(&self, hub: &ViewportInfo) {
        let view = self.desk.view();
        let bounds = view.windows.iter().find(|window| window.id == self.window).and_then(|window| window.bounds);
        let mut own = self.own.lock();
        if let (Some(bounds), None) = (bounds, own.position) {
            let scale = hub.native_pixels_per_point.filter(|scale| *scale > 0.0).unwrap_or(1.0);
            let monitor = hub.monitor_size.map(|size| Size { width: size.x, height: size.y });
            let (left, top) = beside(bounds, SIZE, monitor, scale);
            own.position = Some(Pos2::new(left, top));
        }
    }

    /// Keeps the native window open; to be called in each pass of the hub while there is a Window.
    pub(crate) fn show(self: &Arc<Self>, ctx: &egui::Context) {
        let mut builder = ViewportBuilder::default()
            .with_title(format!("Window {} · NEXUS", self.window))
            .with_app_id("nexus")
            .with_icon(crate::theme::icon())
            .with_inner_size(Vec2::new(SIZE.width, SIZE.height))
            .with_min_inner_size(MIN_SIZE)
            // It mustn't take the keyboard away from whatever the person is typing into.
            .with_active(false);
        if let Some(position) = self.own.lock().position {
            builder = builder.with_position(position);
        }
        let panel = Arc::clone(self);
        ctx.show_viewport_deferred(viewport_id(self.window), builder, move |ui, _class| panel.draw_ui(ui));
    }

    fn draw_ui(&self, ui: &mut Ui) {
        let view = self.desk.view();
        let mut own = self.own.lock();
        if ui.input(|input| input.viewport().close_requested()) {
            own.question = Some(Question::CloseWindow(self.window));
        }
        let place = Place::Panel(self.window);
        // A Window that has just gone: the hub closes this native window in its next pass.
        let Some(shown) = PanelView::new(&view, self.window, &own.fields.filter, SystemTime::now()) else { return };
        let situation = Situation {
            asked: own.question.as_ref().and_then(|question| Asked::new(question, &view)),
            failure: self.desk.failure(place),
            hub: self.desk.hub(),
        };
        let actions = panel_ui(ui, &shown, &situation, &mut own.fields);
        for action in actions {
            self.carry_out(ui.ctx(), &mut own, action);
        }
    }

    fn carry_out(&self, ctx: &egui::Context, own: &mut Own, action: Action) {
        let place = Place::Panel(self.window);
        match action {
            Action::Person(command) => {
                own.question = None;
                self.desk.carry_out(ctx, place, command);
            }
            Action::Ask(question) => own.question = Some(question),
            Action::DropQuestion => own.question = None,
            Action::ShowHub => self.desk.want_hub(ctx),
            Action::DropFailure => self.desk.drop_failure(place),
            // These are the hub's; no panel offers them.
            Action::Show(_)
            | Action::ChooseUploadFolder
            | Action::Cookies(_)
            | Action::ChooseCookieFolder
            | Action::SwitchTheme
            | Action::Quit => {}
        }
        ctx.request_repaint();
    }
}
