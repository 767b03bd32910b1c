//! What `browser_windows` lists. Titles are the page's words: they go into the fence and never into the structure.

use std::fmt::Write;

use nexus_core::broker::{Overview, OverviewAgent, OverviewLease, OverviewPage, OverviewRequest, OverviewWindow};
use nexus_policy::Scope;
use serde::Serialize;

/// The overview in `structuredContent`.
#[derive(Serialize)]
pub(super) struct Structured<'a> {
    windows: Vec<Window<'a>>,
    leases: Vec<Lease>,
    #[serde(rename = "approvals")]
    requests: Vec<Request>,
    agents: Vec<Agent<'a>>,
}

#[derive(Serialize)]
struct Window<'a> {
    window: String,
    kind: &'static str,
    control: &'static str,
    may_be_signed_in: bool,
    running: bool,
    pages: Vec<Page<'a>>,
}

#[derive(Serialize)]
struct Page<'a> {
    page: String,
    control: &'static str,
    held_by_you: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<&'a str>,
    crashed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    inspection: Option<&'static str>,
}

#[derive(Serialize)]
struct Lease {
    lease: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
    suspended: bool,
}

#[derive(Serialize)]
struct Request {
    approval: String,
    state: &'static str,
    expires_in_s: u64,
}

#[derive(Serialize)]
struct Agent<'a> {
    name: &'a str,
    session: String,
    you: bool,
}

/// The overview for programs.
pub(super) fn structured(overview: &Overview) -> Structured<'_> {
    let Overview { windows, leases, requests, agents } = overview;
    Structured {
        windows: windows.iter().map(window).collect(),
        leases: leases.iter().map(lease).collect(),
        requests: requests.iter().map(request).collect(),
        agents: agents.iter().map(agent).collect(),
    }
}

fn window(window: &OverviewWindow) -> Window<'_> {
    let OverviewWindow { window, kind, control, may_be_signed_in, running, pages } = window;
    Window {
        window: window.to_string(),
        kind,
        control,
        may_be_signed_in: *may_be_signed_in,
        running: *running,
        pages: pages.iter().map(page).collect(),
    }
}

fn page(page: &OverviewPage) -> Page<'_> {
    let OverviewPage { page, control, held_by_you, address, title: _, crashed, inspection } = page;
    let address = address.as_ref().map(|address| address.as_str());
    Page {
        page: page.to_string(),
        control,
        held_by_you: *held_by_you,
        address,
        crashed: *crashed,
        inspection: *inspection,
    }
}

fn lease(lease: &OverviewLease) -> Lease {
    let OverviewLease { lease, scope, suspended } = lease;
    let (window, page) = match scope {
        Scope::Window(window) => (Some(window.to_string()), None),
        Scope::Page(page) => (None, Some(page.to_string())),
    };
    Lease { lease: lease.to_string(), window, page, suspended: *suspended }
}

fn request(request: &OverviewRequest) -> Request {
    let OverviewRequest { approval, state, expires_in_s } = request;
    Request { approval: approval.to_string(), state, expires_in_s: *expires_in_s }
}

fn agent(agent: &OverviewAgent) -> Agent<'_> {
    let OverviewAgent { name, session, you } = agent;
    Agent { name, session: session.to_string(), you: *you }
}

/// The overview for a model, one line each, without titles.
pub(super) fn append_lines(text: &mut String, overview: &Overview) {
    let Overview { windows, leases, requests, agents } = overview;
    for window in windows {
        append_window(text, window);
    }
    if windows.is_empty() {
        text.push_str("\nThere is no Window.");
    }
    for OverviewLease { lease, scope, suspended } in leases {
        let suspended = if *suspended { ", suspended: a person has control" } else { "" };
        line(text, format_args!("lease {lease}: {scope}{suspended}"));
    }
    for OverviewRequest { approval, state, expires_in_s } in requests {
        line(text, format_args!("approval {approval}: {state}, for {expires_in_s} s"));
    }
    for OverviewAgent { name, session, you } in agents {
        line(text, format_args!("agent {name}: {session}{}", if *you { ", you" } else { "" }));
    }
}

fn append_window(text: &mut String, window: &OverviewWindow) {
    let OverviewWindow { window, kind, control, may_be_signed_in, running, pages } = window;
    let signed_in = if *may_be_signed_in { ", may be signed in" } else { "" };
    let running = if *running { "" } else { ", not running" };
    line(text, format_args!("window {window}: {kind}, control {control}{signed_in}{running}"));
    for OverviewPage { page, control, held_by_you, address, title: _, crashed, inspection } in pages {
        let held = if *held_by_you { ", yours" } else { "" };
        let crashed = if *crashed { ", crashed" } else { "" };
        let engine = inspection.map(|health| format!(", inspection engine {health}")).unwrap_or_default();
        let address = address.as_ref().map(|address| format!(", {address}")).unwrap_or_default();
        line(text, format_args!("  page {page}: control {control}{held}{crashed}{engine}{address}"));
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a String can't fail.
    let _ = write!(text, "\n{line}");
}

/// The titles, one line each, for the fence.
pub(super) fn titles(overview: &Overview) -> Vec<String> {
    let pages = overview.windows.iter().flat_map(|window| &window.pages);
    pages
        .filter_map(|page| {
            // A title of several lines could pass for another page's.
            let title = page.title.as_ref()?.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
            Some(format!("title of {}: {title}", page.page))
        })
        .collect()
}
