//! Arguments of the tools that list, open and close Windows and pages.

use nexus_core::broker::{PageRequest, Request};
use nexus_policy::Refusal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::arguments::{MAX_ADDRESS_CHARS, duration, id, on_page, under_lease};
use super::{Arguments, Asked};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Windows {
    /// Seconds to wait for a change.
    #[schemars(range(min = 0, max = 50))]
    wait_s: Option<f64>,
}

impl Arguments for Windows {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { wait_s } = self;
        under_lease(None, Request::Windows { wait: wait_s.map(duration) })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WindowOpen {
    /// First address; about:blank if absent.
    #[schemars(length(max = MAX_ADDRESS_CHARS))]
    url: Option<String>,
    lease: Option<String>,
}

impl Arguments for WindowOpen {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { url, lease } = self;
        under_lease(lease.as_deref(), Request::WindowOpen { url })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WindowClose {
    window: String,
    lease: Option<String>,
}

impl Arguments for WindowClose {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { window, lease } = self;
        under_lease(lease.as_deref(), Request::WindowClose { window: id("window", &window)? })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PageOpen {
    window: String,
    #[schemars(length(max = MAX_ADDRESS_CHARS))]
    url: String,
    lease: Option<String>,
}

impl Arguments for PageOpen {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { window, url, lease } = self;
        under_lease(lease.as_deref(), Request::PageOpen { window: id("window", &window)?, url })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Downloads {
    window: String,
}

impl Arguments for Downloads {
    fn asked(self) -> Result<Asked, Refusal> {
        under_lease(None, Request::Downloads { window: id("window", &self.window)? })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PageClose {
    page: String,
    lease: Option<String>,
}

impl Arguments for PageClose {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, lease } = self;
        on_page(Some(&page), lease.as_deref(), PageRequest::Close)
    }
}
