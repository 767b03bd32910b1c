//! The rows of a panel: pages and leases.

use std::time::SystemTime;

use nexus_core::EngineHealth;
use nexus_core::broker::{ControlView, LeaseView, OpenedBy, PageView, WindowView};
use nexus_policy::{LeaseId, PageId, Scope};

use super::clock::clock_text;
use super::control_state::{ControlState, page_state};

/// One page, as its row shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRow {
    /// Its id.
    pub id: PageId,
    /// Its title, or what stands for one.
    pub title: String,
    /// Its origin.
    pub origin: String,
    /// Who opened it: "opened by you".
    pub opened_by: String,
    /// Who holds it.
    pub state: ControlState,
    /// Calls waiting or running: "2 waiting"; `None` if there are none.
    pub queue: Option<String>,
    /// What is wrong with it or what it waits for.
    pub badges: Vec<&'static str>,
    /// Why its engine has failed, which can be restarted.
    pub engine_failed: Option<&'static str>,
    /// Which button its row has.
    pub control: PageControl,
}

/// The button of a page's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageControl {
    /// Take control of this page.
    Take,
    /// Give this page back.
    GiveBack,
    /// None: the person has the whole Window.
    WithWindow,
}

/// The rows of a Window's pages, in the Window's order.
pub fn page_rows(window: &WindowView) -> Vec<PageRow> {
    window.pages.iter().map(|page| page_row(page, &window.control)).collect()
}

fn page_row(page: &PageView, window: &ControlView) -> PageRow {
    let title = if page.title.trim().is_empty() { "(no title)".to_owned() } else { page.title.clone() };
    let mut badges = Vec::new();
    if page.crashed {
        badges.push("crashed");
    }
    if page.dialog_open {
        badges.push("dialog open");
    }
    PageRow {
        id: page.id,
        title,
        origin: page.origin.clone(),
        opened_by: opened_by_text(&page.opened_by),
        state: page_state(&page.control),
        queue: (page.queue_length > 0).then(|| format!("{} in its queue", page.queue_length)),
        badges,
        engine_failed: match page.inspection {
            Some(EngineHealth::Failed(why)) => Some(why),
            Some(EngineHealth::Stopped | EngineHealth::Starting | EngineHealth::Ready) | None => None,
        },
        control: page_control(&page.control, window),
    }
}

fn page_control(page: &ControlView, window: &ControlView) -> PageControl {
    match (window, page) {
        (ControlView::Taking | ControlView::Person, _) => PageControl::WithWindow,
        (ControlView::Idle | ControlView::Agent(_) | ControlView::Handoff, ControlView::Person) => {
            PageControl::GiveBack
        }
        (
            ControlView::Idle | ControlView::Agent(_) | ControlView::Handoff,
            ControlView::Idle | ControlView::Agent(_) | ControlView::Handoff | ControlView::Taking,
        ) => PageControl::Take,
    }
}

/// "opened by you" or by which agent.
pub(crate) fn opened_by_text(opened_by: &OpenedBy) -> String {
    match opened_by {
        OpenedBy::Person => "opened by you".to_owned(),
        OpenedBy::Agent(agent) => format!("opened by {agent}"),
        OpenedBy::RevokedAgent => "opened by an agent that you revoked".to_owned(),
    }
}

/// One lease, as its row shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaseRow {
    /// Its id.
    pub id: LeaseId,
    /// Its holder: agent and connection.
    pub holder: String,
    /// Over what: "whole Window" or "page p4".
    pub scope: String,
    /// "since 14:02", after that it is suspended: the row may be too narrow for both.
    pub since: String,
}

/// The rows of a Window's leases, in the Window's order.
pub fn lease_rows(window: &WindowView, now: SystemTime) -> Vec<LeaseRow> {
    window.leases.iter().map(|lease| lease_row(lease, now)).collect()
}

fn lease_row(lease: &LeaseView, now: SystemTime) -> LeaseRow {
    let since = clock_text(lease.since, now);
    LeaseRow {
        id: lease.id,
        holder: format!("{} · {}", lease.holder.agent, lease.holder.session),
        scope: match lease.scope {
            Scope::Window(_) => "whole Window".to_owned(),
            Scope::Page(page) => format!("page {page}"),
        },
        since: if lease.suspended { format!("paused by you, since {since}") } else { format!("since {since}") },
    }
}
