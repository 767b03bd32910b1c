//! The view: built anew after changes, at once where it matters, else at most so often.

use std::sync::Arc;
use std::time::{Duration, Instant};

use nexus_policy::{ControlState, Opener, PageId, PersonControl, Scope, SessionId, WindowId};

use super::audit_log::LogTrouble;
use super::clock;
use super::person::Event;
use super::run::Broker;
use super::view::{
    AgentView, ControlView, Health, Holder, LeaseView, Notice, NoticeKind, OpenedBy, PageView, SessionView, View,
    WindowView,
};
use crate::browser::{Hands, PageLife};

/// How long a change may wait so that others join it.
const GATHER: Duration = Duration::from_millis(16);

/// When the next view is due.
#[derive(Debug, Default)]
pub(super) struct Publishing {
    due: Option<Instant>,
    /// Events that the next view shows.
    untold: Vec<Event>,
}

impl Publishing {
    /// Something changed.
    pub(super) fn mark(&mut self) {
        self.due.get_or_insert_with(|| Instant::now() + GATHER);
    }

    /// Something changed that must be seen at once.
    pub(super) fn mark_urgent(&mut self) {
        self.due = Some(Instant::now());
    }

    /// Tells an event as soon as the view shows what it tells of.
    pub(super) fn tell_with_view(&mut self, event: Event) {
        self.mark_urgent();
        self.untold.push(event);
    }

    pub(super) fn due_in(&self) -> Option<Duration> {
        self.due.map(|due| due.saturating_duration_since(Instant::now()))
    }
}

impl Broker {
    pub(super) fn publish_if_due(&mut self) {
        if self.publishing.due.is_some_and(|due| due <= Instant::now()) {
            self.publish();
        }
    }

    /// Shows the person what there is now.
    pub(super) fn publish(&mut self) {
        self.publishing.due = None;
        self.tell_hands();
        self.show_handoffs();
        let view = self.view();
        self.outbox.view.send_if_modified(|shown| {
            let changed = **shown != view;
            if changed {
                *shown = Arc::new(view);
            }
            changed
        });
        for event in self.publishing.untold.drain(..) {
            if self.outbox.events.send(event).is_err() {
                tracing::trace!("nobody listens to events");
            }
        }
    }

    /// Whose hands are where: whose keys reach each page, and who is asked what a page wants of this computer.
    pub(super) fn tell_hands(&self) {
        for window in self.policy.windows() {
            if let Some(browser) = self.registry.browser(window) {
                browser.set_hands(self.hands_in(window));
            }
            for id in self.policy.pages(window) {
                if let (Some(record), Some(page)) = (self.policy.page(id), self.registry.page(id)) {
                    page.set_hands(hands_of(record.control));
                }
            }
        }
    }

    /// Which pages show that they are in the person's hands for an agent (A01).
    fn show_handoffs(&self) {
        for id in self.policy.windows().flat_map(|window| self.policy.pages(window)) {
            if let (Some(record), Some(page)) = (self.policy.page(id), self.registry.page(id)) {
                page.set_banner(match record.control {
                    ControlState::Handoff(handoff) => self.handoff_banner(handoff),
                    ControlState::Idle | ControlState::Agent(_) | ControlState::User(_) => None,
                });
            }
        }
    }

    /// An agent's as long as one has control of anything there, and in a Window of an agent's until the person's own hand came
    /// to it: what its pages go on doing is no doing of the person's.
    fn hands_in(&self, id: WindowId) -> Hands {
        let Some(record) = self.policy.window(id) else { return Hands::Agent };
        let is_left_alone = record.control == ControlState::Idle && *record.opened_by != Opener::Person;
        if self.has_agent_in(id) || (is_left_alone && !record.may_be_signed_in) { Hands::Agent } else { Hands::Person }
    }

    /// Whether an agent has control of a Window, or of any page in it.
    pub(super) fn has_agent_in(&self, window: WindowId) -> bool {
        let is_agents = |control| hands_of(control) == Hands::Agent;
        let mut pages = self.policy.pages(window).filter_map(|page| self.policy.page(page));
        self.policy.window(window).is_some_and(|record| is_agents(record.control))
            || pages.any(|page| is_agents(page.control))
    }

    fn view(&self) -> View {
        View {
            windows: self.policy.windows().filter_map(|window| self.window_view(window)).collect(),
            agents: self.agent_views(),
            pairings: self.sessions.pairings().cloned().collect(),
            requests: self.request_views().collect(),
            handoffs: self.handoff_views().collect(),
            profiles: self.profile_views(),
            workspace: self.policy.workspace().cloned(),
            activity: self.activity.lines().cloned().collect(),
            downloads_folder: self.config.data_dir.join("downloads"),
            upload_folders: self.uploads.folders.clone(),
            inspection: self.config.launch.inspection.choice(),
            notices: self.notices(),
        }
    }

