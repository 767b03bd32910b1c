//! Arguments of the tools that look behind a page.

use nexus_core::broker::{ConsoleLevel, ConsoleQuery, NetworkQuery, PageRequest, RequestRef};
use nexus_policy::Refusal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::arguments::{MAX_WAITED_CHARS, numbered, on_page, wrong};
use super::{Arguments, Asked};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Console {
    page: Option<String>,
    /// And graver.
    level: Option<Level>,
    /// Number of an entry: only later ones.
    since: Option<u64>,
    #[schemars(range(min = 1, max = 300))]
    limit: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Debug,
    Info,
    Warning,
    Error,
}

impl Arguments for Console {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, level, since, limit } = self;
        let level = match level {
            None | Some(Level::Debug) => ConsoleLevel::Debug,
            Some(Level::Info) => ConsoleLevel::Info,
            Some(Level::Warning) => ConsoleLevel::Warning,
            Some(Level::Error) => ConsoleLevel::Error,
        };
        let query = ConsoleQuery { level, since: since.unwrap_or_default(), limit };
        on_page(page.as_deref(), None, PageRequest::Console(query))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Network {
    page: Option<String>,
    /// All of one, like r12.
    request: Option<String>,
    /// Part of an address; a type, method or outcome (fetch, POST, failed, 4xx).
    #[schemars(length(min = 1, max = MAX_WAITED_CHARS))]
    filter: Option<String>,
    #[schemars(range(min = 1, max = 300))]
    limit: Option<usize>,
}

impl Arguments for Network {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, request, filter, limit } = self;
        let query = match (request, &filter, limit) {
            (None, ..) => NetworkQuery::List { filter, limit },
            (Some(request), None, None) => {
                let number = numbered('r', &request);
                let number =
                    number.ok_or_else(|| wrong("`request` takes an id from browser_network's list, like r12."))?;
                NetworkQuery::One(RequestRef(number))
            }
            (Some(_), ..) => return Err(wrong("Give `request` alone, or `filter` and `limit`.")),
        };
        on_page(page.as_deref(), None, PageRequest::Network(query))
    }
}
