//! The work on a permitted call: it runs in a task of its own and reaches pages through its permit alone.

use std::sync::Arc;

use nexus_policy::{AgentName, Code, PageAsk, PageId, Permit, SessionId, Target, WindowId};
use tokio::sync::{mpsc, oneshot};

use super::activity::{Recorder, name_of, place_at};
use super::inside::Inside;
use super::request::{PageRequest, Request};
use super::run::Broker;
use crate::browser::{Browser, BrowserFact, Hand, HandError, LaunchOptions, Opening, Page, StartError};
use crate::engine::interaction::{check_address, navigate_to, upload};
use crate::engine::{Done, Failure, Outcome, perform};
use crate::uploads::CopiedFiles;

/// What work needs beside its permit.
pub(super) struct Tools {
    pub(super) inside: mpsc::UnboundedSender<Inside>,
    recorder: Recorder,
}

/// How a new Chromium is started.
pub(super) struct Launch {
    pub(super) options: LaunchOptions,
    pub(super) data_dir: std::path::PathBuf,
    pub(super) profile: Opening,
    pub(super) facts: mpsc::UnboundedSender<(WindowId, BrowserFact)>,
}

impl Broker {
    /// The work that a permit and its request stand for.
    pub(super) fn work_on(
        &mut self,
        permit: Permit,
        request: Request,
        session: SessionId,
        files: Option<CopiedFiles>,
    ) -> impl Future<Output = Outcome> + Send + use<> {
        let tools = self.tools(session, permit.target(), &request);
        let job = match (permit.target(), request) {
            (Target::NewWindow(window), Request::WindowOpen { url }) => {
                self.registry.expect_window(window);
                Job::OpenWindow { launch: self.launch(Opening::Isolated), window, url }
            }
            (Target::NewPage(window, page), Request::PageOpen { url, .. }) => {
                Job::OpenPage { browser: self.registry.browser(window).cloned(), page, url }
            }
            (Target::Page(window, page), Request::OnPage { request, .. }) => Job::OnPage {
                browser: self.registry.browser(window).cloned(),
                page: self.registry.page(page).cloned(),
                request,
                files,
            },
            (Target::Page(window, page), Request::Downloads { .. }) => {
                Job::Told(self.downloads_for(session, window, page))
            }
            (Target::NewWindow(_) | Target::NewPage(..) | Target::Page(..), _) => Job::Mismatch,
        };
        job.run(permit, tools)
    }

    fn tools(&self, session: SessionId, target: Target, request: &Request) -> Tools {
        let agent: Option<AgentName> = self.sessions.agent_of(session).cloned();
        let recorder = self.activity.recorder(agent, session, place_at(target), name_of(request));
        Tools { inside: self.outbox.inside.clone(), recorder }
    }

    pub(super) fn launch(&self, profile: Opening) -> Launch {
        Launch {
            options: self.config.launch.clone(),
            data_dir: self.config.data_dir.clone(),
            profile,
            facts: self.outbox.facts.clone(),
        }
    }
}

/// One piece of work, with all it needs.
enum Job {
    OpenWindow {
        launch: Launch,
        window: WindowId,
        url: Option<String>,
    },
    OpenPage {
        browser: Option<Arc<Browser>>,
        page: PageId,
        url: String,
    },
    OnPage {
        browser: Option<Arc<Browser>>,
        page: Option<Arc<Page>>,
        request: PageRequest,
        files: Option<CopiedFiles>,
    },
    /// Known already.
    Told(Done),
    /// A permit for something else than was asked, which policy doesn't make.
    Mismatch,
}

impl Job {
    async fn run(self, permit: Permit, tools: Tools) -> Outcome {
        match self {
            Self::OpenWindow { launch, window, url } => open_window(permit, tools, launch, window, url).await,
            Self::OpenPage { browser, page, url } => {
                let browser = browser.ok_or_else(gone)?;
                open_page(permit, tools, &browser, page, &url).await
            }
            Self::OnPage { browser, page, request, files } => {
                let (browser, page) = browser.zip(page).ok_or_else(gone)?;
                on_page(permit, tools, &browser, page, &request, files).await
            }
            Self::Told(done) => Ok(done),
            Self::Mismatch => {
                tracing::error!(call = %permit.call(), "a permit doesn't fit its call");
                Err(Failure::new(Code::Unavailable, "Something in NEXUS went wrong; it was logged."))
            }
        }
    }
}

