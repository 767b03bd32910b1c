//! A paused request: whether it only reads, and what policy is told of it. No value of it goes any further.

use nexus_policy::{Endpoint, Origin};
use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

use super::body;
use super::typed::{Place, TypedTexts};
use crate::destination::decoded;

/// The methods that change nothing, by their own definition.
const SAFE: [&str; 3] = ["GET", "HEAD", "OPTIONS"];
/// The last segments of addresses that take GraphQL.
const GRAPHQL: [&str; 2] = ["graphql", "gql"];

pub(super) fn is_safe(method: &str) -> bool {
    SAFE.contains(&method)
}

/// What receives something that is sent so to this address.
pub(super) fn endpoint(method: &str, address: &str) -> Option<Endpoint> {
    let url = Url::parse(address).ok()?;
    let (method, origin) = (method.to_ascii_uppercase(), Origin(url.origin().ascii_serialization()));
    Some(Endpoint { method, origin, path: decoded(url.path()) })
}

/// A request that Chromium has paused.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::browser) struct Paused {
    pub(in crate::browser) request_id: String,
    request: Sent,
    /// The frame's name; for a worker that several share its target's.
    #[serde(default)]
    pub(in crate::browser) frame_id: String,
    #[serde(default)]
    resource_type: String,
    /// The same for each place that it is sent on to.
    #[serde(default)]
    pub(super) network_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sent {
    url: String,
    method: String,
    #[serde(default)]
    headers: Map<String, Value>,
    post_data: Option<String>,
}

impl Paused {
    /// Whether it changes nothing, and gives nothing that an agent typed to anybody else than the site it was typed into.
    pub(super) fn reads(&self, typed: &TypedTexts, page: Option<&str>) -> bool {
        let Ok(url) = Url::parse(&self.request.url) else { return false };
        match url.scheme() {
            "http" | "https" => {}
            // Nothing that leaves the browser.
            _ => return true,
        }
        let is_whole_page = self.resource_type == "Document" && page == Some(self.frame_id.as_str());
        let place = if is_whole_page { Place::Origin } else { Place::Site };
        is_safe(&self.request.method) && !typed.are_given_away_by(&url, place)
    }

    pub(super) fn origin(&self) -> Option<String> {
        Url::parse(&self.request.url).ok().map(|url| url.origin().ascii_serialization())
    }

    /// Whether its document may be gone before it is sent.
    pub(super) fn outlives(&self) -> bool {
        self.resource_type == "Ping"
    }

    /// What would receive it.
    pub(super) fn endpoint(&self) -> Option<Endpoint> {
        endpoint(&self.request.method, &self.request.url)
    }

    /// What it holds, by the names of its fields.
    pub(super) fn fields(&self) -> Vec<String> {
        match (is_safe(&self.request.method), &self.request.post_data) {
            (false, Some(body)) => body::field_names(self.content_type(), body),
            (false, None) => Vec::new(),
            (true, _) => Url::parse(&self.request.url).map(|url| body::query_names(&url)).unwrap_or_default(),
        }
    }

    /// Whether it is a read by its known shape: a query to an address that takes GraphQL.
    pub(super) fn is_query(&self) -> bool {
        let Ok(url) = Url::parse(&self.request.url) else { return false };
        let takes_graphql = url
            .path_segments()
            .and_then(|mut segments| segments.next_back())
            .is_some_and(|last| GRAPHQL.iter().any(|name| last.eq_ignore_ascii_case(name)));
        let is_json = self.content_type().trim_start().to_ascii_lowercase().starts_with("application/json");
        let only_queries = self.request.post_data.as_ref().is_some_and(|body| body::only_queries(body));
        self.request.method == "POST" && takes_graphql && is_json && only_queries
    }

    fn content_type(&self) -> &str {
        let named = self.request.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        named.and_then(|(_, value)| value.as_str()).unwrap_or_default()
    }
}
