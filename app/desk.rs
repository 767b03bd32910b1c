//! What the hub and the panels share: the view, the way to the broker, and where the hub is. Each native window is
//! drawn on its own, so nothing here belongs to one of them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use egui::ViewportId;
use egui::mutex::Mutex;
use nexus_core::broker::{CookieCommand, PersonCommand, View};
use nexus_policy::WindowId;
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::dispatch::{Dispatch, Person, Place};
use crate::folder_dialog::choose_folder;
use crate::panel::viewport_id;
use crate::view_model::{CookieNews, HubVisibility};

/// The shared things.
pub struct Desk {
    dispatch: Dispatch,
    view: watch::Receiver<Arc<View>>,
    is_hub_wanted: AtomicBool,
    is_end_wanted: AtomicBool,
    is_hub_hidden: AtomicBool,
    panels: Mutex<BTreeSet<WindowId>>,
    cookie_news: Mutex<Vec<CookieNews>>,
}

impl Desk {
    /// A desk for a person; `handle` is the runtime on which their commands wait for their answers.
    pub fn new(person: Arc<dyn Person>, handle: Handle) -> Arc<Self> {
        Arc::new(Self {
            view: person.view(),
            dispatch: Dispatch::new(person, handle),
            is_hub_wanted: AtomicBool::new(false),
            is_end_wanted: AtomicBool::new(false),
            is_hub_hidden: AtomicBool::new(false),
            panels: Mutex::default(),
            cookie_news: Mutex::default(),
        })
    }

    /// What there is to see now.
    pub fn view(&self) -> Arc<View> {
        Arc::clone(&self.view.borrow())
    }

    pub(crate) fn carry_out(&self, ctx: &egui::Context, place: Place, command: PersonCommand) {
        let ctx = ctx.clone();
        self.dispatch.carry_out(place, command, move || ctx.request_repaint_of(viewport_of(place)));
    }

    /// Has the person choose a folder from which agents may upload.
    pub(crate) fn choose_upload_folder(self: Arc<Self>, ctx: &egui::Context) {
        let ctx = ctx.clone();
        let handle = self.dispatch.handle().clone();
        handle.spawn(async move {
            if let Some(folder) = choose_folder("A folder from which agents may upload").await {
                self.carry_out(&ctx, Place::Hub, PersonCommand::AllowUploads { folder });
            }
        });
    }

    /// Carries out a step of bringing cookies over; its answer is news for the hub.
    pub(crate) fn ask_about_cookies(self: &Arc<Self>, ctx: &egui::Context, command: CookieCommand) {
        let (desk, ctx) = (Arc::clone(self), ctx.clone());
        self.dispatch.ask(PersonCommand::Cookies(command.clone()), move |answer| {
            desk.tell_of_cookies(&ctx, CookieNews::Answered(command, answer));
        });
    }

    /// Has the person choose the folder of a browser profile.
    pub(crate) fn choose_cookie_folder(self: Arc<Self>, ctx: &egui::Context) {
        let ctx = ctx.clone();
        let handle = self.dispatch.handle().clone();
        handle.spawn(async move {
            if let Some(folder) = choose_folder("The folder of a browser profile").await {
                self.tell_of_cookies(&ctx, CookieNews::FolderChosen(folder));
            }
        });
    }

    fn tell_of_cookies(&self, ctx: &egui::Context, news: CookieNews) {
        self.cookie_news.lock().push(news);
        ctx.request_repaint_of(ViewportId::ROOT);
    }

    /// What came since the last time, in order.
    pub(crate) fn take_cookie_news(&self) -> Vec<CookieNews> {
        std::mem::take(&mut *self.cookie_news.lock())
    }

    pub(crate) fn failure(&self, place: Place) -> Option<String> {
        self.dispatch.failure(place)
    }

    pub(crate) fn drop_failure(&self, place: Place) {
        self.dispatch.drop_failure(place);
    }

    /// Asks for the hub in front. The hub does it in its next pass.
    pub(crate) fn want_hub(&self, ctx: &egui::Context) {
        self.is_hub_wanted.store(true, Ordering::Release);
        ctx.request_repaint_of(ViewportId::ROOT);
    }

    /// Whether somebody asked for the hub since the last time.
    pub(crate) fn take_hub_wanted(&self) -> bool {
        self.is_hub_wanted.swap(false, Ordering::AcqRel)
    }

    /// The system asks NEXUS to end. The hub does it in its next pass, without asking anybody.
    pub(crate) fn want_end(&self, ctx: &egui::Context) {
        self.is_end_wanted.store(true, Ordering::Release);
        ctx.request_repaint_of(ViewportId::ROOT);
    }

    /// Whether the system asked for the end since the last time.
    pub(crate) fn take_end_wanted(&self) -> bool {
        self.is_end_wanted.swap(false, Ordering::AcqRel)
    }

    pub(crate) fn hub(&self) -> HubVisibility {
        if self.is_hub_hidden.load(Ordering::Acquire) { HubVisibility::Hidden } else { HubVisibility::Shown }
    }

    /// Remembers where the hub is, and lets the panels say so.
    pub(crate) fn set_hub(&self, ctx: &egui::Context, visibility: HubVisibility) {
        let is_hidden = visibility == HubVisibility::Hidden;
        if self.is_hub_hidden.swap(is_hidden, Ordering::AcqRel) != is_hidden {
            self.repaint(ctx);
        }
    }

    /// Which panels there are, so that a change of the view repaints them.
    pub(crate) fn set_panels(&self, panels: BTreeSet<WindowId>) {
        *self.panels.lock() = panels;
    }

    /// Draws every native window once more.
    pub(crate) fn repaint(&self, ctx: &egui::Context) {
        ctx.request_repaint_of(ViewportId::ROOT);
        let panels = self.panels.lock().clone();
        for window in panels {
            ctx.request_repaint_of(viewport_id(window));
        }
    }

    /// Repaints when the view changes, and at no other time, until the broker ends.
    pub(crate) async fn repaint_on_change(self: Arc<Self>, ctx: egui::Context) {
        let mut view = self.view.clone();
        let mut shown = Arc::clone(&view.borrow_and_update());
        self.repaint(&ctx);
        while view.changed().await.is_ok() {
            let now = Arc::clone(&view.borrow_and_update());
            if now != shown {
                shown = now;
                self.repaint(&ctx);
            }
        }
    }
}

fn viewport_of(place: Place) -> ViewportId {
    match place {
        Place::Hub => ViewportId::ROOT,
        Place::Panel(window) => viewport_id(window),
    }
}
