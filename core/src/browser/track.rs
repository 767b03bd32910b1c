//! Following what Chromium says: which pages there are, where they are, whether they answer.

use std::sync::{Arc, Weak};
use std::time::Duration;

use chromiumoxide::cdp::js_protocol::runtime::ExecutionContextId;
use nexus_policy::DialogKind;
use serde::Deserialize;
use tokio::sync::mpsc;

use super::attach;
use super::cdp::{CdpEvent, CdpSession};
use super::downloads::{Began, DownloadState, file_name};
use super::effect_gate::Paused;
use super::events::{
    self, Attached, ChooserOpened, DialogOpened, DownloadBegan, DownloadProgressed, Event, GuardTold, Lifecycle,
    Navigated, NavigationStarted, RequestSent, TargetInfo, WorldCreated,
};
use super::frames::FrameId;
use super::page::{Chooser, Dialog, DownloadSeen, Page, PageLife};
use super::trace::TraceEnd;
use super::window::{Browser, BrowserFact};
use super::worlds::DocumentKind;
use super::{record, world};
use crate::redaction::{PublicAddress, Untrusted};

/// A request came to nothing, or its page doesn't want it any more.
const LOADING_FAILED: &str = "Network.loadingFailed";
/// How long after its last page a Chromium may bring another, for example where a page was rendered ahead.
const REPLACED_WITHIN: Duration = Duration::from_millis(300);

/// Takes in events until Chromium or its Window is gone.
pub(super) async fn follow(browser: Weak<Browser>, mut incoming: mpsc::UnboundedReceiver<CdpEvent>) {
    while let Some(cdp_event) = incoming.recv().await {
        let Some(browser) = browser.upgrade() else { return };
        if record::is_about(&cdp_event.method)
            && let Some(page) = browser.find_speaker(&cdp_event.session)
        {
            page.record.take_in(&cdp_event, &page.secrets);
        }
        if cdp_event.method == LOADING_FAILED && browser.effect_gate.holds_anything() {
            request_given_up(&browser, &cdp_event);
        }
        if let Some(event) = events::decode(&cdp_event) {
            take_in(&browser, &cdp_event.session, event);
        }
        browser.note_followed();
    }
}

fn take_in(browser: &Arc<Browser>, session: &CdpSession, event: Event) {
    match event {
        Event::Attached(attached) => target_attached(browser, session, attached),
        Event::Detached(detached) => page_detached(browser, &detached.session_id),
        Event::InfoChanged(changed) => info_changed(browser, &changed.target_info),
        Event::Crashed(crashed) => {
            if let Some(page) = browser.find_target(&crashed.target_id) {
                tracing::warn!(status = crashed.status, code = crashed.error_code, "a page's renderer is gone");
                change(browser, &page, |state| state.life = PageLife::Crashed);
            }
        }
        Event::Paused(paused) => request_paused(browser, &paused),
        Event::DownloadBegan(began) => download_began(browser, &began),
        Event::DownloadProgressed(progress) => download_progressed(browser, &progress),
        Event::WorldCreated(created) => world_created(browser, session, created),
        Event::WorldDestroyed(destroyed) => {
            if let Some(page) = browser.find(session) {
                page.worlds.remove(session, ExecutionContextId::new(destroyed.execution_context_id));
            }
        }
        Event::WorldsCleared => {
            if let Some(page) = browser.find(session) {
                page.worlds.clear(session);
            }
        }
        Event::RequestSent(request) => {
            if let Some(endpoint) = browser.effect_gate.announced(&request, browser.downloads.hands()) {
                browser.report(BrowserFact::SendsByItself(endpoint));
            }
            if let Some(page) = browser.find(session) {
                page_event(browser, &page, session, Event::RequestSent(request));
            }
        }
        Event::Navigated(_)
        | Event::NavigatedWithin(_)
        | Event::NavigationRequested(_)
        | Event::NavigationStarted(_)
        | Event::LoadingStopped(_)
        | Event::Lifecycle(_)
        | Event::WindowOpening
        | Event::ChooserOpened(_)
        | Event::DialogOpened(_)
        | Event::DialogClosed
        | Event::BindingCalled(_)
        | Event::DragIntercepted(_) => {
            if let Some(page) = browser.find(session) {
                page_event(browser, &page, session, event);
            }
        }
    }
}

