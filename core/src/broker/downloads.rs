//! What was downloaded in a Window for agents, as they and the person see it. No path is told to an agent.

use nexus_policy::{Ask, Code, PageAsk, PageId, Refusal, Scope, SessionId, WindowId};

use super::answer::DownloadTold;
use super::run::Broker;
use super::view::DownloadView;
use crate::browser::{Download, DownloadState};
use crate::engine::Done;
use crate::redaction::Untrusted;

impl Broker {
    /// The right to the list is the right to read: of a page that the session holds, or else of the newest (N10).
    pub(super) fn ask_for_downloads(&self, session: SessionId, window: WindowId) -> Result<Ask, Refusal> {
        let holds = |page: &PageId| {
            let over = |scope| scope == Scope::Page(*page) || scope == Scope::Window(window);
            self.policy.leases().any(|lease| lease.session == session && over(lease.scope))
        };
        let pages: Vec<PageId> = self.policy.pages(window).collect();
        match pages.iter().copied().find(holds).or(pages.last().copied()) {
            Some(page) => Ok(Ask::OnPage { page: Some(page), kind: PageAsk::Read }),
            None if self.policy.window(window).is_some() => {
                Err(Refusal::new(Code::UnknownPage, format!("{window} has no page any more.")))
            }
            None => Err(Refusal::new(Code::UnknownWindow, format!("There is no Window {window}."))),
        }
    }

    /// What a session that may read this page learns: all of it where nothing is personal or it holds the Window, else what
    /// came from pages that it may read.
    pub(super) fn downloads_for(&self, session: SessionId, window: WindowId, page: PageId) -> Done {
        let is_whole = self.policy.window(window).is_some_and(|record| !record.may_be_signed_in)
            || self.policy.leases().any(|lease| lease.session == session && lease.scope == Scope::Window(window));
        let readable = |target: &str| {
            let of = |id: &PageId| self.registry.page(*id).is_some_and(|handle| handle.target == target);
            let found = self.policy.pages(window).find(of);
            found.is_some_and(|id| id == page || self.policy.may_read(session, id))
        };
        let mut downloads = self.downloads_of(window);
        downloads.retain(|download| is_whole || readable(&download.page));
        let lines = downloads
            .iter()
            .map(|Download { name, bytes, state, .. }| format!("- {:?}, {bytes} bytes, {}", name, state.as_str()));
        let lines: Vec<String> = lines.collect();
        let mut done = Done::new(match lines.len() {
            0 => format!("Nothing was downloaded in {window}."),
            1 => format!("1 download in {window}. What is complete is in a folder of the person's."),
            count => format!("{count} downloads in {window}. What is complete is in a folder of the person's."),
        });
        done.text = (!lines.is_empty()).then(|| Untrusted::new(lines.join("\n")));
        done.downloads = downloads
            .iter()
            .map(|Download { bytes, state, .. }| DownloadTold { bytes: *bytes, state: *state })
            .collect();
        done
    }

    pub(super) fn download_views(&self, window: WindowId) -> Vec<DownloadView> {
        let view = |Download { name, bytes, state, .. }| DownloadView { name, bytes, state };
        self.downloads_of(window).into_iter().map(view).collect()
    }

    fn downloads_of(&self, window: WindowId) -> Vec<Download> {
        self.registry.browser(window).map(|browser| browser.downloads.list()).unwrap_or_default()
    }
}

impl DownloadView {
    /// Whether it is in the person's folder.
    pub fn is_kept(&self) -> bool {
        self.state == DownloadState::Completed
    }
}
