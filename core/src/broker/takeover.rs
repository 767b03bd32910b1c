//! The second to fourth step of a take-over, as far as browsers have to do with it.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use nexus_policy::{ControlState, Epoch, Input, PageId, Scope, Settled, Span, TakeoverId};

use super::inside::Inside;
use super::person::PersonAnswer;
use super::run::Broker;
use crate::browser::{Page, release_held};

impl Broker {
    /// Waits until input written before is acknowledged. Where nothing is on its way, that is now.
    pub(super) fn settle_input(&mut self, takeover: TakeoverId, pages: Vec<PageId>, at_most: Span) {
        let busy: Vec<Arc<Page>> = self.handles(&pages).filter(|page| !page.gate.is_settled()).collect();
        if busy.is_empty() {
            let settled = Settled::Acknowledged;
            return self.inputs.push_back(Input::InputSettled { takeover, settled });
        }
        let inside = self.outbox.inside.clone();
        tokio::spawn(async move {
            let all_settled = async {
                for page in &busy {
                    page.gate.settled().await;
                }
            };
            let waited = tokio::time::timeout(Duration::from_millis(at_most.0), all_settled).await;
            let settled = if waited.is_ok() { Settled::Acknowledged } else { Settled::Expired };
            report(&inside, Inside::InputSettled(takeover, settled));
        });
    }

    /// Releases what an interrupted act left down.
    pub(super) fn release_input(&mut self, takeover: TakeoverId, pages: Vec<PageId>) {
        self.handles(&pages).for_each(|page| release_held(&page));
        self.inputs.push_back(Input::InputReleased(takeover));
    }

    /// The take-over is in force: whoever waits for it learns when.
    pub(super) fn in_force(&mut self, takeover: TakeoverId, epoch: Epoch) {
        let in_force_at = SystemTime::now();
        if let Some(reply) = self.people.taken(takeover) {
            self.publish();
            let taken = PersonAnswer::ControlTaken { epoch: epoch.0, in_force_at };
            self.answer_person(Some(reply), Ok(taken));
        }
    }

    /// The person's own hand came to a page: whatever agent has control there loses it, and of all that its lease covers.
    pub(super) fn person_pressed(&mut self, page: &Arc<Page>) {
        let Some(id) = self.registry.id_of(page) else { return };
        let record = self.policy.page(id).filter(|record| matches!(record.control, ControlState::Agent(_)));
        let around = |window| [Scope::Window(window), Scope::Page(id)];
        let scope = record.and_then(|record| {
            self.policy.leases().map(|lease| lease.scope).find(|scope| around(record.window).contains(scope))
        });
        if let Some(scope) = scope {
            self.take_control(scope, None);
        }
    }

    fn handles(&self, pages: &[PageId]) -> impl Iterator<Item = Arc<Page>> {
        pages.iter().filter_map(|page| self.registry.page(*page)).cloned()
    }
}

fn report(inside: &tokio::sync::mpsc::UnboundedSender<Inside>, message: Inside) {
    if inside.send(message).is_err() {
        tracing::debug!("a take-over ended after the broker");
    }
}
