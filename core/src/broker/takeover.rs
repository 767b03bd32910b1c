//! The second to fourth step of a take-over, as far as browsers have to do with it.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use nexus_policy::{Epoch, Input, PageId, Settled, Span, TakeoverId};

use super::inside::Inside;
use super::person::PersonAnswer;
use super::run::Broker;
use crate::browser::{Page, release_held};

/// How long a page may take to acknowledge that buttons and keys were released.
const RELEASE_DEADLINE: Duration = Duration::from_millis(100);

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
            let settled = if waited.is_ok() { Settled::Acknowledged } else { Settled::GaveUp };
            report(&inside, Inside::InputSettled(takeover, settled));
        });
    }

    /// Releases what an interrupted act left down.
    pub(super) fn release_input(&mut self, takeover: TakeoverId, pages: Vec<PageId>) {
        let held: Vec<_> = self
            .handles(&pages)
            .map(|page| (page.gate.take_held(), page))
            .filter(|(held, _)| !held.is_empty())
            .collect();
        if held.is_empty() {
            return self.inputs.push_back(Input::InputReleased(takeover));
        }
        let inside = self.outbox.inside.clone();
        tokio::spawn(async move {
            for (held, page) in held {
                release_held(&page, held, RELEASE_DEADLINE).await;
            }
            report(&inside, Inside::InputReleased(takeover));
        });
    }

    /// The take-over is in force: whoever waits for it learns when.
    pub(super) fn in_force(&mut self, takeover: TakeoverId, epoch: Epoch, settled: Settled) {
        let in_force_at = SystemTime::now();
        let late_input = settled == Settled::GaveUp;
        if let Some(reply) = self.people.taken(takeover) {
            self.publish();
            let taken = PersonAnswer::ControlTaken { epoch: epoch.0, in_force_at, late_input };
            self.answer_person(Some(reply), Ok(taken));
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
