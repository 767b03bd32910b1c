//! A Window's Chromium: its start, its pages, its end.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::browser::{CloseParams, GetVersionParams, GetWindowForTargetParams};
use chromiumoxide::cdp::browser_protocol::target::{
    ActivateTargetParams, CloseTargetParams, CreateTargetParams, SetDiscoverTargetsParams,
};
use nexus_policy::{Endpoint, Epoch, SendingId, WindowId};
use tokio::sync::{Notify, mpsc, watch};

use super::attach::auto_attach;
use super::cdp::{CdpError, CdpSession, Connection};
use super::downloads::Downloads;
use super::effect_gate::{EffectGate, GateState, HeldSending};
use super::frames::FrameId;
use super::hand::Hand;
use super::launch::{Display, Exit, LaunchError, LaunchOptions, Process, launch};
use super::locate::{LocateError, locate_browser};
use super::page::Page;
use super::profile::{Opening, ProfileDirectory};
use super::worlds::Hands;
use super::{effect_gate, events, prompts, track};
use crate::broker::Bounds;
use crate::engine::{DevTools, InspectionProvider};
use crate::profiles::{ProfileError, ProfileFolders};
use crate::uploads::CopiedFiles;

/// Something a Window's Chromium did by itself.
#[derive(Debug)]
pub(crate) enum BrowserFact {
    /// A page is there that NEXUS didn't open: the person's tab, or a popup.
    PageAppeared(Arc<Page>),
    /// What is known of a page changed in a way the person may want to see.
    PageChanged,
    /// A page is gone.
    PageClosed(Arc<Page>),
    /// Its last page is gone, and NEXUS neither closed it nor opens another.
    Left,
    /// The person's own hand pressed, or dropped something, on a page.
    PersonPressed(Arc<Page>),
    /// It typed or pasted on a page where no agent has control.
    PersonTyped(Arc<Page>),
    /// A request that can change something waits, of a page's if that is known.
    SendingHeld { sending: HeldSending, page: Option<Arc<Page>> },
    /// Its pages send this again and again, with nobody's hand there.
    SendsByItself(Endpoint),
    /// What waited was given up by its page.
    SendingGone(SendingId),
    /// It ended.
    Exited {
        /// Whether somebody closed it rather than that it broke.
        clean: bool,
        /// In words.
        reason: String,
    },
}

/// Why a Window could not be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    #[error(transparent)]
    Locate(#[from] LocateError),
    #[error(transparent)]
    Profile(#[from] ProfileError),
    #[error(transparent)]
    Launch(#[from] LaunchError),
    #[error("Chromium ended before it was ready. {0}")]
    Ended(String),
    #[error("Chromium didn't answer within {} s.", START_DEADLINE.as_secs())]
    Silent,
    #[error("Chromium doesn't hold back what it is told to: {0}.")]
    HoldsNothingBack(#[source] CdpError),
    #[error("Chromium opened no page: {0}.")]
    NoPage(#[source] CdpError),
    #[error("NEXUS is shutting down.")]
    ShuttingDown,
}

impl StartError {
    /// What the person's side acts on.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Locate(_) => "browser_missing",
            Self::Profile(error) => error.code(),
            Self::Launch(_) | Self::Ended(_) | Self::Silent | Self::HoldsNothingBack(_) | Self::NoPage(_) => {
                "launch_failed"
            }
            Self::ShuttingDown => "unavailable",
        }
    }

    /// What an agent may know: neither a path of this machine nor what Chromium wrote to its log.
    pub(crate) fn for_agents(&self) -> &'static str {
        match self {
            Self::Locate(_) => "NEXUS has no Chromium that it can start. The hub tells the person what to do.",
            Self::Profile(_) => "The profile could not be opened. The hub tells the person why.",
            Self::Launch(_) => "Chromium could not be started. The hub tells the person why.",
            Self::Ended(_) => "Chromium ended before it was ready. The hub shows the person its last words.",
            Self::Silent | Self::HoldsNothingBack(_) | Self::NoPage(_) => {
                "Chromium started, but it doesn't answer as it should. Try again; if it stays so, ask the person."
            }
            Self::ShuttingDown => "NEXUS is shutting down.",
        }
    }
}

/// The size of a new page's window: on a screen of 1600 pixels the control panel fits beside it.
const PAGE_SIZE: (i64, i64) = (1200, 860);
/// How long a cold Chromium on a loaded machine may take to answer, and then to open its first page.
pub(super) const START_DEADLINE: Duration = Duration::from_secs(40);
/// How long commands to the browser itself may take; it answers also while pages hang.
pub(super) const BROWSER_DEADLINE: Duration = Duration::from_secs(10);
/// How long Chromium gets to close in order before its pipe is closed, and then before it is killed.
const CLOSE_DEADLINE: Duration = Duration::from_secs(3);

/// A running Chromium.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(super) connection: Arc<Connection>,
    process: Process,
    pub(super) display: Display,
    pages: Mutex<Pages>,
    /// Copies of files that its pages were given and may read at any time.
    given_files: Mutex<Vec<Arc<CopiedFiles>>>,
    pub(crate) downloads: Arc<Downloads>,
    pub(crate) effect_gate: Arc<EffectGate>,
    /// Held while NEXUS creates a page, so that its announcement isn't taken for a page of the person's.
    pub(super) creating: tokio::sync::Mutex<()>,
    appeared: Notify,
    /// How many of Chromium's events have been taken in.
    followed: watch::Sender<u64>,
    pub(super) facts: mpsc::UnboundedSender<(WindowId, BrowserFact)>,
    pub(super) window: WindowId,
    inspection: InspectionProvider,
    /// Where what lives no longer than it is kept.
    run: PathBuf,
}

