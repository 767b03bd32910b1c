//! The eframe app: `logic` follows the view and the native windows, `ui` draws the hub and keeps the panels open.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::SystemTime;

use egui::{Context, Theme, Ui, UserAttentionType, ViewportCommand, ViewportId};
use nexus_core::broker::View;
use nexus_policy::{ApprovalId, HandoffId, WindowId};

use crate::desk::Desk;
use crate::dispatch::Place;
use crate::hub::{HubFacts, HubFields, HubPicture, hub_ui};
use crate::panel::ControlPanel;
use crate::view_model::{Action, Asked, HubView, HubVisibility, Question, Screen, Situation, Waiting};
use crate::widgets::free_textures;

/// How the hub gets out of sight when it is closed while Windows are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HideBy {
    /// Where a program can hide its windows.
    Unmapping,
    /// Wayland, which lets a program only minimize them.
    Minimizing,
}

/// The hub and the panels.
pub struct App {
    desk: Arc<Desk>,
    facts: HubFacts,
    hide_by: HideBy,
    screen: Screen,
    fields: HubFields,
    question: Option<Question>,
    panels: BTreeMap<WindowId, Arc<ControlPanel>>,
    title: String,
    announced: Announced,
    appearance: u64,
    /// The hidden hub has lost the keyboard; if it gets it back, somebody else has shown it again.
    has_lost_focus: bool,
    is_quitting: bool,
}

impl App {
    /// The app. The first time, with no agent and no Window to go on with, it begins on the start screen.
    pub fn new(desk: Arc<Desk>, facts: HubFacts, hide_by: HideBy) -> Self {
        let view = desk.view();
        let screen = if Waiting::everywhere(&view).count() > 0 {
            Screen::Inbox
        } else if view.agents.is_empty() && view.windows.is_empty() && !view.profiles.iter().any(|known| known.was_open)
        {
            Screen::Start
        } else {
            Screen::Windows
        };
        Self {
            desk,
            facts,
            hide_by,
            screen,
            fields: HubFields::default(),
            question: None,
            panels: BTreeMap::new(),
            title: String::new(),
            announced: Announced::default(),
            appearance: 0,
            has_lost_focus: false,
            is_quitting: false,
        }
    }

    fn follow_windows(&mut self, ctx: &Context, view: &View) {
        let before = self.panels.len();
        let is_open = |window: &WindowId| view.windows.iter().any(|shown| shown.id == *window);
        let gone: Vec<WindowId> = self.panels.keys().copied().filter(|window| !is_open(window)).collect();
        for window in &gone {
            self.panels.remove(window);
            self.desk.drop_failure(Place::Panel(*window));
        }
        for window in &view.windows {
            self.panels.entry(window.id).or_insert_with(|| ControlPanel::new(window.id, Arc::clone(&self.desk)));
        }
        if gone.is_empty() && before == self.panels.len() {
            return;
        }
        self.desk.set_panels(self.panels.keys().copied().collect());
        // Native windows are opened and closed by a pass of the hub, also while it can't be seen.
        ctx.send_viewport_cmd_to(ViewportId::ROOT, ViewportCommand::RequestPaintWhileHidden);
    }