    fn notices(&self) -> Vec<Notice> {
        let not_started = self.start_failure.as_ref().map(|why| Notice {
            kind: NoticeKind::Problem,
            text: format!("An agent asked for a Window, but it could not be opened. {why}"),
        });
        let broken = self.activity.log().trouble().map(|LogTrouble { code, sentence, lasting }| {
            let until = if lasting { "until NEXUS is restarted" } else { "meanwhile" };
            let text = format!("Agents can't act {until}, because it can't be recorded. {sentence} ({code})");
            Notice { kind: NoticeKind::Problem, text }
        });
        self.config.notices.iter().cloned().chain(broken).chain(not_started).collect()
    }

    fn window_view(&self, id: WindowId) -> Option<WindowView> {
        let record = self.policy.window(id)?;
        let leases = self.policy.leases().filter(|lease| self.window_of(lease.scope) == Some(id));
        Some(WindowView {
            id,
            opened_by: opened_by(record.opened_by),
            kind: self.kind_of(record.profile),
            profile: self.profiles.name_of(record.profile).cloned(),
            closes_at: record.closes_at.map(clock::wall),
            control: self.control_view(record.control),
            may_be_signed_in: record.may_be_signed_in,
            health: self.registry.health(id).cloned().unwrap_or(Health::Starting),
            pages: self.policy.pages(id).filter_map(|page| self.page_view(page)).collect(),
            downloads: self.download_views(id),
            unasked: self.unasked_views(id),
            leases: leases
                .map(|lease| LeaseView {
                    id: lease.id,
                    holder: Holder { agent: lease.agent.clone(), session: lease.session },
                    scope: lease.scope,
                    since: clock::wall(lease.since),
                    suspended: lease.suspended,
                })
                .collect(),
            bounds: self.registry.bounds(id),
        })
    }

    fn page_view(&self, id: PageId) -> Option<PageView> {
        let record = self.policy.page(id)?;
        let handle = self.registry.page(id);
        let address = handle.map(|handle| handle.public_address());
        let (title, crashed, dialog_open) = handle.map_or_else(Default::default, |handle| {
            let (title, state) = (handle.public_title(), handle.state());
            (title.as_str().to_owned(), state.life == PageLife::Crashed, state.dialog.is_some())
        });
        Some(PageView {
            id,
            title,
            origin: address.as_ref().map(|address| address.origin().to_owned()).unwrap_or_default(),
            address: address.map(|address| address.as_str().to_owned()).unwrap_or_default(),
            opened_by: opened_by(record.opened_by),
            control: self.control_view(record.control),
            queue_length: record.queue_length,
            crashed,
            dialog_open,
            inspection: handle.and_then(|handle| handle.dev_tools.as_ref()).map(|engine| *engine.health().borrow()),
        })
    }

    fn window_of(&self, scope: Scope) -> Option<WindowId> {
        match scope {
            Scope::Window(window) => Some(window),
            Scope::Page(page) => self.policy.page(page).map(|record| record.window),
        }
    }

    fn control_view(&self, control: ControlState) -> ControlView {
        match control {
            ControlState::Idle => ControlView::Idle,
            ControlState::Agent(session) => self.holder(session).map_or(ControlView::Idle, ControlView::Agent),
            ControlState::Handoff(_) => ControlView::Handoff,
            ControlState::User(PersonControl::Taking | PersonControl::Handoff(_) | PersonControl::None) => {
                ControlView::Taking
            }
            ControlState::User(PersonControl::Taken(_)) => ControlView::Person,
        }
    }

    /// Who holds a lease, also while its connection is lost.
    fn holder(&self, session: SessionId) -> Option<Holder> {
        let lease = self.policy.leases().find(|lease| lease.session == session)?;
        Some(Holder { agent: lease.agent.clone(), session })
    }

    fn agent_views(&self) -> Vec<AgentView> {
        let sessions_of = |name: &nexus_policy::AgentName| {
            let own = self.sessions.connected().filter(|(_, connected)| connected.agent == *name);
            own.map(|(id, connected)| SessionView { id, since: connected.since, program: connected.program.clone() })
                .collect()
        };
        let view = |name: &nexus_policy::AgentName| AgentView {
            name: name.clone(),
            approvals: self.policy.setting_of(name),
            sessions: sessions_of(name),
        };
        self.sessions.known().map(view).collect()
    }
}

pub(super) fn hands_of(control: ControlState) -> Hands {
    match control {
        ControlState::Agent(_) => Hands::Agent,
        ControlState::Idle | ControlState::Handoff(_) | ControlState::User(_) => Hands::Person,
    }
}

fn opened_by(opener: &Opener) -> OpenedBy {
    match opener {
        Opener::Person => OpenedBy::Person,
        Opener::Agent(agent) => OpenedBy::Agent(agent.clone()),
        Opener::RevokedAgent => OpenedBy::RevokedAgent,
    }
}