fn target_attached(browser: &Arc<Browser>, parent: &CdpSession, attached: Attached) {
    let Attached { session_id, target_info } = attached;
    let session = CdpSession::Target(session_id.as_str().into());
    match (target_info.r#type.as_str(), parent) {
        ("page", CdpSession::Root) => {
            let opener = target_info.opener_id.as_ref().and_then(|opener| browser.find_target(opener));
            let page = attach::set_up_page(browser, session_id, target_info.target_id.clone(), opener.as_deref());
            page.update(|state| {
                state.set_address(target_info.url.clone());
                state.opener = target_info.opener_id.clone();
            });
            browser.announce_created();
            tokio::spawn(attach::announce(Arc::clone(browser), page));
        }
        ("worker", CdpSession::Target(_)) => {
            if let Some(page) = browser.find_speaker(parent) {
                browser.add_worker(session_id, &page);
            }
            attach::set_up_worker(&browser.connection, &session);
        }
        ("iframe", _) => {
            let page = browser.find(parent);
            let hands = page.as_ref().map(|page| page.worlds.hands()).unwrap_or_default();
            if let Some(page) = page {
                browser.add_frame(session_id, &page);
                page.remote_frames.add(FrameId::new(&target_info.target_id), session.clone());
                page.update(|state| state.frame_changes += 1);
            }
            attach::set_up_remote_frame(&browser.connection, &session, hands);
        }
        // Chromium's own windows, and Chromium itself, through which an engine looks for its page.
        ("browser_ui" | "browser", _) => attach::resume(&browser.connection, &session),
        _ => attach::set_up_other(&browser.connection, &session),
    }
}

fn world_created(browser: &Browser, session: &CdpSession, created: WorldCreated) {
    let context = created.context;
    if context.name == world::NAME
        && let Some(page) = browser.find(session)
    {
        let frame = FrameId::new(&context.aux_data.frame_id);
        let kind = DocumentKind::of(&context.origin);
        page.worlds.add(&page.connection, session, frame, ExecutionContextId::new(context.id), kind);
    }
}

/// A request waits: what only reads goes on, the rest is policy's to decide.
fn request_paused(browser: &Arc<Browser>, paused: &Paused) {
    let page = browser.find_frame(&paused.frame_id);
    let target = page.as_ref().map(|page| page.target.as_str());
    if let Some(sending) = browser.effect_gate.paused(&browser.connection, paused, target) {
        browser.report(BrowserFact::SendingHeld { sending, page });
    }
}

fn request_given_up(browser: &Browser, event: &CdpEvent) {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct LoadingFailed {
        request_id: String,
    }
    let Ok(LoadingFailed { request_id }) = serde_json::from_str(event.params.get()) else { return };
    if let Some(sending) = browser.effect_gate.given_up(&browser.connection, &request_id) {
        browser.report(BrowserFact::SendingGone(sending));
    }
}

/// Tells the page that it came from, and the one whose act it may be: a page that was opened for it goes again.
fn download_began(browser: &Arc<Browser>, began: &DownloadBegan) {
    let DownloadBegan { frame_id, guid, url, suggested_filename } = began;
    let page = browser.find_frame(frame_id);
    let from = page.as_ref().map(|page| page.target.as_str());
    let acting = browser.find_target(&browser.downloads.acting_page());
    let told_by = page.iter().chain(&acting);
    let suggested = told_by.fold(suggested_filename.clone(), |name, page| page.secrets.scrub(&name).into_owned());
    let began = Began { guid, url, suggested: &suggested, page: from };
    let Some(comes) = browser.downloads.began(&browser.connection, began) else { return };
    let seen = DownloadSeen { name: Untrusted::new(file_name(&suggested)), comes };
    let is_other = |acting: &Arc<Page>| page.as_ref().is_none_or(|page| !Arc::ptr_eq(page, acting));
    for told in page.iter().chain(acting.iter().filter(|acting| is_other(acting))) {
        told.update(|state| (state.downloads, state.download) = (state.downloads + 1, Some(seen.clone())));
    }
    browser.report(BrowserFact::PageChanged);
}

