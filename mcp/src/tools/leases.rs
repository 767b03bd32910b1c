//! Arguments of the tools that get and give back leases.

use nexus_core::broker::{BadHandoffReason, HandoffReason, Request};
use nexus_policy::{AgentName, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;

use super::arguments::{duration, optional_scope, scope, under_lease, wrong};
use super::{Arguments, Asked};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Acquire {
    /// Window id, or give page.
    window: Option<String>,
    page: Option<String>,
    /// Seconds to wait in line.
    #[schemars(range(min = 0, max = 60))]
    wait_s: Option<f64>,
    /// Resumes this lease after a lost connection.
    lease: Option<String>,
}

impl Arguments for Acquire {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { window, page, wait_s, lease } = self;
        let scope = scope(window.as_deref(), page.as_deref())?;
        under_lease(lease.as_deref(), Request::LeaseAcquire { scope, wait: wait_s.map(duration) })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Release {
    /// Window id, or give page.
    window: Option<String>,
    page: Option<String>,
}

impl Arguments for Release {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { window, page } = self;
        under_lease(None, Request::LeaseRelease { scope: scope(window.as_deref(), page.as_deref())? })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Transfer {
    /// Window id, or give page.
    window: Option<String>,
    page: Option<String>,
    /// Name or session id, as browser_windows lists it.
    #[schemars(length(max = AgentName::MAX_CHARS))]
    to: String,
}

impl Arguments for Transfer {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { window, page, to } = self;
        let scope = scope(window.as_deref(), page.as_deref())?;
        under_lease(None, Request::LeaseTransfer { scope, to })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Handoff {
    window: Option<String>,
    /// The page you hold if absent.
    page: Option<String>,
    /// What the person is to do, in one sentence.
    #[schemars(length(min = 1, max = HandoffReason::MAX_CHARS))]
    reason: String,
}

impl Arguments for Handoff {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { window, page, reason } = self;
        let scope = optional_scope(window.as_deref(), page.as_deref())?;
        let reason = reason.parse().map_err(|error: BadHandoffReason| wrong(error.to_string()))?;
        under_lease(None, Request::Handoff { scope, reason })
    }
}
