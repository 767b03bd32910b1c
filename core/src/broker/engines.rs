//! Who inspects pages, as the person chooses it, and starting an engine again.

use std::sync::Arc;

use nexus_policy::PageId;

use super::inside::{Inside, Reply};
use super::people::done;
use super::person::PersonError;
use super::run::Broker;
use crate::engine::InspectionChoice;
use crate::store::Setting;

impl Broker {
    /// Holds for the Windows that are opened from now on; those that are open keep what they have.
    pub(super) fn inspect_with(&mut self, choice: InspectionChoice, reply: Reply) {
        self.config.launch.inspection = choice.provider(&self.config.data_dir);
        self.publish();
        let (store, inside) = (Arc::clone(&self.config.store), self.outbox.inside.clone());
        tokio::task::spawn_blocking(move || {
            let kept = store.set_setting(Setting::Inspection, choice.as_str());
            done(&inside, Inside::PersonDone(reply, kept.map_err(|error| PersonError::not_kept(&error))));
        });
    }

    /// What is left of it ends; it comes again with the next call that needs it.
    pub(super) fn restart_engine(&mut self, page: PageId, reply: Reply) {
        let engine = self.registry.page(page).and_then(|page| page.dev_tools.clone());
        let Some(engine) = engine else {
            let sentence = "This page has no engine that could be restarted.".to_owned();
            return self.answer_person(reply, Err(PersonError { code: "unknown_page", sentence }));
        };
        let inside = self.outbox.inside.clone();
        tokio::spawn(async move {
            engine.stop().await;
            done(&inside, Inside::PersonDone(reply, Ok(())));
        });
    }
}
