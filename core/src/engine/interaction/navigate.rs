//! Going to an address.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::network::LoaderId;
use chromiumoxide::cdp::browser_protocol::page::{CrashParams, NavigateParams, ReloadParams, StopLoadingParams};
use nexus_policy::Code;
use url::Url;

use super::settle::{DOWNLOAD_REFUSED, changes, wait_for_commit, wait_for_download};
use super::{PATIENCE, history, reading};
use crate::broker::{ActEffect, Destination};
use crate::browser::world::World;
use crate::browser::{DownloadSeen, Hand, HandError, PageLife, PageState};
use crate::engine::{Failure, Outcome};

/// How long a page may take until it is parsed.
pub(super) const LOAD_DEADLINE: Duration = Duration::from_secs(15);

/// How long a page that is parsed is given to load its frames as well.
const FRAMES_DEADLINE: Duration = Duration::from_millis(300);

/// Chromium's word for a navigation that shows no document, not even one about an error.
const ABORTED: &str = "net::ERR_ABORTED";

/// An address that an agent may open: http, https and about:blank, after the same parsing that Chromium does.
pub(crate) fn check_address(address: &str) -> Result<Url, Failure> {
    let blocked = |what: &str| Failure::new(Code::BlockedAddress, format!("{what} can't be opened by an agent."));
    let url = Url::parse(address.trim()).map_err(|_| blocked("That isn't a whole address, so it"))?;
    match url.scheme() {
        "http" | "https" if url.has_host() => Ok(url),
        "about" if url.path() == "blank" => Ok(url),
        "http" | "https" => Err(blocked("An address without a host")),
        "about" => Err(blocked("An about: address other than about:blank")),
        // The scheme may be anything the agent made up, so only well-known ones are repeated.
        scheme @ ("file" | "data" | "javascript" | "chrome" | "view-source" | "blob" | "filesystem" | "ftp"
        | "devtools") => Err(blocked(&format!("A {scheme}: address"))),
        _ => Err(blocked("An address of this kind")),
    }
}

pub(super) async fn navigate(hand: &Hand, destination: &Destination) -> Outcome {
    match destination {
        Destination::Url(address) => {
            let url = check_address(address)?;
            end_if_hung(hand).await?;
            navigate_to(hand, &url).await
        }
        Destination::Back => {
            end_if_hung(hand).await?;
            history::step(hand, -1).await
        }
        Destination::Forward => {
            end_if_hung(hand).await?;
            history::step(hand, 1).await
        }
        Destination::Reload => {
            end_if_hung(hand).await?;
            reload(hand).await
        }
    }
}

async fn reload(hand: &Hand) -> Outcome {
    let before = hand.page().state();
    hand.ask_to_leave(ReloadParams::default(), LOAD_DEADLINE).await?;
    wait_until_parsed(hand, &before).await?;
    Ok(told(hand, &before, "Reloaded the page.").await)
}

/// A document in an endless loop would keep the next one of its site from being shown: their process is the same, so it is
/// ended first.
async fn end_if_hung(hand: &Hand) -> Result<(), Failure> {
    if hand.page().state().coming.is_some() {
        // Chromium keeps back what a page is asked while another document is on its way.
        stop_loading(hand).await?;
    }
    match World::that_answers(hand, PATIENCE).await {
        Err(HandError::TimedOut) => {}
        Ok(_) | Err(_) => return Ok(()),
    }
    tracing::info!("a page that is left doesn't answer, so its renderer is ended");
    // It is dead when Chromium says so, whatever is answered.
    if let Err(HandError::Stale) = hand.ask_to_leave(CrashParams::default(), PATIENCE).await {
        return Err(HandError::Stale.into());
    }
    let mut state = hand.page().watch();
    let ended = tokio::time::timeout(PATIENCE, state.wait_for(|state| state.life != PageLife::Alive)).await;
    ended.map(|_| ()).map_err(|_| HandError::TimedOut.into())
}

/// Goes to an address that has been checked, and waits until its document is parsed.
pub(crate) async fn navigate_to(hand: &Hand, url: &Url) -> Outcome {
    let before = hand.page().state();
    let answer = hand.ask_to_leave(NavigateParams::new(url.as_str()), LOAD_DEADLINE).await;
    let answer = match answer {
        Err(HandError::TimedOut) => {
            stop_loading(hand).await?;
            let sentence =
                "The site didn't answer within 15 s, so loading was stopped. The page shows what it did before.";
            return Err(Failure::new(Code::TimedOut, sentence));
        }
        answer => answer?,
    };
    if let Some(error) = answer.error_text.filter(|error| !error.is_empty()) {
        if error == ABORTED {
            wait_for_commit(hand).await?;
            return aborted(hand, &before).await;
        }
        if let Some(loader) = answer.loader_id {
            wait_for_error_page(hand, &loader).await?;
        }
        return Err(not_loaded(&error));
    }
    if answer.loader_id.is_some() {
        wait_until_parsed(hand, &before).await?;
        reading::prepare(hand);
    }
    Ok(told(hand, &before, "Opened the address.").await)
}

