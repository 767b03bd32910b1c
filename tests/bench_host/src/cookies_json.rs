//! An import of cookies as JSON: where from, which domains, and what became of them.

use nexus_core::{CookieSource, DomainCookies, DomainReport, ImportReport};
use serde_json::{Map, Value, json};

pub(crate) fn sources_json(sources: &[CookieSource]) -> Value {
    sources.iter().map(|source| json!({"name": source.name()})).collect()
}

pub(crate) fn domains_json(domains: &[DomainCookies]) -> Value {
    let domain =
        |DomainCookies { domain, cookies }: &DomainCookies| json!({"domain": domain.as_str(), "cookies": cookies});
    domains.iter().map(domain).collect()
}

pub(crate) fn report_json(report: &ImportReport) -> Map<String, Value> {
    let ImportReport { source, domains } = report;
    let domains: Value = domains.iter().map(domain_json).collect();
    Map::from_iter([("source".to_owned(), json!(source)), ("domains".to_owned(), domains)])
}

fn domain_json(report: &DomainReport) -> Value {
    let DomainReport { domain, imported, skipped } = report;
    let skipped: Map<String, Value> =
        skipped.iter().map(|(why, count)| (why.as_str().to_owned(), json!(count))).collect();
    json!({"domain": domain.as_str(), "imported": imported, "skipped": skipped})
}