#[derive(Debug, Default)]
struct Pages {
    by_session: BTreeMap<String, Arc<Page>>,
    /// The pages of sessions that reach only a frame of them.
    by_frame_session: BTreeMap<String, Arc<Page>>,
    /// The pages of sessions that reach a worker of them.
    by_worker_session: BTreeMap<String, Arc<Page>>,
    created_here: BTreeSet<String>,
    closed_here: BTreeSet<String>,
    floor: Epoch,
}

impl Browser {
    /// Starts a Chromium on a profile and waits until it answers. If this is abandoned on the way,
    /// Chromium's pipe closes and it ends.
    pub(crate) async fn start(
        window: WindowId,
        options: &LaunchOptions,
        data_dir: &Path,
        profile: Opening,
        facts: mpsc::UnboundedSender<(WindowId, BrowserFact)>,
    ) -> Result<Arc<Self>, StartError> {
        let program = locate_browser(options.browser.as_deref())?;
        let profile = ProfileDirectory::open_beside(ProfileFolders::of(data_dir), profile).await?;
        let (process, pipe) = launch(&program, profile, options)?;
        let (events, incoming) = mpsc::unbounded_channel();
        let connection = Connection::start(pipe, events, events::wanted).map_err(LaunchError::Spawn)?;
        let gate = effect_gate::place(&connection).map_err(StartError::HoldsNothingBack)?;
        let browser = Arc::new(Self {
            connection: Arc::new(connection),
            process,
            display: options.display,
            pages: Mutex::default(),
            given_files: Mutex::default(),
            downloads: Arc::new(Downloads::of(data_dir)),
            effect_gate: Arc::default(),
            creating: tokio::sync::Mutex::new(()),
            appeared: Notify::new(),
            followed: watch::Sender::new(0),
            facts,
            window,
            inspection: options.inspection.clone(),
            run: data_dir.join("run"),
        });
        browser.wait_until_ready().await?;
        tokio::spawn(track::follow(Arc::downgrade(&browser), incoming));
        gate.done(BROWSER_DEADLINE).await.map_err(StartError::HoldsNothingBack)?;
        browser.hold_back().await.map_err(StartError::HoldsNothingBack)?;
        browser.attach_to_everything().await.map_err(|_| StartError::Silent)?;
        tokio::spawn(report_end(Arc::downgrade(&browser), browser.process.exit()));
        Ok(browser)
    }

