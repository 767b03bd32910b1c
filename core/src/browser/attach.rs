//! Setting a target up before it runs: NEXUS's script and tracking first, then its resume.
//!
//! Commands are sent one after another without waiting: they are carried out in order, and the target waits for the last.

use std::sync::{Arc, Weak};
use std::time::Duration;

use chromiumoxide::Command;
use chromiumoxide::cdp::browser_protocol::emulation::SetFocusEmulationEnabledParams;
use chromiumoxide::cdp::browser_protocol::log;
use chromiumoxide::cdp::browser_protocol::page::{
    self, AddScriptToEvaluateOnNewDocumentParams, GetFrameTreeParams, SetLifecycleEventsEnabledParams,
};
use chromiumoxide::cdp::browser_protocol::target::SetAutoAttachParams;
use chromiumoxide::cdp::js_protocol::runtime::{self, AddBindingParams, RunIfWaitingForDebuggerParams};

use super::cdp::{CdpError, CdpSession, Connection};
use super::gate::Gate;
use super::page::Page;
use super::window::{Browser, BrowserFact};
use super::worlds::Hands;
use super::{effect_gate, prompts, world};
use crate::engine::EngineHealth;
use crate::redaction::Secrets;
use tokio::sync::watch;

/// How long a page may take to say what it shows before it is announced without.
const FIRST_LOOK: Duration = Duration::from_secs(2);

/// Sets up what NEXUS follows no further: it sends through the effect gate like everything else, and so does what it starts.
pub(super) fn set_up_other(connection: &Connection, session: &CdpSession) {
    effect_gate::cover(connection, session);
    send(connection, session, &auto_attach());
    resume(connection, session);
}

/// Lets a target run that NEXUS has no use for. A target that waits for its debugger would hang for the person, too.
pub(super) fn resume(connection: &Connection, session: &CdpSession) {
    send(connection, session, &RunIfWaitingForDebuggerParams::default());
}

/// Takes a new page in and lets it run. Returns it; its announcement follows when it can say what it shows.
pub(super) fn set_up_page(
    browser: &Arc<Browser>,
    session_id: String,
    target: String,
    opener: Option<&Page>,
) -> Arc<Page> {
    let secrets = opener.map(|opener| Secrets::opened_by(&opener.secrets)).unwrap_or_default();
    let session = CdpSession::Target(session_id.as_str().into());
    let connection = Arc::clone(&browser.connection);
    let page = browser.add(session_id, |floor| {
        let (connection, downloads) = (Arc::clone(&connection), Arc::clone(&browser.downloads));
        let gate = Arc::new(Gate::new(floor));
        let mut page = Page::new(target, session.clone(), connection, gate, browser.display, downloads, secrets);
        page.dev_tools = browser.dev_tools();
        if let Some(dev_tools) = &page.dev_tools {
            tokio::spawn(tell_health(Arc::downgrade(browser), dev_tools.health()));
        }
        page
    });
    send(&connection, &session, &page::EnableParams::default());
    send(&connection, &session, &SetLifecycleEventsEnabledParams::new(true));
    // A page that a page of an agent's opens is the agent's; if it isn't, the broker says so before anybody reads of it.
    if opener.is_some_and(|opener| opener.record.is_open()) {
        page.record.open();
    }
    set_up_frame(&connection, &session);
    send(&connection, &session, &SetFocusEmulationEnabledParams::new(true));
    prompts::set_up(&connection, &session, page.worlds.hands());
    resume(&connection, &session);
    page
}

/// The person sees how a page's engine is.
async fn tell_health(browser: Weak<Browser>, mut health: watch::Receiver<EngineHealth>) {
    while health.changed().await.is_ok() {
        let Some(browser) = browser.upgrade() else { return };
        browser.report(BrowserFact::PageChanged);
    }
}

/// Sets up a frame that has a session of its own.
pub(super) fn set_up_remote_frame(connection: &Connection, session: &CdpSession, hands: Hands) {
    send(connection, session, &page::EnableParams::default());
    set_up_frame(connection, session);
    prompts::set_up(connection, session, hands);
    resume(connection, session);
}

/// Sets up a worker of a page: what it logs and asks for is the page's.
pub(super) fn set_up_worker(connection: &Connection, session: &CdpSession) {
    send(connection, session, &runtime::EnableParams::default());
    hear(connection, session);
    send(connection, session, &auto_attach());
    resume(connection, session);
}

/// Has Chromium tell what a target asks for and what it thinks of its scripts.
fn hear(connection: &Connection, session: &CdpSession) {
    effect_gate::cover(connection, session);
    send(connection, session, &log::EnableParams::default());
}

/// Puts NEXUS's script into every document of a target, in a world of its own that the page can't reach.
fn set_up_frame(connection: &Connection, session: &CdpSession) {
    hear(connection, session);
    send(connection, session, &runtime::EnableParams::default());
    let mut binding = AddBindingParams::new(world::GUARD_BINDING);
    binding.execution_context_name = Some(world::NAME.to_owned());
    send(connection, session, &binding);
    send(connection, session, &auto_attach());
    let mut script = AddScriptToEvaluateOnNewDocumentParams::new(world::script());
    script.world_name = Some(world::NAME.to_owned());
    script.run_immediately = Some(true);
    send(connection, session, &script);
    let mut hide = AddScriptToEvaluateOnNewDocumentParams::new(world::HIDE_FROM_PAGE);
    hide.run_immediately = Some(true);
    send(connection, session, &hide);
}

/// Has Chromium hand over every target below a session before it runs.
pub(super) fn auto_attach() -> SetAutoAttachParams {
    let mut attach = SetAutoAttachParams::new(true, true);
    attach.flatten = Some(true);
    attach
}

/// Tells what a new page shows first, then that it is there. A page that NEXUS is creating is waited for by its creator.
pub(super) async fn announce(browser: Arc<Browser>, page: Arc<Page>) {
    let look = browser.connection.call(&page.session, GetFrameTreeParams::default(), FIRST_LOOK).await;
    match look {
        Ok(tree) => page.update(|state| {
            let frame = tree.frame_tree.frame;
            if state.document.is_empty() {
                state.document = frame.loader_id.inner().clone();
                state.set_address(frame.url);
            }
        }),
        Err(CdpError::Gone) => return,
        Err(error) => tracing::debug!(%error, "a new page doesn't say yet what it shows"),
    }
    let creating = browser.creating.lock().await;
    let created_here = browser.was_created_here(&page.target);
    drop(creating);
    if !created_here {
        browser.report(BrowserFact::PageAppeared(page));
        browser.opened();
    }
}

fn send<C: Command>(connection: &Connection, session: &CdpSession, command: &C) {
    if let Err(error) = connection.send(session, command) {
        tracing::debug!(%error, command = %command.identifier(), "a target could not be set up");
    }
}
