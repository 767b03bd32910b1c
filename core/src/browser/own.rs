//! What NEXUS itself does on pages, without a permit because no agent asked: for the person, for a take-over, for tests.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType, MouseButton,
};
use chromiumoxide::cdp::browser_protocol::page::{CrashParams, NavigateParams};
use chromiumoxide::cdp::js_protocol::runtime::EvaluateParams;
use serde_json::Value;

use super::gate::Held;
use super::hand::AGENTS_TWIST;
use super::page::{Page, PageLife};
use super::window::Browser;

/// How long a page that the person opens is waited for.
const SHOW_DEADLINE: Duration = Duration::from_secs(15);

/// Opens the person's address in a page of theirs. Whatever comes of it, they see it.
pub(crate) async fn show_person(page: &Page, address: &str) {
    let url = if address.contains(':') { address.to_owned() } else { format!("https://{address}") };
    let before = page.state().document;
    let answer = page.connection.call(&page.session, NavigateParams::new(url), SHOW_DEADLINE).await;
    if let Ok(answer) = answer
        && answer.error_text.is_none()
    {
        let mut state = page.watch();
        let parsed = state.wait_for(|state| {
            state.life != PageLife::Alive || (state.document != before && state.parsed == state.document)
        });
        if tokio::time::timeout(SHOW_DEADLINE, parsed).await.is_err() {
            tracing::debug!("the person's page is still loading");
        }
    }
}

/// Releases what an interrupted act left down: a button outside the page, where its release presses nothing.
pub(crate) fn release_held(page: &Page) {
    for held in page.gate.take_held() {
        let released = match held {
            Held::Button(name) => {
                let mut release = DispatchMouseEventParams::new(DispatchMouseEventType::MouseReleased, -1.0, -1.0);
                release.button = name.parse::<MouseButton>().ok();
                release.click_count = Some(0);
                release.twist = Some(AGENTS_TWIST);
                page.connection.send(&page.session, &release)
            }
            Held::Key(key) => {
                let mut release = DispatchKeyEventParams::new(DispatchKeyEventType::KeyUp);
                release.key = Some(key.into_owned());
                page.connection.send(&page.session, &release)
            }
        };
        if let Err(error) = released {
            tracing::warn!(%error, "what was down could not be released");
        }
    }
}

/// For tests: evaluates an expression in the page's main world.
pub(crate) async fn test_evaluate(page: &Page, expression: &str, deadline: Duration) -> Result<Value, String> {
    let mut evaluate = EvaluateParams::new(expression);
    evaluate.return_by_value = Some(true);
    evaluate.await_promise = Some(true);
    let answer = page.connection.call(&page.session, evaluate, deadline).await.map_err(|error| error.to_string())?;
    match answer.exception_details {
        Some(details) => Err(details.exception.and_then(|thrown| thrown.description).unwrap_or(details.text)),
        None => Ok(answer.result.value.unwrap_or(Value::Null)),
    }
}

/// For tests: presses the first element that a selector finds, as a person would.
pub(crate) async fn test_press(page: &Page, selector: &str, deadline: Duration) -> Result<(), String> {
    let selector = serde_json::to_string(selector).map_err(|error| error.to_string())?;
    let place = format!(
        "(() => {{ const e = document.querySelector({selector}); if (!e) return null; e.scrollIntoView({{block: 'center'}}); \
         const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }})()"
    );
    let place: Option<(f64, f64)> =
        serde_json::from_value(test_evaluate(page, &place, deadline).await?).map_err(|error| error.to_string())?;
    let (x, y) = place.ok_or("nothing matches the selector")?;
    for kind in [
        DispatchMouseEventType::MouseMoved,
        DispatchMouseEventType::MousePressed,
        DispatchMouseEventType::MouseReleased,
    ] {
        let mut event = DispatchMouseEventParams::new(kind.clone(), x, y);
        if kind != DispatchMouseEventType::MouseMoved {
            event.button = Some(MouseButton::Left);
            event.click_count = Some(1);
        }
        page.connection.call(&page.session, event, deadline).await.map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// For tests: presses the keys of a text, wherever the focus is, as a person would.
pub(crate) async fn test_type(page: &Page, text: &str, deadline: Duration) -> Result<(), String> {
    for character in text.chars().map(String::from) {
        for kind in [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp] {
            let mut event = DispatchKeyEventParams::new(kind.clone());
            event.key = Some(character.clone());
            event.text = (kind == DispatchKeyEventType::KeyDown).then(|| character.clone());
            page.connection.call(&page.session, event, deadline).await.map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// For tests: what can be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestFault {
    /// Kill Chromium.
    Kill,
    /// Crash the page's renderer.
    CrashPage,
    /// Have the page loop for ever.
    HangPage,
}

/// For tests: breaks it.
pub(crate) async fn test_fault(browser: &Browser, page: Option<&Page>, fault: TestFault) -> Result<(), String> {
    match (fault, page) {
        (TestFault::Kill, _) => {
            browser.kill();
            Ok(())
        }
        (TestFault::CrashPage | TestFault::HangPage, None) => Err("which page is missing".to_owned()),
        (TestFault::CrashPage, Some(page)) => {
            page.connection.send(&page.session, &CrashParams::default()).map_err(|error| error.to_string())?;
            let mut state = page.watch();
            let crashed = state.wait_for(|state| state.life != PageLife::Alive);
            let crashed = tokio::time::timeout(SHOW_DEADLINE, crashed).await;
            if matches!(crashed, Ok(Ok(_))) { Ok(()) } else { Err("the page didn't crash".to_owned()) }
        }
        (TestFault::HangPage, Some(page)) => {
            let hang = EvaluateParams::new("setTimeout(() => { for (;;); }, 0), 0");
            let hung = page.connection.call(&page.session, hang, SHOW_DEADLINE).await;
            hung.map(|_| ()).map_err(|error| error.to_string())
        }
    }
}