    async fn wait_until_ready(&self) -> Result<(), StartError> {
        let answer = self.connection.call(&CdpSession::Root, GetVersionParams::default(), START_DEADLINE);
        tokio::select! {
            answer = answer => match answer {
                Ok(_) => Ok(()),
                Err(CdpError::Gone) => Err(StartError::Ended(self.process.ended().await.reason)),
                Err(_) => Err(StartError::Silent),
            },
            exit = self.process.ended() => Err(StartError::Ended(exit.reason)),
        }
    }

    async fn attach_to_everything(&self) -> Result<(), CdpError> {
        let discover = SetDiscoverTargetsParams::new(true);
        self.connection.call(&CdpSession::Root, discover, BROWSER_DEADLINE).await?;
        self.connection.call(&CdpSession::Root, auto_attach(), BROWSER_DEADLINE).await.map(|_| ())
    }

    /// Until NEXUS says whose hands there are, no page gets anything of this computer.
    async fn hold_back(&self) -> Result<(), CdpError> {
        prompts::deny_permissions(&self.connection, BROWSER_DEADLINE).await?;
        self.downloads.refuse_all(&self.connection).await
    }

    /// From now on these hands are in the Window: the person's are asked for permissions, and download as they always do.
    pub(crate) fn set_hands(&self, hands: Hands) {
        if self.downloads.hands() != hands {
            prompts::set_up_window(&self.connection, hands);
            self.downloads.set_hands(&self.connection, hands);
        }
    }

    /// Its effect gate is like this from now on.
    pub(crate) fn set_effect_gate(&self, wanted: GateState) {
        self.effect_gate.set(&self.connection, wanted);
    }

    /// What its effect gate holds goes out, if it does.
    pub(crate) fn let_go(&self, sending: SendingId) {
        self.effect_gate.let_go(&self.connection, sending);
    }

    /// What its effect gate holds fails, if it does.
    pub(crate) fn fail(&self, sending: SendingId) {
        self.effect_gate.fail(&self.connection, sending);
    }

    pub(super) fn note_followed(&self) {
        self.followed.send_modify(|count| *count += 1);
    }

    /// Waits until everything that Chromium has told so far is taken in: an act isn't over before what it has sent is known.
    pub(crate) async fn catch_up(&self) {
        let heard = self.connection.heard();
        let mut followed = self.followed.subscribe();
        if tokio::time::timeout(BROWSER_DEADLINE, followed.wait_for(|count| *count >= heard)).await.is_err() {
            tracing::warn!(window = %self.window, "Chromium's events are taken in too slowly");
        }
        self.effect_gate.all_paused().await;
    }

    /// The pages there are, by CDP's names, but for one.
    fn others_than(&self, page: &Page) -> Vec<String> {
        let pages = self.pages();
        pages.by_session.values().map(|other| other.target.clone()).filter(|target| *target != page.target).collect()
    }

    /// An act begins on a page: what it may download does come.
    pub(crate) fn act_begins(&self, hand: &Hand) {
        let page = hand.page();
        let leave = hand.allows_download().then(|| self.others_than(page));
        self.downloads.act_begins(&self.connection, &page.target, hand.parts(), leave);
    }

    /// It came to nothing, so nothing that it was to download comes either.
    pub(crate) fn act_failed(&self) {
        self.downloads.take_leave_back(&self.connection);
    }

    /// Opens a blank page in a window of its own: Chromium doesn't render what another tab covers.
    pub(crate) async fn create_page(&self) -> Result<Arc<Page>, CdpError> {
        self.create_page_within(BROWSER_DEADLINE).await
    }

    /// The same for a Chromium that has just been started, and may take its time over its first window.
    pub(crate) async fn create_first_page(&self) -> Result<Arc<Page>, CdpError> {
        self.create_page_within(START_DEADLINE).await
    }

    async fn create_page_within(&self, limit: Duration) -> Result<Arc<Page>, CdpError> {
        let creating = self.creating.lock().await;
        let mut create = CreateTargetParams::new("about:blank");
        create.new_window = Some(true);
        (create.width, create.height) = (Some(PAGE_SIZE.0), Some(PAGE_SIZE.1));
        let created = self.connection.call(&CdpSession::Root, create, limit).await?;
        let target = created.target_id.inner().clone();
        self.pages().created_here.insert(target.clone());
        drop(creating);
        let ready = async {
            let page = self.page_of(&target).await;
            // Only then does the page's blank document not pass for one that was navigated to.
            let mut state = page.watch();
            match state.wait_for(|state| !state.document.is_empty()).await {
                Ok(_) => Ok(Arc::clone(&page)),
                Err(_) => Err(CdpError::Gone),
            }
        };
        tokio::time::timeout(limit, ready).await.unwrap_or(Err(CdpError::TimedOut))
    }

