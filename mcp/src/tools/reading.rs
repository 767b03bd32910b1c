//! Arguments of the tools that read a page.

use std::time::Duration;

use nexus_core::broker::{Detail, PageRequest, PictureArea, SnapshotOptions, Sought, WaitUntil};
use nexus_policy::Refusal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::arguments::{MAX_WAITED_CHARS, duration, element, on_page, optional_element, wrong};
use super::{Arguments, Asked};

const DEFAULT_WAIT: Duration = Duration::from_secs(10);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Snapshot {
    page: Option<String>,
    /// Only below this ref.
    within: Option<String>,
    /// Only what can be acted on.
    interactive_only: Option<bool>,
    #[schemars(range(min = 200, max = 1_000_000))]
    max_chars: Option<usize>,
}

impl Arguments for Snapshot {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, within, interactive_only, max_chars } = self;
        let within = optional_element("within", within.as_deref())?;
        let detail = if interactive_only == Some(true) { Detail::InteractiveOnly } else { Detail::Full };
        on_page(page.as_deref(), None, PageRequest::Snapshot(SnapshotOptions { within, detail, max_chars }))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    page: Option<String>,
    /// Only below this ref.
    within: Option<String>,
    #[schemars(range(min = 200, max = 1_000_000))]
    max_chars: Option<usize>,
}

impl Arguments for Text {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, within, max_chars } = self;
        let within = optional_element("within", within.as_deref())?;
        on_page(page.as_deref(), None, PageRequest::Text { within, max_chars })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Find {
    page: Option<String>,
    #[schemars(length(min = 1, max = 40))]
    role: Option<String>,
    /// Part of the accessible name.
    #[schemars(length(min = 1, max = MAX_WAITED_CHARS))]
    name: Option<String>,
    /// Part of the visible text.
    #[schemars(length(min = 1, max = MAX_WAITED_CHARS))]
    text: Option<String>,
}

impl Arguments for Find {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, role, name, text } = self;
        if role.is_none() && name.is_none() && text.is_none() {
            return Err(wrong("Give at least one of `role`, `name` and `text`."));
        }
        on_page(page.as_deref(), None, PageRequest::Find(Sought { role, name, text }))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Screenshot {
    page: Option<String>,
    /// Only this element.
    #[serde(rename = "ref")]
    target: Option<String>,
    /// Also what is scrolled away.
    full_page: Option<bool>,
}

impl Arguments for Screenshot {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, target, full_page } = self;
        let area = match (optional_element("ref", target.as_deref())?, full_page.unwrap_or_default()) {
            (None, false) => PictureArea::Viewport,
            (None, true) => PictureArea::FullPage,
            (Some(target), false) => PictureArea::Element(target),
            (Some(_), true) => return Err(wrong("Give `ref` or `full_page`, not both.")),
        };
        on_page(page.as_deref(), None, PageRequest::Screenshot(area))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wait {
    page: Option<String>,
    /// Text to appear.
    #[schemars(length(min = 1, max = MAX_WAITED_CHARS))]
    text: Option<String>,
    /// Text to disappear.
    #[schemars(length(min = 1, max = MAX_WAITED_CHARS))]
    gone: Option<String>,
    #[serde(rename = "ref")]
    target: Option<String>,
    #[schemars(range(min = 0, max = 30))]
    seconds: Option<f64>,
    /// Default 10.
    #[schemars(range(min = 0, max = 30))]
    timeout_s: Option<f64>,
}

impl Arguments for Wait {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, text, gone, target, seconds, timeout_s } = self;
        let until = match (text, gone, target, seconds) {
            (Some(text), None, None, None) => WaitUntil::Text(text),
            (None, Some(text), None, None) => WaitUntil::Gone(text),
            (None, None, Some(target), None) => WaitUntil::Visible(element("ref", &target)?),
            (None, None, None, Some(seconds)) => WaitUntil::Elapsed(duration(seconds)),
            _ => return Err(wrong("Give exactly one of `text`, `gone`, `ref` and `seconds`.")),
        };
        let timeout = timeout_s.map_or(DEFAULT_WAIT, duration);
        on_page(page.as_deref(), None, PageRequest::Wait { until, timeout })
    }
}
