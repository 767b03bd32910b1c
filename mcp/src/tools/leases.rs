//! Arguments of the tools that get and give back leases.

use nexus_core::broker::{Request, Submission};
use nexus_policy::Refusal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Arguments;
use super::arguments::{duration, scope, under_lease};

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
    fn submission(self) -> Result<Submission, Refusal> {
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
    fn submission(self) -> Result<Submission, Refusal> {
        let Self { window, page } = self;
        under_lease(None, Request::LeaseRelease { scope: scope(window.as_deref(), page.as_deref())? })
    }
}