    async fn page_of(&self, target: &str) -> Arc<Page> {
        loop {
            let appeared = self.appeared.notified();
            if let Some(page) = self.find_target(target) {
                return page;
            }
            appeared.await;
        }
    }

    /// Closes a page, also one that hangs: Chromium itself does it.
    pub(crate) async fn close_page(&self, page: &Page) -> Result<(), CdpError> {
        self.pages().closed_here.insert(page.target.clone());
        let close = CloseTargetParams::new(page.target.clone());
        self.connection.call(&CdpSession::Root, close, BROWSER_DEADLINE).await.map(|_| ())
    }

    /// Keeps copies of files for as long as it runs.
    pub(crate) fn keep_files(&self, files: CopiedFiles) -> Arc<CopiedFiles> {
        let files = Arc::new(files);
        self.given_files.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&files));
        files
    }

    /// Brings a page's window to the front.
    pub(crate) async fn focus_page(&self, page: &Page) -> Result<(), CdpError> {
        let activate = ActivateTargetParams::new(page.target.clone());
        self.connection.call(&CdpSession::Root, activate, BROWSER_DEADLINE).await.map(|_| ())
    }

    /// Where a page's window is on the screen.
    pub(crate) async fn bounds_of(&self, page: &Page) -> Option<Bounds> {
        let ask = GetWindowForTargetParams { target_id: Some(page.target.clone().into()) };
        let answer = self.connection.call(&CdpSession::Root, ask, BROWSER_DEADLINE).await;
        let bounds = answer.inspect_err(|error| tracing::debug!(%error, "a window's place is not known")).ok()?.bounds;
        let whole = |side: Option<i64>| side.and_then(|side| i32::try_from(side).ok());
        Some(Bounds {
            x: whole(bounds.left)?,
            y: whole(bounds.top)?,
            width: whole(bounds.width)?,
            height: whole(bounds.height)?,
        })
    }

    /// Voids permits older than this epoch for every page that comes later.
    pub(crate) fn raise_floor(&self, floor: Epoch) {
        let mut pages = self.pages();
        pages.floor = pages.floor.max(floor);
    }

    /// Ends Chromium: in order first, so that what it stores reaches the disk; then by closing its pipe; at last by force.
    pub(crate) async fn end(&self) {
        self.end_engines().await;
        if let Err(error) = self.connection.call(&CdpSession::Root, CloseParams::default(), CLOSE_DEADLINE).await {
            tracing::debug!(window = %self.window, %error, "Chromium didn't close in order");
        }
        self.connection.close();
        if tokio::time::timeout(CLOSE_DEADLINE, self.process.ended()).await.is_err() {
            self.process.kill();
            self.process.ended().await;
        }
    }

    /// Kills Chromium at once.
    pub(crate) fn kill(&self) {
        self.process.kill();
    }

    /// What inspects a page of it, where NEXUS doesn't do that itself.
    pub(super) fn dev_tools(&self) -> Option<Arc<DevTools>> {
        match &self.inspection {
            InspectionProvider::BuiltIn => None,
            InspectionProvider::DevTools { engines } => Some(DevTools::new(engines.clone(), self.run.clone())),
        }
    }

    /// Ends what is attached to its pages.
    async fn end_engines(&self) {
        let pages: Vec<Arc<Page>> = self.pages().by_session.values().cloned().collect();
        for page in &pages {
            page.attachments.end();
        }
        for dev_tools in pages.iter().filter_map(|page| page.dev_tools.as_ref()) {
            dev_tools.stop().await;
        }
    }

    pub(super) fn add(&self, session: String, make: impl FnOnce(Epoch) -> Page) -> Arc<Page> {
        let mut pages = self.pages();
        let page = Arc::new(make(pages.floor));
        pages.by_session.insert(session, Arc::clone(&page));
        page
    }

    pub(super) fn announce_created(&self) {
        self.appeared.notify_waiters();
    }

    pub(super) fn remove(&self, session: &str) -> Option<Arc<Page>> {
        let mut pages = self.pages();
        let page = pages.by_session.remove(session)?;
        pages.by_frame_session.retain(|_, of| !Arc::ptr_eq(of, &page));
        pages.by_worker_session.retain(|_, of| !Arc::ptr_eq(of, &page));
        pages.created_here.remove(&page.target);
        Some(page)
    }

    /// A frame of a page has a session of its own.
    pub(super) fn add_frame(&self, session: String, page: &Arc<Page>) {
        self.pages().by_frame_session.insert(session, Arc::clone(page));
    }

    pub(super) fn remove_frame(&self, session: &str) -> Option<Arc<Page>> {
        self.pages().by_frame_session.remove(session)
    }

    /// A worker of a page has a session of its own.
    pub(super) fn add_worker(&self, session: String, page: &Arc<Page>) {
        self.pages().by_worker_session.insert(session, Arc::clone(page));
    }

    pub(super) fn remove_worker(&self, session: &str) -> bool {
        self.pages().by_worker_session.remove(session).is_some()
    }

    /// The page that a session speaks for: as a whole, a frame of it, or a worker.
    pub(super) fn find_speaker(&self, session: &CdpSession) -> Option<Arc<Page>> {
        let of_worker = |id: &str| self.pages().by_worker_session.get(id).cloned();
        self.find(session).or_else(|| match session {
            CdpSession::Root => None,
            CdpSession::Target(id) => of_worker(id),
        })
    }

    /// The page that a frame is in: known by its document's world, or as the page's own.
    pub(super) fn find_frame(&self, frame: &str) -> Option<Arc<Page>> {
        let id = FrameId::new(frame);
        self.find_target(frame).or_else(|| self.pages().by_session.values().find(|page| page.worlds.know(&id)).cloned())
    }

    /// Whether a page was the last one, closed by somebody else than NEXUS, and none is being opened.
    pub(super) fn is_left_by(&self, last: &Page) -> bool {
        let is_opening = self.creating.try_lock().is_err();
        let pages = self.pages();
        let is_empty = pages.by_session.is_empty() && pages.created_here.is_empty();
        is_empty && !is_opening && !pages.closed_here.contains(&last.target)
    }

    /// The page that a session reaches, as a whole or a frame of it.
    pub(super) fn find(&self, session: &CdpSession) -> Option<Arc<Page>> {
        match session {
            CdpSession::Root => None,
            CdpSession::Target(id) => {
                let pages = self.pages();
                pages.by_session.get(&**id).or_else(|| pages.by_frame_session.get(&**id)).cloned()
            }
        }
    }

    pub(super) fn find_target(&self, target: &str) -> Option<Arc<Page>> {
        self.pages().by_session.values().find(|page| page.target == target).cloned()
    }

    /// A page of a page's is there. Which one opened it isn't always said; two that open one at once are a moment early.
    pub(super) fn opened(&self) {
        let pages: Vec<Arc<Page>> = self.pages().by_session.values().cloned().collect();
        if let Some(opener) = pages.iter().find(|page| page.state().opening > 0) {
            opener.update(|state| state.opening = state.opening.saturating_sub(1));
        }
    }

    pub(super) fn was_created_here(&self, target: &str) -> bool {
        self.pages().created_here.contains(target)
    }

    pub(super) fn report(&self, fact: BrowserFact) {
        if self.facts.send((self.window, fact)).is_err() {
            tracing::debug!(window = %self.window, "the broker has ended before this Chromium");
        }
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        // Each change is one insertion or removal, so a panic elsewhere leaves the maps sound.
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Pages that are still held elsewhere must not keep Chromium alive.
        self.connection.close();
    }
}

async fn report_end(browser: Weak<Browser>, mut exit: tokio::sync::watch::Receiver<Option<Exit>>) {
    let ended = exit.wait_for(Option::is_some).await.ok().and_then(|exit| exit.clone());
    if let (Some(browser), Some(Exit { clean, reason })) = (browser.upgrade(), ended) {
        browser.report(BrowserFact::Exited { clean, reason });
    }
}
