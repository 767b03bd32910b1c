//! What `browser_windows` tells an agent session: that Windows exist, and more only of what it drives or may read.

use nexus_policy::{Life, PageId, SessionId, WindowId};

use super::answer::{Answer, Overview, OverviewAgent, OverviewLease, OverviewPage, OverviewRequest, OverviewWindow};
use super::clock;
use super::run::Broker;
use crate::browser::PageLife;

impl Broker {
    pub(super) fn overview_for(&self, session: SessionId) -> Answer {
        let windows = self.policy.windows().filter_map(|window| self.overview_window(session, window)).collect();
        let own = self.policy.leases().filter(|lease| lease.session == session);
        let leases = own
            .map(|lease| OverviewLease { lease: lease.id, scope: lease.scope, suspended: lease.suspended })
            .collect();
        let agents = self
            .policy
            .sessions()
            .map(|(id, name)| OverviewAgent { name: name.to_string(), session: id, you: id == session })
            .collect();
        let asked = self.policy.requests().filter(|request| request.session == session);
        let requests = asked
            .map(|request| OverviewRequest {
                approval: request.id,
                state: request.state.as_str(),
                expires_in_s: request.until.millis_since(clock::now()) / 1000,
            })
            .collect();
        let overview = Overview { windows, leases, requests, agents };
        let mut answer = Answer::done(match overview.windows.len() {
            0 => "There is no Window. Open one with browser_window_open.".to_owned(),
            1 => "There is 1 Window.".to_owned(),
            count => format!("There are {count} Windows."),
        });
        answer.facts.overview = Some(overview);
        answer
    }

    fn overview_window(&self, session: SessionId, id: WindowId) -> Option<OverviewWindow> {
        let record = self.policy.window(id)?;
        Some(OverviewWindow {
            window: id,
            kind: self.kind_of(record.profile).as_str(),
            control: record.control.as_str(),
            may_be_signed_in: record.may_be_signed_in,
            running: record.life == Life::Running,
            pages: self.policy.pages(id).filter_map(|page| self.overview_page(session, page)).collect(),
        })
    }

    fn overview_page(&self, session: SessionId, id: PageId) -> Option<OverviewPage> {
        let record = self.policy.page(id)?;
        let readable = self.policy.may_read(session, id);
        let handle = self.registry.page(id);
        let seen = handle.filter(|handle| readable && handle.is_web());
        Some(OverviewPage {
            page: id,
            control: record.control.as_str(),
            held_by_you: self.policy.holds(session, id),
            address: seen.map(|handle| handle.public_address()),
            title: seen.map(|handle| handle.public_title()),
            crashed: handle.is_some_and(|handle| handle.state().life == PageLife::Crashed),
            inspection: handle
                .and_then(|handle| handle.dev_tools.as_ref())
                .map(|engine| engine.health().borrow().as_str()),
        })
    }
}