fn gone() -> Failure {
    HandError::BrowserGone.into()
}

/// The person learns everything about a Chromium that could not be started, the agent what it may know.
fn not_started(inside: &mpsc::UnboundedSender<Inside>, error: &StartError) -> Failure {
    if inside.send(Inside::WindowNotStarted(error.to_string())).is_err() {
        tracing::debug!("nobody is left to be told why Chromium could not be started");
    }
    Failure::new(Code::Unavailable, error.for_agents())
}

async fn open_window(permit: Permit, tools: Tools, launch: Launch, window: WindowId, url: Option<String>) -> Outcome {
    let url = url.as_deref().map(check_address).transpose()?;
    tools.recorder.record_start().await?;
    let started = start_window(&tools.inside, launch, window).await;
    let (browser, page, _) = started.map_err(|error| not_started(&tools.inside, &error))?;
    let Some(url) = url else { return Ok(Done::new("Opened a Window with a blank page.")) };
    let hand = Hand::new(permit, page);
    browser.act_begins(&hand);
    let opened = navigate_to(&hand, &url).await;
    opened
        .map(|done| Done { summary: "Opened a Window at the address.".to_owned(), ..done })
        .map_err(|failure| Failure { sentence: format!("The Window is open, but: {}", failure.sentence), ..failure })
}

/// Starts a Chromium, opens its first page and makes both known to the broker.
pub(super) async fn start_window(
    inside: &mpsc::UnboundedSender<Inside>,
    launch: Launch,
    window: WindowId,
) -> Result<(Arc<Browser>, Arc<Page>, PageId), StartError> {
    let Launch { options, data_dir, profile, facts } = launch;
    let browser = Browser::start(window, &options, &data_dir, profile, facts).await?;
    let page = browser.create_first_page().await.map_err(StartError::NoPage)?;
    let (named, name) = oneshot::channel();
    let bounds = browser.bounds_of(&page).await;
    let started =
        Inside::WindowStarted { window, browser: Arc::clone(&browser), bounds, page: Arc::clone(&page), named };
    inside.send(started).map_err(|_| StartError::ShuttingDown)?;
    Ok((browser, page, name.await.map_err(|_| StartError::ShuttingDown)?))
}

async fn open_page(permit: Permit, tools: Tools, browser: &Browser, id: PageId, url: &str) -> Outcome {
    let url = check_address(url)?;
    tools.recorder.record_start().await?;
    let page = browser.create_page().await.map_err(HandError::from)?;
    let (bound, is_bound) = oneshot::channel();
    let created = Inside::PageCreated { page: id, handle: Arc::clone(&page), bound };
    tools.inside.send(created).map_err(|_| gone())?;
    is_bound.await.map_err(|_| gone())?;
    let hand = Hand::new(permit, page);
    browser.act_begins(&hand);
    let opened = navigate_to(&hand, &url).await;
    opened
        .map(|done| Done { summary: "Opened a page at the address.".to_owned(), ..done })
        .map_err(|failure| Failure { sentence: format!("The page is open, but: {}", failure.sentence), ..failure })
}

async fn on_page(
    permit: Permit,
    tools: Tools,
    browser: &Browser,
    page: Arc<Page>,
    request: &PageRequest,
    files: Option<CopiedFiles>,
) -> Outcome {
    if request.ask() != PageAsk::Read {
        tools.recorder.record_start().await?;
    }
    if let PageRequest::Close = request {
        browser.close_page(&page).await.map_err(HandError::from)?;
        return Ok(Done::new("Closed the page."));
    }
    let hand = Hand::new(permit, page);
    if request.ask() != PageAsk::Read {
        browser.act_begins(&hand);
    }
    let outcome = match (request, files) {
        (PageRequest::Upload { target, .. }, Some(files)) => upload(&hand, *target, &browser.keep_files(files)).await,
        (request, _) => perform(&hand, request).await,
    };
    if outcome.is_err() && hand.allows_download() {
        browser.act_failed();
    }
    if request.ask() != PageAsk::Read {
        browser.catch_up().await;
    }
    outcome
}
