//! An answer's small facts: as short plain lines for a model, and as `structuredContent` for programs.

use nexus_core::broker::{ActEffect, DownloadTold, Facts, HandoffOutcome};
use nexus_policy::{Code, DialogKind, Status};
use serde::Serialize;
use serde_json::{Value, json};

use super::overview;

/// `structuredContent`. What is absent isn't sent; `status` always is.
#[derive(Serialize)]
struct Structured<'a> {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lease: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    new_pages: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dialog: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    approval: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_in_s: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    downloads: Vec<Download>,
    #[serde(flatten)]
    overview: Option<overview::Structured<'a>>,
}

/// A download, in the order in which the text names them.
#[derive(Serialize)]
struct Download {
    bytes: u64,
    state: &'static str,
}

fn download(DownloadTold { bytes, state }: &DownloadTold) -> Download {
    Download { bytes: *bytes, state: state.as_str() }
}

/// The facts for programs.
pub(super) fn structured(status: Status, code: Option<Code>, facts: &Facts) -> Value {
    let Facts {
        window,
        page,
        lease,
        address,
        effect,
        verified,
        new_pages,
        dialog,
        outcome,
        approval,
        expires_in_s,
        downloads,
        overview,
    } = facts;
    let structured = Structured {
        status: status.as_str(),
        code: code.map(Code::as_str),
        window: window.map(|id| id.to_string()),
        page: page.map(|id| id.to_string()),
        lease: lease.map(|id| id.to_string()),
        address: address.as_ref().map(|address| address.as_str()),
        effect: effect.map(ActEffect::as_str),
        verified: *verified,
        new_pages: new_pages.iter().map(ToString::to_string).collect(),
        dialog: dialog.map(DialogKind::as_str),
        outcome: outcome.map(HandoffOutcome::as_str),
        approval: approval.map(|id| id.to_string()),
        expires_in_s: *expires_in_s,
        downloads: downloads.iter().map(download).collect(),
        overview: overview.as_ref().map(overview::structured),
    };
    // Strings, numbers and lists of them always have a JSON form.
    serde_json::to_value(structured).unwrap_or_else(|_| json!({ "status": status.as_str() }))
}

/// The facts for a model: where it is, where that leads, what came of it, what a person is asked. A line is there only
/// if it says something. The overview has its own lines.
pub(super) fn append_lines(text: &mut String, facts: &Facts) {
    let Facts {
        window,
        page,
        lease,
        address,
        effect,
        verified,
        new_pages,
        dialog,
        outcome,
        approval,
        expires_in_s,
        downloads: _,
        overview: _,
    } = facts;
    let new_pages: Vec<String> = new_pages.iter().map(ToString::to_string).collect();
    let lines = [
        [fact("window", *window), fact("page", *page), fact("lease", *lease)],
        [fact("address:", address.as_ref()), None, None],
        [fact("effect:", effect.map(ActEffect::as_str)), fact("verified:", *verified), None],
        [
            (!new_pages.is_empty()).then(|| format!("new pages: {}", new_pages.join(", "))),
            fact("open dialog:", dialog.map(DialogKind::as_str)),
            None,
        ],
        [fact("outcome:", outcome.map(HandoffOutcome::as_str)), None, None],
        [fact("approval", *approval), expires_in_s.map(|seconds| format!("expires in {seconds} s")), None],
    ];
    for line in lines {
        let line: Vec<String> = line.into_iter().flatten().collect();
        if !line.is_empty() {
            text.push('\n');
            text.push_str(&line.join(", "));
        }
    }
}

fn fact(name: &str, value: Option<impl std::fmt::Display>) -> Option<String> {
    value.map(|value| format!("{name} {value}"))
}
