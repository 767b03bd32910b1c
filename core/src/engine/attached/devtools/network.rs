//! Its requests, rebuilt: by origin and path alone (N26).

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::broker::NetworkQuery;
use crate::browser::Told;
use crate::engine::inspection::Kept;
use crate::redaction::{PublicAddress, Untrusted};

pub(super) const TOOL: &str = "list_network_requests";

/// Requests that are told if the agent doesn't say.
const SHOWN: usize = 50;

pub(super) fn arguments() -> Value {
    json!({"includePreservedRequests": true})
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    request_id: u64,
    method: String,
    url: String,
    status: String,
}

impl Request {
    fn address(&self, kept: &Kept) -> PublicAddress {
        kept.address_of(&self.url)
    }

    fn line(&self, kept: &Kept) -> Untrusted<String> {
        // Both come from the page, the status as a number or one of Chromium's words.
        let word =
            |text: &str| text.chars().filter(|c| c.is_ascii_alphanumeric() || "_:-".contains(*c)).collect::<String>();
        let (method, status) = (word(&self.method), word(&self.status));
        Untrusted::new(format!("{} {method} {status} {}", self.request_id, self.address(kept)))
    }
}

/// None where details of one are asked for: it has bodies and headers in them, which nobody gets.
pub(super) fn told(content: &Map<String, Value>, query: &NetworkQuery, kept: &Kept) -> Option<Told> {
    let NetworkQuery::List { filter, limit } = query else { return None };
    let filter = filter.as_ref().map(|filter| filter.to_lowercase());
    let listed = content.get("networkRequests").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let requests = listed.iter().filter_map(|request| Request::deserialize(request).ok());
    let fits = |request: &Request| {
        let said = format!("{} {} {}", request.method, request.status, request.address(kept)).to_lowercase();
        filter.as_ref().is_none_or(|filter| said.contains(filter.as_str()))
    };
    let fitting: Vec<Request> = requests.filter(fits).collect();
    let older = fitting.len().saturating_sub(limit.unwrap_or(SHOWN));
    let shown = &fitting[older..];
    let mut summary = match shown.len() {
        0 => "There is no request that fits since the engine was attached to this page.".to_owned(),
        1 => "1 request.".to_owned(),
        many => format!("{many} requests, the newest last."),
    };
    if older > 0 {
        summary += &format!(" {older} older requests that fit aren't shown; raise `limit`.");
    }
    let lines: Vec<Untrusted<String>> = shown.iter().map(|request| request.line(kept)).collect();
    let mut origins: Vec<PublicAddress> = shown.iter().map(|request| request.address(kept)).collect();
    origins.sort_by(|one, other| one.origin().cmp(other.origin()));
    origins.dedup_by(|one, other| one.origin() == other.origin());
    Some(Told { summary, text: (!lines.is_empty()).then(|| Untrusted::lines(&lines)), origins })
}