/// Chromium's page about a failed load comes from another process and after the answer, and what the page is asked before that
/// one answers is refused.
async fn wait_for_error_page(hand: &Hand, loader: &LoaderId) -> Result<(), HandError> {
    let shown_and_answers = async {
        let mut state = hand.page().watch();
        state.wait_for(|state| state.document == *loader.inner()).await.map_err(|_| HandError::Closed)?;
        history::of(hand).await.map(|_| ())
    };
    // Without that page the failure is told all the same.
    tokio::time::timeout(PATIENCE, shown_and_answers).await.unwrap_or(Ok(()))
}

/// A download leaves the page where it is.
async fn aborted(hand: &Hand, before: &PageState) -> Outcome {
    wait_for_download(hand, before).await;
    let after = hand.page().state();
    match after.download.as_ref().filter(|_| after.downloads > before.downloads) {
        Some(DownloadSeen { comes: true, .. }) => Ok(changes(before, &after)),
        Some(DownloadSeen { name, comes: false }) => {
            let refused = Failure::new(Code::TargetChanged, DOWNLOAD_REFUSED);
            Err(Failure { text: Some(name.labelled("download: ")), ..refused })
        }
        None => {
            let sentence = "The address didn't open: it is a download, or the page stopped it.";
            Err(Failure::new(Code::Unavailable, sentence))
        }
    }
}

/// Chromium's own words for a failed load are a closed list of names; anything else isn't repeated.
fn not_loaded(error: &str) -> Failure {
    let name = error.strip_prefix("net::").unwrap_or_default();
    let known = name.starts_with("ERR_") && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    let sentence = match name {
        name if known => format!("The address didn't open ({name})."),
        _ => "The address didn't open.".to_owned(),
    };
    Failure::new(Code::Unavailable, sentence)
}

/// Gives up a navigation under way, so that the page answers again.
async fn stop_loading(hand: &Hand) -> Result<(), HandError> {
    match hand.ask_to_leave(StopLoadingParams::default(), PATIENCE).await {
        Err(error @ (HandError::Stale | HandError::Closed | HandError::BrowserGone)) => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Waits until another document than before is shown and parsed, and shortly for its frames; a page that at once goes on to a
/// further one counts with that.
pub(super) async fn wait_until_parsed(hand: &Hand, before: &PageState) -> Result<(), Failure> {
    let mut state = hand.page().watch();
    // A page that had crashed lives again with its next document.
    let was_crashed = |state: &PageState| before.life == PageLife::Crashed && state.document == before.document;
    let parsed = state.wait_for(|state| {
        let blocked = (state.life != PageLife::Alive && !was_crashed(state)) || state.dialog.is_some();
        blocked || (state.document != before.document && state.parsed == state.document)
    });
    match tokio::time::timeout(LOAD_DEADLINE, parsed).await {
        Ok(Ok(state)) => match (state.life, &state.dialog) {
            (PageLife::Closed, _) => return Err(HandError::Closed.into()),
            (PageLife::Crashed, _) => return Err(HandError::Crashed.into()),
            // A dialog while the page loads is the page's first act, not a failure to open it.
            (PageLife::Alive, _) => {}
        },
        Ok(Err(_)) => return Err(HandError::Closed.into()),
        Err(_) => return Err(Failure::new(Code::TimedOut, "The page opened but wasn't parsed within 15 s.")),
    }
    // What is read next then finds the frames, too. Whatever comes of this: slow ones are for browser_wait.
    let settled =
        |state: &PageState| state.loaded == state.document || state.dialog.is_some() || state.coming.is_some();
    let _loaded = tokio::time::timeout(FRAMES_DEADLINE, state.wait_for(settled)).await;
    Ok(())
}

pub(super) async fn told(hand: &Hand, before: &PageState, what: &str) -> crate::engine::Done {
    hand.page().learn_title().await;
    let after = hand.page().state();
    let mut done = changes(before, &after);
    done.effect = Some(ActEffect::Changed);
    done.summary = what.to_owned();
    if after.dialog.is_some() {
        done.summary += " A dialog opened; answer it with browser_dialog.";
    }
    done
}

#[cfg(test)]
mod tests;