fn download_progressed(browser: &Browser, progress: &DownloadProgressed) {
    let ending = match progress.state.as_str() {
        "completed" => Some(DownloadState::Completed),
        "canceled" => Some(DownloadState::Cancelled),
        _ => None,
    };
    // Counted by Chromium in a number with a fraction.
    browser.downloads.progressed(&browser.connection, &progress.guid, progress.received_bytes.max(0.0) as u64, ending);
    browser.report(BrowserFact::PageChanged);
}

fn page_detached(browser: &Arc<Browser>, session: &str) {
    if browser.remove_worker(session) {
        return;
    }
    if let Some(page) = browser.remove_frame(session) {
        let session = CdpSession::Target(session.into());
        page.remote_frames.remove(&session);
        page.worlds.clear(&session);
        page.update(|state| state.frame_changes += 1);
        return;
    }
    let Some(page) = browser.remove(session) else { return };
    page.update(|state| state.life = PageLife::Closed);
    if browser.is_left_by(&page) {
        tokio::spawn(report_if_left(Arc::downgrade(browser), Arc::clone(&page)));
    }
    browser.report(BrowserFact::PageClosed(page));
}

/// Started without a window, Chromium goes on after its last one was closed by hand; a page may still take its place.
async fn report_if_left(browser: Weak<Browser>, last: Arc<Page>) {
    tokio::time::sleep(REPLACED_WITHIN).await;
    if let Some(browser) = browser.upgrade()
        && browser.is_left_by(&last)
    {
        browser.report(BrowserFact::Left);
    }
}

fn info_changed(browser: &Arc<Browser>, info: &TargetInfo) {
    if let Some(page) = browser.find_target(&info.target_id) {
        learn_title(browser, &page);
    }
}