    fn follow_title(&mut self, ctx: &Context, view: &View) {
        let title = HubView::title(view);
        if title != self.title {
            ctx.send_viewport_cmd_to(ViewportId::ROOT, ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Asks for attention once for each thing that waits.
    fn announce(&mut self, ctx: &Context, view: &View) {
        let waiting = Announced::of(view);
        if !waiting.is_within(&self.announced) {
            let attention = ViewportCommand::RequestUserAttention(UserAttentionType::Informational);
            ctx.send_viewport_cmd_to(ViewportId::ROOT, attention);
        }
        self.announced = waiting;
    }

    /// Closing the hub ends NEXUS only when no Window is open; otherwise the hub is hidden and the panels say so.
    fn follow_hub(&mut self, ctx: &Context, view: &View) {
        let is_hidden = self.desk.hub() == HubVisibility::Hidden;
        if ctx.input(|input| input.raw.viewport().close_requested()) && !self.is_quitting && !view.windows.is_empty() {
            ctx.send_viewport_cmd_to(ViewportId::ROOT, ViewportCommand::CancelClose);
            ctx.send_viewport_cmd_to(ViewportId::ROOT, self.hide_command());
            self.desk.set_hub(ctx, HubVisibility::Hidden);
            self.has_lost_focus = false;
        } else if self.desk.take_hub_wanted() || (is_hidden && view.windows.is_empty()) {
            self.show_hub(ctx);
        } else if is_hidden {
            self.notice_shown_by_others(ctx);
        }
    }

    /// A minimized hub may come back by the task bar.
    fn notice_shown_by_others(&mut self, ctx: &Context) {
        match ctx.input(|input| input.raw.viewport().focused) {
            Some(true) if self.has_lost_focus => {
                self.appearance += 1;
                self.desk.set_hub(ctx, HubVisibility::Shown);
            }
            Some(true) | None => {}
            Some(false) => self.has_lost_focus = true,
        }
    }

    fn hide_command(&self) -> ViewportCommand {
        match self.hide_by {
            HideBy::Unmapping => ViewportCommand::Visible(false),
            HideBy::Minimizing => ViewportCommand::Minimized(true),
        }
    }

    fn show_hub(&mut self, ctx: &Context) {
        for command in [ViewportCommand::Visible(true), ViewportCommand::Minimized(false), ViewportCommand::Focus] {
            ctx.send_viewport_cmd_to(ViewportId::ROOT, command);
        }
        if Waiting::everywhere(&self.desk.view()).count() > 0 {
            self.screen = Screen::Inbox;
        }
        self.appearance += 1;
        self.desk.set_hub(ctx, HubVisibility::Shown);
    }

    fn follow_cookies(&mut self, ctx: &Context) {
        for news in self.desk.take_cookie_news() {
            let next = self.fields.cookie_import.as_mut().and_then(|import| import.hear(news));
            if let Some(next) = next {
                self.desk.ask_about_cookies(ctx, next);
            }
        }
    }

    fn carry_out(&mut self, ctx: &Context, action: Action) {
        match action {
            Action::Person(command) => {
                self.question = None;
                self.desk.carry_out(ctx, Place::Hub, command);
            }
            Action::Ask(Question::Quit) if self.desk.view().windows.is_empty() => self.quit(ctx),
            Action::Ask(question) => self.question = Some(question),
            Action::DropQuestion => self.question = None,
            Action::Show(screen) => self.screen = screen,
            Action::ShowHub => self.desk.want_hub(ctx),
            Action::ChooseUploadFolder => Arc::clone(&self.desk).choose_upload_folder(ctx),
            Action::Cookies(command) => self.desk.ask_about_cookies(ctx, command),
            Action::ChooseCookieFolder => Arc::clone(&self.desk).choose_cookie_folder(ctx),
            Action::DropFailure => self.desk.drop_failure(Place::Hub),
            Action::SwitchTheme => switch_theme(ctx),
            Action::Quit => self.quit(ctx),
        }
        self.desk.repaint(ctx);
    }

    fn quit(&mut self, ctx: &Context) {
        self.is_quitting = true;
        ctx.send_viewport_cmd_to(ViewportId::ROOT, ViewportCommand::Close);
    }
}

/// What the person's attention was asked for.
#[derive(Default)]
struct Announced {
    approvals: BTreeSet<ApprovalId>,
    handoffs: BTreeSet<HandoffId>,
}

impl Announced {
    fn of(view: &View) -> Self {
        let pairings = view.pairings.iter().map(|pairing| pairing.approval);
        Self {
            approvals: pairings.chain(view.requests.iter().map(|request| request.approval)).collect(),
            handoffs: view.handoffs.iter().map(|handoff| handoff.handoff).collect(),
        }
    }

    fn is_within(&self, other: &Self) -> bool {
        self.approvals.is_subset(&other.approvals) && self.handoffs.is_subset(&other.handoffs)
    }
}

fn switch_theme(ctx: &Context) {
    ctx.set_theme(match ctx.theme() {
        Theme::Dark => Theme::Light,
        Theme::Light => Theme::Dark,
    });
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        let view = self.desk.view();
        free_textures(ctx);
        self.follow_windows(ctx, &view);
        self.follow_title(ctx, &view);
        self.announce(ctx, &view);
        self.follow_hub(ctx, &view);
        self.follow_cookies(ctx);
        if self.desk.take_end_wanted() {
            self.quit(ctx);
        }
        self.question = self.question.take().filter(|question| question.is_current(&view));
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let info = ui.input(|input| input.viewport().clone());
        for panel in self.panels.values() {
            panel.place(&info);
            panel.show(ui.ctx());
        }
        let view = self.desk.view();
        let picture = HubPicture {
            view: &HubView::new(&view, &self.fields.filter, SystemTime::now()),
            situation: &Situation {
                asked: self.question.as_ref().and_then(|question| Asked::new(question, &view)),
                failure: self.desk.failure(Place::Hub),
                hub: self.desk.hub(),
            },
            facts: &self.facts,
            screen: self.screen,
            appearance: self.appearance,
        };
        let actions = hub_ui(ui, &picture, &mut self.fields);
        for action in actions {
            self.carry_out(ui.ctx(), action);
        }
    }
}
