//! Opens the native windows and returns when the person quits. It neither starts nor ends the broker.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Vec2, ViewportBuilder};
use nexus_core::broker::PersonPort;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::app::{App, HideBy};
use crate::desk::Desk;
use crate::dispatch::Person;
use crate::hub::HubFacts;
use crate::theme;
use crate::view_model::client_configs;

/// What never changes while NEXUS runs.
#[derive(Debug)]
pub struct AppOptions {
    /// Where agents connect.
    pub socket: PathBuf,
    /// The `nexus` executable that MCP clients are told to start.
    pub nexus: PathBuf,
    /// Where NEXUS keeps everything.
    pub data: PathBuf,
    /// Something arrives each time a second `nexus` is started: the hub comes to the front.
    pub focus_requests: mpsc::UnboundedReceiver<()>,
    /// Something arrives when the system asks NEXUS to end, for example at the end of the desktop session.
    pub end_requests: mpsc::UnboundedReceiver<()>,
}

/// Why the native windows could not be shown.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// There is no display, or it refuses.
    #[error("NEXUS needs a desktop to show its windows on, and found none it could use: {0}")]
    NoDisplay(String),
    /// The display can't draw.
    #[error("NEXUS could not draw its windows: {0}")]
    CannotDraw(String),
}

impl AppError {
    pub(crate) fn of(error: eframe::Error) -> Self {
        match error {
            eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => Self::NoDisplay(error.to_string()),
            error => Self::CannotDraw(error.to_string()),
        }
    }
}

/// Shows the hub and the panels until the person quits. To be called on the main thread.
pub fn run(person: PersonPort, handle: Handle, options: AppOptions) -> Result<(), AppError> {
    run_for(Arc::new(person), handle, options)
}

/// The same for anything that stands in for the person's port.
pub fn run_for(person: Arc<dyn Person>, handle: Handle, options: AppOptions) -> Result<(), AppError> {
    let AppOptions { socket, nexus, data, focus_requests, end_requests } = options;
    let facts = HubFacts { clients: client_configs(&nexus), socket, data };
    let desk = Desk::new(person, handle.clone());
    let create: eframe::AppCreator<'_> = Box::new(move |creation| {
        theme::install(&creation.egui_ctx);
        let tasks = start_tasks(&handle, &desk, &creation.egui_ctx, focus_requests, end_requests);
        Ok(Box::new(Running { app: App::new(desk, facts, hide_by()), _tasks: tasks }))
    });
    eframe::run_native("NEXUS", native_options(), create).map_err(AppError::of)
}

fn native_options() -> eframe::NativeOptions {
    eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("NEXUS")
            .with_app_id("nexus")
            .with_icon(theme::icon())
            .with_inner_size(Vec2::new(940.0, 680.0))
            .with_min_inner_size(Vec2::new(720.0, 480.0)),
        // Flat colours come out exactly as they are named.
        dithering: false,
        ..Default::default()
    }
}

/// winit prefers Wayland wherever it is offered.
fn hide_by() -> HideBy {
    let has = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if has("WAYLAND_DISPLAY") || has("WAYLAND_SOCKET") { HideBy::Minimizing } else { HideBy::Unmapping }
}

/// The tasks that wake the native windows; they end with the app.
struct Tasks(Vec<JoinHandle<()>>);

impl Drop for Tasks {
    fn drop(&mut self) {
        for task in &self.0 {
            task.abort();
        }
    }
}

fn start_tasks(
    handle: &Handle,
    desk: &Arc<Desk>,
    ctx: &egui::Context,
    mut focus_requests: mpsc::UnboundedReceiver<()>,
    mut end_requests: mpsc::UnboundedReceiver<()>,
) -> Tasks {
    let repaint = handle.spawn(Arc::clone(desk).repaint_on_change(ctx.clone()));
    let (focus_desk, focus_ctx) = (Arc::clone(desk), ctx.clone());
    let focus = handle.spawn(async move {
        while focus_requests.recv().await.is_some() {
            focus_desk.want_hub(&focus_ctx);
        }
    });
    let (end_desk, end_ctx) = (Arc::clone(desk), ctx.clone());
    let end = handle.spawn(async move {
        if end_requests.recv().await.is_some() {
            end_desk.want_end(&end_ctx);
        }
    });
    Tasks(vec![repaint, focus, end])
}

struct Running {
    app: App,
    _tasks: Tasks,
}

impl eframe::App for Running {
    fn logic(&mut self, ctx: &egui::Context, frame: &mut eframe::Frame) {
        self.app.logic(ctx, frame);
    }

    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        self.app.ui(ui, frame);
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}
