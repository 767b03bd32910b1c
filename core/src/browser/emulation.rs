//! As what a page is shown on an agent's wish. It ends with the agent's control: a person gets their page as it is.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chromiumoxide::cdp::browser_protocol::emulation::{
    ClearDeviceMetricsOverrideParams, SetCpuThrottlingRateParams, SetDeviceMetricsOverrideParams,
    SetEmulatedMediaParams,
};
use chromiumoxide::types::MethodId;
use chromiumoxide::{Command, Method};

use serde::Serialize;

use super::cdp::CdpSession;
use super::page::Page;

/// What of it has to be undone.
#[derive(Debug, Default)]
pub(crate) struct Emulation {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    is_used: bool,
    viewport: Option<SetDeviceMetricsOverrideParams>,
}

impl Emulation {
    /// Something is about to be emulated.
    pub(crate) fn begin(&self) {
        self.lock().is_used = true;
    }

    /// The page is laid out like this by now, or as its window is.
    pub(crate) fn set_viewport(&self, viewport: Option<SetDeviceMetricsOverrideParams>) {
        self.lock().viewport = viewport;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is complete in itself, so a panic elsewhere leaves it sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `Network.emulateNetworkConditions`: milliseconds of latency, and bytes a second in each direction.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NetworkConditions {
    pub(crate) offline: bool,
    pub(crate) latency: f64,
    pub(crate) download_throughput: f64,
    pub(crate) upload_throughput: f64,
}

impl NetworkConditions {
    /// Those of whatever the computer is connected by.
    pub(crate) const NATURAL: Self = Self::of(0.0, -1.0, -1.0);

    pub(crate) const fn of(latency: f64, download_throughput: f64, upload_throughput: f64) -> Self {
        Self { offline: false, latency, download_throughput, upload_throughput }
    }
}

impl Method for NetworkConditions {
    fn identifier(&self) -> MethodId {
        "Network.emulateNetworkConditions".into()
    }
}

impl Command for NetworkConditions {
    type Response = serde_json::Value;
}

impl Page {
    /// Its own session and those of its frames of other sites.
    pub(crate) fn sessions(&self) -> Vec<CdpSession> {
        std::iter::once(self.session.clone()).chain(self.remote_frames.sessions()).collect()
    }

    /// Lays it out as it was before NEXUS itself had it laid out for a picture.
    pub(crate) fn lay_out_as_before(&self) {
        let viewport = self.emulation.lock().viewport.clone();
        match viewport {
            Some(viewport) => self.undo(&self.session, &viewport),
            None => self.undo(&self.session, &ClearDeviceMetricsOverrideParams::default()),
        }
    }

    /// Shows it as it is, if it is shown as anything else.
    pub(super) fn end_emulation(&self) {
        let used = std::mem::take(&mut *self.emulation.lock());
        if !used.is_used {
            return;
        }
        self.undo(&self.session, &ClearDeviceMetricsOverrideParams::default());
        self.undo(&self.session, &SetCpuThrottlingRateParams::new(1.0));
        for session in self.sessions() {
            self.undo(&session, &NetworkConditions::NATURAL);
            self.undo(&session, &SetEmulatedMediaParams::default());
        }
    }

    /// NEXUS's own doing, not the agent's, so no permit is asked for.
    fn undo<C: Command>(&self, session: &CdpSession, command: &C) {
        if let Err(error) = self.connection.send(session, command) {
            tracing::debug!(%error, "a page that is gone can't be shown as before");
        }
    }
}