fn page_event(browser: &Arc<Browser>, page: &Arc<Page>, session: &CdpSession, event: Event) {
    let main = page.target.as_str();
    match event {
        Event::Navigated(Navigated { frame, r#type }) if frame.parent_id.is_none() && frame.id == main => {
            let address = PublicAddress::from_page(&frame.url);
            page.secrets.document_changed(address.origin());
            if page.record.document_changed(address.origin(), &frame.loader_id) {
                page.end_trace(Some(TraceEnd::OtherOrigin));
            }
            change(browser, page, |state| {
                if r#type == "BackForwardCacheRestore" {
                    // A page that comes back whole was parsed long ago and doesn't say so again.
                    state.parsed.clone_from(&frame.loader_id);
                    state.loaded.clone_from(&frame.loader_id);
                }
                state.posted = page.forms_sent.is_posted(&frame.loader_id);
                state.document = frame.loader_id;
                state.set_address(frame.url);
                (state.coming, state.leaving) = (None, false);
                if state.life == PageLife::Crashed {
                    state.life = PageLife::Alive;
                }
            });
            page.draw_banner_anew();
        }
        Event::Navigated(_) => page.update(|state| state.frame_changes += 1),
        Event::NavigatedWithin(within) if within.frame_id == main => {
            change(browser, page, |state| {
                state.leaving = false;
                state.set_address(within.url);
            });
            learn_title(browser, page);
        }
        Event::NavigationRequested(requested)
            if requested.frame_id == main && requested.disposition == "currentTab" =>
        {
            page.update(|state| state.leaving = true);
        }
        Event::NavigationStarted(NavigationStarted { frame_id, loader_id, navigation_type })
            if frame_id == main && navigation_type != "sameDocument" =>
        {
            page.update(|state| (state.coming, state.leaving) = (Some(loader_id), false));
        }
        Event::LoadingStopped(stopped) if stopped.frame_id == main => {
            page.update(|state| {
                state.aborted += u64::from(state.coming.is_some());
                (state.coming, state.leaving) = (None, false);
            });
        }
        Event::Lifecycle(Lifecycle { frame_id, loader_id, name }) if frame_id == main => {
            match name.as_str() {
                "DOMContentLoaded" => page.update(|state| state.parsed = loader_id),
                "load" => page.update(|state| state.loaded = loader_id),
                _ => return,
            }
            learn_title(browser, page);
        }
        Event::WindowOpening => page.update(|state| state.opening += 1),
        Event::ChooserOpened(ChooserOpened { frame_id, backend_node_id }) => page.update(|state| {
            state.choosers += 1;
            state.chooser = Some(Chooser { frame: FrameId::new(&frame_id), field: backend_node_id });
        }),
        Event::DialogOpened(opened) => change(browser, page, |state| {
            state.dialogs += 1;
            state.dialog = Some(dialog(opened, state.dialogs));
        }),
        Event::DialogClosed => change(browser, page, |state| state.dialog = None),
        // What frames of other sites ask for says nothing of an act's effect.
        Event::RequestSent(_) if *session != page.session => {}
        Event::RequestSent(request) if request.r#type != "Document" => page.update(|state| state.requests += 1),
        Event::RequestSent(RequestSent { frame_id, loader_id, request, .. }) if frame_id == main => {
            page.forms_sent.note(loader_id, &request.url, request.method == "POST");
        }
        Event::DragIntercepted(intercepted) => {
            page.update(|state| state.drag = Some(Untrusted::new(intercepted.data)));
        }
        Event::BindingCalled(called) if called.name == world::GUARD_BINDING => {
            guard_told(browser, page, &called.payload)
        }
        Event::NavigatedWithin(_)
        | Event::NavigationRequested(_)
        | Event::NavigationStarted(_)
        | Event::LoadingStopped(_)
        | Event::Lifecycle(_)
        | Event::RequestSent(_)
        | Event::BindingCalled(_)
        | Event::Paused(_)
        | Event::DownloadBegan(_)
        | Event::DownloadProgressed(_)
        | Event::WorldCreated(_)
        | Event::WorldDestroyed(_)
        | Event::WorldsCleared
        | Event::Attached(_)
        | Event::Detached(_)
        | Event::InfoChanged(_)
        | Event::Crashed(_) => {}
    }
}

/// The person sees titles in their panel.
fn learn_title(browser: &Arc<Browser>, page: &Arc<Page>) {
    let (browser, page) = (Arc::clone(browser), Arc::clone(page));
    tokio::spawn(async move {
        page.learn_title().await;
        browser.report(BrowserFact::PageChanged);
    });
}

/// What the guard of one of a page's documents saw.
fn guard_told(browser: &Browser, page: &Arc<Page>, payload: &str) {
    match serde_json::from_str(payload) {
        Ok(GuardTold::Delivered { act }) => page.update(|state| state.delivered = Some(act)),
        Ok(GuardTold::Press | GuardTold::Drop) => {
            browser.effect_gate.person_pressed(&page.target);
            browser.report(BrowserFact::PersonPressed(Arc::clone(page)));
        }
        Ok(GuardTold::Key | GuardTold::Paste) => {
            browser.effect_gate.person_pressed(&page.target);
            browser.report(BrowserFact::PersonTyped(Arc::clone(page)));
        }
        Ok(GuardTold::Secret { secret }) => page.secrets.note(secret),
        Ok(GuardTold::Kept) => tracing::debug!("a key that no act explains was kept from a page"),
        Err(_) => tracing::warn!("the guard told something else than expected"),
    }
}

fn dialog(opened: DialogOpened, number: u64) -> Dialog {
    let kind = match opened.r#type.as_str() {
        "confirm" => DialogKind::Confirm,
        "prompt" => DialogKind::Prompt,
        "beforeunload" => DialogKind::BeforeUnload,
        _ => DialogKind::Alert,
    };
    Dialog { number, kind, message: Untrusted::new(opened.message) }
}

fn change(browser: &Browser, page: &Page, change: impl FnOnce(&mut super::page::PageState)) {
    page.update(change);
    browser.report(BrowserFact::PageChanged);
}
