//! Which Chromium and which page an id stands for, and the gates that a take-over raises.

use std::collections::BTreeMap;
use std::sync::Arc;

use nexus_policy::{Epoch, PageId, ProfileId, WindowId};
use tokio::task::JoinSet;

use super::audit_log::Recorded;
use super::inside::Lent;
use super::view::{Bounds, Health};
use crate::browser::{Browser, Page};
use crate::redaction::PublicAddress;

/// The browsers and pages there are.
#[derive(Debug, Default)]
pub(super) struct Registry {
    windows: BTreeMap<WindowId, WindowEntry>,
    pages: BTreeMap<PageId, PageEntry>,
    /// Chromiums that are no Window's any more and still ending.
    ending: JoinSet<()>,
}

#[derive(Debug)]
struct WindowEntry {
    browser: Option<Arc<Browser>>,
    health: Health,
    bounds: Option<Bounds>,
    floor: Epoch,
    /// The kept profile that it has, known once its Chromium runs.
    profile: Option<ProfileId>,
}

#[derive(Debug, Default)]
struct PageEntry {
    handle: Option<Arc<Page>>,
    /// The origin that was seen last.
    origin: String,
    /// What a take-over raised before the page's gate was known.
    floor: Epoch,
}

impl Registry {
    /// A Window that is being started.
    pub(super) fn expect_window(&mut self, window: WindowId) {
        let (bounds, floor, profile) = Default::default();
        let entry = WindowEntry { browser: None, health: Health::Starting, bounds, floor, profile };
        self.windows.insert(window, entry);
    }

    /// Its Chromium runs.
    pub(super) fn bind_window(&mut self, window: WindowId, browser: Arc<Browser>, bounds: Option<Bounds>) {
        if let Some(entry) = self.windows.get_mut(&window) {
            browser.raise_floor(entry.floor);
            entry.browser = Some(browser);
            entry.bounds = bounds;
            entry.health = Health::Running;
        }
    }

    /// Its Chromium ended or could not be started. Nothing of it can be reached any more.
    pub(super) fn window_gone(&mut self, window: WindowId, reason: String) {
        if let Some(entry) = self.windows.get_mut(&window) {
            entry.browser = None;
            entry.health = Health::Gone(reason);
        }
    }

    /// Forgets a Window; its Chromium is the caller's to end.
    pub(super) fn remove_window(&mut self, window: WindowId) -> Option<Arc<Browser>> {
        self.windows.remove(&window)?.browser
    }

    pub(super) fn note_profile(&mut self, window: WindowId, profile: ProfileId) {
        if let Some(entry) = self.windows.get_mut(&window) {
            entry.profile = Some(profile);
        }
    }

    pub(super) fn profile_of(&self, window: WindowId) -> Option<ProfileId> {
        self.windows.get(&window)?.profile
    }

    pub(super) fn health(&self, window: WindowId) -> Option<&Health> {
        self.windows.get(&window).map(|entry| &entry.health)
    }

    pub(super) fn bounds(&self, window: WindowId) -> Option<Bounds> {
        self.windows.get(&window)?.bounds
    }

    pub(super) fn browser(&self, window: WindowId) -> Option<&Arc<Browser>> {
        self.windows.get(&window)?.browser.as_ref()
    }

    /// The page behind an id is known now. What was raised before counts for it, too.
    pub(super) fn bind_page(&mut self, id: PageId, handle: Arc<Page>) {
        let entry = self.pages.entry(id).or_default();
        handle.gate.raise(entry.floor);
        entry.handle = Some(handle);
    }

    pub(super) fn page(&self, id: PageId) -> Option<&Arc<Page>> {
        self.pages.get(&id)?.handle.as_ref()
    }

    /// Where a page is, as anyone may know it (N26).
    pub(super) fn address_of(&self, id: PageId) -> Option<PublicAddress> {
        self.page(id).map(|page| page.public_address())
    }

    pub(super) fn id_of(&self, page: &Arc<Page>) -> Option<PageId> {
        let same = |entry: &PageEntry| entry.handle.as_ref().is_some_and(|handle| Arc::ptr_eq(handle, page));
        self.pages.iter().find(|(_, entry)| same(entry)).map(|(id, _)| *id)
    }

    /// The page that opened another one, as far as Chromium says.
    pub(super) fn opener_of(&self, page: &Page) -> Option<PageId> {
        let opener = page.state().opener.clone()?;
        let is_it = |entry: &PageEntry| entry.handle.as_ref().is_some_and(|handle| handle.target == opener);
        self.pages.iter().find(|(_, entry)| is_it(entry)).map(|(id, _)| *id)
    }

    /// The pages whose origin isn't the one that was seen last, which it is from now on.
    pub(super) fn pages_of_new_origin(&mut self) -> Vec<PageId> {
        let mut changed = Vec::new();
        for (id, entry) in &mut self.pages {
            let Some(handle) = &entry.handle else { continue };
            let origin = handle.public_address().origin().to_owned();
            if entry.origin != origin {
                entry.origin = origin;
                changed.push(*id);
            }
        }
        changed
    }

    /// Forgets the pages that aren't among these.
    pub(super) fn keep_pages(&mut self, kept: impl Fn(PageId) -> bool) {
        self.pages.retain(|id, _| kept(*id));
    }

    pub(super) fn remove_page(&mut self, id: PageId) {
        self.pages.remove(&id);
    }

    /// Voids permits of earlier epochs, at once.
    pub(super) fn raise(&mut self, windows: &[WindowId], pages: &[PageId], epoch: Epoch) {
        for id in windows {
            if let Some(entry) = self.windows.get_mut(id) {
                entry.floor = epoch;
                if let Some(browser) = &entry.browser {
                    browser.raise_floor(epoch);
                }
            }
        }
        for id in pages {
            let entry = self.pages.entry(*id).or_default();
            entry.floor = epoch;
            if let Some(handle) = &entry.handle {
                handle.gate.raise(epoch);
                handle.record.close();
                handle.attachments.end();
                handle.put_pointer_away();
            }
        }
    }

    pub(super) fn lend(&self, window: Option<WindowId>, page: Option<PageId>) -> Lent {
        Lent {
            browser: window.and_then(|window| self.browser(window)).cloned(),
            page: page.and_then(|page| self.page(page)).cloned(),
        }
    }

    /// Ends a Chromium that is no Window's any more, once that is on record if it has to be. NEXUS doesn't end before it.
    pub(super) fn end(&mut self, browser: Arc<Browser>, recorded: Option<Recorded>) {
        while self.ending.try_join_next().is_some() {}
        self.ending.spawn(async move {
            if let Some(recorded) = recorded {
                recorded.wait().await;
            }
            browser.end().await;
        });
    }

    /// Ends every Chromium, all at the same time, and waits for those that are ending already.
    pub(super) async fn end_all(self) {
        let Self { windows, mut ending, .. } = self;
        for browser in windows.into_values().filter_map(|entry| entry.browser) {
            ending.spawn(async move { browser.end().await });
        }
        ending.join_all().await;
    }
}
